import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { Row } from '../helpers.ts'
import { useUncheckedSession } from './pools.ts'

const config = configs.checkout
const blockedText = (name: string) =>
  `The delete request was not sent because connection “${name}” blocks deletions. To allow them, change “deletion” in the settings of the connection.`

describe('Deletion: A deletion is refused, and nothing is sent,', () => {
  const session = useUncheckedSession()
  let row: Row

  beforeEach(async () => {
    row = await session.pinPool(config, 'worker-pool')
  })

  /** Opens the question, lets something happen, confirms, and returns what is said. */
  async function confirmAfter(event: () => Promise<unknown>): Promise<string> {
    const deleting = session.run('deleteMachinePool', row.node)
    const { press } = await session.dialogs.modal()
    await event()
    press('Delete Machine Pool')
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
    return (await session.dialogs.message()).text
  }

  it('over a connection that blocks deletions, before anything is asked', async () => {
    await session.changeConnection({ deletion: 'block' })
    const { provider, uid: configUid } = config
    const shown = await session.row('machinePools', config.clusterName, 'worker-pool')
    const pool = { provider, configUid, machinePoolName: 'worker-pool' }
    for (const target of [row.node, shown?.node, pool]) {
      await session.run('deleteMachinePool', target)
      const { severity, text, buttons, isModal } = await session.dialogs.message()
      assert.deepEqual([severity, isModal], ['error', false])
      assert.equal(text, blockedText(session.name))
      assert.deepEqual(buttons, ['Edit Connections'])
    }
    assert.deepEqual(session.dialogs.unseenTexts, [])
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('where the address changed while the dialog was open', async () => {
    const elsewhere = await session.startSandbox()
    const text = await confirmAfter(async () => {
      await session.changeConnection({ baseUrl: elsewhere.baseUrl })
      await session.setKey(session.name, elsewhere.apiKey)
    })
    assert.match(
      text,
      /^Nothing was sent or changed because .* was changed or removed in the meantime/,
    )
    assert.deepEqual(elsewhere.requests, [])
  })

  it('where the pool left the view while the dialog was open', async () => {
    const text = await confirmAfter(() => session.run('unpin', row.node))
    assert.match(
      text,
      /^The delete request was not sent because machine pool “worker-pool” is no longer in the view\.$/,
    )
  })

  it('where the key is missing and is not given', async () => {
    await session.clearKey()
    const deleting = session.run('deleteMachinePool', row.node)
    ;(await session.dialogs.box()).escape()
    await deleting
    assert.deepEqual(session.dialogs.messages, [])
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
