import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, configs } from '../../sandbox/data.ts'
import { type Row, type Session, until, useSession } from '../helpers.ts'
import { FakeInputBox } from '../../fakeVscode/quickInputs.ts'
import { faultAt, paths } from '../lookups.ts'

/** The commands that read what rows stand for. */
const commands = ['compareZones', 'copyAs'] as const
/** Those and the ones for pools. */
const allCommands = [...commands, 'deleteMachinePool', 'showDetails'] as const

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
        /^The view changed in the meantime\. Try again\.$|^Nothing was sent or changed/,
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
    await session.clearKey()
    const { dialogs } = session
    for (const command of ['deleteMachinePool', 'copyAs', 'showDetails'] as const) {
      dialogs.messages.splice(0)
      void session.run(command, node, [node])
      await until('an answer', () => dialogs.prompts[0] ?? dialogs.messages[0])
      assert.deepEqual(dialogs.prompts, [])
      assert.equal(dialogs.messages[0]?.text, 'The view changed in the meantime. Try again.')
    }
  })

  it('has no say in it by any connection within it, whatever kind of row it is', async function () {
    if (vscode.env.appName !== 'Fake VS Code') this.skip() // forty seconds in a browser, of the same code
    this.timeout(120_000)
    const { dialogs, sandbox } = session
    sandbox.lookups = 'all'
    await session.setKey(session.name, sandbox.apiKey)
    sandbox.addFault(faultAt(paths.awsRegions, { status: 500 }))
    const nodes = [
      ...(await everyKind(session, 'zones')),
      ...(await everyKind(session, 'machinePools')),
    ]
    const kinds = new Set(nodes.map(({ kind }) => kind))
    for (const kind of ['account', 'cloudProject', 'region', 'zone', 'failure'])
      assert.ok(kinds.has(kind), kind)
    for (const kind of ['project', 'cloudConfig', 'machinePool', 'machine'])
      assert.ok(kinds.has(kind), kind)
    const elsewhere = await session.startSandbox()
    await session.clearKey()
    for (const forged of nodes.flatMap((node) => forgeries(node, elsewhere.baseUrl))) {
      for (const command of allCommands) {
        const run = session.run(command, forged, [forged]).then(() => true)
        const soon = () => new Promise<false>((resolve) => setTimeout(resolve, 1, false))
        while (!(await Promise.race([run, soon()]))) {
          const box = dialogs.prompts.findLast((one) => one.isShown && !one.isOver)
          if (box instanceof FakeInputBox && box.password) box.answer(sandbox.apiKey)
          else dialogs.closeAll()
        }
        assert.equal(await session.keyOf(session.name, elsewhere.baseUrl), undefined)
        if (await session.keyOf(session.name, sandbox.baseUrl)) await session.clearKey()
      }
    }
    assert.deepEqual(elsewhere.requests, [])
  })
})

interface Node {
  readonly kind: string
}

/** A row of each kind in a view, and of each provider. */
async function everyKind(session: Session, view: 'zones' | 'machinePools'): Promise<Node[]> {
  const found = new Map<string, Node>()
  const open = async (under?: Row): Promise<void> => {
    for (const row of await session.rows(view, under)) {
      const node = row.node as Node & { provider?: string }
      const key = `${node.kind} ${node.provider}`
      if (found.has(key)) continue
      found.set(key, node)
      if (row.item.collapsibleState) await open(row)
    }
  }
  await open()
  return [...found.values()]
}

/** Copies of a row, each with one of the objects in it, or itself, over a connection that leads elsewhere. */
function forgeries(node: object, baseUrl: string): object[] {
  const within = Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    isPlain(value) && name !== 'connection'
      ? forgeries(value, baseUrl).map((one) => ({ ...node, [name]: one }))
      : [],
  )
  const own = 'connection' in node ? (node.connection as object) : { name: 'sandbox' }
  const made = { ...node, connection: { ...own, origin: baseUrl } }
  const { kind: _, ...unnamed } = made as Partial<Node>
  return [...within, made, unnamed]
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
