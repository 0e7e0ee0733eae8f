/**
 * Matches what a pattern must not contain: characters of other kinds of globs and of lists, as in `gpu-?` and `a,b`,
 * and an empty part, as in `prod/`. Such a pattern would match other pools than its author expects.
 */
const unsupportedSyntax = /[?[\]{}!\\,;]|(^|\/)\s*(\/|$)/

/** Returns whether a value is a list of patterns for {@link isTypedPool}. */
export function isPatternList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isPattern)
}

function isPattern(value: unknown): value is string {
  if (typeof value !== 'string') return false
  return !unsupportedSyntax.test(fold(value)) && !hasInvisibleCharacters(value)
}

/** Returns whether a pattern has invisible characters. No name contains them, so the pattern would match nothing. */
function hasInvisibleCharacters(pattern: string): boolean {
  const isPrintableAscii = /^[ -~]*$/.test(pattern)
  return !isPrintableAscii && /[\p{C}\p{DI}]|(?! )\p{Z}/u.test(pattern)
}

/**
 * Returns whether the deletion of a machine pool must be typed because a pattern of its connection matches. A pattern
 * is for the cluster and the pool, such as `*-prod/*`, or for pools of any cluster, such as `gpu-*`. A cluster whose
 * name isn’t known may have any name.
 */
export function isTypedPool(
  { typeFor = [] }: { readonly typeFor?: readonly string[] | undefined },
  cluster: string | undefined,
  pool: string,
): boolean {
  return typeFor.some((pattern) => {
    const parts = fold(pattern)
      .split('/')
      .map((part) => part.trim())
    if (parts.length === 1) return matches(parts.join(), pool)
    if (cluster !== undefined) return matches(parts.join('/'), `${cluster}/${pool}`)
    return parts.some((_, index) => index > 0 && matches(parts.slice(index).join('/'), pool))
  })
}

/**
 * Returns whether a name matches a pattern in which `*` stands for any text. Ignores case and ways to write a character
 * in Unicode, because a pattern that matches too many pools only makes the user type more. Takes linear time.
 */
function matches(pattern: string, name: string): boolean {
  const [prefix = '', ...parts] = fold(pattern).split('*')
  const suffix = parts.pop()
  const text = fold(name)
  if (suffix === undefined) return text === prefix
  if (!text.startsWith(prefix)) return false
  let matchedEnd = prefix.length
  for (const part of parts) {
    const start = text.indexOf(part, matchedEnd)
    if (start === -1) return false
    matchedEnd = start + part.length
  }
  return text.endsWith(suffix) && matchedEnd <= text.length - suffix.length
}

/** Removes differences in case, and in ways to write a character in Unicode. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
