import assert from 'node:assert/strict'
import type { ObservedMachines } from '../../../src/deletion/observedMachines.ts'
import type { Deletion } from '../../../src/deletion/record.ts'
import { ShownStages } from '../../../src/deletion/shownStages.ts'
import {
  computeStage,
  drainProgress,
  isInProgress,
  isNewlyOverdue,
  isNoLongerListed,
  isStillSendable,
  mayProveNoEffect,
  type Observation,
  type Stage,
} from '../../../src/deletion/stage.ts'

const minute = 60_000
const sentAt = 100_000_000
const pool = { baseUrl: 'https://a', provider: 'aws', configUid: 'c', machinePoolName: 'p' }
const flags = { isSending: false, isOverdueReported: false, isDismissed: false }
const machineUids = ['a', 'b', 'c']
const sent: Deletion = { ...pool, ...flags, id: '1', connection: 'home', sentAt, wasListed: true }
const unanswered: Deletion = { ...sent, machineUids, nodes: 3 }
const accepted: Deletion = { ...unanswered, isAccepted: true }
const unsure: Deletion = { ...unanswered, isAccepted: false }

const watch: ObservedMachines = {
  count: 3,
  uids: new Set(machineUids),
  isComplete: true,
  observedAt: sentAt,
  areAllRunning: true,
  hasLeavingMachine: false,
  addedAt: undefined,
  hasLostMachine: false,
  unchangedMs: 0,
}
const listed = (more: Partial<ObservedMachines> = {}): Observation => ({
  kind: 'listed',
  machines: { ...watch, ...more },
})
const steady = (minutes: number) => ({ unchangedMs: minutes * minute })
const failed: Observation = { kind: 'failed', isReached: false }
const refused: Observation = { kind: 'failed', isReached: true }
const other = (minutes: number) => listed({ uids: new Set('x'), ...steady(minutes) })

