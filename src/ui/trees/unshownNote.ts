import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import { errorText } from '../errorTexts.ts'
import { notShown, notShownText, type Unshown } from '../notShownTexts.ts'
import type { NoteNode } from './nodes.ts'

/** Creates the note for entries that can’t be shown; `id` is that of their parent. */
export function unshownNote(
  id: string,
  what: Unshown,
  count: number,
  connection: Connection,
  reason?: ApiError,
): NoteNode {
  const detail = reason ? errorText(reason, connection) : notShownText()
  return { kind: 'note', id: `${id}/unshown`, label: notShown[what](count), detail }
}
