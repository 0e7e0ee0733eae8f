import type { DocumentStyle } from './documentFormat.ts'
import { addItems, type InsertEdit, type InsertTarget } from './listItems.ts'
import { isBlank, lineAround } from './lines.ts'
import { cursorContextsOf, type CursorContext, type OffsetRange } from './cursorContext.ts'
import { hclText, oneLine, singleQuoted, unquoted, yamlQuote, type Quote } from './quoting.ts'
import { hclTokens, jsonTokens, type Token } from './tokens.ts'
import { addYamlItems } from './yamlItems.ts'
import { yamlTokens } from './yamlTokens.ts'

/** The edits that insert names at several positions of a document. */
export interface Insertion {
  /** In document order, without overlaps. */
  readonly edits: readonly InsertEdit[]
  /** The position of each cursor afterwards, as an offset in the new document. */
  readonly ends: readonly number[]
}

/**
 * Inserts names at every selection, as fits there: as items of the surrounding list or as a new list; inside
 * quotes, without quotes of their own; in a comment, as plain words. Under a key for one zone, a single name
 * isn’t written as a list.
 */
export function insertNames(
  text: string,
  spots: readonly OffsetRange[],
  names: readonly string[],
  style: DocumentStyle,
): Insertion {
  const places = withNeighbors(spots, cursorContextsOf(tokensOf(text, style), spots))
  const all = spots.map((range, index) =>
    editsAt({ text, range, context: places[index] ?? {}, style }, names),
  )
  return mergeEdits(all)
}

function tokensOf(text: string, { format }: DocumentStyle): Iterable<Token> {
  switch (format) {
    case 'hcl':
      return hclTokens(text)
    case 'json':
      return jsonTokens(text)
    case 'yaml':
      return yamlTokens(text)
    case 'plain':
      return []
  }
}

/** Returns the edit at the selection first, then the edits that it requires elsewhere. */
function editsAt(where: InsertTarget, names: readonly string[]): InsertEdit[] {
  const { text, range, context, style } = where
  const { within, open } = context
  const quote = quoteOf(where)
  const write = (written: string) => [{ ...range, text: written }]
  if (style.format === 'plain' || within?.kind === 'block') {
    return write(names.map(oneLine).join(style.eol + indentBefore(where)))
  }
  if (within?.kind === 'quoted') return write(betweenQuotes(where, within, names))
  if (within) return write(names.map(oneLine).join(', '))
  const { head, tail } = lineAround(text, range)
  const values = names.map(quote)
  if (open?.text === '[') return addItems(where, values)

  const space = /[:=]$/.test(head) ? ' ' : ''
  const isOne = names.length === 1 && oneZoneKey.test(head)
  const comma = style.format === 'json' && isMember(context) ? ',' : ''
  if (isOne) return write(space + values.join('') + comma)
  const inOneLine = `[${values.join(', ')}]`
  if (style.format === 'hcl') return write(space + inOneLine)
  if (style.format === 'json') {
    const isCompact = open && !text.slice(open.end, range.start).includes('\n')
    return write(space + (isCompact ? inOneLine : jsonArray(where, values)) + comma)
  }
  const edit = open ? undefined : addYamlItems(where, values)
  if (edit) return [edit]
  const isValue =
    open !== undefined || (/:\s*$/.test(head) && (isBlank(tail) || /^\s*#/.test(tail)))
  return write(isValue ? space + inOneLine : names.map(oneLine).join(', '))
}

/** The end of a line with a key for a single zone. */
const oneZoneKey = /(?:^|[^a-z])(?:\w*zone|\w*[_-]?az)(?:[_-]?name)?["']?\s*[:=]\s*$/i

function quoteOf({ text, range, style }: InsertTarget): Quote {
  if (style.format === 'yaml') return yamlQuote(text, range.start)
  return style.format === 'hcl' ? hclText : JSON.stringify
}

/** A multiline array, indented like the line that it begins on. */
function jsonArray(where: InsertTarget, values: readonly string[]): string {
  const outer = where.style.eol + indentBefore(where)
  const inner = outer + where.style.indent
  return `[${inner}${values.join(`,${inner}`)}${outer}]`
}

/** The indentation before a selection. */
function indentBefore({ text, range }: InsertTarget): string {
  return /^[ \t]*/.exec(lineAround(text, range).head)?.[0] ?? ''
}

/** Returns whether another member of the object follows without a comma. */
function isMember({ open, after }: CursorContext): boolean {
  return open?.text === '{' && after?.kind === 'quoted'
}

/** The names between existing quotes: as items if in a list, else separated by commas. */
function betweenQuotes(where: InsertTarget, within: Token, names: readonly string[]): string {
  const { text, context, style } = where
  const mark = within.text[0] === "'" ? "'" : '"'
  const quote = style.format === 'hcl' ? hclText : mark === "'" ? singleQuoted : JSON.stringify
  const contents = names.map((name) => unquoted(quote(name)))
  const { head } = lineAround(text, { start: within.start, end: within.start })
  if (context.open?.text === '[') {
    const lineEnd = isBlank(head) ? style.eol + head : ' '
    return contents.join(`${mark},${lineEnd}${mark}`)
  }
  const [item, outer = ''] = /^((?:[ \t]|-(?=[ \t]))*)-[ \t]+$/.exec(head) ?? []
  if (style.format !== 'yaml' || item === undefined) return contents.join(',')
  const next = `${style.eol}${outer.replaceAll('-', ' ')}- `
  return contents.join(mark + next + mark)
}

/** Adjusts the contexts of adjacent selections: each gets the names of its neighbors before and after it. */
function withNeighbors(
  spots: readonly OffsetRange[],
  places: readonly CursorContext[],
): CursorContext[] {
  const order = spots.map((_, index) => index)
  order.sort((a, b) => (spots[a]?.start ?? 0) - (spots[b]?.start ?? 0))
  const all = [...places]
  for (const [nth, index] of order.entries()) {
    const place = places[index]
    const spot = spots[index]
    if (!place || !spot || place.within) continue
    const isNear = (other: number | undefined) => {
      const there = other === undefined ? undefined : places[other]
      return there && !there.within && there.before === place.before && there.open === place.open
    }
    const [previous, next] = [order[nth - 1], order[nth + 1]]
    const comma = { kind: 'comma', start: spot.start, end: spot.start, text: '' } as const
    const word = { kind: 'word', start: spot.end, end: spot.end, text: '' } as const
    all[index] = {
      ...place,
      ...(isNear(previous) && { before: comma }),
      ...(isNear(next) && { after: word }),
    }
  }
  return all
}

/** Merges the edits of all selections, and computes where each selection’s first edit ends. */
function mergeEdits(all: readonly (readonly InsertEdit[])[]): Insertion {
  const sorted = all
    .flatMap((edits, index) => edits.map((edit, nth) => ({ edit, index: nth === 0 ? index : -1 })))
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end)
  const edits: InsertEdit[] = []
  const ends: number[] = []
  let moved = 0
  for (const { edit, index } of sorted) {
    const last = edits.at(-1)
    const isKnown = last && last.text === edit.text && last.start === edit.start
    if (index < 0 && isKnown) continue // two selections need the same comma
    // Two cursors in the same leading white space would both replace it.
    const start = Math.max(edit.start, last?.end ?? 0)
    const end = Math.max(edit.end, start)
    edits.push({ start, end, text: edit.text })
    moved += edit.text.length - (end - start)
    if (index >= 0) ends[index] = end + moved
  }
  return { edits, ends }
}
