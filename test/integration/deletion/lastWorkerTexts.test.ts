import { strict as assert } from 'node:assert'
import { cloudConfigBody } from '../../bodies.ts'
import { createControlPlanePool, createPool } from '../../sandbox/builders.ts'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout, billing } = configs

describe('Deletion: What is told of the last worker pool of a cluster', () => {
  const session = useFilledSession()

  it('is not that it is the last if the service doesn’t report the control plane', async () => {
    const body = cloudConfigBody([{ name: 'only', size: 3 }])
    session.sandbox.addFault({ path: `/aws/${checkout.uid}`, body, times: null })
    const target = { provider: 'aws', configUid: checkout.uid, machinePoolName: 'only' }
    const { detail } = await session.readDeletionQuestion(target)
    assert.match(detail, /doesn’t report which machine pools are control plane pools/)
    assert.doesNotMatch(detail, /This is the cluster’s last worker pool/)
  })

  it('is not that workloads can’t run if the cluster has Fargate profiles', async () => {
    const config = session.sandbox.data.configs.find(({ uid }) => uid === billing.uid)
    assert.ok(config)
    config.fargateProfiles = ['default']
    config.pools = [createControlPlanePool(3, 't3.large'), createPool('w', 2, 't3.large')]
    const target = { provider: 'eks', configUid: billing.uid, machinePoolName: 'w' }
    const { detail, buttons } = await session.readDeletionQuestion(target)
    assert.doesNotMatch(detail, /can’t run workloads/)
    assert.match(detail, /Fargate/)
    assert.equal(buttons[1], 'Delete Machine Pool…')
  })
})
