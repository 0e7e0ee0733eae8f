/** Returns a function that computes each result once; what is computed may depend on others. */
export function memo<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key) as V
  }
}
