// Poolkeeper uses `Date.now`, `performance.now`, and `setTimeout`. Tests control its time by replacing these functions.

/** The kinds of waits that tests can shorten and end. */
export type WaitKind =
  /** A response, or one check of a connection. */
  | 'deadline'
  /** The delay before a retry, or before a second check of what a refused deletion has done. */
  | 'retry'
  /** The rate limit of a service. */
  | 'pacing'
  /** The delay between two polls of a pending deletion. */
  | 'following'
  /** The time for which a window that begins to poll waits for others. */
  | 'joining'
  /** The time that an operation has before its progress, or a part of its result, is shown. */
  | 'quick'
  /** The throttle of a growing list. */
  | 'redraw'
  /** The selection of a tree item. */
  | 'reveal'
  /** The storage of the records of deletions. */
  | 'storage'

/** The source files whose timers the test clock controls, with the kind of wait. It leaves all other timers alone. */
export const waitKindByFile: Readonly<Record<string, WaitKind>> = {
  'src/api/deadline.ts': 'deadline',
  'src/api/retry.ts': 'retry',
  'src/api/rateLimiter.ts': 'pacing',
  'src/deletion/monitor.ts': 'following',
  'src/deletion/storageWait.ts': 'storage',
  'src/deletion/pollingWindows.ts': 'joining',
  'src/api/settlesWithin.ts': 'quick',
  'src/ui/prompts/choiceList.ts': 'redraw',
  'src/features/comparison/comparisonPanel.ts': 'redraw',
  'src/features/viewCommands/revealInView.ts': 'reveal',
}

interface Timer {
  readonly kind: WaitKind
  readonly ms: number
  readonly run: () => void
}

const dateNow = Date.now.bind(Date)
const performanceNow = performance.now.bind(performance)
const { setTimeout, clearTimeout } = globalThis
type TimerId = ReturnType<typeof setTimeout>

/**
 * Controls Poolkeeper’s time. A test can put the time forward in every host. It can also shorten and end waits, but only in
 * unit tests and on the fake: the clock tells Poolkeeper’s timers apart by the source file that sets them, and a bundle has
 * no source files.
 */
export class TestClock {
  /** Milliseconds that the time of day is ahead of the computer’s. */
  aheadMs = 0
  /** Milliseconds that `performance.now` is ahead. They never decrease, because monotonic time isn’t set back. */
  #monotonicAheadMs = 0
  /** The time of day at which the clock was stopped; undefined while it runs. */
  #stoppedAt: number | undefined
  readonly #shortenedMs = new Map<WaitKind, number>()
  /** The kinds of waits that take as long as Poolkeeper has set. */
  readonly #realKinds = new Set<WaitKind>()
  readonly #timers = new Map<TimerId, Timer>()
  #history: Timer[] = []

  /** Replaces the global functions. */
  install(): void {
    Date.now = () => (this.#stoppedAt ?? dateNow()) + this.aheadMs
    performance.now = () => performanceNow() + this.#monotonicAheadMs
    const setTimer = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): TimerId => {
      const kind = waitKindOfCaller()
      return kind ? this.#set(kind, ms, bindToContext(run)) : setTimeout(run, ms, ...args)
    }
    const clearTimer = (id: TimerId | undefined) => {
      if (id !== undefined) this.#timers.delete(id)
      clearTimeout(id)
    }
    // The members of the original are copied, because `promisify` looks for one of them.
    const members = Object.getOwnPropertyDescriptors(setTimeout)
    globalThis.setTimeout = Object.defineProperties(setTimer, members) as typeof setTimeout
    globalThis.clearTimeout = clearTimer as typeof clearTimeout
  }

