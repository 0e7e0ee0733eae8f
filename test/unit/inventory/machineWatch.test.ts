import { strict as assert } from 'node:assert'
import type { Machine } from '../../../src/api/lookupSchemas.ts'
import type { Machines } from '../../../src/api/lookups.ts'
import { watchMachines, type MachineWatch } from '../../../src/inventory/machineWatch.ts'

const machine = (uid: string, more: Partial<Machine> = {}): Machine => ({
  uid,
  name: uid,
  state: 'Running',
  ...more,
})
const list = (...all: (string | Machine)[]): Machines => {
  const machines = all.map((one) => (typeof one === 'string' ? machine(one) : one))
  return { machines, count: machines.length, isComplete: true }
}

/** What lists that come one after the other show, at 1, 2, 3 and so on. */
function watched(lists: Machines[], originals?: string[]): MachineWatch {
  let watch: MachineWatch | undefined
  for (const [at, one] of lists.entries()) {
    watch = watchMachines(watch, one, originals, at + 1, at * 10)
  }
  return watch ?? assert.fail()
}

describe('Inventory: the machines of a pool that is being deleted', () => {
  it('are the same for as long as none goes, none comes, and all of them run', () => {
    assert.equal(watched([list('a', 'b'), list('b', 'a')]).sameSince, 1)
    assert.equal(watched([list('a', 'b'), list('a')]).sameSince, 2)
    assert.equal(watched([list('a'), list('a', 'b')]).sameSince, 2)
    assert.equal(watched([list('a'), list('b')]).sameSince, 2)
    assert.equal(watched([list('a'), list('a'), list('a')]).steadyFor, 20)
    assert.equal(watched([list('a'), list('b'), list('b')]).steadyFor, 10)
  })

  for (const odd of [
    { state: 'Deleting' },
    { state: 'Provisioning' },
    { state: undefined },
    { deletionTimestamp: '2026-02-03T10:20:30.000Z' },
  ]) {
    it(`are not all running where one is ${JSON.stringify(odd)}`, () => {
      assert.equal(watched([list('a', machine('b', odd))]).sameSince, undefined)
    })
  }

  it('are not known to be the same where not all of them could be read', () => {
    const some = { ...list('a', 'b'), count: 3, isComplete: false }
    const watch = watched([list('a', 'b', 'c'), some])
    assert.deepEqual([watch.sameSince, watch.hasFallen], [undefined, false])
  })

  it('are not the same, and none has come, where one is deleted and still listed', () => {
    const gone = { ...list('a', 'b'), deleted: ['c'] }
    const watch = watched([gone, gone], ['a', 'b', 'c'])
    assert.deepEqual([watch.sameSince, watch.isMixed], [undefined, false])
    assert.ok(watched([gone, list('a', 'b')]).hasFallen)
  })

  it('are not known to be the same where there are none', () => {
    assert.equal(watched([list(), list()]).sameSince, undefined)
  })

  it('leave while one is being deleted', () => {
    const deleting = machine('b', { state: 'deleting' })
    assert.ok(watched([list('a', deleting)]).isLeaving)
    assert.ok(!watched([list('a')]).isLeaving)
    const { count, isLeaving } = watched([{ ...list('a'), deleted: ['b'] }])
    assert.deepEqual([count, isLeaving], [1, true])
  })

  it('have fallen when one goes, also where another one comes', () => {
    assert.ok(watched([list('a', 'b'), list('a')]).hasFallen)
    assert.ok(watched([list('a', 'b'), list('a', 'c')]).hasFallen)
    assert.ok(!watched([list('a', 'b'), list('a', 'b')]).hasFallen)
    assert.ok(!watched([list('a', 'b'), list('a'), list('a')]).hasFallen)
    const many = { ...list('a'), count: 120, isComplete: false }
    assert.ok(watched([many, { ...many, count: 90 }]).hasFallen)
  })

  it('are those of another pool where none is left of those that the deletion was sent for', () => {
    assert.ok(watched([list('c', 'd')], ['a', 'b']).isOther)
    assert.ok(!watched([list('b', 'd')], ['a', 'b']).isOther)
    assert.ok(!watched([list()], ['a', 'b']).isOther) // the old one, with none left
    assert.ok(!watched([list('c')], []).isOther) // it had none: nothing tells
    assert.ok(!watched([list('c')]).isOther)
  })

  it('are mixed once old and new ones were seen together', () => {
    assert.ok(watched([list('b', 'c'), list('c')], ['a', 'b']).isMixed)
    assert.ok(!watched([list('a', 'b'), list('c')], ['a', 'b']).isMixed)
  })
})
