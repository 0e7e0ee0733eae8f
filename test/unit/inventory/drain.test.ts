import { strict as assert } from 'node:assert'
import type { Machine } from '../../../src/api/lookupSchemas.ts'
import { drainProgress, machineMessage, stallReason } from '../../../src/inventory/drain.ts'
import { stalls } from '../../sandbox/stalls.ts'

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

describe('Inventory: why a drain stands still', () => {
  const withMessages = (...messages: string[]) => ({ ...running, messages })

  const told: [message: string, reason: string | undefined][] = [
    ...Object.entries(stalls).map(([cause, { message }]): [string, string] => [message, cause]),
    ['Too many disruptions: PDB payments/api allows 0', 'disruptionBudget'],
    [
      'The disruption budget payments-api needs 2 healthy pods and has 2 currently',
      'disruptionBudget',
    ],
    ['volume vol-0a1b is still attached to node', 'volume'],
    ['Waiting for VolumeAttachment csi-0a1b to be deleted', 'volume'],
    ['Multi-Attach error for volume "pvc-1"', 'volume'],
    ['Finalisers are left: [a.example/b]', 'finalizer'],
    ['Drain not completed yet', undefined],
    ['kubelet stopped posting node status', undefined],
    ['The volume of requests is high. Detached from the load balancer', undefined],
    ['Attaching the network interface; volume is fine', undefined],
    ['updbate in budget', undefined],
    ['', undefined],
  ]
  for (const [message, reason] of told) {
    it(`is ${reason ?? 'not known'}: ${message}`, () => {
      assert.equal(stallReason([running, withMessages(message)]), reason)
    })
  }

  it('is not known without a message', () => {
    assert.equal(stallReason([deleting, running]), undefined)
    assert.equal(stallReason([]), undefined)
  })

  it('is told by the machine that goes, before others', () => {
    const { volume, finalizer } = stalls
    const first = withMessages(volume.message)
    const going = { ...deleting, messages: [finalizer.message] }
    assert.equal(stallReason([first, going]), 'finalizer')
  })

  it('is in the message that is shown of a machine, where one names it', () => {
    const { message } = stalls.volume
    assert.equal(machineMessage(withMessages('first', message)), message)
    assert.equal(machineMessage(withMessages('first', 'second')), 'first')
    assert.equal(machineMessage(running), undefined)
  })
})
