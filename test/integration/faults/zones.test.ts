import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import type { Fault } from '../../faults/fault.ts'
import { faults } from '../../faults/matrix.ts'
import type { Row } from '../helpers.ts'
import { assertFailure, shown } from './expected.ts'
import { useFaultySession } from './faultySession.ts'

describe('Faults: A region over each fault', function () {
  this.timeout(60_000)
  const session = useFaultySession()
  let region: Row

  beforeEach(async () => {
    region = await session.addRegion(accounts.awsProduction, 'us-east-1')
  })

  const isZones = (_method: string, url: string) => url.includes('/us-east-1/zones?')

  for (const [group, list] of Object.entries(faults)) {
    it(`shows what went wrong in its place, and no message: ${group}`, async () => {
      for (const fault of shown(list)) await showsFailure(fault)
      assert.ok(session.dialogs.isSilent)
      assert.equal((await session.rows('zones', await again())).length, 6)
    })
  }

  async function showsFailure(fault: Fault) {
    await session.over(fault, isZones, fault.isEndless === true, async () => {
      const rows = await session.rows('zones', await again())
      if (fault.read === 'done')
        assert.deepEqual(rows[0]?.label, 'No zones in this region for this account')
      else assertFailure(rows[0], fault, session.sandbox.baseUrl)
    })
  }

  async function again(): Promise<Row> {
    await session.run('refresh', region.node)
    return region
  }
})
