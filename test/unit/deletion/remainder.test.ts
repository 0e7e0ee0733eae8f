import { strict as assert } from 'node:assert'
import type { MachinePool } from '../../../src/api/poolSchemas.ts'
import type { Machine } from '../../../src/api/clusterSchemas.ts'
import type { Machines } from '../../../src/api/lookups.ts'
import { countNodesByZone } from '../../../src/deletion/nodesByZone.ts'
import { findRemainder, type Remainder } from '../../../src/deletion/remainder.ts'

type Facts = Partial<MachinePool>
/** A worker pool of two nodes. */
const worker = (name: string, facts: Facts = {}): MachinePool => {
  const usual = { isControlPlane: false, size: 2, zones: ['a'], labels: [], taints: [] }
  return { name, ...usual, ...facts }
}
const masters = worker('masters', { isControlPlane: true, size: 3, zones: ['a', 'b'] })
const working = { ...masters, useControlPlaneAsWorker: true }
const first = (facts?: Facts) => worker('one', facts)
const second = (facts?: Facts) => worker('two', facts)
const roleUnknown = { isControlPlane: undefined }
const oddRole: Facts = { ...roleUnknown, hasUnreadableRole: true }

interface Case extends Partial<Parameters<typeof findRemainder>[1]> {
  provider?: string
  gone?: string
}

/** What remains without `one`, of pools that a case names. */
function without(pools: MachinePool[], given: Case = {}): Remainder {
  const { hybridPools = [], unreadable = 0, provider = 'aws', gone = '' } = given
  const config = { pools, hybridPools, unreadable }
  return findRemainder({ provider, machinePoolName: 'one' }, config, new Set([gone]))
}

