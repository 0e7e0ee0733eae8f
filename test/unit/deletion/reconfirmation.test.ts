import { strict as assert } from 'node:assert'
import { ApiError } from '../../../src/api/errors.ts'
import type { Machines } from '../../../src/api/lookups.ts'
import type { CloudConfig, MachinePool } from '../../../src/api/poolSchemas.ts'
import { findChanges, type Change } from '../../../src/deletion/reconfirmation.ts'
import { answer, config, inspect, machines, worker, type LoadedFacts } from './inspections.ts'

/** A cluster with two worker pools, of which `one` is to be deleted. */
function configWith(change: Partial<MachinePool> = {}, more: Partial<CloudConfig> = {}) {
  const masters = { ...config.pools[0]!, labels: [], taints: [] }
  const deleted = { ...worker('one'), zones: ['a'], labels: [], taints: [], ...change }
  const remaining = { ...worker('two'), zones: ['b'], labels: ['team=x'], taints: [] }
  return answer({ pools: [masters, deleted, remaining], ...more })
}

/** Nodes in these zones, and machines in zone b whose states say nothing. */
function nodesIn(zones: string[], unknownInB = 0, state = 'Running'): Machines {
  const nodes = zones.map((zone, at) => ({ uid: `n${at}`, name: 'n', state, zone }))
  const unknown = Array.from({ length: unknownInB }, (_, at) => {
    return { uid: `u${at}`, name: 'u', state: 'Unknown', zone: 'b' }
  })
  const listed = [...nodes, ...unknown]
  return { machines: listed, count: listed.length, isComplete: true }
}

/** Machines in zones, with these UIDs. */
function machinesWith(...uids: string[]): Machines {
  const listed = uids.map((uid) => ({ uid, name: uid, state: 'Running', zone: 'a' }))
  return { machines: listed, count: uids.length, isComplete: true }
}

