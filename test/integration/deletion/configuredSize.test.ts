import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout } = configs

describe('Deletion: A machine pool with fewer machines than it is configured to have', () => {
  const session = useFilledSession()
  const setMachines = (machines: number) => {
    const config = session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)
    const pool = config?.pools.find(({ name }) => name === 'worker-pool') ?? assert.fail()
    pool.machines = machines
  }

  for (const machines of [0, 2]) {
    it(`has both numbers in the question: ${machines} of 6`, async () => {
      setMachines(machines)
      const { node } = await session.poolRow(checkout, 'worker-pool')
      const [line] = (await session.readDeletionQuestion(node)).detail.split(' · ')
      assert.equal(line, `Nodes: ${machines} (configured: 6)`)
    })
  }

  it('has both numbers in its tooltip once they are listed', async () => {
    setMachines(2)
    await session.rows('machinePools', await session.poolRow(checkout, 'worker-pool'))
    const { tooltip } = await session.poolRow(checkout, 'worker-pool')
    assert.match(tooltip, /\b2\b/)
    assert.match(tooltip, /\b6\b/)
  })
})
