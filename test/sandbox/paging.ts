import { failure } from './answer.ts'
import { type Call, Refusal } from './call.ts'

const mostPerPage = 50

/** The part of a list that is asked for by limit, offset and continue (docs/api.md, "Lookups"). */
export function page<Item>(
  { query, settings }: Call,
  all: readonly Item[],
): { items: Item[]; listmeta: Record<string, unknown> } {
  const token = query.get('continue')
  const offset = token ? offsetOf(token) : amount('offset', query.get('offset'), 0)
  const limit = Math.min(
    mostPerPage,
    amount('limit', query.get('limit'), mostPerPage) || mostPerPage,
  )
  const items = all.slice(offset, offset + limit)
  const end = offset + items.length

  const listmeta: Record<string, unknown> = { count: all.length, limit, offset }
  if (settings.traps.includes('loopingContinue')) {
    listmeta['continue'] = token || tokenOf(end)
  } else if (end < all.length) {
    listmeta['continue'] = tokenOf(end)
  } else if (offset > 0) {
    // Empty after the last of several pages, absent after an only one: both are seen.
    listmeta['continue'] = ''
  }
  return { items, listmeta }
}

// Opaque, and in need of encoding in a query.
function tokenOf(offset: number): string {
  return `${Buffer.from(`from ${offset}`).toString('base64')}+/=`
}

function offsetOf(token: string): number {
  const [, offset] = /^from (\d+)$/.exec(Buffer.from(token.slice(0, -3), 'base64').toString()) ?? []
  if (offset !== undefined && token === tokenOf(Number(offset))) return Number(offset)
  throw new Refusal(failure(400, 'InvalidContinueToken', 'continue in query is not a valid token'))
}

function amount(name: string, text: string | null, byDefault: number): number {
  if (!text) return byDefault
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new Refusal(failure(400, 'InvalidParameter', `${name} in query must be a number`))
}
