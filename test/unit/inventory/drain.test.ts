import { strict as assert } from 'node:assert'
import type { Machine } from '../../../src/api/lookupSchemas.ts'
import { drainProgress } from '../../../src/inventory/drain.ts'

const running = { uid: 'a', name: 'a', state: 'Running' }
const leaving = { ...running, deletionTimestamp: '2026-02-03T10:20:30.000Z' }
const deleting = { ...leaving, state: 'Deleting' }
const list = (...machines: Machine[]) => ({ machines, count: machines.length, isComplete: true })
const before = list(deleting, running, running)

describe('Inventory: the progress of a drain', () => {
  const known = drainProgress(undefined, before, 1)

  for (const [what, now, at] of [
    ['nothing moves', before, 1],
    ['they come in another order', list(running, deleting, running), 1],
    ['a machine is gone', list(running, running), 2],
    ['another one begins to go', list(deleting, leaving, running), 2],
    ['one changes its state', list(deleting, running, { ...running, state: 'Unknown' }), 2],
    ['all are gone', list(), 2],
  ] as const) {
    it(`is ${at === 1 ? 'none' : 'new'} where ${what}`, () => {
      assert.equal(drainProgress(known, now, 2)?.at, at)
    })
  }

  it('is not known from a list that is not complete', () => {
    const some = { ...list(running), count: 3, isComplete: false }
    assert.equal(drainProgress(known, some, 2), known)
    assert.equal(drainProgress(undefined, some, 2), undefined)
  })

  it('is never in the future, where the clock was set back', () => {
    assert.equal(drainProgress(drainProgress(undefined, before, 9), before, 2)?.at, 2)
  })
})
