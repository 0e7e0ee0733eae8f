import { strict as assert } from 'node:assert'
import { findDangers, mustBeTyped, type Danger } from '../../../src/deletion/guard.ts'
import type { PoolFacts } from '../../../src/model/poolFacts.ts'

type GuardFacts = Parameters<typeof findDangers>[0]

const masters: PoolFacts = { name: 'masters', isControlPlane: true, size: 3 }
const working: PoolFacts = { ...masters, useControlPlaneAsWorker: true }
const first = { name: 'one', isControlPlane: false, size: 2 }
const second: PoolFacts = { ...first, name: 'two' }
const empty = { ...first, name: 'asleep', size: 0 }
const system = { ...first, name: 'system', isSystemPool: true }
const otherSystem: PoolFacts = { ...system, name: 'more' }
/** As an answer has them that leaves `isControlPlane` out where it is false. */
const withoutRole = (facts: PoolFacts): PoolFacts => ({ ...facts, isControlPlane: undefined })
/** Its nodes are outside the cloud. */
const hybrid = { ...first, name: 'edge' }
const withUnreadableRole = (facts: PoolFacts): PoolFacts => ({ ...facts, hasUnreadableRole: true })
/** As they are if their size can’t be read, or if the service sends no size at all. */
const withoutSize = (facts: PoolFacts): PoolFacts => ({ ...facts, size: undefined })
/** As the list of clusters has them, without names. Their sizes don’t count: the list is older than the inspection. */
const listed: PoolFacts = { size: 2 }
const listedMasters: PoolFacts = { isControlPlane: true }

/** The facts for a deletion of `one`, which are changed in a case. */
const facts: GuardFacts = {
  provider: 'aws',
  inspection: 'answered',
  pool: first,
  pools: [masters, first, second],
  poolsBeingDeleted: new Set(['one']),
}
const deleting = (...names: string[]) => ({ poolsBeingDeleted: new Set(names) })
const aks = { provider: 'aks', pool: system, ...deleting('system') }
const failed = { inspection: 'failed' } as const
const unsupported = { inspection: 'unsupported', pools: undefined } as const
const unknownRole = { pools: [withoutRole(masters), first] }
const list = { ...unsupported, pools: [listedMasters, listed, listed] }
const roleUnknown = { name: 'one' }
const controlPlane = { pool: { ...roleUnknown, isControlPlane: true } }

