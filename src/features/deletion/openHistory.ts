import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import {
  formatHistory,
  historyFormats,
  type HistoryFormat,
  type HistoryRecord,
} from '../../formats/historyFormats.ts'
import { choose } from '../../ui/prompts/quickInput.ts'
import { durationOf, type HistoryEntry } from './deletionHistory.ts'

/** The names of the formats, and VS Code’s languages for them; it has none for CSV. */
const formats: Record<HistoryFormat, { label: string; language: string }> = {
  markdown: { label: 'Markdown', language: 'markdown' },
  csv: { label: 'CSV', language: 'plaintext' },
  json: { label: 'JSON', language: 'json' },
}

/** Prompts for a format, and opens the deletion history in it as an untitled document. */
export async function openHistory(entries: readonly HistoryEntry[]): Promise<void> {
  const format = await choose<HistoryFormat>(vscode.l10n.t('Open as Document'), {
    placeholder: vscode.l10n.t('Select a format'),
    choices: historyFormats.map((value) => ({ label: formats[value].label, value })),
  })
  if (format === undefined) return
  const { language } = formats[format]
  const content = formatHistory(entries.map(recordOf), format)
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ language, content }),
  )
}

function recordOf(entry: HistoryEntry): HistoryRecord {
  const { settled } = entry
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
    outcome: entry.fate,
    lastStatus: settled?.fate,
    lastUpdate: settled && new Date(settled.at).toISOString(),
    seconds: duration === undefined ? undefined : Math.round(duration / 1000),
    nodes: entry.nodes,
    zones: entry.zones,
  }
}
