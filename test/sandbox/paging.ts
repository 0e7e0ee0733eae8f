import { errorResponse } from './response.ts'
import { type Call, Refusal } from './call.ts'

/** The page of a list that the query’s `limit` and `continue` select (docs/api.md, "Lookups"). */
export function paginate<Item>(
  { query, settings }: Call,
  all: readonly Item[],
): { items: Item[]; listmeta: Record<string, unknown> } {
  const token = query.get('continue')
  const offset = token ? parseToken(token) : 0
  const { maxPageSize } = settings
  const limit = Math.min(maxPageSize, Number(query.get('limit')) || maxPageSize)
  const items = all.slice(offset, offset + limit)
  const end = offset + items.length

  const listmeta: Record<string, unknown> = { count: all.length, limit, offset }
  if (settings.traps.includes('loopingContinue')) {
    listmeta['continue'] = token || formatToken(end)
  } else if (end < all.length) {
    listmeta['continue'] = formatToken(end)
  } else if (offset > 0) {
    // Services send an empty token after the last of several pages, and none after a single page.
    listmeta['continue'] = ''
  }
  return { items, listmeta }
}

/** The token contains characters that a client must encode in a query. */
function formatToken(offset: number): string {
  return `from ${offset}+/=`
}

function parseToken(token: string): number {
  const [, offset] = /^from (\d+)\+\/=$/.exec(token) ?? []
  if (offset !== undefined) return Number(offset)
  throw new Refusal(
    errorResponse(400, 'InvalidContinueToken', 'continue in query is not a valid token'),
  )
}
