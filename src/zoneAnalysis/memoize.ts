/**
 * Returns a function that computes each result once, by a key; by default, the argument itself. A computation may ask for
 * the results of other keys.
 */
export function memoize<A, R>(
  compute: (argument: A) => R,
  keyOf: (argument: A) => unknown = (argument) => argument,
): (argument: A) => R {
  const results = new Map<unknown, R>()
  return (argument) => {
    const key = keyOf(argument)
    if (!results.has(key)) results.set(key, compute(argument))
    return results.get(key) as R
  }
}
