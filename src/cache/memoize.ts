/**
 * Returns a function that caches the results of `compute`. Arguments with the same key share a result; by default, the
 * argument itself is the key. `compute` may be recursive: it may call the returned function.
 */
export function memoize<A, R>(
  compute: (argument: A) => R,
  keyOf: (argument: A) => unknown = (argument) => argument,
): (argument: A) => R {
  const results = new Map<unknown, R>()
  return (argument) => {
    const key = keyOf(argument)
    const cached = results.get(key)
    if (cached !== undefined || results.has(key)) return cached as R
    const result = compute(argument)
    results.set(key, result)
    return result
  }
}
