import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/lookupSchemas.ts'
import { unshownNotes } from '../../ui/trees/items.ts'
import type { CloudConfigNode, NoteNode } from '../../ui/trees/nodes.ts'
import type { LoadWords } from '../../ui/trees/words.ts'

/** What the rows of a cluster's machine pools don't show; `id` is that of the cluster's row. */
export async function poolNotes(
  id: string,
  { cluster, connection }: CloudConfigNode,
  config: CloudConfig | undefined,
  load: LoadWords,
): Promise<NoteNode[]> {
  if (config) return unshownNotes(load, id, 'pools', config.unreadable, connection)
  const label = vscode.l10n.t('The service doesn’t list the machine pools of this cluster.')
  return cluster ? [{ kind: 'note', id: `${id}/none`, label }] : []
}
