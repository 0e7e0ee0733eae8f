import { testClock, type TestClock, type Wait } from '../clock.ts'

/** For a suite: the clock, on which waits of these kinds take a millisecond, unless a test says otherwise. */
export function useTestClock(...short: Wait[]): TestClock {
  beforeEach(() => {
    testClock.reset()
    for (const wait of short) testClock.shorten(wait, 1)
  })
  after(() => testClock.reset())
  return testClock
}
