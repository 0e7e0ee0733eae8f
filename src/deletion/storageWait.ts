/** The maximum time for which people wait for storage, in milliseconds. */
const maxWaitMs = 1_000

/**
 * Resolves to whether storage settles `work`, either way, within `ms` milliseconds. Tests control the timers of this
 * file apart from those of `settlesWithin`, which they shorten to less than storage needs.
 */
export async function respondsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    const settle = (): void => {
      clearTimeout(timer)
      resolve(true)
    }
    work.then(settle, settle)
  })
}

/** Settles as `work` does, or rejects if storage takes longer than `ms` milliseconds. */
export async function withinLimit<T>(ms: number, work: Promise<T>): Promise<T> {
  if (await respondsWithin(ms, work)) return work
  throw new Error('Storage hasn’t responded in time')
}

/**
 * Waits for storage, but never for long: a network drive may not respond for minutes, or ever. What is waited for goes
 * on meanwhile.
 */
export class StorageWait {
  /** True since a wait has ended too early, until what it waited for has settled. */
  #isStalled = false

  /**
   * Settles as the work does, or resolves to `fallback` after a second: at once if storage still hasn’t responded to
   * earlier work, so that people don’t wait for it again and again.
   */
  async for(work: Promise<void>): Promise<void>
  async for<T>(work: Promise<T>, fallback: T): Promise<T>
  async for<T>(work: Promise<T>, fallback?: T): Promise<T | undefined> {
    if (await respondsWithin(this.#isStalled ? 0 : maxWaitMs, work)) return work
    this.#isStalled = true
    const resume = () => {
      this.#isStalled = false
    }
    work.then(resume, resume)
    return fallback
  }
}
