import { strict as assert } from 'node:assert'
import { provided, useSession } from '../../integration/helpers.ts'
import { addGenerated } from '../../sandbox/generate.ts'
import { ratios, sampleCount, summary, timed } from '../samples.ts'
import { record } from './given.ts'

describe('The tree of machine pools', function () {
  this.timeout(600_000)
  const session = useSession()

  it('shows its first rows, whatever the number', async () => {
    const few = await firstRows(200)
    const many = await firstRows(20_000)
    record({ firstRow: summary(many), firstRowGrowth: ratios(many, few) })
  })

  /** Reads the tree of a service with so many machine pools again and again. */
  async function firstRows(pools: number): Promise<number[]> {
    session.sandbox.reset()
    session.sandbox.lookups = 'all'
    addGenerated(session.sandbox.data, 0, pools)
    const samples: number[] = []
    for (let nth = 0; nth < sampleCount + 1; nth++) {
      await session.run('refreshMachinePools')
      // So long that requests are not held back: that they would be is another matter.
      await new Promise((resolve) => setTimeout(resolve, 60))
      const ms = await timed(async () => {
        const rows = await provided('machinePools').getChildren()
        assert.ok(rows && rows.length > 0)
      })
      if (nth > 0) samples.push(ms) // connections are made, and code is compiled
    }
    return samples
  }
})
