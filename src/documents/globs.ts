/** A workspace may have patterns that stand for any number. */
const maxAlternatives = 500

/** Returns the patterns that one with braces stands for, because braces can’t be nested; none if it’s too many. */
export function withoutBraces(pattern: string): string[] {
  const done: string[] = []
  const left = [pattern]
  while (done.length + left.length <= maxAlternatives) {
    const next = left.pop()
    if (next === undefined) return [...new Set(done)]
    const [, before = '', inner, after = ''] = /^([^]*?)\{([^{}]*)\}([^]*)$/.exec(next) ?? []
    if (inner !== undefined) left.push(...inner.split(',').map((one) => before + one + after))
    else if (!/[{}]/.test(next)) done.push(next.replaceAll(',', '[,]'))
  }
  return []
}
