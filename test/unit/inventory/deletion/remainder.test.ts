import { strict as assert } from 'node:assert'
import type { MachinePool } from '../../../../src/api/poolSchemas.ts'
import { remainderOf, type Remainder } from '../../../../src/inventory/deletion/remainder.ts'

const masters: MachinePool = { name: 'masters', isControlPlane: true, size: 3, zones: ['a', 'b'] }
/** A worker pool of two nodes. */
const worker = (name: string, more: Partial<MachinePool> = {}): MachinePool => ({
  name,
  isControlPlane: false,
  size: 2,
  zones: ['a'],
  labels: [],
  taints: [],
  ...more,
})
const all = { labels: [], taints: [] }

interface Case extends Partial<Parameters<typeof remainderOf>[1]> {
  provider?: string
  gone?: string
}

/** What remains without `one`, of pools that a case names. */
function without(given: Case): Remainder {
  const { pools = [], hybridPools = [], unreadable = 0, provider = 'aws', gone = '' } = given
  const config = { pools, hybridPools, unreadable }
  return remainderOf({ provider, machinePoolName: 'one' }, config, new Set([gone]))
}

describe('Inventory: what remains of a cluster after a deletion', () => {
  const left: [what: string, given: Case, pools: string[] | undefined][] = [
    ['of several', { pools: [masters, worker('one'), worker('two')] }, ['masters', 'two']],
    [
      'without those that are being deleted',
      {
        pools: [masters, worker('one'), worker('two'), worker('three')],
        gone: 'two',
      },
      ['masters', 'three'],
    ],
    ['of which none runs workloads', { pools: [masters, worker('one')] }, ['masters']],
    [
      'of which the control plane runs workloads',
      { pools: [{ ...masters, useControlPlaneAsWorker: true }, worker('one')] },
      ['masters'],
    ],
    ['that are hybrid', { pools: [worker('one')], hybridPools: ['edge'] }, ['edge']],
    [
      'which don’t tell their roles',
      { pools: ['one', 'two'].map((name) => worker(name, { isControlPlane: undefined })) },
      ['two'],
    ],
    [
      'where the cloud manages the control plane',
      {
        provider: 'eks',
        pools: ['one', 'two'].map((n) => worker(n, { isControlPlane: undefined })),
      },
      ['two'],
    ],
    ['of which one could not be read', { pools: [worker('one')], unreadable: 1 }, undefined],
  ]
  for (const [what, given, pools] of left) {
    it(`tells the pools that stay: ${what}`, () => assert.deepEqual(without(given).pools, pools))
  }

  const zones: [what: string, given: Case, expected: string[] | undefined][] = [
    [
      'those of no other worker pool, whatever the control plane’s are',
      { pools: [masters, worker('one', { zones: ['a', 'b', 'c'] }), worker('two')] },
      ['b', 'c'],
    ],
    [
      'none that a control plane with workloads is in',
      {
        pools: [
          { ...masters, useControlPlaneAsWorker: true },
          worker('one', { zones: ['b', 'c'] }),
          worker('two'),
        ],
      },
      ['c'],
    ],
    [
      'one where another pool has no nodes',
      { pools: [masters, worker('one'), worker('two', { size: 0 })] },
      ['a'],
    ],
    [
      'none where another pool may get some',
      { pools: [masters, worker('one'), worker('two', { size: 0, minSize: 0, maxSize: 1 })] },
      [],
    ],
    [
      'none of a pool without nodes',
      { pools: [masters, worker('one', { size: 0, zones: ['c'] }), worker('two')] },
      [],
    ],
    [
      'none known where another pool’s are not told',
      { pools: [masters, worker('one'), worker('two', { zones: [] })] },
      undefined,
    ],
    [
      'none known where a pool could not be read',
      { pools: [masters, worker('one')], unreadable: 1 },
      undefined,
    ],
  ]
  for (const [what, given, expected] of zones) {
    it(`zones: ${what}`, () => assert.deepEqual(without(given).zones, expected))
  }

  for (const key of ['labels', 'taints'] as const) {
    const own = (given: Case) => without(given)[key]
    const marked = worker('one', { [key]: ['x=1', 'y=2'] })
    const others = { ...masters, ...all }

    it(`${key}: those that are listed for no other pool`, () => {
      assert.deepEqual(own({ pools: [others, marked, worker('two', { [key]: ['y=2'] })] }), ['x=1'])
      assert.deepEqual(own({ pools: [{ ...others, [key]: ['x=1', 'y=2'] }, marked] }), [])
      assert.deepEqual(own({ pools: [others, worker('one')] }), [])
    })

    it(`${key}: not those of a pool that goes as well`, () => {
      const pools = [others, marked, worker('two', { [key]: ['x=1'] })]
      assert.deepEqual(own({ pools, gone: 'two' }), ['x=1', 'y=2'])
    })

    it(`${key}: none known where one cannot be read, or is hybrid`, () => {
      assert.equal(own({ pools: [others, marked, worker('two', { [key]: undefined })] }), undefined)
      assert.equal(own({ pools: [others, marked], hybridPools: ['edge'] }), undefined)
      assert.equal(own({ pools: [others, marked], unreadable: 1 }), undefined)
    })
  }
})
