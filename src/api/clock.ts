/** What somebody waits for; a test clock shortens waits by this. */
export type Wait =
  /** For the answer to a request, or for one check of a connection. */
  | 'deadline'
  /** Before a read that failed is sent once more. */
  | 'retry'
  /** Until the rate limit of a service lets another request go. */
  | 'pacing'
  /** Before a deletion that is under way is looked at again. */
  | 'following'
  /** For work that is mostly quick, before something is shown in its place. */
  | 'quick'
  /** Before a list that grows is drawn again. */
  | 'redraw'
  /** For what other windows write to arrive here. */
  | 'saving'
  /** For VS Code to select a row. */
  | 'reveal'
  /** For what somebody has just asked for, with their attention on it. */
  | 'attention'

/** The clock that everything here tells the time and waits by. */
export interface Clock {
  /** The time of day, in milliseconds since 1970. */
  now: () => number
  /** Milliseconds since some fixed moment, which no change of the computer's time moves. */
  elapsed: (wait: Wait) => number
  /** Calls back once, after so many milliseconds; the returned function cancels that. */
  after: (ms: number, wait: Wait, run: () => void) => () => void
}

/** The computer's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, _wait, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** The clock in use: the computer's own, unless the extension was activated with another one. */
export const clock: Clock = { ...systemClock }

/** Puts another clock in use, everywhere. */
export function setClock({ now, elapsed, after }: Clock): void {
  Object.assign(clock, { now, elapsed, after })
}
