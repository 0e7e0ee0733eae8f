/** The number of times that a file is read again whenever files are listed. */
const immediateTries = 5
/** The first delay after these, in milliseconds. It doubles each time. */
const firstDelayMs = 1_000
/** The time after which a file is never read again, in milliseconds: no window takes so long to write a record. */
const givenUpAfterMs = 60_000

interface Failures {
  readonly firstAt: number
  readonly count: number
  readonly nextAt: number
}

/**
 * The files that couldn’t be parsed. Another window may be writing them, so they are read again, but not for ever: thousands of
 * broken files would delay every listing. Times are those of a monotonic clock.
 */
export class UnreadableFiles {
  readonly #failures = new Map<string, Failures>()

  /** Records that a file couldn’t be parsed. */
  add(name: string): void {
    const now = performance.now()
    const { firstAt = now, count = 0 } = this.#failures.get(name) ?? {}
    const doublings = count + 1 - immediateTries
    const delayMs = doublings < 0 ? 0 : firstDelayMs * 2 ** doublings
    this.#failures.set(name, { firstAt, count: count + 1, nextAt: now + delayMs })
  }

  /** Returns whether a file is to be read. If `isThorough`, a delay doesn’t count, only whether the file was given up. */
  isDue(name: string, isThorough: boolean): boolean {
    const failures = this.#failures.get(name)
    if (!failures) return true
    const now = performance.now()
    if (now - failures.firstAt > givenUpAfterMs) return false
    return isThorough || now >= failures.nextAt
  }

  /** Forgets the files that were parsed, or don’t exist any more. */
  keepOnly(isUnreadable: (name: string) => boolean): void {
    for (const name of this.#failures.keys()) {
      if (!isUnreadable(name)) this.#failures.delete(name)
    }
  }
}
