import assert from 'node:assert/strict'
import type { Connection } from '../../../src/connections/connection.ts'
import type { Clouds } from '../../../src/inventory/clouds.ts'
import type { RegionRef } from '../../../src/inventory/refs.ts'
import { StoredZones } from '../../../src/inventory/storedZones.ts'
import type { GlobalState } from '../../../src/state/globalState.ts'

const connection: Connection = {
  name: 'one',
  baseUrl: 'https://one.example/',
  origin: 'https://one.example',
  protection: 'none',
}
const day = 24 * 3_600_000
const zones = [{ name: 'us-east-1a', state: 'available', zoneId: 'use1-az1' }]

/** A computer: what it has stored, the connections of its settings, and what a window has loaded. */
class Computer {
  stored: unknown
  settings: Connection[] = [connection]
  loaded: { ref: RegionRef; value: readonly { name: string }[]; at: number }[] = []
  #listeners = new Set<() => void>()

  open(): StoredZones {
    const on = (listener: () => void) => {
      this.#listeners.add(listener)
      return { dispose: () => this.#listeners.delete(listener) }
    }
    const state = {
      get: () => this.stored,
      update: async (_key: string, change: (now: unknown) => unknown) => {
        // As JSON, in which VS Code stores it.
        this.stored = JSON.parse(JSON.stringify(change(this.stored))) as unknown
      },
    }
    const clouds = {
      zones: {
        onDidChange: on,
        onDidLoad: on,
        entries: [] as unknown,
      },
    }
    Object.defineProperty(clouds.zones, 'entries', { get: () => this.loaded })
    return new StoredZones({
      state: state as unknown as GlobalState,
      clouds: clouds as unknown as Clouds,
      log: { warn: assert.fail } as never,
      inSetting: (name) => this.settings.find((one) => one.name === name),
      keyOf: async () => 'ak-0123456789abcdef',
      onDidChangeConnections: on,
    })
  }

  load(region: string, value: readonly { name: string }[] = zones, at = Date.now()): void {
    const ref = { connection, provider: 'eks', cloudAccountUid: 'a1', region }
    this.loaded = [...this.loaded, { ref, value, at }]
    this.tell()
  }

  tell(): void {
    for (const listener of this.#listeners) listener()
  }

  async settle(): Promise<void> {
    for (let nth = 0; nth < 5; nth++) await new Promise((resolve) => setImmediate(resolve))
  }
}

const regions = (stored: StoredZones, of = connection) => stored.of(of).map(({ ref }) => ref.region)

describe('Inventory: stored zones', () => {
  let computer: Computer
  let stored: StoredZones
  beforeEach(() => {
    computer = new Computer()
    stored = computer.open()
  })

  it('are there in another window, with their date, and nothing more than zones', async () => {
    const at = Date.now() - 3 * 3_600_000
    computer.load('us-east-1', zones, at)
    await computer.settle()
    computer.loaded = []
    const ref = { connection, provider: 'aws', cloudAccountUid: 'a1', project: undefined }
    assert.deepEqual(computer.open().of(connection), [
      { ref: { ...ref, region: 'us-east-1' }, value: zones, at },
    ])
    assert.deepEqual(regions(stored, { ...connection, projectUid: 'p1' }), [])
  })

  it('are the latest of each region', async () => {
    computer.load('us-east-1', [{ name: 'old' }], Date.now() - 1000)
    computer.load('us-east-1', [{ name: 'new' }])
    await computer.settle()
    assert.deepEqual(
      stored.of(connection).map(({ value }) => value),
      [[{ name: 'new' }]],
    )
  })

  it('keep those that another window has stored', async () => {
    computer.load('us-east-1')
    await computer.settle()
    const next = computer.open()
    computer.loaded = []
    computer.load('eu-west-1')
    await computer.settle()
    assert.deepEqual(regions(next).sort(), ['eu-west-1', 'us-east-1'])
  })

  async function assertGoneWith(settings: Connection[]): Promise<void> {
    computer.load('us-east-1')
    await computer.settle()
    computer.loaded = []
    computer.settings = settings
    computer.tell()
    await computer.settle()
    assert.deepEqual(computer.stored, [])
  }

  it('go where their connection is removed', () => assertGoneWith([]))

  it('go where it has another address', () =>
    assertGoneWith([{ ...connection, baseUrl: 'https://two.example/' }]))

  it('go where a key changes, and after 30 days', async () => {
    computer.load('us-east-1')
    await computer.settle()
    computer.loaded = []
    stored.refresh()
    await computer.settle()
    assert.deepEqual(computer.stored, [])
    computer.load('eu-west-1', zones, Date.now() - 31 * day)
    await computer.settle()
    assert.deepEqual(regions(stored), [])
  })

  it('are not those with a date in the future, which would win over what is loaded', async () => {
    computer.load('us-east-1', [{ name: 'wrong' }], Date.now() + day)
    await computer.settle()
    assert.deepEqual(regions(stored), [])
    computer.loaded = []
    computer.load('us-east-1')
    await computer.settle()
    assert.deepEqual(
      stored.of(connection).map(({ value }) => value),
      [zones],
    )
  })

  it('are not those whose key changes while they are stored', async () => {
    computer.load('us-east-1')
    stored.refresh()
    computer.loaded = []
    await computer.settle()
    assert.deepEqual(computer.stored, [])
  })

  it('are not those in which a service repeats the key', async () => {
    computer.load('us-east-1', [{ name: 'ak-0123456789abcdef' }])
    computer.load('eu-west-1')
    await computer.settle()
    assert.deepEqual(regions(stored), ['eu-west-1'])
    assert.doesNotMatch(JSON.stringify(computer.stored), /ak-/)
  })

  it('are bounded, the latest first', async () => {
    const many = Array.from({ length: 40 }, (_, nth) => ({ name: `zone-${nth}-${'x'.repeat(50)}` }))
    for (let nth = 0; nth < 60; nth++) computer.load(`r${nth}`, many, Date.now() - 100 + nth)
    computer.load('huge', Array(100).fill(many).flat())
    await computer.settle()
    assert.ok(JSON.stringify(computer.stored).length < 70_000)
    const left = regions(stored)
    assert.ok(left.includes('r59') && !left.includes('r0') && !left.includes('huge'), left.join())
  })

  for (const broken of [undefined, null, 7, 'x', {}, [null, { at: 1 }]]) {
    it(`are none where nothing can be read: ${JSON.stringify(broken)}`, () => {
      computer.stored = broken
      assert.deepEqual(stored.of(connection), [])
    })
  }
})
