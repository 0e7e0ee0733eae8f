import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

describe('Deletion: The last worker pool beside a hybrid pool', () => {
  const session = useFilledSession()

  it('must be typed if the hybrid pool has no nodes', async () => {
    const { provider, uid: configUid } = configs.checkout
    const config = session.sandbox.data.configs.find(({ uid }) => uid === configUid)
    assert.ok(config)
    const names = ['control-plane-pool', 'gpu-inference']
    config.pools = config.pools.filter(({ name }) => names.includes(name))
    config.hybridPools = { edge: 0 }
    await session.run('refreshMachinePools')
    const target = { provider, configUid, machinePoolName: 'gpu-inference' }
    const { buttons } = await session.readDeletionQuestion(target)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })
})
