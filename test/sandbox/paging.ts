import { failure } from './answer.ts'
import { type Call, Refusal } from './call.ts'

const mostPerPage = 50

/** The part of a list that is asked for by limit and continue (docs/api.md, "Lookups"). */
export function page<Item>(
  { query, settings }: Call,
  all: readonly Item[],
): { items: Item[]; listmeta: Record<string, unknown> } {
  const token = query.get('continue')
  const offset = token ? offsetOf(token) : 0
  const limit = Math.min(mostPerPage, Number(query.get('limit')) || mostPerPage)
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

// In need of encoding in a query.
function tokenOf(offset: number): string {
  return `from ${offset}+/=`
}

function offsetOf(token: string): number {
  const [, offset] = /^from (\d+)\+\/=$/.exec(token) ?? []
  if (offset !== undefined) return Number(offset)
  throw new Refusal(failure(400, 'InvalidContinueToken', 'continue in query is not a valid token'))
}
