import { strict as assert } from 'node:assert'
import { monitorDurationOf } from '../../../src/inventory/deletionRecord.ts'
import type { SentDeletion } from '../../../src/inventory/deletions.ts'
import type { MachineWatch } from '../../../src/inventory/machineWatch.ts'
import {
  evaluate,
  stableDurationMs,
  type Observation,
} from '../../../src/inventory/deletionConclusion.ts'

const monitorDurationMs = monitorDurationOf({ provider: 'aws', isAccepted: true })
const edgeMonitorDurationMs = monitorDurationOf({ provider: 'edge-native', isAccepted: true })

const sentAt = 100_000_000
const accepted = { sentAt, isAccepted: true } satisfies Partial<SentDeletion>
const unsure = { ...accepted, isAccepted: false, wasListed: true }
const watch: MachineWatch = {
  count: 3,
  uids: new Set(['a', 'b', 'c']),
  seenAt: sentAt,
  isLeaving: false,
  steadyFor: monitorDurationMs,
  hasFallen: false,
  isMixed: false,
  isOther: false,
}
const listed = (more: Partial<MachineWatch> = {}, isAutoscaled = false): Observation => ({
  kind: 'listed',
  watch: { ...watch, ...more },
  isAutoscaled,
})
const uncounted: Observation = { kind: 'listed', isAutoscaled: false }
const failed: Observation = { kind: 'failed', isRefused: false }
const refused: Observation = { kind: 'failed', isRefused: true }
const steady = { sameSince: sentAt }

describe('Inventory: the status of a deletion', () => {
  const verdicts: [
    what: string,
    seen: Observation,
    afterMs: number,
    ofAccepted: string,
    ofUnsure: string,
  ][] = [
    ['gone', { kind: 'gone' }, 0, 'gone', 'gone'],
    ['gone, late', { kind: 'gone' }, monitorDurationMs * 2, 'gone', 'gone'],
    ['not to be looked at', { kind: 'unsupported' }, 0, 'indeterminate', 'indeterminate'],
    ['not reached', failed, monitorDurationMs - 1, 'pending', 'pending'],
    ['not reached, however late', failed, monitorDurationMs * 100, 'pending', 'pending'],
    ['refused to be looked at', refused, monitorDurationMs - 1, 'pending', 'pending'],
    ['refused to be looked at, late', refused, monitorDurationMs, 'rests', 'rests'],
    ['listed, machines not counted', uncounted, monitorDurationMs - 1, 'pending', 'pending'],
    ['listed to the end, machines not counted', uncounted, monitorDurationMs, 'overdue', 'rests'],
    ['unchanged for a while', listed(steady), monitorDurationMs - 1, 'pending', 'pending'],
    ['unchanged to the end', listed(steady), monitorDurationMs, 'overdue', 'rests'],
    [
      'unchanged since before',
      listed({ sameSince: 0 }),
      monitorDurationMs - 1,
      'pending',
      'pending',
    ],
    ['not all running', listed(), monitorDurationMs - 1, 'pending', 'pending'],
    ['not all running, late', listed(), monitorDurationMs, 'overdue', 'rests'],
    ['leaving', listed({ isLeaving: true }), monitorDurationMs, 'overdue', 'pending'],
    ['another pool', listed({ isOther: true }), 0, 'gone', 'replaced'],
    [
      'a pool with new machines beside old ones before',
      listed({ isOther: true, isMixed: true }),
      0,
      'pending',
      'pending',
    ],
    [
      'one whose autoscaler has just added machines',
      listed({ isOther: true, ...steady }, true),
      stableDurationMs - 1,
      'pending',
      'pending',
    ],
    [
      'another one that is autoscaled',
      listed({ isOther: true, ...steady }, true),
      stableDurationMs,
      'gone',
      'replaced',
    ],
  ]
  for (const [what, seen, afterMs, ofAccepted, ofUnsure] of verdicts) {
    it(`knows one that is ${what}`, () => {
      const now = sentAt + afterMs
      assert.deepEqual(
        [evaluate(accepted, seen, now), evaluate(unsure, seen, now)],
        [ofAccepted, ofUnsure],
      )
    })
  }

  it('knows none as deleted that was neither accepted nor ever listed', () => {
    const gone = (deletion: Parameters<typeof evaluate>[0]) =>
      evaluate(deletion, { kind: 'gone' }, sentAt)
    assert.equal(gone({ ...unsure, wasListed: undefined }), 'notListed')
    assert.equal(gone({ ...accepted, wasListed: undefined }), 'gone')
  })

  it('knows one that has lost a machine, by when it has', () => {
    const lastLoss = { at: sentAt + monitorDurationMs, left: 3 }
    const at = (now: number) =>
      [accepted, unsure].map((one) => evaluate({ ...one, lastLoss }, listed(), now))
    assert.deepEqual(at(sentAt + monitorDurationMs * 2 - 1), ['pending', 'pending'])
    assert.deepEqual(at(sentAt + monitorDurationMs * 2), ['overdue', 'rests'])
  })

  it('doubts an accepted one of edge-native sooner, whose machines the service may keep', () => {
    const edge = { ...accepted, provider: 'edge-native' }
    const at = (ms: number) => evaluate(edge, listed(steady), sentAt + ms)
    assert.deepEqual(
      [at(edgeMonitorDurationMs - 1), at(edgeMonitorDurationMs)],
      ['pending', 'overdue'],
    )
    assert.ok(edgeMonitorDurationMs < monitorDurationMs)
  })
})
