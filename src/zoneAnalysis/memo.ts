/** Returns a function that computes each result once, by a key; what is computed may depend on others. */
export function memo<K, V>(
  compute: (of: K) => V,
  keyOf: (of: K) => unknown = (of) => of,
): (of: K) => V {
  const known = new Map<unknown, V>()
  return (of) => {
    const key = keyOf(of)
    if (!known.has(key)) known.set(key, compute(of))
    return known.get(key) as V
  }
}
