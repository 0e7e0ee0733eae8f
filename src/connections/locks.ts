/** What other globs and lists know, and an empty part: such a pattern would lock something else than it seems to. */
const unfit = /[?[\]{}!\\,;]|(^|\/)\s*(\/|$)/

/** Returns whether a value is a list of patterns for {@link isLocked}. */
export function isLockList(value: unknown): value is string[] {
  // A character that nobody sees is in no name.
  const isSeen = (one: string) => /^[ -~]*$/.test(one) || !/[\p{C}\p{DI}]|(?! )\p{Z}/u.test(one)
  const isFit = (one: unknown) => typeof one === 'string' && !unfit.test(folded(one)) && isSeen(one)
  return Array.isArray(value) && value.every(isFit)
}

/**
 * Returns whether a machine pool is locked: its deletion must be typed. A pattern is one for the cluster and the pool, such
 * as `*-prod/*`, or for pools of any cluster, such as `gpu-*`. A cluster whose name isn’t known may be any.
 */
export function isLocked(
  { protected: patterns = [] }: { readonly protected?: readonly string[] | undefined },
  cluster: string | undefined,
  pool: string,
): boolean {
  return patterns.some((pattern) => {
    const parts = folded(pattern)
      .split('/')
      .map((part) => part.trim())
    if (parts.length === 1) return matches(parts.join(), pool)
    if (cluster !== undefined) return matches(parts.join('/'), `${cluster}/${pool}`)
    return parts.some((_, index) => index > 0 && matches(parts.slice(index).join('/'), pool))
  })
}

/** Without regard to case and spelling, because a lock that is too wide only asks. Takes linear time. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...others] = folded(pattern).split('*')
  const last = others.pop()
  const text = folded(name)
  if (last === undefined) return text === first
  let at = text.startsWith(first) ? first.length : Infinity
  for (const part of others) {
    const found = text.indexOf(part, at)
    at = found < at ? Infinity : found + part.length
  }
  return text.endsWith(last) && at <= text.length - last.length
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
