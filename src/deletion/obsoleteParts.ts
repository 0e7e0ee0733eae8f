import type { PartFiles } from './partFiles.ts'
import type { StoredPart } from './partFolder.ts'
import type { Deletion } from './record.ts'
import { isUncertainEnd } from './stage.ts'

/** The maximum number of completed deletions to keep. */
const maxHistory = 50
/** The maximum number of files that are deleted at a time, so that nobody waits until thousands are. */
const maxDeletedFiles = 20

/**
 * Returns some of the parts that aren’t needed any more: of a deletion that has ended, all but the end, and the ends
 * beyond the maximum. `hasEndedHere` says of an ID whether this window knows that its deletion has ended, or wasn’t
 * sent. As long as an uncertain end couldn’t be saved, the other parts say after a reload that the pool may have been
 * deleted.
 */
export function findObsoleteParts(
  files: Pick<PartFiles, 'all' | 'isUnsaved'>,
  deletions: readonly Deletion[],
  hasEndedHere: (id: string) => boolean,
): StoredPart[] {
  const uncertain = deletions.filter(({ end }) => end !== undefined && isUncertainEnd(end))
  const uncertainIds = new Set(uncertain.map(({ id }) => id))
  const isNeeded = (id: string) => uncertainIds.has(id) && files.isUnsaved({ id, kind: 'ended' })
  const latestEndFirst = deletions
    .filter(({ end }) => end)
    .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
    .map(({ id }) => id)
  const endedIds = new Set(latestEndFirst)
  const historyIds = new Set(latestEndFirst.slice(0, maxHistory))
  const obsolete = files.all.filter(({ id, kind }) => {
    if (isNeeded(id)) return false
    const hasEnded = endedIds.has(id)
    if (kind === 'ended') return hasEnded && !historyIds.has(id)
    return hasEnded || hasEndedHere(id)
  })
  return obsolete.slice(0, maxDeletedFiles)
}
