import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import type { Row } from '../helpers.ts'
import { useUncheckedSession } from './pools.ts'

const config = configs.checkout

describe('Deletion: A protected connection', () => {
  const session = useUncheckedSession()
  let row: Row

  beforeEach(async () => {
    await session.reconnect({ protection: 'confirm' })
    row = await session.addPool(config, 'worker-pool')
  })

  /** The next box, which wants the name of the connection. */
  async function boxForConnection() {
    const box = await session.dialogs.box()
    assert.equal(box.prompt, `To confirm, type the name of the connection: ${session.name}`)
    return box
  }

  it('wants its name typed before a machine pool is deleted', async () => {
    const deleting = session.run('deleteMachinePool', row.node)
    const { detail, buttons, press } = await session.dialogs.modal()
    assert.match(detail, new RegExp(`^Connection “${session.name}” is protected\\.`))
    assert.deepEqual(buttons, ['Delete Machine Pool…'])
    press('Delete Machine Pool…')
    const box = await boxForConnection()
    for (const wrong of ['', 'worker-pool', `${session.name} `, session.name.toUpperCase()]) {
      box.answer(wrong)
      assert.ok(box.validationMessage, wrong)
    }
    assert.deepEqual(session.requests('DELETE'), [])
    box.answer(session.name)
    await deleting
    assert.equal(session.requests('DELETE').length, 1)
  })

  it('deletes nothing where its name is not typed', async () => {
    const deleting = session.run('deleteMachinePool', row.node)
    ;(await session.dialogs.modal()).press('Delete Machine Pool…')
    ;(await boxForConnection()).escape()
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
    assert.deepEqual(session.dialogs.unseen, [])
  })

  it('wants it after whatever is to be typed anyway', async () => {
    const other = await session.addPool(config, 'batch-spot')
    const rows = [row.node, other.node]
    const deleting = session.run('deleteMachinePool', row.node, rows)
    ;(await session.dialogs.modal()).press('Delete 2 Machine Pools…')
    ;(await session.dialogs.box()).answer('2')
    const box = await boxForConnection()
    assert.deepEqual(session.requests('DELETE'), [])
    box.answer(session.name)
    await deleting
    assert.equal(session.requests('DELETE').length, 2)
  })

  it('wants it for a language model, too', async () => {
    const input = {
      connection: session.name,
      provider: config.provider,
      configUid: config.uid,
      machinePoolName: 'worker-pool',
    }
    const tool = parts.tools.get('poolkeeper_delete_machine_pool') ?? assert.fail()
    const token = new vscode.CancellationTokenSource().token
    const calling = tool.invoke({ input, toolInvocationToken: undefined }, token)
    ;(await session.dialogs.modal()).press('Delete Machine Pool…')
    ;(await session.dialogs.box()).answer('worker-pool')
    ;(await boxForConnection()).escape()
    const result = await calling
    assert.match(JSON.stringify(result?.content), /declined/)
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('that becomes one while the question stands lets nothing pass', async () => {
    await session.reconnect({ protection: 'none' })
    const [shown] = [await session.row('machinePools', config.clusterName, 'worker-pool')]
    const deleting = session.run('deleteMachinePool', shown?.node)
    const { press } = await session.dialogs.modal()
    await session.reconnect({ protection: 'confirm' })
    press('Delete Machine Pool')
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
    assert.match((await session.dialogs.message()).text, /was changed or removed in the meantime/)
  })

  it('of a level that nobody knows can’t be used', async () => {
    await session.reconnect({ protection: 'paranoid' })
    await session.run('deleteMachinePool', row.node)
    assert.match((await session.dialogs.message()).text, /was changed or removed in the meantime/)
    const [broken] = await session.rows('machinePools')
    assert.equal(broken?.item.description, 'protection: Enter “none”, “confirm”, or “readOnly”.')
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
