import { strict as assert } from 'node:assert'
import { cloudConfigBody } from '../../bodies.ts'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from './filled.ts'

const { checkout } = configs
const { provider, uid: configUid } = checkout

describe('Machine Pools: A cloud config with entries that can’t be read', () => {
  const session = useFilledSession()
  const sendConfig = (pools: object[], spec: object = {}) => {
    const body = cloudConfigBody(pools, spec)
    session.sandbox.addFault({ path: `/aws/${configUid}`, body, times: null })
  }

  it('may have a pinned pool among its hybrid pools, which isn’t “not listed” then', async () => {
    const pinned = { connection: session.name, provider, configUid, machinePoolName: 'edge' }
    await session.run('pin', pinned)
    const descriptionBeside = async (hybridPool: object) => {
      session.sandbox.clearFaults()
      sendConfig([{ name: 'worker-pool', size: 2 }], { hybridMachinePools: [hybridPool] })
      await session.run('refreshMachinePools')
      return String((await session.poolRow(checkout, 'edge')).item.description)
    }
    assert.match(await descriptionBeside({ poolName: 'another' }), /not listed/)
    assert.doesNotMatch(await descriptionBeside({}), /not listed/)
  })

  it('has the number of the zones that aren’t shown in the tooltip and before a deletion', async () => {
    const roles = { isControlPlane: false, size: 2 }
    const pool = { ...roles, name: 'worker-pool', azs: ['us-east-1a', 7] }
    sendConfig([pool, { ...roles, name: 'gpu-inference', azs: ['us-east-1d'] }])
    await session.run('refreshMachinePools')
    const { tooltip, node } = await session.poolRow(checkout, 'worker-pool')
    assert.match(tooltip, /us-east-1a · Zones not shown: 1/)
    session.sandbox.addFault({ path: '/machines', status: 500, times: null })
    const { detail } = await session.readDeletionQuestion(node)
    assert.match(detail, /us\u2011east\u20111a · Zones not shown: 1$/m)
    assert.doesNotMatch(detail, /worker nodes in/)
  })

  it('has no more than 50 zones in its row, and counts the others in its tooltip', async () => {
    const azs = Array.from({ length: 60 }, (_, index) => `us-east-1-zone-${index}`)
    sendConfig([{ name: 'worker-pool', isControlPlane: false, size: 2, azs }])
    await session.run('refreshMachinePools')
    const { tooltip, item } = await session.poolRow(checkout, 'worker-pool')
    assert.match(String(item.description), /zone-49, …$/)
    assert.match(tooltip, /zone\W*49 · Zones not shown: 10/)
  })
})
