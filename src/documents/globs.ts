/**
 * The number of patterns up to which braces are expanded: a setting of a workspace may stand for millions of patterns.
 */
const maxAlternatives = 500

/**
 * Expands the braces of a glob pattern: `{a,b}/*` to `a/*` and `b/*`. This is needed because VS Code doesn’t allow
 * nested braces. Returns no patterns if there would be too many.
 */
export function expandBraces(pattern: string): string[] {
  const expanded: string[] = []
  const remaining = [pattern]
  while (expanded.length + remaining.length <= maxAlternatives) {
    const next = remaining.pop()
    if (next === undefined) return [...new Set(expanded)]
    // The innermost braces are expanded first: `{a,{b,c}}` to `{a,b}` and `{a,c}`.
    const [, before = '', inner, after = ''] = /^([^]*?)\{([^{}]*)\}([^]*)$/.exec(next) ?? []
    if (inner !== undefined) {
      for (const alternative of inner.split(',')) remaining.push(before + alternative + after)
    } else if (!/[{}]/.test(next)) expanded.push(next.replaceAll(',', '[,]'))
  }
  return []
}