describe('Deletion: A confirmation', () => {
  const usual: LoadedFacts = {
    configResult: configWith({ instanceType: 'm5.large' }),
    machines: machinesWith('m0', 'm1'),
    cached: { cluster: 'checkout' },
  }
  const small = { instanceType: 'm5.large' }
  const three = answer({ pools: ['one', 'two', 'three'].map((name) => worker(name)) })
  const [unknownMachine] = machinesWith('m9').machines.map((machine) => {
    return { ...machine, state: 'Unknown' }
  })
  const oddMachine = { ...machinesWith('m9'), machines: [unknownMachine!] }
  const [runningMachine] = machinesWith('m8').machines
  const withOddMachine = {
    ...machinesWith('m8', 'm9'),
    machines: [runningMachine!, unknownMachine!],
  }
  const failed = { kind: 'failed', error: new ApiError('server', '') } as const
  /** Pool `three` is the only other one with nodes in zone b, by its machines. */
  const poolsOfZones = [
    { ...worker('one'), zones: ['b'] },
    { ...worker('two'), zones: ['a'] },
    { ...worker('three'), zones: ['b'] },
  ]
  const inZones: LoadedFacts = {
    configResult: answer({ pools: poolsOfZones }),
    machines: nodesIn(['b', 'b']),
    siblingMachines: new Map([['three', nodesIn(['b', 'b'])]]),
  }
  const threeHasFailed = new Map([['three', nodesIn(['b', 'b'], 0, 'Failed')]])
  const withoutThree = answer({ pools: poolsOfZones.slice(0, 2), unreadable: 1 })
  const threeInControl = answer({
    pools: [...poolsOfZones.slice(0, 2), { ...poolsOfZones[2]!, isControlPlane: true }],
  })
  type Case = [
    what: string,
    changes: readonly Change['kind'][],
    later: LoadedFacts,
    confirmed?: LoadedFacts,
  ]
  const cases: Case[] = [
    ['the same', [], {}],
    ['fewer machines', [], { machines: machinesWith('m0') }],
    ['a cluster that isn’t listed any more', [], { cached: {} }],
    ['a pool that is gone', ['gone'], { configResult: answer({ pools: [worker('two')] }) }],
    ['a hybrid pool', ['gone'], { configResult: answer({ pools: [], hybridPools: ['one'] }) }],
    ['another name of the cluster', ['clusterName'], { cached: { cluster: 'checkout-prod' } }],
    [
      'another name of the cloud config',
      ['clusterName'],
      { configResult: configWith(small, { name: 'checkout-prod' }) },
    ],
    [
      'a cluster that is being deleted by now',
      ['clusterState'],
      { clusterStatus: { state: 'Deleting', isImported: false } },
    ],
    [
      'a cluster that was being deleted before',
      [],
      { clusterStatus: { state: 'deleting', isImported: false } },
      { clusterStatus: { state: 'Deleting', isImported: false } },
    ],
    [
      'a cluster that can’t be loaded any more',
      ['provisioningUnread'],
      {},
      { clusterStatus: { state: 'Running', isImported: false } },
    ],
    [
      'a cluster that was being deleted before, and can’t be loaded any more',
      ['provisioningUnread'],
      {},
      { clusterStatus: { state: 'Deleting', isImported: false } },
    ],
    [
      'a cluster of which it can’t be read any more whether it is imported',
      ['provisioningUnread'],
      { clusterStatus: { state: 'Running', isImported: undefined } },
      { clusterStatus: { state: 'Running', isImported: false } },
    ],
    [
      'a cluster of which it could never be read whether it is imported',
      [],
      {},
      { clusterStatus: { state: 'Running', isImported: undefined } },
    ],
    [
      'a cluster that can’t be loaded, and is being deleted by now, as the list has it',
      ['clusterState'],
      { cached: { cluster: 'checkout', clusterState: 'Deleting' } },
      { cached: { cluster: 'checkout', clusterState: 'Running' } },
    ],
    [
      'a cluster that was being deleted before, as the list had it',
      [],
      { clusterStatus: { state: 'Deleting', isImported: false } },
      { cached: { cluster: 'checkout', clusterState: 'Deleting' } },
    ],
    ['only other machines', ['otherMachines'], { machines: machinesWith('m2', 'm3') }],
    ['no machine any more', ['otherMachines'], { machines: machinesWith() }],
    ['one of two machines replaced', [], { machines: machinesWith('m1', 'm2') }],
    ['more machines', ['moreNodes'], { machines: machinesWith('m0', 'm1', 'm2') }],
    [
      'another instance type',
      ['instanceType'],
      { configResult: configWith({ instanceType: 'g5' }) },
    ],
    ['a larger size', ['largerSize'], { configResult: configWith({ ...small, size: 3 }) }],
    ['a smaller size', [], { configResult: configWith({ ...small, size: 1 }) }],
    [
      'a larger maximum of nodes',
      ['largerSize'],
      { configResult: configWith({ ...small, minSize: 1, maxSize: 200 }), machines: undefined },
      { configResult: configWith({ ...small, minSize: 1, maxSize: 3 }), machines: undefined },
    ],
    [
      'more machines than were configured, where they could not be listed before',
      ['moreNodes'],
      { machines: machines(500) },
      { machines: undefined },
    ],
    [
      'machines where nothing was known of their number',
      ['moreNodes'],
      { configResult: configWith({ ...small, size: undefined }) },
      { configResult: configWith({ ...small, size: undefined }), machines: undefined },
    ],
    [
      'a label of its own where that was not known before',
      ['losses'],
      { configResult: configWith({ ...small, labels: ['gpu'] }) },
      { configResult: configWith({ ...small, labels: ['gpu'] }, { unreadable: 1 }) },
    ],
    [
      'a label of its own where the check had failed',
      ['losses'],
      { configResult: configWith({ ...small, labels: ['gpu'] }) },
      { configResult: failed },
    ],
    ['a label of its own', ['losses'], { configResult: configWith({ ...small, labels: ['gpu'] }) }],
    [
      'a label that another pool has',
      [],
      { configResult: configWith({ ...small, labels: ['team=x'] }) },
    ],
    [
      'a zone that has no other nodes any more',
      ['emptiedZones', 'dangers'],
      { configResult: configWith(small), siblingMachines: new Map([['two', machinesWith()]]) },
      { siblingMachines: new Map([['two', machinesWith('m9')]]) },
    ],
    [
      'a danger',
      ['dangers'],
      { configResult: answer({ pools: [{ ...worker('one'), ...small }] }) },
      { configResult: answer({ pools: [{ ...worker('one'), ...small }, worker('two')] }) },
    ],
    [
      'a cluster that has been set up by now',
      ['clusterState'],
      { clusterStatus: { state: 'Running', isImported: false } },
      { clusterStatus: { state: 'Provisioning', isImported: false } },
    ],
    [
      'a cluster that has failed by now, in which machines are drained nevertheless',
      [],
      { clusterStatus: { state: 'Failed', isImported: false } },
      { clusterStatus: { state: 'Running', isImported: false } },
    ],
    [
      'a cluster that is being repaved by now',
      ['consequences'],
      { clusterStatus: { state: 'Running', repave: 'Pending', isImported: false } },
    ],
    [
      'a cluster whose repave is approved by now',
      ['consequences'],
      { clusterStatus: { state: 'Running', repave: 'Approved', isImported: false } },
    ],
    [
      'a cluster that was being repaved before',
      [],
      { clusterStatus: { state: 'Running', repave: 'Approved', isImported: false } },
      { clusterStatus: { state: 'Running', repave: 'Pending', isImported: false } },
    ],
    [
      'a cluster that is known as imported by now',
      ['consequences'],
      { clusterStatus: { state: 'Running', isImported: true } },
    ],
    [
      'a cluster that turns out to be imported',
      ['consequences'],
      { clusterStatus: { state: 'Running', isImported: true } },
      { clusterStatus: { state: 'Running', isImported: false } },
    ],
    [
      'a cluster that was known as imported before',
      [],
      { clusterStatus: { state: 'Running', isImported: true } },
      { clusterStatus: { state: 'Running', isImported: true } },
    ],
    ['overrides', ['consequences'], { configResult: configWith({ ...small, hasOverrides: true }) }],
    [
      'Fargate profiles that are gone',
      ['consequences'],
      {},
      { configResult: configWith(small, { hasFargateProfiles: true }) },
    ],
    ['a failed check', ['checkFailed'], { configResult: failed }],
    [
      'a check that isn’t supported',
      ['checkFailed'],
      { configResult: { kind: 'unsupported', isForbidden: false } },
    ],
    ['a check that had failed, too', [], { configResult: failed }, { configResult: failed }],
    ['machines that can’t be listed', ['machinesUnlisted'], { machines: undefined }],
    ['machines that could never be listed', [], {}, { machines: undefined }],
    [
      'an incomplete list of machines',
      ['machinesUnlisted'],
      { machines: { ...machines(2), isComplete: false } },
    ],
    [
      'machines of another pool that can’t be listed, beside one that is sure to have nodes',
      ['machinesUnlisted'],
      { configResult: three, siblingMachines: new Map([['two', undefined]]) },
      { configResult: three, siblingMachines: new Map([['two', machinesWith('m9')]]) },
    ],
    [
      'an incomplete list of the machines of another pool, if none of them runs',
      ['dangers', 'machinesUnlisted', 'detailsUnread'],
      { siblingMachines: new Map([['two', { ...machinesWith(), isComplete: false }]]) },
      { siblingMachines: new Map([['two', machinesWith('m9')]]) },
    ],
    [
      'an incomplete list of the machines of another pool, if it shows the nodes that stay',
      [],
      { siblingMachines: new Map([['two', { ...machinesWith('m9'), isComplete: false }]]) },
      { siblingMachines: new Map([['two', machinesWith('m9')]]) },
    ],
    [
      'the same where another pool is configured in the only zone in which it had nodes',
      ['dangers', 'machinesUnlisted', 'detailsUnread'],
      { siblingMachines: new Map([['two', { ...machinesWith(), isComplete: false }]]) },
      { siblingMachines: new Map([['two', nodesIn(['b'])]]) },
    ],
    [
      'machines of another pool whose states say nothing any more',
      ['dangers', 'machinesUnlisted', 'detailsUnread'],
      { siblingMachines: new Map([['two', oddMachine]]) },
      { siblingMachines: new Map([['two', machinesWith('m9')]]) },
    ],
    [
      'a machine of another pool whose state says nothing, beside one that runs in its zone',
      [],
      { siblingMachines: new Map([['two', withOddMachine]]) },
      { siblingMachines: new Map([['two', machinesWith('m8')]]) },
    ],
    [
      'machines of another pool that could never be listed',
      [],
      { configResult: three, siblingMachines: new Map([['two', undefined]]) },
      { configResult: three, siblingMachines: new Map([['two', undefined]]) },
    ],
    [
      'the only other nodes of a zone that have failed',
      ['emptiedZones'],
      { ...inZones, siblingMachines: threeHasFailed },
      inZones,
    ],
    [
      'the only other nodes of a zone that have failed, beside a node of the pool whose state says nothing',
      ['detailsUnread'],
      { ...inZones, machines: nodesIn(['b'], 1), siblingMachines: threeHasFailed },
      inZones,
    ],
    [
      'the only other nodes of a zone that have failed, beside a hybrid pool that has come',
      ['detailsUnread'],
      {
        ...inZones,
        configResult: answer({ pools: poolsOfZones, hybridPools: ['edge'] }),
        siblingMachines: threeHasFailed,
      },
      inZones,
    ],
    [
      'a hybrid pool that has come, beside pools with nodes in each zone by their sizes',
      [],
      {
        ...inZones,
        configResult: answer({ pools: poolsOfZones, hybridPools: ['edge'] }),
        siblingMachines: new Map(),
      },
      { ...inZones, siblingMachines: new Map() },
    ],
    [
      'the only other pool of a zone that is a control plane pool by now',
      ['emptiedZones', 'losses'],
      { ...inZones, configResult: threeInControl },
      inZones,
    ],
    [
      'the only other pool of a zone that can’t be read any more',
      ['detailsUnread'],
      { ...inZones, configResult: withoutThree, siblingMachines: new Map() },
      inZones,
    ],
    [
      'the only other pool of a zone, by its size, that can’t be read any more',
      ['detailsUnread'],
      { ...inZones, configResult: withoutThree, siblingMachines: new Map() },
      { ...inZones, siblingMachines: new Map() },
    ],
    [
      'a maximum that can’t be read any more',
      ['detailsUnread'],
      { configResult: configWith({ ...small, minSize: 2, hasUnreadableBounds: true }) },
      { configResult: configWith({ ...small, minSize: 2, maxSize: 5 }) },
    ],
    [
      'a size that can’t be read any more',
      ['detailsUnread'],
      { configResult: configWith({ ...small, size: undefined }) },
    ],
    [
      'labels that can’t be read any more',
      ['detailsUnread'],
      { configResult: configWith({ ...small, labels: undefined }) },
    ],
    [
      'machines of another pool that is gone',
      [],
      { configResult: answer({ pools: [worker('one'), worker('three')] }) },
      { configResult: three, siblingMachines: new Map([['two', machinesWith()]]) },
    ],
  ]
  for (const [what, kinds, later, confirmed] of cases) {
    const answers = kinds.length === 0 ? 'covers' : `does not cover, as ${kinds.join(' and ')},`
    it(`${answers} ${what}`, () => {
      const before = inspect('one', { ...usual, ...confirmed })
      const changes = findChanges(before, inspect('one', { ...usual, ...later }))
      assert.deepEqual(
        changes.map(({ kind }) => kind),
        kinds,
      )
    })
  }

  it('doesn’t cover that other pools are gone, by name', () => {
    const before = inspect('one', { configResult: three })
    const pools = [worker('one'), { ...worker('three'), size: 0 }]
    const later = inspect('one', { configResult: answer({ pools }) })
    assert.deepEqual(findChanges(before, later), [{ kind: 'dangers', gonePools: ['two'] }])
  })
})
