import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import { errorText } from '../errorTexts.ts'
import {
  accountsNotShown,
  clustersNotShown,
  notShownText,
  poolsNotShown,
  projectsNotShown,
  regionsNotShown,
  zonesNotShown,
} from '../notShownTexts.ts'
import type { NoteNode } from './nodes.ts'

const labels = {
  accounts: accountsNotShown,
  clusters: clustersNotShown,
  pools: poolsNotShown,
  projects: projectsNotShown,
  regions: regionsNotShown,
  zones: zonesNotShown,
}

/** What a list may have left out. */
export type Unshown = keyof typeof labels

/** Says how many listed things aren't shown, and why; `id` is the place's own. */
export function unshownNote(
  id: string,
  what: Unshown,
  count: number,
  connection: Connection,
  reason?: ApiError,
): NoteNode {
  const detail = reason ? errorText(reason, connection) : notShownText()
  return { kind: 'note', id: `${id}/unshown`, label: labels[what](count), detail }
}
