/** Well under the 20 ms after which other extensions would notice. */
const sliceMs = 10

/** Runs steps to the end, all at once. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * Runs steps to the end, and lets others run in between when they take long. Resolves to undefined if canceled
 * meanwhile.
 */
export async function inSlices<T>(
  steps: Generator<void, T>,
  isCancelled: () => boolean,
): Promise<T | undefined> {
  for (let end = performance.now() + sliceMs; ;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (isCancelled()) return undefined
    end = performance.now() + sliceMs
  }
}
