import { strict as assert } from 'node:assert'
import { findDangers, mustBeTyped, type Danger } from '../../../src/deletion/guard.ts'
import type { PoolFacts } from '../../../src/model/poolFacts.ts'

type GuardFacts = Parameters<typeof findDangers>[0]

const masters: PoolFacts = { name: 'masters', isControlPlane: true, size: 3 }
const working: PoolFacts = { ...masters, useControlPlaneAsWorker: true }
const one = { name: 'one', isControlPlane: false, size: 2 }
const two: PoolFacts = { ...one, name: 'two' }
const asleep = { ...one, name: 'asleep', size: 0 }
const system = { ...one, name: 'system', isSystemPool: true }
const more: PoolFacts = { ...system, name: 'more' }
/** As an answer has them that leaves `isControlPlane` out where it is false. */
const untold = (facts: PoolFacts): PoolFacts => ({ ...facts, isControlPlane: undefined })
/** As a service has them that leaves sizes out. */
const unsized = (facts: PoolFacts): PoolFacts => ({ ...facts, size: undefined })
/** As the list of clusters has them. */
const listed: PoolFacts = { size: 2 }
const listedMasters: PoolFacts = { isControlPlane: true }

/** The facts for a deletion of `one`, which are changed in a case. */
const facts: GuardFacts = {
  provider: 'aws',
  inspection: 'answered',
  pool: one,
  pools: [masters, one, two],
  poolsBeingDeleted: new Set(['one']),
}
const going = (...names: string[]) => ({ poolsBeingDeleted: new Set(names) })
const aks = { provider: 'aks', pool: system, ...going('system') }
const failed = { inspection: 'failed' } as const
const unsupported = { inspection: 'unsupported', pools: undefined } as const
const either = { pools: [untold(masters), one] }
const list = { ...unsupported, pools: [listedMasters, listed, listed] }
const nameless = { name: 'one' }
const master = { pool: { ...nameless, isControlPlane: true } }

const cases: [what: string, change: Partial<GuardFacts>, ...Danger[]][] = [
  ['one worker beside a pool that may be either', either, 'controlPlaneUnknown'],
  ['one of two workers beside such a pool', { pools: [untold(masters), one, two] }],
  ['one worker beside such a pool and a hybrid one', { ...either, hybridPoolCount: 1 }],
  ['one that may be either', { pool: nameless, pools: [untold(one), two] }, 'controlPlaneUnknown'],
  ['a control plane pool', { ...master, pools: [masters] }, 'controlPlane'],
  ['the last worker pool', { pools: [masters, one] }, 'lastWorker'],
  ['the last one beside one that is being deleted', going('one', 'two'), 'lastWorker'],
  ['the last one beside one without nodes', { pools: [masters, one, asleep] }, 'lastWorker'],
  [
    'the last one beside one whose zero is left out',
    { pools: [masters, one, unsized(two)] },
    'lastWorker',
  ],
  ['one of two worker pools, where no size is told', { pools: [masters, one, two].map(unsized) }],
  ['the last one beside a hybrid pool', { pools: [masters, one], hybridPoolCount: 1 }],
  ['the last one beside a control plane with workloads', { pools: [working, one] }],
  ['one without nodes', { pool: asleep, pools: [masters, one, asleep], ...going('asleep') }],
  ['a look that failed', failed, 'checkFailed'],
  ['a look that failed, with nothing known', { ...failed, pools: undefined }, 'checkFailed'],
  ['a look that is not supported', unsupported, 'checkUnsupported'],
  [
    'a list with two, one of which goes',
    { ...list, ...going('one', 'two') },
    'lastWorker',
    'checkUnsupported',
  ],
  ['a named and a nameless one', { pools: [masters, one, listed] }, 'lastWorker'],
  ['a list with two worker pools', list, 'checkUnsupported'],
  [
    'an answer that leaves out what is false',
    { pool: nameless, pools: [masters, untold(one), untold(two)] },
  ],
  [
    'an answer that tells of no control plane',
    { pool: nameless, pools: [untold(one), untold(two)] },
    'controlPlaneUnknown',
  ],
  [
    'the same where the cloud runs it',
    { provider: 'eks', pool: nameless, pools: [untold(one), untold(two)] },
  ],
  ['the last system pool of aks', { ...aks, pools: [system, one] }, 'lastSystemPool'],
  ['one of two system pools of aks', { ...aks, pools: [system, more, one] }],
  [
    'one of two, where both go',
    { ...aks, pools: [system, more, one], ...going('system', 'more') },
    'lastSystemPool',
  ],
  ['the last pool of aks', { ...aks, pools: [system] }, 'lastSystemPool', 'lastWorker'],
  ['another pool of aks where it goes', { ...aks, pool: one, pools: [system, two] }],
  ['a system pool elsewhere', { ...aks, provider: 'eks', pools: [system, two] }],
]

describe('Inventory: the guard of deletions', () => {
  for (const [what, change, ...dangers] of cases) {
    it(`judges ${what}`, () => assert.deepEqual(findDangers({ ...facts, ...change }), dangers))
  }

  it('wants the name typed for each danger but a lookup that was never supported', () => {
    const dangers = new Set(cases.flatMap(([, , ...of]) => of))
    assert.equal(dangers.size, 6)
    for (const danger of dangers) assert.equal(mustBeTyped([danger]), danger !== 'checkUnsupported')
    assert.ok(mustBeTyped(['checkUnsupported', 'lastWorker']))
    assert.ok(!mustBeTyped([]))
  })
})
