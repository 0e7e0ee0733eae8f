import { strict as assert } from 'node:assert'
import type { CloudConfig } from '../../sandbox/data.ts'
import { failDeletion, shownPools } from '../deletion/pools.ts'
import { getLoadedPick } from '../lookups.ts'
import { useFilledSession } from './filled.ts'

describe('Machine Pools: Pools of one name in several clusters', () => {
  const session = useFilledSession()

  let orders: CloudConfig
  let payments: CloudConfig
  beforeEach(async () => {
    orders = await session.addCluster('orders', 'web', 'jobs')
    payments = await session.addCluster('payments', 'web')
    await session.enterProject(orders.projectUid)
  })

  it('are distinguished by Delete Machine Pool…, even in its dialog', async () => {
    const deleting = session.run('deleteMachinePool')
    const pick = await getLoadedPick(session)
    pick.type('web')
    const [cluster] = pick.shown[0]?.description?.split(' · ') ?? []
    pick.pressEnter()
    const { text, press } = await session.dialogs.modal()
    assert.ok(text.includes(`“web” of cluster “${cluster}”`), text)
    press()
    await deleting
  })

  it('are distinguished if one is not deleted, and both stay', async () => {
    const row = await session.poolRow(payments, 'web')
    const { text } = await failDeletion(session, row, { status: 403 })
    assert.match(text, /^Machine pool not deleted: “web” in payments/)
    assert.deepEqual(await shownPools(session, orders), ['control-plane-pool', 'jobs', 'web'])
  })
})
