import { strict as assert } from 'node:assert'
import { ApiError } from '../../../../src/api/client.ts'
import type { CloudConfig } from '../../../../src/api/poolSchemas.ts'
import type { Machines } from '../../../../src/api/lookups.ts'
import {
  assess,
  type ConfigResult,
  type Inspected,
} from '../../../../src/inventory/deletion/inspection.ts'
import type { MachinePoolRef } from '../../../../src/inventory/refs.ts'

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

const machines = (count: number): Machines => ({
  machines: Array.from({ length: count }, (_, at) => ({ uid: `m${at}`, name: `m${at}` })),
  count,
  isComplete: true,
})

/** What of a pool is known: all but the changes is as ordinary as possible. */
function inspected(
  name: string,
  loaded: Partial<Inspected> = {},
  pool: Partial<MachinePoolRef> = {},
  beingDeleted: readonly string[] = [],
): Inspected {
  const ref = { connection, provider: 'aws', configUid: 'a', machinePoolName: name, ...pool }
  const facts = { configResult: answer(), machines: undefined, loadedAt: 0, ...loaded, pool: ref }
  return assess(facts, { otherPoolsBeingDeleted: () => new Set(beingDeleted) })
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

  it('takes no configured size for a number of nodes', () => {
    const one = inspected('one')
    assert.deepEqual([one.machines, one.liveUids, one.configured?.size], [undefined, undefined, 2])
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
  const small = answer({ pools: config.pools.slice(0, 2) })
  const cases: [what: string, one: Inspected, status: string, ...dangers: string[]][] = [
    ['a control-plane pool', inspected('masters'), 'listed', 'controlPlane'],
    ['the last worker pool', inspected('one', { configResult: small }), 'listed', 'lastWorker'],
    ['the last beside a pending one', inspected('one', {}, {}, ['two']), 'listed', 'lastWorker'],
    ...['three', 'One', 'one ', 'on'].map((name): [string, Inspected, string] => [
      `a pool that is gone: ${name}`,
      inspected(name),
      'gone',
    ]),
    [
      'a pool that may be one that could not be read',
      inspected('three', { configResult: answer({ unreadable: 1 }) }),
      'unknown',
      'lookFailed',
    ],
    ['a row that says otherwise than the answer', inspected('one', {}, row), 'listed'],
    [
      'nothing known',
      inspected('one', { configResult: unsupported }),
      'unknown',
      'lookUnsupported',
    ],
    ['a row known', inspected('one', unread, row), 'unknown', 'controlPlane', 'lookFailed'],
    ['a config known', inspected('masters', { ...unread, config }), ...controlPlane],
    [
      'a list known',
      inspected('one', { ...unread, listed }),
      'unknown',
      'lastWorker',
      'lookFailed',
    ],
  ]
  for (const [what, { status, dangers }, ...expected] of cases) {
    it(`judges ${what}`, () => assert.deepEqual([status, ...dangers], expected))
  }
})
