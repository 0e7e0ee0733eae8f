import assert from 'node:assert/strict'
import { deletionOf, type Kind, type Part } from '../../../../src/inventory/deletion/record.ts'

const pool = { baseUrl: 'https://a', provider: 'aws', configUid: 'c', machinePoolName: 'p' }
const sent: Part<'sent'> = { ...pool, connection: 'home', sentAt: 1 }
const ended: Part<'ended'> = { ...sent, end: 'deleted', endedAt: 2 }

describe('Inventory: the record that parts make', () => {
  const of = (parts: Partial<Record<Kind, Part>>, isEnded = false) => {
    const own = Object.entries(parts).map(([kind, value]) => ({ kind: kind as Kind, value }))
    return deletionOf('1', own, false, isEnded)
  }

  it('is none without the part that comes before the request', () => {
    assert.equal(of({ answered: { isAccepted: true } }), undefined)
  })

  it('has not ended while both are there, as a window may have been killed before it told the end', () => {
    assert.deepEqual(
      [of({ sent, ended })?.end, of({ sent, ended }, true)?.end, of({ ended })?.end],
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

  it('is accepted as before once it was told to be overdue', () => {
    const all = of({ sent, answered: { isAccepted: true }, overdue: { isAccepted: true } })
    assert.deepEqual([all?.isAccepted, all?.isToldOverdue], [true, true])
  })
})
