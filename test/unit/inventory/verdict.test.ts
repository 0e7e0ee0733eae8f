import { strict as assert } from 'node:assert'
import type { SentDeletion } from '../../../src/inventory/deletions.ts'
import { followedMs, judge, unchangedMs, type Sighting } from '../../../src/inventory/verdict.ts'

const sentAt = 1_000_000
const accepted = { sentAt, isAccepted: true } satisfies Partial<SentDeletion>
const unsure = { ...accepted, isAccepted: false }
const listed: Sighting = { kind: 'listed', nodes: 3, unchangedSince: sentAt }

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
    ['not offered', { kind: 'notOffered' }, 0, 'untold', 'untold'],
    ['failed', { kind: 'failed' }, followedMs - 1, 'goesOn', 'goesOn'],
    ['failed to the end', { kind: 'failed' }, followedMs, 'overdue', 'untold'],
    ['unchanged for less than a minute', listed, unchangedMs - 1, 'goesOn', 'goesOn'],
    ['unchanged for a minute', listed, unchangedMs, 'goesOn', 'notTaken'],
    [
      'unchanged since before',
      { ...listed, unchangedSince: 0 },
      unchangedMs - 1,
      'goesOn',
      'goesOn',
    ],
    ['listed, nodes not counted', { kind: 'listed', nodes: 3 }, unchangedMs, 'goesOn', 'goesOn'],
    ['listed to the end', { kind: 'listed' }, followedMs, 'overdue', 'notTaken'],
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