describe('Deletion: What remains of a cluster', () => {
  const left: [what: string, pools: string[] | undefined, given: MachinePool[], more?: Case][] = [
    ['of several', ['masters', 'two'], [masters, first(), second()]],
    ['without those that go', ['masters'], [masters, first(), second()], { gone: 'two' }],
    ['that are hybrid', ['edge'], [first()], { hybridPools: ['edge'] }],
    ['which don’t tell their roles', ['two'], [first(roleUnknown), second(roleUnknown)]],
    ['of which one could not be read', undefined, [first()], { unreadable: 1 }],
  ]
  for (const [what, pools, ...given] of left) {
    it(`has the remaining pools: ${what}`, () => assert.deepEqual(without(...given).pools, pools))
  }

  const abc = first({ zones: ['a', 'b', 'c'] })
  const empty = { size: 0, minSize: 0, maxSize: 1 }
  const zones: [what: string, zones: string[] | undefined, given: MachinePool[], more?: Case][] = [
    ['those of no other worker pool', ['b', 'c'], [masters, abc, second()]],
    ['none that a control plane with workloads is in', ['c'], [working, abc, second()]],
    ['one where another pool has no nodes', ['a'], [masters, first(), second({ size: 0 })]],
    ['none where another pool may get some', [], [masters, first(), second(empty)]],
    ['none of a pool without nodes', [], [masters, first({ size: 0, zones: ['c'] }), second()]],
    ['none known where another’s are not', undefined, [masters, first(), second({ zones: [] })]],
    ['none known where roles are not', undefined, [first(roleUnknown), second(roleUnknown)]],
    [
      'those where the cloud manages it',
      [],
      [first(roleUnknown), second(roleUnknown)],
      { provider: 'eks' },
    ],
    ['none known where one can’t be read', undefined, [masters, first()], { unreadable: 1 }],
    ['none known where a role can’t be read', undefined, [masters, first(), second(oddRole)]],
    ['those of no pool, whatever its role is', ['b', 'c'], [masters, abc, second(oddRole)]],
    ['none known of a pool whose role can’t be read', undefined, [masters, first(oddRole)]],
  ]
  for (const [what, expected, ...given] of zones) {
    it(`zones: ${what}`, () => assert.deepEqual(without(...given).losses.zones, expected))
  }

  for (const key of ['labels', 'taints'] as const) {
    const marked = first({ [key]: ['x=1', 'y=2'] })
    const other = (...marks: string[]) => second({ [key]: marks })
    const unknown = second({ [key]: undefined })
    const unreadable = key === 'labels' ? { unreadableLabels: 1 } : { unreadableTaints: 1 }
    const marks: [what: string, lost: string[] | undefined, given: MachinePool[], more?: Case][] = [
      ['those of no other pool', ['x=1'], [masters, marked, other('y=2')]],
      ['none where others have them all', [], [masters, marked, other('x=1', 'y=2')]],
      [
        'those of one that goes as well',
        ['x=1', 'y=2'],
        [marked, other('x=1', 'z=3')],
        { gone: 'two' },
      ],
      ['none known where another’s are not', undefined, [masters, marked, unknown]],
      ['none known where some can’t be read', undefined, [masters, marked, second(unreadable)]],
      ['none known of hybrid pools', undefined, [masters, marked], { hybridPools: ['edge'] }],
      ['none known where one can’t be read', undefined, [masters, marked], { unreadable: 1 }],
    ]
    for (const [what, expected, ...given] of marks) {
      it(`${key}: ${what}`, () => assert.deepEqual(without(...given).losses[key], expected))
    }
  }

  const windows = { os: 'windows', architecture: 'amd64' }
  const kinds: [what: string, lost: Partial<Remainder['losses']>, MachinePool[], more?: Case][] = [
    [
      'the only one of its system',
      { os: ['windows'], architecture: [] },
      [first(windows), second({ ...windows, os: 'linux' })],
    ],
    ['nothing beside one that doesn’t tell', {}, [first(windows), second()]],
    [
      'all that one without nodes has not',
      { os: ['windows'], architecture: ['amd64'] },
      [first(windows), second({ size: 0 })],
    ],
    [
      'spot capacity',
      { capacityType: ['spot'] },
      [first({ capacityType: 'spot' }), second({ capacityType: 'on-demand' })],
    ],
    [
      'nothing beside hybrid pools',
      {},
      [first(windows), second({ ...windows, os: 'linux' })],
      { hybridPools: ['edge'] },
    ],
  ]
  for (const [what, lost, ...given] of kinds) {
    it(`has losses beside labels and taints: ${what}`, () => {
      const { os, architecture, capacityType } = without(...given).losses
      const found = { os, architecture, capacityType }
      assert.deepEqual(JSON.parse(JSON.stringify(found)), lost)
    })
  }

  const inZones = (...names: string[]) => ({
    machines: names.map((zone, index) => ({ uid: `${index}`, name: '', zone, state: 'Running' })),
    count: names.length,
    isComplete: true,
  })
  /** Machines in `c`, of which the first is a node. */
  const partly = inZones('c', 'c', 'c', 'c', 'c', 'c', 'c')
  const notNodes: Partial<Machine>[] = [
    { state: 'Deleting' },
    { deletionTimestamp: 'now' },
    { state: 'Provisioning' },
    { state: 'Provisioned' },
    { state: 'Failed' },
    { inMaintenance: true },
  ]
  for (const [index, other] of notNodes.entries()) Object.assign(partly.machines[index + 1]!, other)
  const untellable = inZones('c')
  Object.assign(untellable.machines[0]!, { state: 'Unknown' })
  const unplaced = ['Running', 'Failed'].map((state) => ({ uid: '', name: '', state }))
  interface Counted extends Case {
    machines?: Machines
    isConfigured?: boolean
  }
  const counted: [what: string, MachinePool[], zones: string[] | undefined, more?: Counted][] = [
    ['by machines, else as configured', [masters, first(), second()], ['a 4 → 2', 'b 1 → 0']],
    [
      'of a pool in several zones without machines',
      [first(), second({ zones: ['a', 'b'] })],
      undefined,
    ],
    ['of autoscaled pools', [first(), second({ minSize: 1, maxSize: 3 })], undefined],
    ['of empty pools', [first(), second({ size: 0, zones: [] })], ['a 2 → 0', 'b 1 → 0']],
    ['without those that go as well', [first(), second()], ['a 4 → 0', 'b 1 → 0'], { gone: 'two' }],
    ['of pools that may be control planes', [first(), second(roleUnknown)], undefined],
    ['of pools whose roles can’t be read', [masters, first(), second(oddRole)], undefined],
    [
      'of a pool of which a zone can’t be read',
      [first(), second({ unreadableZones: 1 })],
      undefined,
    ],
    ['as configured, where overrides win', [first(), second({ hasOverrides: true })], undefined],
    [
      'of machines that run and stay',
      [first(), second()],
      ['a 2 → 0', 'b 1 → 0', 'c 1 → 1'],
      { machines: partly, isConfigured: false },
    ],
    ['of machines that may run', [first(), second()], undefined, { machines: untellable }],
    [
      'of machines that run somewhere, where the pool is',
      [first(), second({ minSize: 1, maxSize: 3 })],
      ['a 3 → 1', 'b 1 → 0'],
      { machines: { machines: unplaced, count: 2, isComplete: true } },
    ],
  ]
  for (const [what, pools, expected, more = {}] of counted) {
    it(`counts nodes by zone: ${what}`, () => {
      const { gone = '', machines, isConfigured = true } = more
      const config = { pools, hybridPools: [], unreadable: 0 }
      const getMachines = (name: string) => (name === 'one' ? inZones('a', 'a', 'b') : machines)
      const ref = { provider: 'aws', machinePoolName: 'one' }
      const found = countNodesByZone(ref, config, new Set([gone]), getMachines)
      const counts = found?.zones.map(({ name, before, after }) => `${name} ${before} → ${after}`)
      assert.deepEqual(counts, expected)
      if (found) assert.equal(found.isConfigured, isConfigured)
    })
  }
})