const cases: [what: string, change: Partial<GuardFacts>, ...Danger[]][] = [
  ['one worker beside a pool that may be either', unknownRole, 'controlPlaneUnknown'],
  ['the only pool of a cluster, which is a worker', { pools: [first] }, 'lastWorker'],
  ['one of two workers beside such a pool', { pools: [withoutRole(masters), first, second] }],
  [
    'one worker beside such a pool and a hybrid one',
    { pools: [withoutRole(masters), first, hybrid] },
  ],
  [
    'one that may be either',
    { pool: roleUnknown, pools: [withoutRole(first), second] },
    'controlPlaneUnknown',
  ],
  ['a control plane pool', { ...controlPlane, pools: [masters] }, 'controlPlane'],
  ['the last worker pool', { pools: [masters, first] }, 'lastWorker'],
  [
    'the last worker pool, whose role only the other pools tell',
    { pool: roleUnknown, pools: [masters, withoutRole(first)] },
    'lastWorker',
  ],
  [
    'the last one beside one without nodes and one of unknown size',
    { pools: [masters, first, empty, withoutSize(second)] },
    'lastWorkerUnknown',
  ],
  ['the last one beside one that is being deleted', deleting('one', 'two'), 'lastWorker'],
  ['the last one beside one without nodes', { pools: [masters, first, empty] }, 'lastWorker'],
  [
    'the last one beside one of unknown size',
    { pools: [masters, first, withoutSize(second)] },
    'lastWorkerUnknown',
  ],
  [
    'one of two worker pools, where no size is told',
    { pools: [masters, first, second].map(withoutSize) },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one that is scaled up from no nodes',
    { pools: [masters, first, { ...empty, minSize: 0, maxSize: 9 }] },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one that may be scaled down to no nodes',
    { pools: [masters, first, { ...second, minSize: 0, maxSize: 9 }] },
    'lastWorkerUnknown',
  ],
  [
    'one of two, the other of which keeps at least one node',
    { pools: [masters, first, { ...second, minSize: 1, maxSize: 9 }] },
  ],
  [
    'the last one beside one whose bounds can’t be read',
    { pools: [masters, first, { ...second, hasUnreadableBounds: true }] },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one without nodes whose bounds can’t be read',
    { pools: [masters, first, { ...empty, hasUnreadableBounds: true }] },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one none of whose machines is known to run',
    { pools: [masters, first, { ...second, hasRunningNode: false }] },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one with a machine that runs',
    { pools: [masters, first, { ...second, hasRunningNode: true }] },
  ],
  [
    'the last one beside a hybrid pool and one none of whose machines is known to run',
    { pools: [masters, first, withoutSize(hybrid), { ...second, hasRunningNode: false }] },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one with overrides, which win over its size',
    { pools: [masters, first, { ...second, hasOverrides: true }] },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one without nodes, but with overrides',
    { pools: [masters, first, { ...empty, hasOverrides: true }] },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one with overrides and a machine that runs',
    { pools: [masters, first, { ...second, hasOverrides: true, hasRunningNode: true }] },
  ],
  [
    'the last one beside one whose size contradicts the minimum of its autoscaling',
    { pools: [masters, first, { ...empty, minSize: 2, maxSize: 4 }] },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one that can’t be read',
    { pools: [masters, first], unreadablePools: 1 },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside one whose role can’t be read',
    { pools: [masters, first, withUnreadableRole(second)] },
    'lastWorkerUnknown',
  ],
  [
    'one whose role can’t be read',
    { pool: { ...first, ...withUnreadableRole(first), name: 'one' } },
    'roleUnreadable',
  ],
  ['the last one beside a hybrid pool', { pools: [masters, first, hybrid] }],
  [
    'the last one beside a hybrid pool of unknown size',
    { pools: [masters, first, withoutSize(hybrid)] },
    'lastWorkerUnknown',
  ],
  [
    'the last one beside a hybrid pool without nodes',
    { pools: [masters, first, { ...hybrid, size: 0 }] },
    'lastWorker',
  ],
  ['the last one beside a control plane with workloads', { pools: [working, first] }],
  ['one without nodes', { pool: empty, pools: [masters, first, empty], ...deleting('asleep') }],
  ['a look that failed', failed, 'checkFailed'],
  [
    'a look that failed, with nothing known',
    { ...failed, pools: undefined, pool: roleUnknown },
    'checkFailed',
  ],
  [
    'a look that failed, with a pool of which nothing could be read',
    { ...failed, pools: undefined, unreadablePools: 1 },
    'checkFailed',
  ],
  ['a look that is not supported', unsupported, 'checkUnsupported'],
  [
    'a list with two, one of which goes',
    { ...list, ...deleting('one', 'two') },
    'lastWorker',
    'checkUnsupported',
  ],
  ['a named and a nameless one', { pools: [masters, first, listed] }, 'lastWorker'],
  ['a list with two worker pools', list, 'lastWorkerUnknown', 'checkUnsupported'],
  [
    'a list with pools of which none can be read',
    { ...unsupported, unreadablePools: 1, pool: roleUnknown },
    'controlPlaneUnknown',
    'checkUnsupported',
  ],
  [
    'a list with one that can’t be read, where the cloud runs the control plane',
    { ...list, provider: 'eks', pool: roleUnknown, pools: [listed], unreadablePools: 1 },
    'lastWorkerUnknown',
    'checkUnsupported',
  ],
  [
    'a list that marks a pool, but doesn’t say which of them this is',
    { ...list, pool: roleUnknown },
    'controlPlaneUnknown',
    'checkUnsupported',
  ],
  [
    'a list of which a check that failed doesn’t say which this is',
    { ...list, ...failed, pool: roleUnknown },
    'checkFailed',
  ],
  [
    'a list without names where the cloud runs the control plane',
    { ...list, provider: 'eks', pool: roleUnknown, pools: [listed, listed] },
    'lastWorkerUnknown',
    'checkUnsupported',
  ],
  [
    'an answer that leaves out what is false',
    { pool: roleUnknown, pools: [masters, withoutRole(first), withoutRole(second)] },
  ],
  [
    'an answer that tells of no control plane',
    { pool: roleUnknown, pools: [withoutRole(first), withoutRole(second)] },
    'controlPlaneUnknown',
  ],
  [
    'the same where the cloud runs it',
    { provider: 'eks', pool: roleUnknown, pools: [withoutRole(first), withoutRole(second)] },
  ],
  ['the last system pool of aks', { ...aks, pools: [system, first] }, 'lastSystemPool'],
  ['one of two system pools of aks', { ...aks, pools: [system, otherSystem, first] }],
  [
    'one of two, where both go, as long as the other is listed',
    { ...aks, pools: [system, otherSystem, first], ...deleting('system', 'more') },
    'lastSystemPoolUnknown',
  ],
  [
    'the same where the other has no nodes',
    { ...aks, pools: [system, { ...otherSystem, size: 0 }, first], ...deleting('system', 'more') },
    'lastSystemPool',
  ],
  [
    'the last system pool of aks, where another pool goes',
    { ...aks, pools: [system, first, second], ...deleting('system', 'one') },
    'lastSystemPool',
  ],
  [
    'the last system pool of aks beside one of unknown size',
    { ...aks, pools: [system, withoutSize(otherSystem), first] },
    'lastSystemPoolUnknown',
  ],
  ['the last pool of aks', { ...aks, pools: [system] }, 'lastSystemPool', 'lastWorker'],
  ['another pool of aks where it goes', { ...aks, pool: first, pools: [system, second] }],
  ['a system pool elsewhere', { ...aks, provider: 'eks', pools: [system, second] }],
]

describe('Deletion: The guard', () => {
  for (const [what, change, ...dangers] of cases) {
    it(`judges ${what}`, () => assert.deepEqual(findDangers({ ...facts, ...change }), dangers))
  }

  it('requires typing for each danger but a check that was never supported', () => {
    const dangers = new Set(cases.flatMap(([, , ...of]) => of))
    assert.equal(dangers.size, 9)
    for (const danger of dangers) assert.equal(mustBeTyped([danger]), danger !== 'checkUnsupported')
    assert.ok(mustBeTyped(['checkUnsupported', 'lastWorker']))
    assert.ok(!mustBeTyped([]))
  })
})
