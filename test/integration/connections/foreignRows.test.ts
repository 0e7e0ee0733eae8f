import { strict as assert } from 'node:assert'
import { accounts, configs } from '../../sandbox/data.ts'
import { type Row, until, useSession } from '../helpers.ts'

/** The commands that read what rows stand for. */
const commands = ['compareZones', 'copyAs'] as const

// Any extension can call a command, and so can a file of tasks in the workspace.
describe('Connections: A row that other code makes up', () => {
  const session = useSession()

  /** The same row, over a connection of the same name that leads elsewhere, or has its key kept for there. */
  async function forge(row: Row, field: 'baseUrl' | 'origin' = 'baseUrl') {
    const elsewhere = await session.startSandbox()
    const node = row.node as { connection: object }
    const connection = { ...node.connection, [field]: elsewhere.baseUrl }
    return { elsewhere, node: { ...node, connection } }
  }

  for (const command of commands) {
    it(`sends nothing to its address, and asks for no key: ${command}`, async () => {
      const region = await session.addRegion(accounts.awsProduction, 'us-east-1')
      const { elsewhere, node } = await forge(region)
      await session.run(command, node, [node, region.node])
      const { text } = await session.dialogs.message()
      assert.match(
        text,
        /^The view changed in the meantime\. Try again\.$|^The request was not sent/,
      )
      assert.deepEqual(elsewhere.requests, [])
      assert.deepEqual(session.dialogs.prompts, [])
    })
  }

  it('copies nothing from its address', async () => {
    const { elsewhere, node } = await forge(await session.addPool(configs.checkout, 'worker-pool'))
    await session.run('copyAs', node)
    assert.equal(
      (await session.dialogs.message()).text,
      'The view changed in the meantime. Try again.',
    )
    assert.deepEqual(elsewhere.requests, [])
    assert.equal(session.dialogs.clipboard, undefined)
  })

  it('deletes nothing at its address', async () => {
    const { elsewhere, node } = await forge(await session.addPool(configs.checkout, 'worker-pool'))
    await session.run('deleteMachinePool', node)
    assert.equal(
      (await session.dialogs.message()).text,
      'The view changed in the meantime. Try again.',
    )
    assert.deepEqual(elsewhere.requests, [])
  })

  it('has no say in where an entered key is kept', async () => {
    const { node } = await forge(await session.addPool(configs.checkout, 'worker-pool'), 'origin')
    await session.run('clearApiKey')
    const { dialogs } = session
    for (const command of ['deleteMachinePool', 'copyAs', 'copyDrainReport'] as const) {
      dialogs.messages.splice(0)
      void session.run(command, node, [node])
      await until('an answer', () => dialogs.prompts[0] ?? dialogs.messages[0])
      assert.deepEqual(dialogs.prompts, [])
      assert.equal(dialogs.messages[0]?.text, 'The view changed in the meantime. Try again.')
    }
  })
})
