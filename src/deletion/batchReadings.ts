/** A value that was loaded from the service. */
export interface Reading<T> {
  readonly value: T
  /** When its request was sent, in epoch ms. */
  readonly loadedAt: number
}

/** How a value is loaded. */
export interface Loading<T> {
  readonly load: () => Promise<T>
  /** Returns whether a value says that loading has failed. Such a value isn’t shared: the next request may succeed. */
  readonly isFailure: (value: T) => boolean
}

/** The maximum age of what is shared by the dialogs of a batch, in milliseconds. */
const maxSharedMs = 30_000

/**
 * What was loaded about the clusters of pools that are deleted one after the other. What was loaded seconds ago needn’t
 * be loaded again to show the next dialog. What is checked after a confirmation is always loaded again.
 */
export class BatchReadings {
  readonly #readings = new Map<string, Reading<unknown>>()

  /** Returns what was loaded for a key seconds ago; loads it otherwise. */
  async getRecent<T>(key: string, loading: Loading<T>): Promise<Reading<T>> {
    const reading = this.#readings.get(key)
    return reading && isRecent(reading) ? (reading as Reading<T>) : this.loadAgain(key, loading)
  }

  /** Loads a value again, and keeps it for the next dialog, unless loading has failed. */
  async loadAgain<T>(key: string, { load, isFailure }: Loading<T>): Promise<Reading<T>> {
    // The time is taken before the request: if the computer sleeps during it, the response shows an earlier state.
    const loadedAt = Date.now()
    const reading = { value: await load(), loadedAt }
    if (isFailure(reading.value)) this.#readings.delete(key)
    else this.#readings.set(key, reading)
    return reading
  }
}

/** The clock may have been set back. */
function isRecent({ loadedAt }: Reading<unknown>): boolean {
  const ageMs = Date.now() - loadedAt
  return ageMs >= 0 && ageMs <= maxSharedMs
}
