import { strict as assert } from 'node:assert'
import type { MachinePoolNode } from '../../../src/ui/trees/nodes.ts'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout
const configPath = `/v1/cloudconfigs/aws/${config.uid}`

describe('Deletion: What the row of a machine pool says', () => {
  const session = useFilledSession()

  /** Runs the command on a row, which must be refused without a question. Returns the message. */
  async function refusal(row: unknown): Promise<string> {
    await session.run('deleteMachinePool', row)
    const { text, isModal } = await session.dialogs.message()
    assert.ok(!isModal)
    assert.deepEqual(session.dialogs.prompts, [])
    assert.deepEqual(session.requests('DELETE'), [])
    return text
  }

  it('refuses a hybrid pool at once, also where its cloud config can’t be loaded any more', async () => {
    const data = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
    data.hybridPools = { 'store-floor': 4 }
    await session.run('refreshMachinePools')
    const { node } = await session.poolRow(config, 'store-floor')
    session.sandbox.addFault({ method: 'GET', path: configPath, status: 500, times: null })
    session.sandbox.requests.length = 0
    assert.match(await refusal(node), /^Nothing was deleted because “store-floor” is a hybrid pool/)
    assert.deepEqual(session.requests(), [])
  })

  it('refuses a hybrid pool that is named without its row', async () => {
    const data = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
    data.hybridPools = { 'store-floor': 4 }
    const target = { provider: 'aws', configUid: config.uid, machinePoolName: 'store-floor' }
    assert.match(
      await refusal(target),
      /^Nothing was deleted because “store-floor” is a hybrid pool/,
    )
  })

  it('refuses a pinned pool that was unpinned meanwhile', async () => {
    const { provider, uid: configUid } = config
    await session.run('pin', { provider, configUid, machinePoolName: 'worker-pool' })
    const { node } = await session.poolRow(config, 'worker-pool')
    assert.ok((node as MachinePoolNode).isPinned)
    await session.run('unpin', node)
    session.sandbox.requests.length = 0
    assert.match(await refusal(node), /is no longer in the view\.$/)
    assert.deepEqual(session.requests(), [])
  })
})
