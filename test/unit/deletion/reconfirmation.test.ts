import { strict as assert } from 'node:assert'
import { ApiError } from '../../../src/api/errors.ts'
import type { Machines } from '../../../src/api/lookups.ts'
import type { CloudConfig, MachinePool } from '../../../src/api/poolSchemas.ts'
import { reconfirmReason } from '../../../src/deletion/reconfirmation.ts'
import { answer, config, inspect, machines, worker, type LoadedFacts } from './inspections.ts'

/** A cluster with two worker pools, of which `one` is to be deleted. */
function configWith(change: Partial<MachinePool> = {}, more: Partial<CloudConfig> = {}) {
  const masters = { ...config.pools[0]!, labels: [], taints: [] }
  const deleted = { ...worker('one'), zones: ['a'], labels: [], taints: [], ...change }
  const remaining = { ...worker('two'), zones: ['b'], labels: ['team=x'], taints: [] }
  return answer({ pools: [masters, deleted, remaining], ...more })
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
  const failed = { kind: 'failed', error: new ApiError('server', '') } as const
  type Case = [
    what: string,
    reason: ReturnType<typeof reconfirmReason>,
    later: LoadedFacts,
    confirmed?: LoadedFacts,
  ]
  const cases: Case[] = [
    ['the same', undefined, {}],
    ['fewer machines', undefined, { machines: machinesWith('m0') }],
    ['a cluster that isn’t listed any more', undefined, { cached: {} }],
    ['a pool that is gone', 'changed', { configResult: answer({ pools: [worker('two')] }) }],
    ['a hybrid pool', 'changed', { configResult: answer({ pools: [], hybridPools: ['one'] }) }],
    ['another name of the cluster', 'changed', { cached: { cluster: 'checkout-prod' } }],
    [
      'another name of the cloud config',
      'changed',
      { configResult: configWith(small, { name: 'checkout-prod' }) },
    ],
    ['only other machines', 'changed', { machines: machinesWith('m2', 'm3') }],
    ['no machine any more', 'changed', { machines: machinesWith() }],
    ['one of two machines replaced', undefined, { machines: machinesWith('m1', 'm2') }],
    ['more machines', 'changed', { machines: machinesWith('m0', 'm1', 'm2') }],
    ['another instance type', 'changed', { configResult: configWith({ instanceType: 'g5' }) }],
    ['a larger size', 'changed', { configResult: configWith({ ...small, size: 3 }) }],
    ['a smaller size', undefined, { configResult: configWith({ ...small, size: 1 }) }],
    ['a label of its own', 'changed', { configResult: configWith({ ...small, labels: ['gpu'] }) }],
    [
      'a label that another pool has',
      undefined,
      { configResult: configWith({ ...small, labels: ['team=x'] }) },
    ],
    [
      'a zone that has no other nodes any more',
      'changed',
      { configResult: configWith(small), siblingMachines: new Map([['two', machinesWith()]]) },
      { siblingMachines: new Map([['two', machinesWith('m9')]]) },
    ],
    [
      'a danger',
      'changed',
      { configResult: answer({ pools: [{ ...worker('one'), ...small }] }) },
      { configResult: answer({ pools: [{ ...worker('one'), ...small }, worker('two')] }) },
    ],
    ['a failed check', 'unchecked', { configResult: failed }],
    ['a check that isn’t supported', 'unchecked', { configResult: { kind: 'unsupported' } }],
    ['a check that had failed, too', undefined, { configResult: failed }, { configResult: failed }],
    ['machines that can’t be listed', 'unchecked', { machines: undefined }],
    ['machines that could never be listed', undefined, {}, { machines: undefined }],
    [
      'an incomplete list of machines',
      'unchecked',
      { machines: { ...machines(2), isComplete: false } },
    ],
  ]
  for (const [what, reason, later, confirmed] of cases) {
    const answers = reason === undefined ? 'covers' : `does not cover, as ${reason},`
    it(`${answers} ${what}`, () => {
      const before = inspect('one', { ...usual, ...confirmed })
      assert.equal(reconfirmReason(before, inspect('one', { ...usual, ...later })), reason)
    })
  }
})
