import { strict as assert } from 'node:assert'
import { followedMs } from '../../../src/inventory/deletionRecord.ts'
import type { SentDeletion } from '../../../src/inventory/deletions.ts'
import type { MachineWatch } from '../../../src/inventory/machineWatch.ts'
import { judge, steadyMs, type Sighting } from '../../../src/inventory/verdict.ts'

const sentAt = 100_000_000
const accepted = { sentAt, isAccepted: true } satisfies Partial<SentDeletion>
const unsure = { ...accepted, isAccepted: false }
const watch: MachineWatch = {
  count: 3,
  uids: new Set(['a', 'b', 'c']),
  isLeaving: false,
  steadyFor: followedMs,
  hasLost: false,
  isMixed: false,
  isOther: false,
}
const listed = (more: Partial<MachineWatch> = {}, isAutoscaled = false): Sighting => ({
  kind: 'listed',
  watch: { ...watch, ...more },
  isAutoscaled,
})
const uncounted: Sighting = { kind: 'listed', isAutoscaled: false }
const failed: Sighting = { kind: 'failed', isRefused: false }
const refused: Sighting = { kind: 'failed', isRefused: true }
const steady = { sameSince: sentAt }

describe('Inventory: the verdict on a deletion', () => {
  const verdicts: [
    what: string,
    seen: Sighting,
    afterMs: number,
    ofAccepted: string,
    ofUnsure: string,
  ][] = [
    ['gone', { kind: 'gone' }, 0, 'gone', 'gone'],
    ['gone, late', { kind: 'gone' }, followedMs * 2, 'gone', 'gone'],
    ['not to be looked at', { kind: 'unsupported' }, 0, 'untold', 'untold'],
    ['not reached', failed, followedMs - 1, 'goesOn', 'goesOn'],
    ['not reached, however late', failed, followedMs * 100, 'goesOn', 'goesOn'],
    ['refused to be looked at', refused, followedMs - 1, 'goesOn', 'goesOn'],
    ['refused to be looked at, late', refused, followedMs, 'rests', 'rests'],
    ['listed, machines not counted', uncounted, followedMs - 1, 'goesOn', 'goesOn'],
    ['listed to the end, machines not counted', uncounted, followedMs, 'overdue', 'rests'],
    ['unchanged for a while', listed(steady), steadyMs - 1, 'goesOn', 'goesOn'],
    ['unchanged for ten minutes', listed(steady), steadyMs, 'goesOn', 'notTaken'],
    [
      'unchanged for ten minutes by a clock that was put forward',
      listed({ ...steady, steadyFor: steadyMs - 1 }),
      steadyMs,
      'goesOn',
      'goesOn',
    ],
    ['unchanged to the end', listed(steady), followedMs, 'overdue', 'notTaken'],
    ['unchanged since before', listed({ sameSince: 0 }), steadyMs - 1, 'goesOn', 'goesOn'],
    ['not all running', listed(), followedMs - 1, 'goesOn', 'goesOn'],
    ['not all running, late', listed(), followedMs, 'overdue', 'rests'],
    ['steady without some', listed({ ...steady, hasLost: true }), followedMs, 'overdue', 'rests'],
    ['leaving', listed({ isLeaving: true }), followedMs, 'overdue', 'goesOn'],
    ['falling', listed({ fellAt: sentAt + followedMs }), followedMs * 2 - 1, 'goesOn', 'goesOn'],
    ['fallen long ago', listed({ fellAt: sentAt + 1 }), followedMs + 1, 'overdue', 'rests'],
    ['another pool', listed({ isOther: true, hasLost: true }), 0, 'gone', 'replaced'],
    [
      'a pool with new machines beside old ones before',
      listed({ isOther: true, isMixed: true, hasLost: true }),
      0,
      'goesOn',
      'goesOn',
    ],
    [
      'one whose autoscaler has just added machines',
      listed({ isOther: true, hasLost: true, ...steady }, true),
      steadyMs - 1,
      'goesOn',
      'goesOn',
    ],
    [
      'another one that is autoscaled',
      listed({ isOther: true, hasLost: true, ...steady }, true),
      steadyMs,
      'gone',
      'replaced',
    ],
  ]
  for (const [what, seen, afterMs, ofAccepted, ofUnsure] of verdicts) {
    it(`knows one that is ${what}`, () => {
      const now = sentAt + afterMs
      assert.deepEqual(
        [judge(accepted, seen, now), judge(unsure, seen, now)],
        [ofAccepted, ofUnsure],
      )
    })
  }
})
