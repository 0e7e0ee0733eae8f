import { createRequire } from 'node:module'
import { parse as parseJsonc, type ParseError } from 'jsonc-parser'
import { loadAll } from 'js-yaml'

/** Parsers that others wrote: they tell whether a document can be read, and what is in it. */
export const referees: Record<'hcl' | 'yaml' | 'json', (text: string) => unknown> = {
  hcl: (text) => {
    const [value, error] = hcl.parseToObject(text)
    if (error) throw new Error('HCL that can’t be read')
    return value
  },
  yaml: (text) => loadAll(text),
  json: (text) => {
    const errors: ParseError[] = []
    const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
    if (errors.length > 0) throw new Error(`${errors.length} errors`)
    return value
  },
}

// It is older than modules, and has no types.
const hcl = createRequire(import.meta.url)('hcl2-parser') as {
  parseToObject(text: string): [unknown, unknown]
}

/**
 * Returns what a document says without some names, whatever they stand in: items, keys, texts, or nothing. What is
 * empty then is null, and not in lists.
 */
export function without(value: unknown, names: readonly string[]): unknown {
  if (typeof value === 'string') return textWithout(value, names) || null
  if (Array.isArray(value)) {
    const rest = value.map((item) => without(item, names)).filter((item) => item !== null)
    return rest.length === 0 ? null : rest
  }
  if (value === null || typeof value !== 'object') return value ?? null
  const entries = Object.entries(value).map(([key, item]) => [
    textWithout(key, names),
    without(item, names),
  ])
  const rest = entries.filter(([key, item]) => key !== '' || item !== null)
  return rest.length === 0 ? null : Object.fromEntries(rest)
}

/**
 * Removes names and what was written between them; white space counts once. Of an expression in HCL, the parser
 * knows no more than its text: commas, quotes, brackets, and comments in it don’t count.
 */
function textWithout(text: string, names: readonly string[]): string {
  const anyName = names.join('|')
  const joinedNames = new RegExp(`(?:${anyName})(?:[\\s,]*(?:${anyName}))*`, 'g')
  const rest = text.replaceAll(joinedNames, '').replaceAll(/\s+/g, ' ').trim()
  if (!text.startsWith('${')) return rest
  return rest.replaceAll(/\/\*.*?\*\/|[\s,"[\]#]/g, '')
}
