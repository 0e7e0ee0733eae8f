import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/lookupSchemas.ts'
import type { CloudConfigNode, NoteNode } from '../../ui/trees/nodes.ts'
import { unshownNotes } from '../../ui/trees/unshownNotes.ts'

/** Returns the notes for pools that can’t be shown; `id` is that of the cluster’s node. */
export function poolNotes(
  id: string,
  { cluster, connection }: CloudConfigNode,
  config: CloudConfig | undefined,
): NoteNode[] {
  if (config) return unshownNotes(id, 'pools', config.unreadable, connection)
  const label = vscode.l10n.t('The service doesn’t list the machine pools of this cluster.')
  return cluster ? [{ kind: 'note', id: `${id}/none`, label }] : []
}
