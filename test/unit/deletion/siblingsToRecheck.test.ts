import assert from 'node:assert/strict'
import type { Machines } from '../../../src/api/lookups.ts'
import { assessPool } from '../../../src/deletion/inspection.ts'
import { findChanges } from '../../../src/deletion/reconfirmation.ts'
import { assumedEmpty, siblingsToRecheck } from '../../../src/deletion/siblingsToRecheck.ts'
import { answer, createRef, loadedPool, machines, worker } from './inspections.ts'

const configResult = answer({ pools: ['a', 'b', 'c', 'd'].map(worker) })

/** Inspects pool `a`, with the machines of the other pools. */
function inspect(siblings: Readonly<Record<string, Machines>>, beingDeleted: string[] = []) {
  const siblingMachines = new Map(Object.entries(siblings))
  const loaded = loadedPool({ configResult, machines: machines(1, 'x'), siblingMachines })
  return assessPool(createRef('a'), loaded, new Set(beingDeleted))
}

const select = (...args: Parameters<typeof inspect>) => [...siblingsToRecheck(inspect(...args))]

describe('Deletion: The pools whose machines are listed again after a confirmation', () => {
  it('are as few as have nodes in all zones', () => {
    const [inX, inAll] = [machines(1, 'x'), machines(3, 'x', 'y', 'z')]
    assert.deepEqual(select({ b: inX, c: inAll, d: inX }), ['c'])
    assert.deepEqual(select({ b: inX, c: machines(2, 'y', 'z'), d: inX }), ['c', 'b'])
  })

  it('are not those that are being deleted, or have no nodes', () => {
    const inX = machines(1, 'x')
    assert.deepEqual(select({ b: inX, c: machines(0), d: inX }, ['b']), ['d'])
  })

  it('are none if the others count by the cloud config, which is loaded again', () => {
    assert.deepEqual(select({}), [])
    assert.deepEqual(select({ b: machines(1) }), [])
    const pools = ['a', 'b', 'c'].map((name) => ({ ...worker(name), zones: ['x'] }))
    const inZone = answer({ pools: [...pools, { ...worker('d'), size: 0 }] })
    const siblingMachines = new Map([['b', machines(1, 'x')]])
    const loaded = loadedPool({ configResult: inZone, machines: machines(1, 'x'), siblingMachines })
    assert.deepEqual([...siblingsToRecheck(assessPool(createRef('a'), loaded, new Set()))], [])
  })

  it('are those that the guard counts on, even if nodes can’t be counted beside a hybrid pool', () => {
    const withHybrid = answer({ pools: ['a', 'b', 'c'].map(worker), hybridPools: ['edge'] })
    const inspectWith = (...siblings: [string, Machines | undefined][]) => {
      const siblingMachines = new Map(siblings)
      const loaded = loadedPool({ configResult: withHybrid, siblingMachines })
      return assessPool(createRef('a'), loaded, new Set())
    }
    const confirmed = inspectWith(['b', undefined], ['c', machines(1)])
    assert.deepEqual([...siblingsToRecheck(confirmed)], ['c'])
    const current = inspectWith(['b', assumedEmpty], ['c', machines(1)])
    assert.deepEqual(findChanges(confirmed, current), [])
  })

  it('show that nothing has changed, though the others are assumed to be empty', () => {
    const inX = machines(1, 'x')
    const confirmed = inspect({ b: inX, c: inX, d: inX })
    const [chosen = ''] = siblingsToRecheck(confirmed)
    const assumed = { b: assumedEmpty, c: assumedEmpty, d: assumedEmpty }
    assert.deepEqual(findChanges(confirmed, inspect({ ...assumed, [chosen]: inX })), [])
    const changes = findChanges(confirmed, inspect(assumed)).map(({ kind }) => kind)
    assert.deepEqual(changes, ['emptiedZones', 'dangers'])
  })
})
