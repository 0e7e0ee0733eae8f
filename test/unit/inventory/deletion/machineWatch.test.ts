import { strict as assert } from 'node:assert'
import type { Machine } from '../../../../src/api/lookupSchemas.ts'
import type { Machines } from '../../../../src/api/lookups.ts'
import {
  drainSeen,
  watchMachines,
  type MachineWatch,
} from '../../../../src/inventory/deletion/machineWatch.ts'
import type { Drain } from '../../../../src/inventory/deletion/record.ts'

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
    watch = watchMachines(watch, one, originals, { at: at + 1, elapsed: at * 10 })
  }
  return watch ?? assert.fail()
}

describe('Inventory: the machines of a pool that is being deleted', () => {
  it('are steady for as long as none goes, none comes, and all of them run', () => {
    assert.equal(watched([list('a', 'b'), list('b', 'a')]).steadyFor, 10)
    assert.equal(watched([list('a', 'b'), list('a')]).steadyFor, 0)
    assert.equal(watched([list('a'), list('a', 'b')]).steadyFor, 0)
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
      const some = list('a', machine('b', odd))
      assert.equal(watched([some, some]).steadyFor, 0)
    })
  }

  it('are not known to be the same where not all of them could be read', () => {
    const some = { ...list('a', 'b'), count: 3, isComplete: false }
    const watch = watched([list('a', 'b', 'c'), some])
    assert.deepEqual([watch.steadyFor, watch.hasFallen], [0, false])
  })

  it('are not the same, and none has come, where one is deleted and still listed', () => {
    const gone = { ...list('a', 'b'), deleted: ['c'] }
    const watch = watched([gone, gone], ['a', 'b', 'c'])
    assert.deepEqual([watch.steadyFor, watch.isMixed], [0, false])
    assert.ok(watched([gone, list('a', 'b')]).hasFallen)
  })

  it('are not known to be the same where there are none', () => {
    assert.equal(watched([list(), list()]).steadyFor, 0)
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

describe('Inventory: what is recorded of a drain', () => {
  const leaving = machine('a', { deletionTimestamp: '2026-02-03T10:20:30.000Z' })
  const deleting = { ...leaving, state: 'Deleting' }
  const [b, c] = [machine('b'), machine('c')]
  const first = list(deleting, b, c)
  /** What is recorded where these lists come one after the other, at 1 and 2. */
  const recorded = (before: Machines, now: Machines, drain?: Drain) => {
    const watch = watchMachines(undefined, before, [], { at: 1, elapsed: 1 })
    const known = drain ?? drainSeen({ nodes: 3 }, before, watch, true)
    const next = watchMachines(watch, now, [], { at: 2, elapsed: 2 })
    return drainSeen({ drain: known, nodes: 3 }, now, next, false)
  }
  const cut = (...all: Machine[]) => ({ ...list(...all), count: 3, isComplete: false })

  const cases: [what: string, now: Machines, lostAt: number | undefined | 'nothing'][] = [
    ['nothing moves', first, 'nothing'],
    ['they come in another order', list(c, deleting, b), 'nothing'],
    ['a machine is gone', list(b, c), 2],
    ['another one begins to go', list(deleting, { ...leaving, uid: 'b' }, c), undefined],
    ['one changes its state', list(deleting, b, { ...c, state: 'Unknown' }), undefined],
    ['all are gone', list(), 2],
    ['not all of them could be read', cut(b), 'nothing'],
    ['not all of them could be read, but fewer are left', { ...cut(b), count: 2 }, 2],
  ]
  for (const [what, now, lostAt] of cases) {
    it(`is ${lostAt === 'nothing' ? 'nothing new' : 'that'} where ${what}`, () => {
      const drain = recorded(first, now)
      if (lostAt === 'nothing') assert.equal(drain, undefined)
      else assert.deepEqual([drain?.at, drain?.lostAt], [2, lostAt])
    })
  }

  it('is a loss where the first list has fewer than the last window has seen', () => {
    const watch = watchMachines(undefined, list(b), [], { at: 9, elapsed: 9 })
    const drain = { at: 1, states: '', left: 2 }
    assert.equal(drainSeen({ drain, nodes: 3 }, list(b), watch, true)?.lostAt, 9)
    assert.equal(drainSeen({ nodes: 1 }, list(b), watch, true)?.lostAt, undefined)
  })

  it('is never in the future, where the clock was set back', () => {
    const known = { at: 9, states: '1 deleting leaving, 2 running', left: 3 }
    assert.equal(recorded(first, first, known)?.at, 2)
  })
})
