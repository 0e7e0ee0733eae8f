import { strict as assert } from 'node:assert'
import {
  dangersOf,
  mustTypeName,
  type Danger,
  type GuardFacts,
  type PoolFacts,
} from '../../../../src/inventory/deletion/guard.ts'

const masters: PoolFacts = { name: 'masters', isControlPlane: true, size: 3 }
const one: PoolFacts = { name: 'one', isControlPlane: false, size: 2 }
const two: PoolFacts = { name: 'two', isControlPlane: false, size: 2 }
const asleep: PoolFacts = { name: 'asleep', isControlPlane: false, size: 0 }
/** As an answer has them that leaves `isControlPlane` out where it is false. */
const untold = (facts: PoolFacts): PoolFacts => ({ ...facts, isControlPlane: undefined })

/** The facts for a deletion of `one`, which are changed in a case. */
const facts: GuardFacts = {
  provider: 'aws',
  inspection: 'answered',
  pool: { name: 'one', isControlPlane: false, size: 2 },
  pools: [masters, one, two],
  poolsBeingDeleted: new Set(['one']),
}
const system = { name: 'system', isControlPlane: false, isSystemPool: true, size: 1 }
const aks = { provider: 'aks', pool: system, poolsBeingDeleted: new Set(['system']) }

const cases: [what: string, change: Partial<GuardFacts>, dangers: Danger[]][] = [
  ['one of two worker pools', {}, []],
  [
    'the only one that is told to be a worker pool, beside one that may be the control plane',
    { pools: [{ ...masters, isControlPlane: undefined }, one] },
    ['controlPlaneUnknown'],
  ],
  [
    'one of two worker pools, beside one that may be the control plane',
    { pools: [{ ...masters, isControlPlane: undefined }, one, two] },
    [],
  ],
  ['a control plane pool', { pool: { name: 'masters', isControlPlane: true } }, ['controlPlane']],
  ['the last worker pool', { pools: [masters, one] }, ['lastWorker']],
  [
    'the last one beside one that is being deleted',
    { poolsBeingDeleted: new Set(['one', 'two']) },
    ['lastWorker'],
  ],
  ['the last one beside one without nodes', { pools: [masters, one, asleep] }, ['lastWorker']],
  [
    'the last one beside one whose size is left out, as a service leaves out zero',
    { pools: [masters, one, { ...asleep, size: undefined }] },
    ['lastWorker'],
  ],
  [
    'one of two worker pools, where no size is told',
    { pools: [masters, one, two].map((pool) => ({ ...pool, size: undefined })) },
    [],
  ],
  ['the last one beside a hybrid pool', { pools: [masters, one], hybridPools: 1 }, []],
  [
    'the last one beside a control plane that runs workloads',
    { pools: [{ ...masters, useControlPlaneAsWorker: true }, one] },
    [],
  ],
  [
    'the last one beside such a control plane that goes, too',
    {
      pools: [{ ...masters, useControlPlaneAsWorker: true }, one],
      poolsBeingDeleted: new Set(['one', 'masters']),
    },
    ['lastWorker'],
  ],
  [
    'one without nodes beside one that has some',
    {
      pool: { name: 'asleep', isControlPlane: false, size: 0 },
      pools: [masters, one, asleep],
      poolsBeingDeleted: new Set(['asleep']),
    },
    [],
  ],
  [
    'one that other sources than the answer know as a control plane',
    {
      pool: { name: 'one', isControlPlane: true },
    },
    ['controlPlane'],
  ],
  ['a look that failed', { inspection: 'failed' }, ['lookFailed']],
  [
    'a look that failed, with nothing known',
    { inspection: 'failed', pools: undefined },
    ['lookFailed'],
  ],
  [
    'a look that failed, of what was known as the last worker pool',
    { inspection: 'failed', pools: [masters, one] },
    ['lastWorker', 'lookFailed'],
  ],
  [
    'a look that is not supported',
    { inspection: 'unsupported', pools: undefined },
    ['lookUnsupported'],
  ],
  [
    'a look that is not supported, of a row that says control plane',
    { inspection: 'unsupported', pools: undefined, pool: { name: 'one', isControlPlane: true } },
    ['controlPlane', 'lookUnsupported'],
  ],
  [
    'a list that counts one worker pool, without names',
    { inspection: 'unsupported', pools: [{ isControlPlane: true, size: 3 }, { size: 2 }] },
    ['lastWorker', 'lookUnsupported'],
  ],
  [
    'a list that counts two worker pools, one of which goes',
    {
      inspection: 'unsupported',
      pools: [{ isControlPlane: true }, { size: 2 }, { size: 2 }],
      poolsBeingDeleted: new Set(['one', 'two']),
    },
    ['lastWorker', 'lookUnsupported'],
  ],
  [
    'a list that counts two worker pools, without names',
    { inspection: 'unsupported', pools: [{ isControlPlane: true }, { size: 2 }, { size: 2 }] },
    ['lookUnsupported'],
  ],
  [
    'an answer that leaves out what is false',
    { pool: { name: 'one' }, pools: [masters, untold(one), untold(two)] },
    [],
  ],
  [
    'an answer that tells of no control plane',
    { pool: { name: 'one' }, pools: [untold(one), untold(two)] },
    ['controlPlaneUnknown'],
  ],
  [
    'the same where the cloud runs the control plane',
    { provider: 'eks', pool: { name: 'one' }, pools: [untold(one), untold(two)] },
    [],
  ],
  ['the last system pool of aks', { ...aks, pools: [system, one] }, ['lastSystemPool']],
  [
    'one of two system pools of aks',
    { ...aks, pools: [system, { ...system, name: 'more' }, one] },
    [],
  ],
  [
    'the last system pool of aks beside one that is being deleted',
    {
      ...aks,
      pools: [system, { ...system, name: 'more' }, one],
      poolsBeingDeleted: new Set(['system', 'more']),
    },
    ['lastSystemPool'],
  ],
  ['the last pool of aks', { ...aks, pools: [system] }, ['lastSystemPool', 'lastWorker']],
  ['a system pool elsewhere', { pool: system, pools: [masters, system, two] }, []],
]

describe('Inventory: the guard of deletions', () => {
  for (const [what, change, dangers] of cases) {
    it(`judges ${what}`, () => assert.deepEqual(dangersOf({ ...facts, ...change }), dangers))
  }

  it('wants the name typed for each danger but a lookup that was never supported', () => {
    for (const danger of [
      'controlPlane',
      'lastSystemPool',
      'lastWorker',
      'lookFailed',
      'controlPlaneUnknown',
    ] as const) {
      assert.ok(mustTypeName([danger]), danger)
    }
    assert.ok(mustTypeName(['lookUnsupported', 'lastWorker']))
    assert.ok(!mustTypeName(['lookUnsupported']))
    assert.ok(!mustTypeName([]))
  })
})
