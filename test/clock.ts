import { clock, type Clock, type Wait } from '../src/api/clock.ts'

/** The computer’s clock: nothing has replaced it yet. */
export const systemClock: Clock = { ...clock }

/** A clock that tests set: it shortens waits by what they are for, and puts the time of day forward. */
export class TestClock implements Clock {
  /** Milliseconds that the time of day is ahead of the computer's. */
  aheadMs = 0
  /** How much faster requests are paced: pacing has tests of its own, elsewhere it only takes time. */
  pacingSpeed = usualPacingSpeed
  readonly #lengths = new Map<Wait, number>()
  /** What is waited for and for how long, by what ends each wait now. */
  readonly #waiting = new Map<() => void, { wait: Wait; ms: number }>()

  /** How much of that is no time that has passed. */
  #jumpedMs = 0
  /** The time of day at which the clock was stopped; undefined while it runs. */
  #stoppedAt: number | undefined

  now = (): number => (this.#stoppedAt ?? systemClock.now()) + this.aheadMs

  /** People are as patient as a test says, however slow its machine is. */
  elapsed = (wait: Wait): number => {
    if (wait === 'following') return systemClock.elapsed(wait) + this.aheadMs - this.#jumpedMs
    return systemClock.elapsed(wait) * (wait === 'pacing' ? this.pacingSpeed : 1)
  }

  after = (ms: number, wait: Wait, run: () => void): (() => void) => {
    const cancel = () => {
      this.#waiting.delete(end)
      cancelTimer()
    }
    const end = () => {
      cancel()
      run()
    }
    const cancelTimer = systemClock.after(this.#lengthOf(wait, ms), wait, end)
    this.#waiting.set(end, { wait, ms })
    return cancel
  }

  /** Ends all waits of a kind now. */
  end(wait: Wait): void {
    for (const [end, one] of this.#waiting) if (one.wait === wait) end()
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

  /** Puts the time of day forward by so many minutes more; returns what puts it back. */
  putForward(minutes: number): () => void {
    const ms = minutes * 60_000
    this.aheadMs += ms
    return () => {
      this.aheadMs -= ms
    }
  }

  /** Stops the time of day until {@link reset}, so that it only moves when it is put forward. */
  stop(): void {
    this.#stoppedAt = systemClock.now()
  }

  /** Sets the time of day so many minutes forward, though no time has passed. */
  jump(minutes: number): void {
    this.putForward(minutes)
    this.#jumpedMs += minutes * 60_000
  }

  /** What is waited for now. */
  get waiting(): Wait[] {
    return [...this.#waiting.values()].map(({ wait }) => wait)
  }

  /** For how long each wait of a kind was asked for, in milliseconds; a test may have shortened it. */
  askedFor(wait: Wait): number[] {
    return [...this.#waiting.values()].filter((one) => one.wait === wait).map(({ ms }) => ms)
  }

  /** Back to the computer's time and its waits, but for pacing. */
  reset(): void {
    this.aheadMs = 0
    this.#jumpedMs = 0
    this.#stoppedAt = undefined
    this.pacingSpeed = usualPacingSpeed
    this.#lengths.clear()
  }

  #lengthOf(wait: Wait, ms: number): number {
    return this.#lengths.get(wait) ?? (wait === 'pacing' ? ms / this.pacingSpeed : ms)
  }
}

const usualPacingSpeed = 100

/** The clock of all tests that run the whole extension. */
export const testClock = new TestClock()
