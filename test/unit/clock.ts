import { testClock, type TestClock, type WaitKind } from '../clock.ts'

/** Resets the clock before each test of a suite, and lets waits of these kinds take a millisecond. */
export function useTestClock(...shortKinds: WaitKind[]): TestClock {
  beforeEach(() => {
    testClock.reset()
    for (const kind of shortKinds) testClock.shorten(kind, 1)
  })
  after(() => testClock.reset())
  return testClock
}