describe('Deletion: The stage of a deletion', () => {
  const cases: [
    what: string,
    seen: Observation | undefined,
    minutes: number,
    ofAccepted: string,
    ofUnsure: string,
  ][] = [
    ['never seen', undefined, 19, 'draining', 'unknown'],
    ['never seen, late', undefined, 20, 'overdue', 'unknown'],
    ['gone', { kind: 'gone' }, 0, 'deleted', 'deleted'],
    [
      'not listed, but its machines are',
      { kind: 'unlisted', machines: watch },
      1,
      'draining',
      'unknown',
    ],
    [
      'not listed, and nor can its machines be',
      { kind: 'unlisted', machines: undefined },
      60,
      'overdue',
      'unknown',
    ],
    [
      'not listed, but its machines are running',
      { kind: 'unlisted', machines: { ...watch, ...steady(10) } },
      15,
      'draining',
      'unknown',
    ],
    ['not to be seen', { kind: 'unsupported' }, 0, 'deleted', 'unknown'],
    ['not reached', failed, 19, 'draining', 'unknown'],
    ['listed, machines not counted', { kind: 'listed' }, 1, 'draining', 'unknown'],
    ['running for a while', listed(steady(9.9)), 15, 'draining', 'unknown'],
    ['running for ten minutes', listed(steady(10)), 15, 'draining', 'noEffect'],
    [
      'running, with fewer machines',
      listed({ ...steady(10), uids: new Set('a') }),
      15,
      'draining',
      'unknown',
    ],
    ['not all running', listed({ hasLeavingMachine: true }), 60, 'overdue', 'unknown'],
    ['listed with other machines', other(9.9), 15, 'draining', 'unknown'],
    ['another one of the same name', other(10), 15, 'unknown', 'unknown'],
  ]
  for (const [what, seen, minutes, ofAccepted, ofUnsure] of cases) {
    it(`follows from a pool that is ${what}`, () => {
      const now = sentAt + minutes * minute
      const kinds = [accepted, unsure].map((deletion) => computeStage(deletion, seen, now).kind)
      assert.deepEqual(kinds, [ofAccepted, ofUnsure])
    })
  }

  it('has that the pool is no longer listed if its machines can’t be listed, either', () => {
    const readFlags = (machines: ObservedMachines | undefined) =>
      [accepted, unsure].map((deletion) => {
        const stage = computeStage(deletion, { kind: 'unlisted', machines }, sentAt + minute)
        return 'isUnlisted' in stage && stage.isUnlisted
      })
    assert.deepEqual(readFlags(undefined), [true, true])
    assert.deepEqual(readFlags(watch), [undefined, undefined])
  })

  it('is no stall for ten minutes after nodes were added, which it has', () => {
    const progressAfter = (minutes: number) => {
      const observedAt = sentAt + 15 * minute
      const addedAt = observedAt - minutes * minute
      const stage = computeStage(accepted, listed({ observedAt, addedAt }), observedAt)
      assert.ok(stage.kind === 'draining')
      return [stage.areNodesAdded, stage.stalledMs]
    }
    assert.deepEqual(progressAfter(9), [true, undefined])
    assert.deepEqual(progressAfter(10), [undefined, 10 * minute])
  })

  const ends: [what: string, deletion: Deletion, seen: Observation, isEnd: boolean][] = [
    [
      'of one that is dismissed where nothing will tell',
      { ...unsure, isDismissed: true },
      { kind: 'unsupported' },
      true,
    ],
    ['of one whose cluster may be gone', { ...unsure, isDismissed: true }, refused, false],
    ['of one that was never listed', { ...unsure, wasListed: false }, { kind: 'gone' }, true],
  ]
  for (const [what, deletion, seen, isEnd] of ends) {
    it(`is ${isEnd ? '' : 'not '}over where it stays unknown: ${what}`, () => {
      const stage = computeStage(deletion, seen, sentAt)
      assert.deepEqual([stage.kind, 'isEnd' in stage], ['unknown', isEnd])
    })
  }

  it('ends after a week if it was dismissed and its cluster can’t be loaded', () => {
    const after = (days: number, seen: Observation, isDismissed = true) =>
      'isEnd' in computeStage({ ...accepted, isDismissed }, seen, sentAt + days * 24 * 60 * minute)
    assert.deepEqual(
      [after(7, refused), after(8, refused), after(8, failed), after(8, refused, false)],
      [false, true, false, false],
    )
    const unlisted: Observation = { kind: 'unlisted', machines: undefined }
    assert.deepEqual(
      [after(7, unlisted), after(8, unlisted), after(8, unlisted, false)],
      [false, true, false],
    )
  })

  it('is reported once as overdue, and only if the service is reached', () => {
    const overdue = { kind: 'overdue' } as const
    const reported = { ...accepted, isOverdueReported: true }
    assert.deepEqual(
      [
        isNewlyOverdue(accepted, overdue, undefined),
        isNewlyOverdue(accepted, overdue, refused),
        isNewlyOverdue(accepted, overdue, failed),
        isNewlyOverdue(reported, overdue, undefined),
        isNewlyOverdue(accepted, { kind: 'draining' }, undefined),
      ],
      [true, true, false, false, false],
    )
  })

  it('ends after a week if it was dismissed and the service still lists the pool, unless a node may leave', () => {
    const after = (days: number, deletion: Deletion, more: Partial<ObservedMachines> = {}) => {
      const seen = listed({ ...steady(30), ...more })
      const now = sentAt + days * 24 * 60 * minute
      return computeStage({ ...deletion, isDismissed: true }, seen, now)
    }
    const unknownEnd = { kind: 'unknown', isEnd: true }
    assert.deepEqual(after(8, accepted), unknownEnd)
    assert.deepEqual(after(8, { ...accepted, machineUids: undefined }), unknownEnd)
    assert.deepEqual(after(8, { ...unsure, machineUids: undefined }), unknownEnd)
    assert.equal(after(7, accepted).kind, 'overdue')
    const lostAt = sentAt + 2 * 24 * 60 * minute
    assert.equal(after(8, { ...accepted, drain: { at: sentAt, lostAt } }).kind, 'overdue')
    assert.equal(after(8, accepted, { areAllRunning: false }).kind, 'overdue')
    const unlistedNodes = { kind: 'listed' } as const
    const late = sentAt + 8 * 24 * 60 * minute
    assert.equal(
      computeStage({ ...accepted, isDismissed: true }, unlistedNodes, late).kind,
      'overdue',
    )
  })

  it('isn’t “no effect” if machines were lost or unknown', () => {
    const seen = listed(steady(30))
    const lost = { ...unsure, drain: { at: sentAt, lostAt: sentAt } }
    const unlisted = { ...unsure, machineUids: undefined }
    const areEnds = [lost, unlisted].map(
      (deletion) => 'isEnd' in computeStage(deletion, seen, sentAt),
    )
    assert.deepEqual(areEnds, [false, false])
  })

  it('is “no effect” if the pool had no machines, and has none for ten minutes', () => {
    const none = { uids: new Set<string>(), count: 0 }
    const kindOf = (deletion: Deletion, more: Partial<ObservedMachines>) =>
      computeStage(deletion, listed({ ...none, ...more }), sentAt + 15 * minute).kind
    const empty = { ...unsure, machineUids: [] }
    assert.deepEqual(
      [kindOf(empty, steady(10)), kindOf(empty, steady(9)), kindOf(unsure, steady(10))],
      ['noEffect', 'unknown', 'unknown'],
    )
  })

  it('ends without effect known if a pool without machines has got some, which run', () => {
    const isEnd = (deletion: Deletion) => {
      const stage = computeStage({ ...deletion, machineUids: [] }, other(10), sentAt + 15 * minute)
      return 'isEnd' in stage && stage.kind
    }
    assert.deepEqual([isEnd(unsure), isEnd(accepted)], ['unknown', false])
  })

  it('is sending for 90 seconds without a response, and in its window until the response', () => {
    const kindAt = (deletion: Deletion, seconds: number) =>
      computeStage(deletion, undefined, sentAt + seconds * 1_000).kind
    const sending = { ...unanswered, isSending: true }
    assert.deepEqual([kindAt(unanswered, 89.999), kindAt(unanswered, 90)], ['sending', 'unknown'])
    assert.deepEqual(
      [kindAt(sending, 600), computeStage(sending, { kind: 'gone' }, sentAt).kind],
      ['sending', 'sending'],
    )
    assert.equal(kindAt({ ...accepted, isSending: true }, 600), 'sending')
    assert.equal(kindAt(unanswered, -3_600), 'sending') // the clock was set back
  })

  it('is draining for twenty minutes after the last machine was lost', () => {
    const drain = { at: sentAt, lostAt: sentAt + 30 * minute }
    const at = (minutes: number) => isInProgress({ ...accepted, drain }, sentAt + minutes * minute)
    assert.deepEqual([at(49), at(50)], [true, false])
    const of = (more: Partial<Deletion>) => isInProgress({ ...unsure, ...more }, sentAt)
    const all = [of({}), of({ isSending: true }), of({ isAccepted: true, end: 'unknown' })]
    assert.deepEqual(all, [false, true, false])
  })

  it('is overdue sooner on edge-native, where the service may keep the machines', () => {
    const edge = { ...accepted, provider: 'edge-native' }
    const at = (minutes: number) => isInProgress(edge, sentAt + minutes * minute)
    assert.deepEqual([at(4), at(5)], [true, false])
  })

  it('has the nodes that were left, and for how long none was lost', () => {
    const lost = { ...accepted, drain: { at: sentAt, lostAt: sentAt + 5 * minute } }
    const at = (deletion: Deletion, minutes: number) => {
      const seen = listed({ count: 2, observedAt: sentAt + minutes * minute })
      return computeStage(deletion, seen, sentAt + minutes * minute)
    }
    const nothingElse = { areNodesAdded: undefined, isUnlisted: undefined }
    const draining = { ...nothingElse, kind: 'draining', nodesLeft: 2 }
    assert.deepEqual(at(accepted, 9), { ...draining, stalledMs: undefined })
    assert.deepEqual(at(accepted, 10), { ...draining, stalledMs: 10 * minute })
    assert.deepEqual(at(lost, 14), { ...draining, stalledMs: undefined })
    assert.deepEqual(at(lost, 15), { ...draining, stalledMs: 10 * minute })
    const unseen = { ...draining, nodesLeft: undefined, stalledMs: undefined }
    assert.deepEqual(computeStage(accepted, failed, sentAt + 15 * minute), unseen)
  })

  it('is its end, whatever is observed', () => {
    const ended: Deletion = { ...accepted, end: 'notDeleted', endedAt: sentAt }
    assert.deepEqual(computeStage(ended, listed(), sentAt), { kind: 'notDeleted', isEnd: true })
  })

  it('lets a record be sent for twenty seconds', () => {
    const isSendable = (ms: number) => isStillSendable(sent, sentAt + ms)
    assert.deepEqual([isSendable(20_000), isSendable(20_001)], [true, false])
  })

  it('can become “no effect” only if the pool was observed and its machines are known', () => {
    const canBecome = (more: Partial<Deletion>) => mayProveNoEffect({ ...unsure, ...more })
    assert.deepEqual(
      [
        canBecome({}),
        canBecome({ end: 'unknown' }),
        canBecome({ wasListed: undefined }),
        canBecome({ machineUids: undefined }),
      ],
      [true, false, false, false],
    )
  })
})

