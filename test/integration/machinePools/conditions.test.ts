import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from './filled.ts'

const { checkout } = configs
const odd = { type: 'SomethingNew', status: 'False', message: 'something is as it should be' }

// The vocabulary of conditions is open: nobody knows whether a new one is good or bad.
describe('Machine Pools: The row of a machine with a condition of an unknown kind', () => {
  const session = useFilledSession()

  const rowWith = async (status: object) => {
    const machine = { metadata: { uid: 'm1', name: 'node-1' }, status }
    session.sandbox.addFault({
      path: '/worker-pool/machines',
      body: JSON.stringify({ items: [machine] }),
      times: null,
    })
    const [row] = await session.rows('machinePools', await session.poolRow(checkout, 'worker-pool'))
    return row ?? assert.fail('no machine')
  }

  it('does not show it while the machine is healthy', async () => {
    const health = { state: 'Healthy', conditions: [odd] }
    const { item, tooltip } = await rowWith({ instanceState: 'Running', health })
    assert.doesNotMatch(`${String(item.description)}\n${tooltip}`, /as it should be/)
  })
})
