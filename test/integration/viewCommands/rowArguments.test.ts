import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import type { Connection } from '../../../src/connections/connection.ts'
import { ConnectionChangedError } from '../../../src/connections/connection.ts'
import { withCurrentConnections } from '../../../src/ui/selectedItems.ts'
import type { MachinePoolNode } from '../../../src/ui/trees/nodes.ts'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const current: Connection = {
  name: 'home',
  baseUrl: 'https://home.example',
  origin: 'https://home.example',
  deletion: 'block',
}
const elsewhere = { ...current, baseUrl: 'https://elsewhere.example' }
const changed = /The view changed in the meantime/

/** The connections of settings that have only one. */
const connections = {
  current(ref: Connection): Connection {
    if (ref.baseUrl === current.baseUrl) return current
    throw new ConnectionChangedError(ref)
  },
}

/** Returns a row as a command gets it. */
function passed<Row>(row: Row): Row {
  const [[inSelection], first] = withCurrentConnections([[row], row], connections) as [[Row], Row]
  assert.deepEqual(Object.keys(inSelection as object), Object.keys(first as object))
  return first
}

describe('Rows as arguments of commands', () => {
  const session = useFilledSession()

  it('keep what isn’t plain data', async () => {
    await session.rows('machinePools', await session.poolRow(configs.checkout, 'worker-pool'))
    const { node } = await session.poolRow(configs.checkout, 'worker-pool')
    const pool = node as MachinePoolNode
    assert.ok(pool.countsByZone instanceof Map && pool.countsByZone.size > 0)
    const copy = passed({ ...pool, connection: current })
    assert.deepEqual(copy.countsByZone, pool.countsByZone)
    const icon = new vscode.ThemeIcon('warning')
    assert.equal(passed({ kind: 'note', id: 'x', label: 'x', icon }).icon, icon)
  })

  it('have the connection of the settings, with its deletion mode', () => {
    const ofRow = { ...current, deletion: 'confirm' }
    const machine = { kind: 'machine', parent: { kind: 'machinePool', connection: ofRow } }
    assert.equal(passed(machine).parent.connection, current)
    const zone = { kind: 'zone', parent: { kind: 'region', connection: ofRow } }
    assert.equal(passed(zone).parent.connection, current)
  })

  it('can be passed with a connection that is gone, which nothing can read', () => {
    const zone = { kind: 'zone', name: 'a', parent: { kind: 'region', connection: elsewhere } }
    assert.equal(passed(zone).name, 'a')
    assert.throws(() => passed(zone).parent.connection, changed)
    assert.throws(() => ({ ...passed(zone).parent }), changed)
  })

  const hidden: Record<string, unknown> = {
    'is nothing': null,
    'is a function': Object.assign(() => undefined, { baseUrl: elsewhere.baseUrl }),
    'is an instance of a class': Object.assign(new Map(), elsewhere),
  }
  for (const [how, connection] of Object.entries(hidden)) {
    it(`hide no connection that ${how}`, () => {
      assert.throws(() => passed({ kind: 'machinePool', connection }).connection, changed)
      const region = Object.assign(new Map(), { kind: 'region', connection })
      assert.throws(() => passed({ kind: 'zone', parent: region }).parent.connection, changed)
      const account = Object.assign(() => undefined, { kind: 'regionlessAccount', connection })
      assert.throws(() => passed({ kind: 'zone', parent: account }).parent.connection, changed)
      assert.throws(() => passed({ connection }).connection, changed)
    })
  }

  it('stay as they were read once, whatever a getter returns later', () => {
    let reads = 0
    const row = {
      kind: 'machinePool',
      get machinePoolName() {
        return `pool-${(reads += 1)}`
      },
      get connection() {
        return reads > 3 ? elsewhere : current
      },
    }
    const [copy] = withCurrentConnections([row], connections) as [typeof row]
    reads = 9
    assert.deepEqual([copy.machinePoolName, copy.connection], ['pool-1', current])
  })

  it('stay as they were read once, whatever a proxy returns later', () => {
    let isTurned = false
    const row = new Proxy(
      { kind: 'zone', parent: { connection: current } },
      { get: (target, key) => (isTurned ? { connection: elsewhere } : Reflect.get(target, key)) },
    )
    class Turning extends Array<unknown> {
      static override get [Symbol.species]() {
        return class {
          get 0() {
            return { connection: elsewhere }
          }
        } as never
      }
    }
    const [copy, list] = withCurrentConnections([row, Turning.of(row)], connections) as [
      typeof row,
      (typeof row)[],
    ]
    isTurned = true
    assert.equal(copy.parent.connection, current)
    assert.equal(list[0]!.parent.connection, current)
  })

  it('are no URI by their prototype alone', () => {
    const uri = vscode.Uri.parse('file:///a')
    const [copy] = withCurrentConnections([uri], connections) as [vscode.Uri]
    assert.ok(copy instanceof vscode.Uri)
    assert.equal(copy.toString(), uri.toString())
    const forged = new Proxy(uri, {
      get: (target, key) => (key === 'connection' ? elsewhere : Reflect.get(target, key)),
    })
    const [plain] = withCurrentConnections([forged], connections) as [{ connection?: unknown }]
    assert.equal(plain.connection, undefined)
  })
})
