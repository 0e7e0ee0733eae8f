import { strict as assert } from 'node:assert'
import type { Machine } from '../../../src/api/clusterSchemas.ts'
import type { Machines } from '../../../src/api/lookups.ts'
import { observeMachines, type ObservedMachines } from '../../../src/deletion/observedMachines.ts'

const machine = (uid: string, more: Partial<Machine> = {}): Machine => ({
  uid,
  name: uid,
  state: 'Running',
  ...more,
})
const list = (...all: (string | Machine)[]): Machines => {
  const machines = all.map((item) => (typeof item === 'string' ? machine(item) : item))
  return { machines, count: machines.length, isComplete: true }
}

/** What lists that come one after the other show, at 1, 2, 3 and so on. */
function watched(lists: Machines[]): ObservedMachines {
  let watch: ObservedMachines | undefined
  for (const [at, machineList] of lists.entries()) {
    watch = observeMachines(watch, machineList, {}, { at: at + 1, elapsed: at * 10 })
  }
  return watch ?? assert.fail()
}

describe('Deletion: The machines of a pool that is being deleted', () => {
  it('are unchanged while none goes, none comes, and all of them run', () => {
    assert.equal(watched([list('a', 'b'), list('b', 'a')]).unchangedMs, 10)
    assert.equal(watched([list('a', 'b'), list('a')]).unchangedMs, 0)
    assert.equal(watched([list('a'), list('a', 'b')]).unchangedMs, 0)
    assert.equal(watched([list('a'), list('a'), list('a')]).unchangedMs, 20)
    assert.equal(watched([list('a'), list('b'), list('b')]).unchangedMs, 10)
  })

  it('are added if there are more, or others in a complete list', () => {
    const incomplete = { ...list('b', 'c'), isComplete: false }
    assert.equal(watched([list('a'), list('a', 'b')]).addedAt, 2)
    assert.equal(watched([list('a'), list('a', 'b'), list('a', 'b')]).addedAt, 2)
    assert.equal(watched([list('a', 'b'), list('b', 'c')]).addedAt, 2)
    assert.equal(watched([list('a', 'b'), incomplete]).addedAt, undefined)
    assert.equal(watched([incomplete, list('a', 'b')]).addedAt, undefined)
    assert.equal(watched([list('a', 'b'), list('a')]).addedAt, undefined)
  })

  for (const odd of [
    { state: 'Deleting' },
    { state: 'Provisioning' },
    { state: undefined },
    { deletionTimestamp: '2026-02-03T10:20:30.000Z' },
    { pausedMessage: 'Cluster spec.paused is set' },
    { inMaintenance: true } as const,
    { hasDeletionCondition: true } as const,
  ]) {
    it(`are not all running where one is ${JSON.stringify(odd)}`, () => {
      const some = list('a', machine('b', odd))
      assert.equal(watched([some, some]).unchangedMs, 0)
    })
  }

  it('are all running where one is in maintenance as before the request, but not if it leaves', () => {
    const isRunning = (uid: string, more: Partial<Machine> = {}) => {
      const machines = list('a', machine(uid, { inMaintenance: true, ...more }))
      const known = { maintenanceUids: ['b'] }
      return observeMachines(undefined, machines, known, { at: 1, elapsed: 0 }).areAllRunning
    }
    const leaving = { deletionTimestamp: '2026-02-03T10:20:30.000Z' }
    const all = [isRunning('b'), isRunning('c'), isRunning('b', leaving)]
    assert.deepEqual(all, [true, false, false])
    assert.equal(isRunning('b', { hasDeletionCondition: true }), false)
  })

  it('are not known to be the same if not all of them could be read', () => {
    const some = { ...list('a', 'b'), count: 3, isComplete: false }
    const watch = watched([list('a', 'b', 'c'), some])
    assert.deepEqual([watch.unchangedMs, watch.hasLostMachine], [0, false])
  })

  it('have changed if one is deleted and still listed', () => {
    const gone = { ...list('a', 'b'), deleted: ['c'] }
    assert.equal(watched([gone, gone]).unchangedMs, 0)
    assert.ok(watched([gone, list('a', 'b')]).hasLostMachine)
  })

  it('are the same if there are none in complete lists', () => {
    assert.equal(watched([list(), list()]).unchangedMs, 10)
    const incomplete = { ...list(), isComplete: false }
    assert.equal(watched([incomplete, incomplete]).unchangedMs, 0)
  })

  it('leave while one is being deleted', () => {
    const deleting = machine('b', { state: 'deleting' })
    assert.ok(watched([list('a', deleting)]).hasLeavingMachine)
    assert.ok(!watched([list('a')]).hasLeavingMachine)
    const { count, hasLeavingMachine } = watched([{ ...list('a'), deleted: ['b'] }])
    assert.deepEqual([count, hasLeavingMachine], [1, true])
  })

  it('have lost one when one goes, also if another one comes', () => {
    assert.ok(watched([list('a', 'b'), list('a')]).hasLostMachine)
    assert.ok(watched([list('a', 'b'), list('a', 'c')]).hasLostMachine)
    assert.ok(!watched([list('a', 'b'), list('a', 'b')]).hasLostMachine)
    assert.ok(!watched([list('a', 'b'), list('a'), list('a')]).hasLostMachine)
    const many = { ...list('a'), count: 120, isComplete: false }
    assert.ok(watched([many, { ...many, count: 90 }]).hasLostMachine)
  })

  it('have lost one if the first list has fewer than an earlier window has seen, or than there were', () => {
    const isLoss = (known: Parameters<typeof observeMachines>[2]) =>
      observeMachines(undefined, list('b'), known, { at: 9, elapsed: 9 }).hasLostMachine
    assert.ok(isLoss({ nodes: 3, drain: { at: 1, left: 2 } }))
    assert.ok(!isLoss({ nodes: 3, drain: { at: 1, left: 1 } }))
    assert.deepEqual([isLoss({ nodes: 2 }), isLoss({ nodes: 1 }), isLoss({})], [true, false, false])
  })
})
