/** Memoizes an async function. A rejection isn’t cached, so the next call tries again. */
export function lazyAsync<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
