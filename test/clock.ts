// Poolkeeper reads the time and waits by what JavaScript has for that. Tests put the time forward by replacing it.

/** What Poolkeeper waits for. */
export type Wait =
  /** A response, or one check of a connection. */
  | 'deadline'
  /** The delay before a retry. */
  | 'retry'
  /** The rate limit of a service. */
  | 'pacing'
  /** The delay between two polls of a pending deletion. */
  | 'following'
  /** What may be over before anything is shown of it. */
  | 'quick'
  /** The throttle of a growing list. */
  | 'redraw'
  /** The selection of a tree item. */
  | 'reveal'

/** The files of src that set timers, each with what it waits for. Others are none of the tests’ business. */
export const waitsByFile: Readonly<Record<string, Wait>> = {
  'src/api/deadline.ts': 'deadline',
  'src/api/retry.ts': 'retry',
  'src/api/rateLimiter.ts': 'pacing',
  'src/deletion/monitor.ts': 'following',
  'src/api/settlesWithin.ts': 'quick',
  'src/ui/prompts/choiceList.ts': 'redraw',
  'src/features/comparison/comparisonPanel.ts': 'redraw',
  'src/features/viewCommands/revealInView.ts': 'reveal',
}

interface Timer {
  readonly wait: Wait
  readonly ms: number
  readonly run: () => void
}

const dateNow = Date.now.bind(Date)
const performanceNow = performance.now.bind(performance)
const { setTimeout, clearTimeout } = globalThis
type TimerId = ReturnType<typeof setTimeout>

/**
 * The clock of the tests. It puts the time forward, in every host. It also knows and shortens the waits of Poolkeeper, but
 * only where Poolkeeper isn’t bundled, because it finds out by the file that sets a timer: on the fake and in unit tests.
 */
export class TestClock {
  /** Milliseconds that the time of day is ahead of the computer’s. */
  aheadMs = 0
  /** Milliseconds that have passed only for Poolkeeper. They never become fewer: monotonic time isn’t set back. */
  #passedMs = 0
  /** The time of day at which the clock was stopped; undefined while it runs. */
  #stoppedAt: number | undefined
  readonly #lengths = new Map<Wait, number>()
  readonly #timers = new Map<TimerId, Timer>()
  #asked: Timer[] = []

  /** Replaces what tells the time. */
  install(): void {
    Date.now = () => (this.#stoppedAt ?? dateNow()) + this.aheadMs
    performance.now = () => performanceNow() + this.#passedMs
    const setTimer = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): TimerId => {
      const wait = waitOfCaller()
      return wait ? this.#set(wait, ms, inContext(run)) : setTimeout(run, ms, ...args)
    }
    const clearTimer = (id: TimerId | undefined) => {
      if (id !== undefined) this.#timers.delete(id)
      clearTimeout(id)
    }
    // With the members of the original, such as the one that `promisify` looks for.
    const setMembers = Object.getOwnPropertyDescriptors(setTimeout)
    globalThis.setTimeout = Object.defineProperties(setTimer, setMembers) as typeof setTimeout
    globalThis.clearTimeout = clearTimer as typeof clearTimeout
  }

  /** Ends all waits of a kind now. */
  end(wait: Wait): void {
    for (const [id, timer] of this.#timers) if (timer.wait === wait) this.#end(id, timer)
  }

  /** Gives all waits of a kind this length, in milliseconds; returns what puts the old one back. */
  shorten(wait: Wait, length: number): () => void {
    const before = this.#lengths.get(wait)
    this.#lengths.set(wait, length)
    return () => {
      if (before === undefined) this.#lengths.delete(wait)
      else this.#lengths.set(wait, before)
    }
  }

  /** Lets so many minutes pass; returns what puts the time of day back. */
  putForward(minutes: number): () => void {
    const ms = minutes * 60_000
    this.aheadMs += ms
    this.#passedMs += Math.max(0, ms)
    return () => {
      this.aheadMs -= ms
    }
  }

  /** Stops the time of day until {@link reset}, so that it only moves when it is put forward. */
  stop(): void {
    this.#stoppedAt = dateNow()
  }

  /** Sets the time of day so many minutes forward, though no time has passed. */
  jump(minutes: number): void {
    this.aheadMs += minutes * 60_000
  }

  /** What is waited for now. */
  get waiting(): Wait[] {
    return Array.from(this.#timers.values(), ({ wait }) => wait)
  }

  /** For how long each wait of a kind that goes on was asked for, in milliseconds. */
  askedFor(wait: Wait): number[] {
    return lengthsOf(wait, [...this.#timers.values()])
  }

  /** The same for all waits since {@link reset}. */
  everAskedFor(wait: Wait): number[] {
    return lengthsOf(wait, this.#asked)
  }

  /** Back to the computer’s time of day and to waits as Poolkeeper sets them. */
  reset(): void {
    this.aheadMs = 0
    this.#asked = []
    this.#stoppedAt = undefined
    this.#lengths.clear()
  }

  #set(wait: Wait, ms: number, run: () => void): TimerId {
    const timer = { wait, ms, run }
    const length = this.#lengths.get(wait) ?? (wait === 'pacing' ? 0 : ms)
    const id: TimerId = setTimeout(() => this.#end(id, timer), length)
    this.#timers.set(id, timer)
    this.#asked.push(timer)
    return id
  }

  #end(id: TimerId, { wait, ms, run }: Timer): void {
    clearTimeout(id)
    this.#timers.delete(id)
    // The rate limiter has tests of its own; elsewhere it only takes time.
    if (wait === 'pacing') this.#passedMs += ms
    run()
  }
}

function lengthsOf(wait: Wait, timers: readonly Timer[]): number[] {
  return timers.filter((timer) => timer.wait === wait).map(({ ms }) => ms)
}

/** What the file of src waits for that calls the function that calls this. */
function waitOfCaller(): Wait | undefined {
  const [file = ''] = /src\/[\w/]+\.ts/.exec(new Error().stack ?? '') ?? []
  return waitsByFile[file]
}

/** Lets a callback run in the asynchronous context that sets its timer, also if a test ends the wait. */
function inContext(run: () => void): () => void {
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
  return hooks ? hooks.AsyncResource.bind(run) : run
}

/** The only one. */
export const testClock = new TestClock()
testClock.install()

/** Milliseconds since a fixed moment, whatever a test does to the clock. */
export const realTime = performanceNow
