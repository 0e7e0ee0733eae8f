import assert from 'node:assert/strict'
import type { Deletion, End } from '../../../src/deletion/record.ts'
import { isUncertainEnd, mayHaveDeletedPool } from '../../../src/deletion/stage.ts'

const now = 100 * 60_000
const sent: Deletion = {
  id: '1',
  baseUrl: 'https://a',
  provider: 'aws',
  configUid: 'c',
  machinePoolName: 'p',
  connection: 'home',
  sentAt: now - 60_000,
  isSending: false,
  isOverdueReported: false,
  isDismissed: false,
}
const overdue = { ...sent, isAccepted: true, sentAt: 0 }

describe('Deletion: A pool may have been deleted before', () => {
  const cases: [title: string, deletions: readonly Deletion[], isUncertain: boolean][] = [
    ['never deleted', [], false],
    ['no definite response', [{ ...sent, isAccepted: false }], true],
    [
      'no definite response, and dismissed',
      [{ ...sent, isAccepted: false, isDismissed: true }],
      true,
    ],
    ['overdue', [overdue], true],
    ['drains', [{ ...sent, isAccepted: true }], false],
    ['is sending', [{ ...sent, isSending: true }], false],
    ['sent again after overdue', [{ ...sent, isSending: true }, overdue], true],
  ]
  for (const [title, deletions, isUncertain] of cases) {
    it(`${title}: ${isUncertain ? 'yes' : 'no'}`, () => {
      assert.equal(mayHaveDeletedPool(deletions, now), isUncertain)
    })
  }
  const ends: [end: End, isUncertain: boolean, isUncertainAfterUnknown: boolean][] = [
    ['unknown', true, true],
    ['notFound', true, true],
    ['deleted', false, false],
    ['noEffect', false, false],
    ['notDeleted', false, true],
    ['stillListed', false, true],
  ]
  for (const [end, isUncertain, isUncertainAfterUnknown] of ends) {
    it(`${end}: ${isUncertain ? 'yes' : 'no'}, and after an unknown end: ${isUncertainAfterUnknown ? 'yes' : 'no'}`, () => {
      assert.equal(isUncertainEnd(end), isUncertain)
      assert.equal(mayHaveDeletedPool([{ ...sent, end }], now), isUncertain)
      const unknown: Deletion = { ...sent, end: 'unknown' }
      assert.equal(mayHaveDeletedPool([{ ...sent, end }, unknown], now), isUncertainAfterUnknown)
    })
  }
})
