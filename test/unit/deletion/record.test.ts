import assert from 'node:assert/strict'
import {
  deletionRecord,
  type PartKind,
  type WindowState,
  type RecordPart,
} from '../../../src/deletion/record.ts'

const pool = { baseUrl: 'https://a', provider: 'aws', configUid: 'c', machinePoolName: 'p' }
const sent: RecordPart<'sent'> = { ...pool, connection: 'home', sentAt: 1 }
const ended: RecordPart<'ended'> = { ...sent, end: 'deleted', endedAt: 2 }

describe('Inventory: the record that parts make', () => {
  const of = (parts: Partial<Record<PartKind, RecordPart>>, local?: WindowState) => {
    const own = Object.entries(parts).map(([kind, value]) => ({ kind: kind as PartKind, value }))
    return deletionRecord('1', own, local)
  }

  it('is none without the part that comes before the request', () => {
    assert.equal(of({ answered: { isAccepted: true } }), undefined)
  })

  it('has not ended while both are there, as a window may have been killed before it told the end', () => {
    assert.deepEqual(
      [of({ sent, ended })?.end, of({ sent, ended }, 'ended')?.end, of({ ended })?.end],
      [undefined, 'deleted', 'deleted'],
    )
  })

  it('was listed once machines were seen, and is dismissed until another one is lost', () => {
    const seen = (lostAt?: number) => of({ sent, seen: { at: 9, lostAt }, dismissed: { at: 5 } })
    assert.deepEqual([of({ sent })?.wasListed, seen()?.wasListed], [false, true])
    assert.deepEqual(
      [seen(), seen(4), seen(6)].map((one) => one?.isDismissed),
      [true, true, false],
    )
  })

  it('has ended by a response, which comes only once, also while both are there', () => {
    assert.equal(of({ sent, ended: { ...ended, end: 'notDeleted' } })?.end, 'notDeleted')
  })

  it('is accepted as before while it is told to be overdue, and told once only one part is left', () => {
    const yes = { isAccepted: true } as const
    const all = [
      of({ sent, answered: yes, overdue: yes }),
      of({ sent, answered: yes, overdue: yes }, 'reportedOverdue'),
      of({ sent, overdue: yes }),
    ]
    assert.deepEqual(
      all.map((one) => [one?.isAccepted, one?.isOverdueReported]),
      [
        [true, false],
        [true, true],
        [true, true],
      ],
    )
  })
})