describe('Deletion: The stages that the views show', () => {
  const stages: [stage: Stage | undefined, hasProgress: boolean, isUnlisted: boolean][] = [
    [undefined, false, false],
    [{ kind: 'sending' }, false, false],
    [{ kind: 'draining' }, true, false],
    [{ kind: 'overdue', isUnlisted: true }, true, true],
    [{ kind: 'unknown' }, false, false],
    [{ kind: 'unknown', isUnlisted: true }, false, true],
    [{ kind: 'unknown', isEnd: true }, false, false],
  ]
  for (const [stage, hasProgress, isUnlisted] of stages) {
    it(`say how far the drain is: ${JSON.stringify(stage)}`, () => {
      assert.equal(drainProgress(stage), hasProgress ? stage : undefined)
      assert.equal(isNoLongerListed(stage), isUnlisted)
    })
  }

  it('change with what is shown of them: whole minutes, and whether there is a stage', () => {
    const shown = new ShownStages()
    const update = (stage: Stage) => shown.update([['1', stage]])
    const stalled = (ms: number): Stage => ({ kind: 'overdue', nodesLeft: 2, stalledMs: ms })
    assert.equal(shown.update([]), false)
    assert.deepEqual([update({ kind: 'draining' }), update({ kind: 'draining' })], [true, false])
    assert.deepEqual([update(stalled(minute)), update(stalled(2 * minute - 1))], [true, false])
    assert.deepEqual([update(stalled(2 * minute)), update(stalled(minute))], [true, true])
    assert.equal(update({ ...stalled(minute), kind: 'draining' }), true)
    assert.equal(update({ kind: 'draining', nodesLeft: 2, stalledMs: minute + 1 }), false)
    shown.delete('1')
    assert.equal(update({ kind: 'draining', nodesLeft: 2, stalledMs: minute }), true)
    const ended: Stage = { kind: 'unknown', isEnd: true }
    assert.deepEqual(
      [update(ended), update({ kind: 'unknown' }), update(ended)],
      [true, true, true],
    )
  })
})
