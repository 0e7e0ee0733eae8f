import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import {
  formatHistory,
  historyFormats,
  type HistoryFormat,
  type HistoryRecord,
} from '../../formats/historyFormats.ts'
import type { Deletion } from '../../inventory/deletion/record.ts'
import type { Stage } from '../../inventory/deletion/status.ts'
import { formatTitles } from '../../ui/copied.ts'
import { choose } from '../../ui/prompts/quickInput.ts'

/** VS Code’s languages for the formats; it has none for CSV. */
const languages: Record<HistoryFormat, string> = {
  markdown: 'markdown',
  csv: 'plaintext',
  json: 'json',
}

/** A deletion, and how far it is. */
export interface HistoryEntry extends Deletion {
  readonly stage: Stage['kind']
}

/** Returns how long it took until the pool was found deleted, in ms; undefined if that isn’t known. */
export function durationOf({ sentAt, end, endedAt }: Deletion): number | undefined {
  return end === 'deleted' && endedAt !== undefined ? Math.max(0, endedAt - sentAt) : undefined
}

/** Prompts for a format, and opens the deletion history in it as an untitled document. */
export async function openHistory(entries: readonly HistoryEntry[]): Promise<void> {
  const format = await choose<HistoryFormat>(vscode.l10n.t('Open as Document'), {
    placeholder: vscode.l10n.t('Select a format'),
    choices: historyFormats.map((value) => ({ label: formatTitles[value], value })),
  })
  if (format === undefined) return
  const language = languages[format]
  const content = formatHistory(entries.map(recordOf), format)
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ language, content }),
  )
}

function recordOf(entry: HistoryEntry): HistoryRecord {
  const { endedAt } = entry
  const duration = durationOf(entry)
  return {
    sent: new Date(entry.sentAt).toISOString(),
    machinePool: entry.machinePoolName,
    cluster: entry.configLabel,
    cloudConfig: entry.configUid,
    provider: entry.provider,
    project: entry.projectUid,
    connection: entry.connection,
    service: hostOf(entry),
    outcome: entry.stage,
    ended: endedAt === undefined ? undefined : new Date(endedAt).toISOString(),
    seconds: duration === undefined ? undefined : Math.round(duration / 1000),
    nodes: entry.nodes,
    zones: entry.zones,
  }
}
