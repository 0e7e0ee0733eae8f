import * as vscode from 'vscode'
import type { CloudConfig } from '../api/lookupSchemas.ts'
import type { Connection } from '../connections/connection.ts'
import type { ClusterList } from '../inventory/clusterPages.ts'
import { clustersNotShown, poolsNotShown } from '../texts.ts'
import { unshownNote } from './items.ts'
import type { CloudConfigNode, NoteNode } from './nodes.ts'
import type { LoadWords } from './words.ts'

/** What the rows of a cluster's machine pools don't show; `id` is that of the cluster's row. */
export function poolNotes(
  id: string,
  { cluster }: CloudConfigNode,
  config: CloudConfig | undefined,
): NoteNode[] {
  if (!config) {
    const label = vscode.l10n.t('The service doesn’t list the machine pools of this cluster.')
    return cluster ? [{ kind: 'note', id: `${id}/none`, label }] : []
  }
  const { unreadable } = config
  if (unreadable === 0) return []
  return [unshownNote(id, poolsNotShown(unreadable))]
}

/** What the rows of clusters don't show, and why; `id` is the place's own. */
export async function clusterNotes(
  id: string,
  connection: Connection,
  { unreadable, reason }: Pick<ClusterList, 'unreadable' | 'reason'>,
  load: LoadWords,
): Promise<NoteNode[]> {
  if (unreadable === 0) return []
  const why = reason && (await load()).errorText(reason, connection)
  return [unshownNote(id, clustersNotShown(unreadable), why)]
}
