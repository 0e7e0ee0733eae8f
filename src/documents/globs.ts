/** A workspace may have patterns that stand for any number of others. */
const maxAlternatives = 500

/**
 * Expands the braces of a glob pattern, because VS Code doesn’t allow nested braces. Returns no patterns if there are too
 * many alternatives.
 */
export function expandBraces(pattern: string): string[] {
  const expanded: string[] = []
  const remaining = [pattern]
  while (expanded.length + remaining.length <= maxAlternatives) {
    const next = remaining.pop()
    if (next === undefined) return [...new Set(expanded)]
    const [, before = '', inner, after = ''] = /^([^]*?)\{([^{}]*)\}([^]*)$/.exec(next) ?? []
    if (inner !== undefined) {
      const alternatives = inner.split(',')
      remaining.push(...alternatives.map((alternative) => before + alternative + after))
    } else if (!/[{}]/.test(next)) expanded.push(next.replaceAll(',', '[,]'))
  }
  return []
}
