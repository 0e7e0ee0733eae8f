import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

describe('Deletion: A cluster with Cluster API overrides of its own', () => {
  const session = useFilledSession()

  it('has a question that says that actual values may differ', async () => {
    const { provider, uid: configUid } = configs.checkout
    const config = session.sandbox.data.configs.find(({ uid }) => uid === configUid)
    assert.ok(config)
    config.overrideClusterAPIConfig = 'kind: AWSCluster'
    const pool = { provider, configUid, machinePoolName: 'gpu-inference' }
    const { detail } = await session.readDeletionQuestion(pool)
    assert.match(detail, /actual values may differ/)
  })
})
