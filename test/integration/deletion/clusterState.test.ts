import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout } = configs
const drained = /will be drained/

describe('Deletion: What becomes of the machines, in a question', () => {
  const session = useFilledSession()
  const config = () =>
    session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid) ?? assert.fail()
  const ask = async (machinePoolName = 'gpu-inference') => {
    await session.run('refreshMachinePools')
    const { node } = await session.poolRow(checkout, machinePoolName)
    return (await session.readDeletionQuestion(node)).detail
  }

  it('is not that they are drained if the cluster is being deleted', async () => {
    config().state = 'Deleting'
    const detail = await ask()
    assert.doesNotMatch(detail, drained)
    assert.match(detail, /cluster is being deleted/i)
  })

  it('comes with the state of a cluster that is being set up', async () => {
    config().state = 'Provisioning'
    assert.match(await ask(), /Provisioning/)
  })

  it('comes with a repave of the cluster that is pending', async () => {
    config().repave = 'Pending'
    assert.match(await ask(), /repave/i)
  })

  it('is nothing for a pool without nodes, which has no workers either', async () => {
    const detail = await ask('batch-spot')
    assert.match(detail, /^Nodes: 0\b/m)
    assert.doesNotMatch(detail, drained)
    assert.doesNotMatch(detail, /workers in/)
  })

  for (const clusterType of ['PureAttach', 'PureAdopt'] as const) {
    it(`is not that they are removed from a cluster that the service doesn’t provision: ${clusterType}`, async () => {
      config().clusterType = clusterType
      assert.doesNotMatch(await ask(), /will be drained and removed/)
    })
  }

  it('is not that they are removed from a cluster that was imported', async () => {
    config().isImported = true
    assert.doesNotMatch(await ask(), /will be drained and removed/)
  })

  it('is not that they are removed from a cluster that is being imported', async () => {
    config().state = 'Importing'
    assert.doesNotMatch(await ask(), /will be/)
  })

  describe('about a cluster whose own state can’t be read', () => {
    beforeEach(() => {
      const path = `/v1/spectroclusters/${config().clusterUid}`
      session.sandbox.addFault({ method: 'GET', path, times: null, status: 403 })
    })

    it('is that they may be drained and removed, because it may be an imported cluster', async () => {
      config().isImported = true
      assert.match(await ask(), /may be drained and removed/)
    })

    it('is by its state in the list of clusters', async () => {
      config().state = 'Deleting'
      const detail = await ask()
      assert.match(detail, /cluster is being deleted/i)
      assert.match(detail, /^Cluster state: Deleting$/m)
    })
  })
})
