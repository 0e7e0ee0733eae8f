import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { hostOf } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { connectionOf, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { askChoice, back, type ChoiceButton, type StepInfo } from '../../ui/prompts/quickInput.ts'
import { joinDescription, providerText, visible } from '../../texts.ts'
import { connectionFor } from '../../ui/activeConnection.ts'
import { daysFromToday, durationText, relativeDay } from '../../ui/ageTexts.ts'
import { exportHistory } from './exportHistory.ts'
import { durationOf, historyOf, lastFateOf, type HistoryEntry } from './deletionHistory.ts'
import { fateIcon, fates } from './deletionTexts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { confirmModal, showMessage } from '../../ui/messages.ts'
import { revealAction } from './fateMessages.ts'
import { nodesText } from '../../ui/countTexts.ts'

/** Show Deletion History…: recent deletions and their outcomes. Clear Deletion History…. */
export function deletionHistoryCommands({ connections, deletions, deletionWriter }: Parts) {
  return {
    [commandIds.showRecentActivity]: async () => {
      if (!(await isThere())) return
      const title = vscode.l10n.t('Deletion History')
      for (;;) {
        const entry = await askEntry({ title, step: 1, totalSteps: 2 }, historyOf(deletions))
        if (entry === undefined || entry === back) return
        if (entry === 'clear') return clear()
        if (typeof entry === 'function') return entry()
        const action = await askAction({ title, step: 2, totalSteps: 2 }, entry)
        if (action !== back) return action?.()
      }
    },

    [commandIds.clearRecentActivity]: clear,

    [commandIds.exportHistory]: async () => {
      if (await isThere()) await exportHistory(historyOf(deletions))
    },
  }

  async function clear(): Promise<void> {
    if ((await isThere()) && (await isConfirmed())) await deletionWriter.clear()
  }

  /** Loads what other windows have stored. Tells if there is nothing. */
  async function isThere(): Promise<boolean> {
    await deletions.refresh()
    if (historyOf(deletions).length > 0) return true
    showMessage('info', vscode.l10n.t('The deletion history is empty.'))
    return false
  }

  function askAction(info: StepInfo, entry: HistoryEntry) {
    return askChoice(info, {
      placeholder: `${entry.machinePoolName} · ${outcomeText(entry)}`,
      choices: [
        ...buttonsOf(entry).map(({ tooltip, ...action }) => ({ label: tooltip, ...action })),
        {
          label: vscode.l10n.t('Copy Name'),
          icon: 'copy',
          value: () => copy(entry.machinePoolName),
        },
      ],
    })
  }

  /** The actions that an entry has at its end, too. */
  function buttonsOf(entry: HistoryEntry): ChoiceButton<() => unknown>[] {
    return [
      {
        icon: 'eye',
        tooltip: vscode.l10n.t('Reveal in View'),
        value: () => revealAction(poolOf(entry)).run(),
      },
      {
        icon: 'copy',
        tooltip: vscode.l10n.t('Copy Details'),
        value: () => copy(detailsOf(entry)),
      },
    ]
  }

  /** One of the deletions, one of its actions, or to clear them all. */
  function askEntry(info: StepInfo, entries: readonly HistoryEntry[]) {
    return askChoice<HistoryEntry | (() => unknown) | 'clear'>(info, {
      placeholder: vscode.l10n.t('Select a deletion'),
      choices: entries.map((one) => ({
        label: visible(one.machinePoolName),
        description: factsText(one),
        icon: fateIcon(lastFateOf(one)),
        detail: detail(one),
        group: dayText(one.sentAt),
        value: one,
        buttons: buttonsOf(one),
      })),
      last: { label: vscode.l10n.t('Clear Deletion History…'), value: 'clear' },
      button: {
        icon: 'export',
        tooltip: vscode.l10n.t('Export Deletion History…'),
        value: () => exportHistory(entries),
      },
    })
  }

  /** Returns the pool of an entry. Throws if its connection is gone or has another service URL. */
  function poolOf(entry: HistoryEntry): MachinePoolRef {
    const { provider, configUid, configLabel, machinePoolName, projectUid } = entry
    const connection =
      connectionOf(entry, connections.all) ?? connectionFor(connections, entry.connection)
    const isSame =
      connection.baseUrl === entry.baseUrl &&
      [undefined, projectUid].includes(connection.projectUid)
    if (isSame) return { connection, provider, configUid, configLabel, machinePoolName }
    throw new CommandError(
      vscode.l10n.t(
        'The URL or project of connection “{0}” has changed since this deletion.',
        visible(entry.connection),
      ),
    )
  }
}

async function isConfirmed(): Promise<boolean> {
  return confirmModal(
    vscode.l10n.t('Clear the deletion history?'),
    vscode.l10n.t(
      'The history is stored on this computer only. Deletions in progress continue, and the log isn’t affected.',
    ),
    vscode.l10n.t('Clear Deletion History'),
  )
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text)
}

/** Returns the second line of an entry. What matters comes first, because VS Code cuts it at its end. */
function detail(entry: HistoryEntry): string {
  const { sentAt, connection, configLabel, configUid } = entry
  const service = `${connection} (${hostOf(entry)})`
  const cluster = visible(configLabel ?? configUid)
  const outcome = fates[lastFateOf(entry)].title
  return joinDescription(outcome, timeText(sentAt), cluster, visible(service))
}

/** Returns the nodes, zones, and duration of a deletion, as far as they are known. */
function factsText(entry: HistoryEntry): string {
  const { nodes, zones } = entry
  const duration = durationOf(entry)
  return joinDescription(
    nodes !== undefined && nodesText(nodes),
    zones?.map(visible).join(', '),
    duration !== undefined && vscode.l10n.t('found deleted after {0}', durationText(duration)),
  )
}

/** Returns the text for the first fate, and for the last one if it differs. */
function outcomeText({ fate, settled }: HistoryEntry): string {
  const first = fates[fate].title
  return settled && settled.fate !== fate
    ? vscode.l10n.t('{0} → {1}', first, fates[settled.fate].title)
    : first
}

/** Returns the facts for a ticket, one per line. */
function detailsOf(entry: HistoryEntry): string {
  const { sentAt, settled, connection, provider, configUid, configLabel, machinePoolName } = entry
  const { nodes, zones } = entry
  return [
    vscode.l10n.t('Machine pool: {0}', visible(machinePoolName)),
    vscode.l10n.t('Cloud config: {0}', [configLabel, configUid].filter(Boolean).join(' ')),
    vscode.l10n.t('Provider: {0}', providerText(provider)),
    vscode.l10n.t('Connection: {0} ({1})', visible(connection), hostOf(entry)),
    vscode.l10n.t('Outcome: {0}', outcomeText(entry)),
    vscode.l10n.t('Time: {0}', new Date(sentAt).toISOString()),
    ...(nodes === undefined ? [] : [vscode.l10n.t('Nodes: {0}', nodes)]),
    ...(zones?.length ? [vscode.l10n.t('Zones: {0}', zones.map(visible).join(', '))] : []),
    ...(settled ? [vscode.l10n.t('Last updated: {0}', new Date(settled.at).toISOString())] : []),
  ].join('\n')
}

/** Returns the heading for a day, such as “today”. */
function dayText(at: number): string {
  if ([0, -1].includes(daysFromToday(at))) return relativeDay(at)
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'full' }).format(at)
}

/** Returns the day, too: VS Code leaves out the headings as soon as something is typed. */
function timeText(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date(clock.now()).getFullYear()
  return new Intl.DateTimeFormat(vscode.env.language, {
    ...(!isThisYear && { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
}
