import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { provider, uid: configUid } = configs.checkout
const target = { provider, configUid, machinePoolName: 'gpu-inference' }

describe('Deletion: The last worker pool beside a hybrid pool', () => {
  const session = useFilledSession()

  const config = () =>
    session.sandbox.data.configs.find(({ uid }) => uid === configUid) ?? assert.fail()

  beforeEach(() => {
    const names = ['control-plane-pool', 'gpu-inference']
    config().pools = config().pools.filter(({ name }) => names.includes(name))
  })

  it('must be typed if the hybrid pool has no nodes', async () => {
    config().hybridPools = { edge: 0 }
    await session.run('refreshMachinePools')
    const { buttons } = await session.readDeletionQuestion(target)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })

  it('must be typed if the hybrid pool has had nodes, because only an older list says so', async () => {
    config().hybridPools = { edge: 3 }
    await session.run('refreshMachinePools')
    await session.poolRow(configs.checkout, 'gpu-inference')
    config().hybridPools = { fresh: 0 }
    const { buttons } = await session.readDeletionQuestion(target)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })
})
