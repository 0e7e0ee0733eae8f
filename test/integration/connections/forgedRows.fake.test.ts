import { strict as assert } from 'node:assert'
import { isLong } from '../../long.ts'
import { type Row, type Session, useSession } from '../helpers.ts'
import { FakeInputBox } from '../../fakeVscode/quickInputs.ts'
import { createLookupFault, lookupPaths } from '../lookups.ts'

/** The commands that read what rows stand for. */
const commands = ['compareZones', 'copyAs', 'deleteMachinePool', 'showDetails'] as const

// It takes forty seconds in a browser.
describe('Connections: A row of any kind that other code makes up', () => {
  const session = useSession()

  it('sends no key and no request elsewhere by any connection within it, whatever kind of row it is', async function () {
    this.timeout(120_000)
    const { dialogs, sandbox } = session
    sandbox.lookups = 'all'
    await session.setKey(session.name, sandbox.apiKey)
    sandbox.addFault(createLookupFault(lookupPaths.awsRegions, { status: 500 }))
    const nodes = [
      ...(await everyKind(session, 'zones')),
      ...(await everyKind(session, 'machinePools')),
    ]
    const kinds = new Set(nodes.map(({ kind }) => kind))
    for (const kind of [
      'account',
      'regionlessAccount',
      'cloudProject',
      'region',
      'zone',
      'failure',
    ])
      assert.ok(kinds.has(kind), kind)
    for (const kind of ['project', 'cloudConfig', 'machinePool', 'machine'])
      assert.ok(kinds.has(kind), kind)
    const elsewhere = await session.startSandbox()
    await session.clearKey()
    for (const forged of nodes.flatMap((node) => forgeries(node, elsewhere.baseUrl))) {
      for (const command of commands) {
        const run = session.run(command, forged, [forged]).then(() => true)
        const nextTick = () => new Promise<false>((resolve) => setTimeout(resolve, 1, false))
        while (!(await Promise.race([run, nextTick()]))) {
          const box = dialogs.prompts.findLast((prompt) => prompt.isShown && !prompt.isOver)
          if (box instanceof FakeInputBox && box.password) box.answer(sandbox.apiKey)
          else dialogs.closeAll()
        }
        assert.equal(await session.getKey(session.name, elsewhere.baseUrl), undefined)
        if (await session.getKey(session.name, sandbox.baseUrl)) await session.clearKey()
      }
    }
    assert.deepEqual(elsewhere.requests, [])
    assert.equal(dialogs.clipboard, undefined)
  })
})
interface Node {
  readonly kind: string
}

/** A row of each kind in a view, and of each provider in long runs. */
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
  const nodes = [...found.values()]
  return isLong ? nodes : [...new Map(nodes.map((node) => [node.kind, node])).values()]
}

/** Copies of a row, each with one of the objects in it, or itself, over a connection that leads elsewhere. */
function forgeries(node: object, baseUrl: string): object[] {
  const within = Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    isPlain(value) && name !== 'connection'
      ? forgeries(value, baseUrl).map((copy) => ({ ...node, [name]: copy }))
      : [],
  )
  const owner = 'connection' in node ? (node.connection as object) : { name: 'sandbox' }
  // Over a connection of the same name that leads elsewhere, or has its key kept for there.
  const made = { ...node, connection: { ...owner, origin: baseUrl } }
  const led = { ...node, connection: { ...owner, baseUrl } }
  const { kind: _, ...unnamed } = made as Partial<Node>
  return [...within, made, led, unnamed]
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
