import { strict as assert } from 'node:assert'
import { cloudConfigBody } from '../../bodies.ts'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

describe('Deletion: A cluster with Cluster API overrides of its own', () => {
  const session = useFilledSession()

  it('has a question that says that actual values may differ', async () => {
    const { uid: configUid } = configs.checkout
    const pools = [
      { name: 'masters', isControlPlane: true, size: 3 },
      { name: 'one', size: 2 },
      { name: 'two', size: 2 },
    ]
    const clusterConfig = { region: 'us-east-1', overrideClusterAPIConfig: 'kind: AWSCluster' }
    const body = cloudConfigBody(pools, { clusterConfig })
    session.sandbox.addFault({ path: `/aws/${configUid}`, body, times: null })
    const { detail } = await session.readDeletionQuestion({
      provider: 'aws',
      configUid,
      machinePoolName: 'one',
    })
    assert.match(detail, /actual values may differ/)
  })
})
