import type { FoundPools } from '../../clusters/poolSearch.ts'
import type { Connection } from '../../connections/connection.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { clustersSoFar, truncated } from '../../ui/listTexts.ts'
import { unshown, type ItemPage } from '../../ui/prompts/itemSource.ts'

/**
 * Converts a partial result of a search for machine pools to a page of a prompt. `unplacedPools` is the number of pools
 * that aren’t shown because it is unknown whether they are in the zone.
 */
export function searchPage<T>(
  found: FoundPools,
  connection: Connection,
  values: readonly T[],
  unplacedPools = 0,
): ItemPage<T> {
  const { searched, total, unreadable, reason, unreadablePools, error, isTruncated } = found
  const counts = { clusters: unreadable, pools: unreadablePools + unplacedPools }
  const notes = unshown(counts, reason && errorText(reason, connection))
  return {
    values,
    hasMore: found.hasMore,
    isInProgress: found.isInProgress,
    progress: clustersSoFar(searched, total),
    notes: isTruncated ? [...notes, truncated] : notes,
    problem: error && errorText(error, connection),
  }
}
