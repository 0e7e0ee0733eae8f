import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import { ApiError, serviceErrorText } from '../../api/errors.ts'
import { commandIds } from '../../contributions.ts'
import { prettyJson } from '../../ui/markup.ts'
import type { Deletion, Failure } from '../../deletion/record.ts'
import { findConnection, type MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { choose } from '../../ui/prompts/quickInput.ts'
import { displayList, displayText, joinDescription } from '../../displayTexts.ts'
import { resolveConnection } from '../../ui/activeConnection.ts'
import { durationText } from '../../ui/ageTexts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { errorTitle } from '../../ui/errorTexts.ts'
import { confirmModal, showMessage, type Action } from '../../ui/messages.ts'
import { reportedStage, stageIcon, stageTitle } from './stageTexts.ts'
import { revealAction } from './poolActions.ts'
import { nodesText, zoneListText } from '../../ui/listTexts.ts'

/** A deletion, and how far it is. */
interface HistoryEntry extends Deletion {
  readonly stage: ReturnType<typeof reportedStage>
}

/** Show Deletion History…: recent deletions and their outcomes. */
export function registerDeletionHistory({
  commands,
  connections,
  deletions,
  deletionMonitor,
}: Parts): void {
  commands.register(commandIds.showDeletionHistory, async () => {
    await deletions.refresh() // what other windows have stored
    const entries = shownEntries()
    if (entries.length === 0) {
      showMessage('info', vscode.l10n.t('The deletion history is empty.'))
      return
    }
    const run = await askAction(entries)
    await run?.()
  })

  /** Returns the latest deletions, and how far each is. */
  function shownEntries(): HistoryEntry[] {
    const entries: HistoryEntry[] = []
    for (const deletion of deletions.all) {
      const connection = findConnection(deletion, connections.all)
      // Without a connection, a pending deletion can’t be observed.
      if (deletion.end === undefined && !connection) continue
      entries.push({ ...deletion, stage: reportedStage(deletionMonitor.stage(deletion)) })
    }
    return entries
  }

  /** Prompts for a deletion, whose pool is revealed, or for what to do with the whole history. */
  function askAction(entries: readonly HistoryEntry[]) {
    const open: Action = {
      title: vscode.l10n.t('Open as Document'),
      run: () => openHistory(entries),
    }
    return choose<() => unknown>(vscode.l10n.t('Deletion History'), {
      placeholder: vscode.l10n.t('Select a deletion to reveal its machine pool'),
      choices: entries.map((entry) => ({
        label: displayText(entry.machinePoolName),
        description: factsText(entry),
        icon: stageIcon(entry.stage),
        detail: detailText(entry),
        value: () => revealAction(poolOfEntry(entry)).run(),
      })),
      buttons: [
        { icon: 'go-to-file', tooltip: open.title, value: open.run },
        {
          icon: 'clear-all',
          tooltip: vscode.l10n.t('Clear Deletion History'),
          value: async () => clear(open),
        },
      ],
    })
  }

  /** Clears the history after a question, in which Enter opens it instead. */
  async function clear(defaultAction: Action): Promise<void> {
    const isConfirmed = await confirmModal(
      vscode.l10n.t('Clear the deletion history?'),
      vscode.l10n.t('Unfinished deletions stay in the history. The log isn’t affected.'),
      vscode.l10n.t('Clear Deletion History'),
      { defaultAction },
    )
    if (isConfirmed) await deletions.clearHistory()
  }

  /** Returns the pool of an entry. Throws if its connection is gone or has another service URL. */
  function poolOfEntry(entry: HistoryEntry): MachinePoolRef {
    const { provider, configUid, configLabel, machinePoolName, projectUid } = entry
    const connection =
      findConnection(entry, connections.all) ?? resolveConnection(connections, entry.connection)
    const isSame =
      connection.baseUrl === entry.baseUrl &&
      [undefined, projectUid].includes(connection.projectUid)
    if (isSame) {
      return { connection, provider, configUid, configLabel, machinePoolName }
    }
    throw new CommandError(
      vscode.l10n.t(
        'The URL or project of connection “{0}” has changed since this deletion.',
        displayText(entry.connection),
      ),
    )
  }
}

/** Opens the deletion history as an untitled JSON document. What is missing in it isn’t known. */
async function openHistory(entries: readonly HistoryEntry[]): Promise<void> {
  const content = prettyJson(entries.map(entryJson))
  const document = await vscode.workspace.openTextDocument({ language: 'json', content })
  await vscode.window.showTextDocument(document)
}

function entryJson(entry: HistoryEntry): object {
  const { endedAt } = entry
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
    reason: shownFailure(entry),
    ended: endedAt === undefined ? undefined : new Date(endedAt).toISOString(),
    nodes: entry.nodes,
    zones: entry.zones,
  }
}

/** Returns how long it took until the pool was found deleted, in ms; undefined if that isn’t known. */
function deletionMs({ sentAt, end, endedAt }: Deletion): number | undefined {
  // The clock may have been set back.
  const isKnown = end === 'deleted' && endedAt !== undefined && endedAt > sentAt
  return isKnown ? endedAt - sentAt : undefined
}

/** Returns the second line of an entry. What matters comes first, because VS Code cuts it at its end. */
function detailText(entry: HistoryEntry): string {
  const { sentAt, connection, configLabel, configUid, stage } = entry
  const failure = shownFailure(entry)
  const error = failure && new ApiError(failure.kind, '', failure)
  return joinDescription(
    stageTitle(stage),
    error && reasonTitle(error),
    timeText(sentAt),
    displayText(configLabel ?? configUid),
    displayText(`${connection} (${hostOf(entry)})`),
    error && displayText(serviceErrorText(error)),
  )
}

/** Returns why a deletion wasn’t accepted; undefined if the pool is deleted nevertheless: then a refusal misleads. */
function shownFailure({ stage, failure }: HistoryEntry): Failure | undefined {
  return stage === 'deleted' ? undefined : failure
}

/** Returns why a deletion wasn’t accepted, in a few words. */
function reasonTitle(error: ApiError): string {
  const title = errorTitle(error)
  return error.status === undefined ? title : `${title} (${error.status})`
}

/** Returns the nodes, zones, and duration of a deletion, as far as they are known. */
function factsText(entry: HistoryEntry): string {
  const { nodes, zones } = entry
  const duration = deletionMs(entry)
  return joinDescription(
    nodes !== undefined && nodesText(nodes),
    zones && zoneListText(zones, displayList(zones)),
    duration !== undefined && vscode.l10n.t('deleted after {0}', durationText(duration)),
  )
}

function timeText(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return new Intl.DateTimeFormat(vscode.env.language, {
    year: isThisYear ? undefined : 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
}
