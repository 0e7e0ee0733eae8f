import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { PollPace } from '../../../src/deletion/pollPace.ts'

describe('Deletion: The pace of polls', () => {
  let now: number
  beforeEach(() => {
    now = 0
    mock.method(performance, 'now', () => now)
  })
  afterEach(() => mock.restoreAll())

  const createCost = (requestCount: number, retryAfterMs = 0) => {
    return { beganAt: now, requestCount, retryAfterMs }
  }

  it('is one request every two seconds for each cluster, of all windows together', () => {
    for (const [share, expected] of [
      [1, 6_000],
      [1 / 2, 12_000],
      [1 / 18, 108_000],
    ] as const) {
      const pace = new PollPace(() => share)
      pace.notePoll('a', createCost(3))
      assert.ok(Math.abs(pace.delayMs('a', 0) - expected) < 1e-6)
      assert.equal(pace.delayMs('b', 5_000_000), 0)
    }
  })

  it('makes up for polls that came earlier', () => {
    const pace = new PollPace(() => 1)
    pace.notePoll('a', createCost(3))
    now = 1_000
    pace.notePoll('a', createCost(2))
    assert.equal(pace.delayMs('a', 0), 9_000)
  })

  it('follows a share that changes', () => {
    let share = 1 / 18
    const pace = new PollPace(() => share)
    pace.notePoll('a', createCost(2))
    now = 10_000
    share = 1 / 2
    assert.equal(pace.delayMs('a', 0), 0)
  })

  it('is slower while nothing happens, and where the service asks for that', () => {
    const pace = new PollPace(() => 1)
    pace.notePoll('a', createCost(2))
    assert.equal(pace.delayMs('a', 20 * 60_000), 60_000)
    assert.equal(pace.delayMs('a', 20 * 3_600_000), 300_000)
    pace.notePoll('b', createCost(2, 45_000))
    assert.equal(pace.delayMs('b', 0), 45_000)
  })

  it('doesn’t poll at once what was just sent', () => {
    let share = 1
    const pace = new PollPace(() => share)
    assert.equal(pace.delayMs('a', 500), 1_500)
    assert.equal(pace.delayMs('a', -500), 2_000) // the clock was set back
    share = 1 / 4
    assert.equal(pace.delayMs('a', 500), 7_500)
    pace.notePoll('a', createCost(1))
    pace.reset('a')
    assert.equal(pace.delayMs('a', 60_000), 0)
  })
})
