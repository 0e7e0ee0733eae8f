import type { ItemSource, ItemPage } from './itemSource.ts'

/** Loads the pages of a prompt’s items, and pauses and resumes. */
export class PageLoader<T> {
  /** `paused` if there are more pages, which load on demand. */
  state: 'reading' | 'paused' | 'over' = 'paused'
  readonly #parts: AsyncIterator<ItemPage<T>>
  readonly #isOnDemand: boolean
  readonly #onPart: (part: ItemPage<T>) => void
  #wants: 'all' | 'part' | 'nothing'
  #isInProgress = false

  /** If on demand, only the first page loads by itself, unless all are wanted from the start. */
  constructor(
    arriving: ItemSource<T>,
    isOnDemand: boolean,
    onPart: (part: ItemPage<T>) => void,
    wantsAll = !isOnDemand,
  ) {
    const parts = typeof arriving === 'function' ? arriving() : singlePage(arriving)
    this.#parts = parts[Symbol.asyncIterator]()
    this.#isOnDemand = isOnDemand
    this.#wants = wantsAll ? 'all' : 'part'
    this.#onPart = onPart
    void this.#read()
  }

  /** Loads the remaining pages, until one fails. */
  resume(): void {
    if (this.state !== 'paused') return
    this.#wants = 'all'
    void this.#read()
  }

  /** Stops loading. A page in progress is still delivered. */
  pause(): void {
    if (this.state !== 'reading') return
    this.#wants = 'nothing'
    this.state = 'paused'
  }

  /** Stops loading and delivers nothing more. */
  dispose(): void {
    this.state = 'over'
    void this.#parts.return?.()
  }

  async #read(): Promise<void> {
    this.state = 'reading'
    if (this.#isInProgress) return
    this.#isInProgress = true
    do {
      const { value } = (await this.#parts.next()) as IteratorYieldResult<ItemPage<T>>
      if (this.#isOver) return
      this.#settle(value)
      this.#onPart(value)
    } while (this.state === 'reading')
    this.#isInProgress = false
  }

  #settle({ hasMore, isInProgress = false, problem }: ItemPage<T>): void {
    if (problem !== undefined && this.#wants === 'all') this.#wants = 'part'
    if (!hasMore || (problem !== undefined && !this.#isOnDemand)) this.dispose()
    else {
      const goesOn = this.#wants === 'all' || (isInProgress && this.#wants === 'part')
      this.state = goesOn ? 'reading' : 'paused'
    }
  }

  get #isOver(): boolean {
    return this.state === 'over'
  }
}

async function* singlePage<T>(part: Promise<ItemPage<T>>): AsyncGenerator<ItemPage<T>> {
  yield await part
}
