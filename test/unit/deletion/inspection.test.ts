import { strict as assert } from 'node:assert'
import { ApiError } from '../../../src/api/client.ts'
import type { Machines } from '../../../src/api/lookups.ts'
import type { ConfigResult } from '../../../src/clusters/clusters.ts'
import {
  assessPool,
  configuredPool,
  hasNoMachines,
  otherConfigName,
  type Inspection,
} from '../../../src/deletion/inspection.ts'
import { answer, config, inspect, loadedPool, machines, createRef, worker } from './inspections.ts'

const failed: ConfigResult = { kind: 'failed', error: new ApiError('server', 'It failed') }
const unsupported: ConfigResult = { kind: 'unsupported', isForbidden: false }

const getStatus = ({ lookup }: Inspection) => lookup.kind

describe('Deletion: The inspection of a machine pool', () => {
  it('has the names of the cloud config and the cluster, the region, and the nodes', () => {
    const inspection = inspect('one', {
      cached: { cluster: 'The checkout' },
      machines: machines(3),
    })
    const { loaded, config: found, dangers, machineUids } = inspection
    assert.equal(getStatus(inspection), 'listed')
    assert.deepEqual([found?.name, found?.region], ['checkout', 'us-east-1'])
    assert.equal(loaded.cached.cluster, 'The checkout')
    // As many nodes as machines, whatever is configured.
    assert.equal(loaded.machines?.count, 3)
    assert.deepEqual(dangers, [])
    assert.deepEqual(machineUids, ['m0', 'm1', 'm2'])
  })

  it('takes only dangers from a cached config that can’t be loaded now', () => {
    const { lookup, zones, dangers } = inspect('masters', {
      configResult: failed,
      cached: { config },
    })
    assert.equal(configuredPool(lookup), undefined)
    assert.equal(zones, undefined)
    assert.deepEqual(dangers, ['controlPlane', 'checkFailed'])
  })

  it('knows the machines only if all of them are listed', () => {
    const incomplete = { ...machines(2), count: 60, isComplete: false }
    assert.equal(inspect('one', { machines: incomplete }).machineUids, undefined)
    const leaving = inspect('one', { machines: { ...machines(1), deleted: ['gone'] } })
    assert.deepEqual([leaving.machineUids, leaving.liveUids], [['m0', 'gone'], ['m0']])
  })

  it('has the machines that are in maintenance, if all machines are listed', () => {
    const cordoned = { uid: 'c', name: 'c', state: 'Running', inMaintenance: true } as const
    const list = { machines: [...machines(1).machines, cordoned], count: 2, isComplete: true }
    assert.deepEqual(inspect('one', { machines: list }).maintenanceUids, ['c'])
    const incomplete = { ...list, count: 3, isComplete: false }
    assert.equal(inspect('one', { machines: incomplete }).maintenanceUids, undefined)
  })

  it('knows the zones only if all machines have one, and counts the nodes of siblings, too', () => {
    const pools = ['one', 'two'].map((name) => ({ ...worker(name), zones: ['c'] }))
    const inspectWith = (list: Machines) =>
      inspect('one', {
        configResult: answer({ pools }),
        machines: list,
        siblingMachines: new Map([['two', machines(1, 'a')]]),
      })
    const complete = [machines(3, 'b', 'a', 'b'), machines(2, 'a'), machines(0)]
    const incomplete = { ...machines(1, 'a'), isComplete: false }
    const zones = [...complete, incomplete].map((list) => inspectWith(list).zones)
    assert.deepEqual(zones, [['a', 'b'], ['c'], ['c'], ['c']])
    const { lookup } = inspectWith(machines(3, 'b', 'a', 'b'))
    assert.deepEqual(lookup.kind === 'listed' && lookup.nodesByZone?.zones, [
      { name: 'a', before: 2, after: 1 },
      { name: 'b', before: 2, after: 0 },
    ])
  })

  it('counts the zones that can’t be read only if the machines don’t tell the zones', () => {
    const pool = { ...worker('one'), unreadableZones: 1 }
    const countWith = (list: Machines | undefined) =>
      inspect('one', { configResult: answer({ pools: [pool] }), machines: list }).unreadableZones
    assert.deepEqual([countWith(undefined), countWith(machines(1, 'a'))], [1, 0])
  })

  const otherNames: [what: string, cluster: string | undefined, expected: string | undefined][] = [
    ['the same', 'checkout', undefined],
    ['another one', 'renamed', 'checkout'],
    ['none', undefined, undefined],
    ['its UID in place of one', 'uid', undefined],
  ]
  for (const [what, cluster, expected] of otherNames) {
    it(`has the cloud config’s name if the list has ${what}: ${expected}`, () => {
      const cached = { cluster, clusterUid: 'uid' }
      assert.equal(otherConfigName(inspect('one', { cached })), expected)
    })
  }

  it('has no other name of a cloud config that can’t be loaded now', () => {
    const cached = { cluster: 'renamed', clusterUid: 'uid', config }
    assert.equal(otherConfigName(inspect('one', { configResult: failed, cached })), undefined)
  })

  it('knows that there are no machines only from a complete list without any', () => {
    const none = machines(0)
    const lists = [none, { ...none, isComplete: false }, machines(1), undefined]
    const areNone = lists.map((list) => hasNoMachines(loadedPool({ machines: list })))
    assert.deepEqual(areNone, [true, false, false, false])
  })

  it('counts other pools that are being deleted as gone', () => {
    const inspection = assessPool(createRef('one'), loadedPool(), new Set(['two']))
    assert.deepEqual(inspection.dangers, ['lastWorker'])
    assert.deepEqual([...inspection.poolsBeingDeleted], ['two'])
  })

  const row = { facts: { isControlPlane: true } }
  const listed = [
    { isControlPlane: true, isHybrid: false },
    { size: 2, isHybrid: false },
  ]
  const unread = { configResult: failed }
  const untold = answer({ pools: [{ ...worker('one'), isControlPlane: undefined }, worker('two')] })
  const worked = { facts: { isControlPlane: false } }
  const besideHybrid = answer({ pools: config.pools.slice(0, 2), hybridPools: ['edge'] })
  const failing = machines(2).machines.map((machine) => ({ ...machine, state: 'Failed' }))
  type Case = [what: string, args: Parameters<typeof inspect>, status: string, ...dangers: string[]]
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
      'unreadable',
      'checkFailed',
    ],
    ['a row that says otherwise than the answer', ['one', {}, row], 'listed'],
    [
      'a row that says what the answer leaves out',
      ['one', { configResult: untold }, row],
      'listed',
      'controlPlane',
    ],
    ['a hybrid pool', ['edge', { configResult: answer({ hybridPools: ['edge'] }) }], 'hybrid'],
    ['nothing known', ['one', { configResult: unsupported }], 'unsupported', 'checkUnsupported'],
    ['a row known', ['one', unread, row], 'failed', 'controlPlane', 'checkFailed'],
    [
      'a config known',
      ['masters', { ...unread, cached: { config } }],
      'failed',
      'controlPlane',
      'checkFailed',
    ],
    [
      'a list known, which has no names, so that this may be its control plane pool',
      ['one', { ...unread, cached: { listed } }],
      'failed',
      'checkFailed',
    ],
    [
      'the list of clusters alone, whose sizes may be old',
      ['one', { configResult: unsupported, cached: { listed: [...listed, ...listed] } }, worked],
      'unsupported',
      'lastWorkerUnknown',
      'checkUnsupported',
    ],
    [
      'the list of clusters alone, with a pool that can’t be read',
      ['one', { configResult: unsupported, cached: { listed: [], unreadablePools: 1 } }],
      'unsupported',
      'controlPlaneUnknown',
      'checkUnsupported',
    ],
    [
      'a hybrid pool beside it, whose size in the list of clusters may be old',
      ['one', { configResult: besideHybrid, cached: { listed: [{ size: 3, isHybrid: true }] } }],
      'listed',
      'lastWorkerUnknown',
    ],
    [
      'a sibling none of whose machines runs',
      ['one', { siblingMachines: new Map([['two', { ...machines(2), machines: failing }]]) }],
      'listed',
      'lastWorkerUnknown',
    ],
    [
      'a sibling not all of whose machines are listed, and none that runs',
      [
        'one',
        { siblingMachines: new Map([['two', { machines: [], count: 2, isComplete: false }]]) },
      ],
      'listed',
      'lastWorkerUnknown',
    ],
    [
      'a sibling not all of whose machines are listed, but one that runs',
      ['one', { siblingMachines: new Map([['two', { ...machines(1), isComplete: false }]]) }],
      'listed',
    ],
    [
      'a sibling whose shown machines can’t be listed again',
      ['one', { siblingMachines: new Map([['two', undefined]]) }],
      'listed',
      'lastWorkerUnknown',
    ],
  ]
  for (const [what, args, ...expected] of cases) {
    it(`judges ${what}`, () => {
      const inspection = inspect(...args)
      assert.deepEqual([getStatus(inspection), ...inspection.dangers], expected)
    })
  }
})