  /** Ends all waits of a kind now. */
  endWaits(kind: WaitKind): void {
    for (const [id, timer] of this.#timers) if (timer.kind === kind) this.#end(id, timer)
  }

  /** Lets all later waits of a kind take `ms` milliseconds. Returns the function that restores the previous length. */
  shorten(kind: WaitKind, ms: number): () => void {
    const previousMs = this.#shortenedMs.get(kind)
    this.#shortenedMs.set(kind, ms)
    return () => {
      if (previousMs === undefined) this.#shortenedMs.delete(kind)
      else this.#shortenedMs.set(kind, previousMs)
    }
  }

  /** Until {@link reset}, lets all later waits of a kind take as long as Poolkeeper sets. */
  useRealTime(kind: WaitKind): void {
    this.#realKinds.add(kind)
  }

  /** Lets minutes pass. Returns the function that sets the time of day back. */
  putForward(minutes: number): () => void {
    const ms = minutes * 60_000
    this.aheadMs += ms
    this.#monotonicAheadMs += Math.max(0, ms)
    return () => {
      this.aheadMs -= ms
    }
  }

  /** Stops the time of day until {@link reset}, so that it only moves when it is put forward. */
  stop(): void {
    this.#stoppedAt = dateNow()
  }

  /** Sets the time of day forward as a user does: no time passes. */
  jump(minutes: number): void {
    this.aheadMs += minutes * 60_000
  }

  /** The kinds of all pending waits. */
  get pendingWaits(): WaitKind[] {
    return Array.from(this.#timers.values(), ({ kind }) => kind)
  }

  /** The delays of the pending waits of a kind, in milliseconds, as Poolkeeper has set them. */
  pendingDelays(kind: WaitKind): number[] {
    return delaysOfKind(kind, [...this.#timers.values()])
  }

  /** The delays of all waits of a kind since {@link reset}. */
  allDelays(kind: WaitKind): number[] {
    return delaysOfKind(kind, this.#history)
  }

  /** Forgets the delays of all waits so far, and what the waits hold: in a long run, they would look like a leak. */
  forgetDelays(): void {
    this.#history = []
  }

  /** Returns to the computer’s time of day, and to the delays that Poolkeeper sets. */
  reset(): void {
    this.aheadMs = 0
    this.#history = []
    this.#stoppedAt = undefined
    this.#shortenedMs.clear()
    this.#realKinds.clear()
  }

  #set(kind: WaitKind, ms: number, run: () => void): TimerId {
    const timer = { kind, ms, run }
    const id: TimerId = setTimeout(() => this.#end(id, timer), this.#lengthOf(timer))
    this.#timers.set(id, timer)
    this.#history.push(timer)
    return id
  }

  #lengthOf({ kind, ms }: Timer): number {
    if (this.#realKinds.has(kind)) return ms
    return this.#isSkipped(kind) ? 0 : (this.#shortenedMs.get(kind) ?? ms)
  }

  /**
   * Returns whether the time of a kind of wait passes at once: only few tests wait for the rate limit, or for other windows.
   */
  #isSkipped(kind: WaitKind): boolean {
    const isShortened = this.#shortenedMs.has(kind) || this.#realKinds.has(kind)
    return !isShortened && (kind === 'pacing' || kind === 'joining')
  }

  #end(id: TimerId, { kind, ms, run }: Timer): void {
    clearTimeout(id)
    this.#timers.delete(id)
    if (this.#isSkipped(kind)) this.#monotonicAheadMs += ms
    run()
  }
}

function delaysOfKind(kind: WaitKind, timers: readonly Timer[]): number[] {
  return timers.filter((timer) => timer.kind === kind).map(({ ms }) => ms)
}

/** Returns the kind of wait of the source file that sets a timer. */
function waitKindOfCaller(): WaitKind | undefined {
  const { stackTraceLimit } = Error
  const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace')
  // A whole stack, written as a text, would take a tenth of the time of all tests on the fake.
  Error.prepareStackTrace = (_, callSites) => callSites.map((site) => site.getFileName() ?? '')
  Error.stackTraceLimit = 3 // this function, `setTimeout`, and its caller
  const files = new Error().stack as unknown as readonly string[]
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  const [source = ''] = /src\/[\w/]+\.ts$/.exec(files.at(-1) ?? '') ?? []
  return waitKindByFile[source]
}

/** Binds a callback to the current asynchronous context, which it would lose if a test ends the wait. */
function bindToContext(run: () => void): () => void {
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
  return hooks ? hooks.AsyncResource.bind(run) : run
}

/** The clock of all tests in this process. */
export const testClock = new TestClock()
testClock.install()

/** Milliseconds since a fixed moment, whatever a test does to the clock. */
export const realTime = performanceNow
