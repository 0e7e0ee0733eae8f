import assert from 'node:assert/strict'
import * as v from 'valibot'
import { sentPart } from '../../../src/deletion/pendingDeletion.ts'
import {
  deletionRecord,
  partSchemas,
  type PartKind,
  type WindowState,
  type RecordPart,
} from '../../../src/deletion/record.ts'
import { createRef } from './inspections.ts'

const pool = { baseUrl: 'https://a', provider: 'aws', configUid: 'c', machinePoolName: 'p' }
const sent: RecordPart<'sent'> = { ...pool, connection: 'home', sentAt: 1 }
const ended: RecordPart<'ended'> = { ...sent, end: 'deleted', endedAt: 2 }

describe('Deletion: The record made of parts', () => {
  const of = (parts: Partial<Record<PartKind, RecordPart>>, local?: WindowState) => {
    const stored = Object.entries(parts).map(([kind, value]) => ({ kind: kind as PartKind, value }))
    return deletionRecord('1', stored, local)
  }

  it('is none without the part that comes before the request', () => {
    assert.equal(of({ answered: { isAccepted: true } }), undefined)
  })

  it('is still pending with both parts, as a window may have been killed before it reported the end', () => {
    assert.deepEqual(
      [of({ sent, ended })?.end, of({ sent, ended }, 'ended')?.end, of({ ended })?.end],
      [undefined, 'deleted', 'deleted'],
    )
  })

  it('was listed once machines were seen, and is dismissed until another one is lost', () => {
    const seen = (lostAt?: number) => of({ sent, seen: { at: 9, lostAt }, dismissed: { at: 5 } })
    assert.deepEqual([of({ sent })?.wasListed, seen()?.wasListed], [false, true])
    assert.deepEqual(
      [seen(), seen(4), seen(6)].map((record) => record?.isDismissed),
      [true, true, false],
    )
  })

  it('has ended with both parts if a response says so, because that comes only once', () => {
    assert.equal(of({ sent, ended: { ...ended, end: 'notDeleted' } })?.end, 'notDeleted')
  })

  it('is accepted while it is reported as overdue, and counts as reported once one part is left', () => {
    const yes = { isAccepted: true } as const
    const all = [
      of({ sent, answered: yes, overdue: yes }),
      of({ sent, answered: yes, overdue: yes }, 'reportedOverdue'),
      of({ sent, overdue: yes }),
    ]
    assert.deepEqual(
      all.map((record) => [record?.isAccepted, record?.isOverdueReported]),
      [
        [true, false],
        [true, true],
        [true, true],
      ],
    )
  })

  it('has all UIDs of machines, or none if they are too many: nothing follows from a part of them', () => {
    const record = (count: number) => {
      const uids = Array.from({ length: count }, (_, index) => `${index}`.padStart(36, '0'))
      const known = { machineUids: uids, maintenanceUids: uids, nodes: count }
      return sentPart(createRef('p'), known, 1)
    }
    const counts = [record(5_000), record(100_000)].map(
      ({ machineUids, maintenanceUids, nodes }) => {
        return [machineUids?.length, maintenanceUids?.length, nodes]
      },
    )
    assert.deepEqual(counts, [
      [5_000, 5_000, 5_000],
      [undefined, undefined, 100_000],
    ])
  })

  it('has no UIDs of machines once it has ended: the history has no use for them', () => {
    const uids = { machineUids: ['a'], maintenanceUids: ['a'] }
    const value = { ...sent, ...uids, end: 'deleted', endedAt: 2 }
    assert.deepEqual(
      Object.keys(v.parse(partSchemas.ended, value)).filter((key) => key in uids),
      [],
    )
  })
})
