import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import { errorText } from '../errorTexts.ts'
import { notShown, notShownText, type Unshown } from '../notShownTexts.ts'
import type { NoteNode } from './nodes.ts'

/** Creates the note for entries that can’t be shown, if there are any; `id` is that of their parent. */
export function unshownNotes(
  id: string,
  what: Unshown,
  count: number,
  connection: Connection,
  reason?: ApiError,
): NoteNode[] {
  if (count === 0) return []
  const detail = reason ? errorText(reason, connection) : notShownText
  return [{ kind: 'note', id: `${id}/unshown`, label: notShown[what](count), detail }]
}
