import { strict as assert } from 'node:assert'
import { accounts, configs } from '../../sandbox/data.ts'
import { type Row, useSession } from '../helpers.ts'

/** The commands that read what rows stand for. */
const commands = ['compareZones', 'copyZonesAs', 'listZonesInAllRegions'] as const

// Any extension can call a command, and so can a file of tasks in the workspace.
describe('Connections: A row that other code makes up', () => {
  const session = useSession()

  /** The same row, over a connection of the same name that leads elsewhere. */
  async function forge(row: Row) {
    const elsewhere = await session.startSandbox()
    const { baseUrl } = elsewhere
    const node = row.node as { connection: object }
    return { elsewhere, node: { ...node, connection: { ...node.connection, baseUrl } } }
  }

  for (const command of commands) {
    it(`sends nothing to its address, and asks for no key: ${command}`, async () => {
      const region = await session.addRegion(accounts.awsProduction, 'us-east-1')
      const { elsewhere, node } = await forge(region)
      const account = { ...node, kind: 'account', name: 'mine', isPinned: false }
      const made = command === 'listZonesInAllRegions' ? account : node
      await session.run(command, made, [made, region.node])
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
    await session.run('copyPoolsAs', node)
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
    assert.match((await session.dialogs.message()).text, /was changed or removed in the meantime/)
    assert.deepEqual(elsewhere.requests, [])
  })
})
