import { strict as assert } from 'node:assert'
import { ApiError } from '../../../src/api/client.ts'
import type { CloudConfig } from '../../../src/api/poolSchemas.ts'
import type { Machines } from '../../../src/api/lookups.ts'
import type { ConfigResult } from '../../../src/clusters/clusters.ts'
import { assess, type Inspected } from '../../../src/deletion/inspection.ts'
import type { MachinePoolRef } from '../../../src/model/refs.ts'

const connection = {
  name: 'home',
  baseUrl: 'https://service.example/',
  origin: 'https://service.example',
  protection: 'none' as const,
}
const worker = (name: string) => ({ name, isControlPlane: false, zones: [], size: 2 })
const config: CloudConfig = {
  name: 'checkout',
  region: 'us-east-1',
  pools: [{ ...worker('masters'), isControlPlane: true }, worker('one'), worker('two')],
  hybridPools: [],
  unreadable: 0,
}
const answer = (more: Partial<CloudConfig> = {}): ConfigResult => ({
  kind: 'answered',
  config: { ...config, ...more },
})
const failed: ConfigResult = { kind: 'failed', error: new ApiError('server', 'It failed') }
const unsupported: ConfigResult = { kind: 'unsupported' }

const machines = (count: number, ...zones: string[]): Machines => ({
  machines: Array.from({ length: count }, (_, at) => {
    return { uid: `m${at}`, name: `m${at}`, state: 'Running', zone: zones[at] }
  }),
  count,
  isComplete: true,
})

/** What of a pool is known: all but the changes is as ordinary as possible. */
function inspected(
  name: string,
  loaded: Partial<Inspected> = {},
  pool: Partial<MachinePoolRef> = {},
): Inspected {
  const ref = { connection, provider: 'aws', configUid: 'a', machinePoolName: name, ...pool }
  const facts = { configResult: answer(), machines: undefined, loadedAt: 0, ...loaded, pool: ref }
  return assess(facts, { otherPoolsBeingDeleted: () => new Set() })
}

describe('Inventory: the inspection of machine pools before their deletion', () => {
  it('tells region and nodes, and what the cloud config and the cluster are called', () => {
    const one = inspected('one', { cluster: 'The checkout', machines: machines(3) })
    const { status, config: found, cluster, machines: counted, dangers } = one
    // As many nodes as machines, whatever is configured.
    const facts = [status, found?.name, cluster, found?.region, counted?.count, dangers]
    assert.deepEqual(facts, ['listed', 'checkout', 'The checkout', 'us-east-1', 3, []])
    assert.deepEqual(one.machineUids, ['m0', 'm1', 'm2'])
  })

  it('takes nothing as configured from before where it can’t be read, but what is dangerous', () => {
    const one = inspected('masters', { configResult: failed, config })
    const facts = [one.configured, one.zones, one.remainder, one.dangers]
    assert.deepEqual(facts, [undefined, undefined, undefined, ['controlPlane', 'lookFailed']])
  })

  it('knows the machines only where all of them are listed', () => {
    const some = inspected('one', { machines: { ...machines(2), count: 60, isComplete: false } })
    assert.deepEqual([some.machines?.count, some.machineUids], [60, undefined])
    const leaving = inspected('one', { machines: { ...machines(1), deleted: ['gone'] } })
    assert.deepEqual([leaving.machineUids, leaving.liveUids], [['m0', 'gone'], ['m0']])
  })

  it('knows the zones of its machines only where all tell theirs, and counts with the others’', () => {
    const pools = ['one', 'two'].map((name) => ({ ...worker(name), zones: ['c'] }))
    const of = (own: Machines) => {
      const machinesOf = new Map([['two', machines(1, 'a')]])
      return inspected('one', { configResult: answer({ pools }), machines: own, machinesOf })
    }
    const all = [machines(3, 'b', 'a', 'b'), machines(2, 'a'), machines(0)]
    const some = { ...machines(1, 'a'), isComplete: false }
    const zones = [...all, some].map((own) => of(own).zones)
    assert.deepEqual(zones, [['a', 'b'], ['c'], ['c'], ['c']])
    const counts = of(machines(3, 'b', 'a', 'b')).byZone?.zones
    assert.deepEqual(counts, [
      { name: 'a', before: 2, after: 1 },
      { name: 'b', before: 2, after: 0 },
    ])
  })

  it('asks for those whose deletion has ended since it began to load', () => {
    const pool = { connection, provider: 'aws', configUid: 'a', machinePoolName: 'one' }
    const loaded = { configResult: answer(), machines: undefined, loadedAt: 7, pool }
    const one = assess(loaded, {
      otherPoolsBeingDeleted: (_, loadedAt) => new Set(loadedAt === 7 ? ['two'] : []),
    })
    assert.deepEqual([one.dangers, [...one.poolsBeingDeleted]], [['lastWorker'], ['two']])
  })

  const row = { facts: { isControlPlane: true } }
  const listed = [
    { isControlPlane: true, isHybrid: false },
    { size: 2, isHybrid: false },
  ]
  const unread = { configResult: failed }
  const controlPlane = ['unknown', 'controlPlane', 'lookFailed'] as const
  const untold = answer({ pools: [{ ...worker('one'), isControlPlane: undefined }, worker('two')] })
  type Case = [what: string, of: Parameters<typeof inspected>, status: string, ...dangers: string[]]
  const cases: Case[] = [
    ['a control-plane pool', ['masters'], 'listed', 'controlPlane'],
    ...['three', 'One', 'one ', 'on'].map((name): [string, [string], string] => [
      `a pool that is gone: ${name}`,
      [name],
      'gone',
    ]),
    [
      'a pool that may be one that could not be read',
      ['three', { configResult: answer({ unreadable: 1 }) }],
      'unknown',
      'lookFailed',
    ],
    ['a row that says otherwise than the answer', ['one', {}, row], 'listed'],
    [
      'a row that says what the answer leaves out',
      ['one', { configResult: untold }, row],
      'listed',
      'controlPlane',
    ],
    ['a hybrid pool', ['edge', { configResult: answer({ hybridPools: ['edge'] }) }], 'hybrid'],
    ['nothing known', ['one', { configResult: unsupported }], 'unknown', 'lookUnsupported'],
    ['a row known', ['one', unread, row], 'unknown', 'controlPlane', 'lookFailed'],
    ['a config known', ['masters', { ...unread, config }], ...controlPlane],
    ['a list known', ['one', { ...unread, listed }], 'unknown', 'lastWorker', 'lookFailed'],
  ]
  for (const [what, of, ...expected] of cases) {
    it(`judges ${what}`, () => {
      const { status, dangers } = inspected(...of)
      assert.deepEqual([status, ...dangers], expected)
    })
  }
})
