import assert from 'node:assert/strict'
import type { Deletion } from '../../../src/deletion/record.ts'
import { mayHaveDeletedPool } from '../../../src/deletion/stage.ts'

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
    ['unknown end', [{ ...sent, end: 'unknown' }], true],
    ['404 without a check', [{ ...sent, end: 'notFound' }], true],
    ['deleted', [{ ...sent, end: 'deleted' }], false],
    ['no effect', [{ ...sent, end: 'noEffect' }], false],
    ['not deleted', [{ ...sent, end: 'notDeleted' }], false],
    [
      'deleted after an unknown end',
      [
        { ...sent, end: 'deleted' },
        { ...sent, end: 'unknown' },
      ],
      false,
    ],
    [
      'refused after an unknown end',
      [
        { ...sent, end: 'notDeleted' },
        { ...sent, end: 'unknown' },
      ],
      true,
    ],
    ['sent again after overdue', [{ ...sent, isSending: true }, overdue], true],
  ]
  for (const [title, deletions, isUncertain] of cases) {
    it(`${title}: ${isUncertain ? 'yes' : 'no'}`, () => {
      assert.equal(mayHaveDeletedPool(deletions, now), isUncertain)
    })
  }
})
