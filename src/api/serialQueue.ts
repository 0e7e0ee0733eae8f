/** Runs operations one after the other, whether those before succeed or fail. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs an operation after all those before. Resolves and rejects as the operation does. */
  async run<R>(operation: () => Promise<R>): Promise<R> {
    const result = this.#last.then(operation)
    this.#last = result.catch(() => {})
    return result
  }
}
