import { strict as assert } from 'node:assert'
import { monitorDurationMs } from '../../../src/inventory/deletionRecord.ts'
import type { SentDeletion } from '../../../src/inventory/deletions.ts'
import type { MachineWatch } from '../../../src/inventory/machineWatch.ts'
import {
  evaluate,
  stableDurationMs,
  type Observation,
} from '../../../src/inventory/deletionConclusion.ts'

const sentAt = 100_000_000
const accepted = { sentAt, isAccepted: true } satisfies Partial<SentDeletion>
const unsure = { ...accepted, isAccepted: false }
const watch: MachineWatch = {
  count: 3,
  uids: new Set(['a', 'b', 'c']),
  seenAt: sentAt,
  isLeaving: false,
  steadyFor: monitorDurationMs,
  hasLost: false,
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
    ['unchanged for a while', listed(steady), stableDurationMs - 1, 'pending', 'pending'],
    ['unchanged for ten minutes', listed(steady), stableDurationMs, 'pending', 'notTaken'],
    [
      'unchanged for ten minutes by a clock that was put forward',
      listed({ ...steady, steadyFor: stableDurationMs - 1 }),
      stableDurationMs,
      'pending',
      'pending',
    ],
    ['unchanged to the end', listed(steady), monitorDurationMs, 'overdue', 'notTaken'],
    [
      'unchanged since before',
      listed({ sameSince: 0 }),
      stableDurationMs - 1,
      'pending',
      'pending',
    ],
    ['not all running', listed(), monitorDurationMs - 1, 'pending', 'pending'],
    ['not all running, late', listed(), monitorDurationMs, 'overdue', 'rests'],
    [
      'steady without some',
      listed({ ...steady, hasLost: true }),
      monitorDurationMs,
      'overdue',
      'rests',
    ],
    ['leaving', listed({ isLeaving: true }), monitorDurationMs, 'overdue', 'pending'],
    [
      'falling',
      listed({ fellAt: sentAt + monitorDurationMs }),
      monitorDurationMs * 2 - 1,
      'pending',
      'pending',
    ],
    ['fallen long ago', listed({ fellAt: sentAt + 1 }), monitorDurationMs + 1, 'overdue', 'rests'],
    ['another pool', listed({ isOther: true, hasLost: true }), 0, 'gone', 'replaced'],
    [
      'a pool with new machines beside old ones before',
      listed({ isOther: true, isMixed: true, hasLost: true }),
      0,
      'pending',
      'pending',
    ],
    [
      'one whose autoscaler has just added machines',
      listed({ isOther: true, hasLost: true, ...steady }, true),
      stableDurationMs - 1,
      'pending',
      'pending',
    ],
    [
      'another one that is autoscaled',
      listed({ isOther: true, hasLost: true, ...steady }, true),
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
})
