import { setClock, type Wait } from '../../src/api/clock.ts'
import { systemClock, TestClock } from '../clock.ts'

/** A {@link TestClock} that remembers how long it was asked to wait. */
class RememberingClock extends TestClock {
  readonly asked: { wait: Wait; ms: number }[] = []

  constructor() {
    super()
    const { after } = this
    this.after = (ms, wait, run) => {
      this.asked.push({ wait, ms })
      return after(ms, wait, run)
    }
  }
}

/**
 * For a suite: a clock of its own in the place of the computer’s, on which waits of these kinds take a
 * millisecond, unless a test says otherwise.
 */
export function useTestClock(...short: Wait[]): RememberingClock {
  const clock = new RememberingClock()
  before(() => setClock(clock))
  beforeEach(() => {
    clock.reset()
    clock.asked.length = 0
    for (const wait of short) clock.shorten(wait, 1)
  })
  after(() => setClock(systemClock))
  return clock
}
