/** The purpose of a wait. A test clock shortens waits by purpose. */
export type Wait =
  /** A response, or one check of a connection. */
  | 'deadline'
  /** The delay before a retry. */
  | 'retry'
  /** The rate limit of a service. */
  | 'pacing'
  /** The delay between two polls of a pending deletion. */
  | 'following'
  /** The delay before progress is shown. */
  | 'quick'
  /** The throttle of a growing list. */
  | 'redraw'
  /** The selection of a tree item. */
  | 'reveal'

/** The source of time and timers for all of Poolkeeper. */
export interface Clock {
  /** The time of day, in milliseconds since 1970. */
  now: () => number
  /** Milliseconds since a fixed moment. Monotonic: setting the computer’s time doesn’t move it. */
  elapsed: (wait: Wait) => number
  /** Calls `run` once, after `ms` milliseconds; the returned function cancels that. */
  after: (ms: number, wait: Wait, run: () => void) => () => void
}

/** The clock in use: the computer’s, unless the extension was activated with another one. */
export const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, _wait, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Replaces the clock in use. */
export function setClock({ now, elapsed, after }: Clock): void {
  Object.assign(clock, { now, elapsed, after })
}
