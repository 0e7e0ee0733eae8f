import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { connectionOf, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { askChoice, back, runSteps } from '../../ui/prompts/quickInput.ts'
import { visible } from '../../texts.ts'
import { connectionFor } from '../../ui/activeConnection.ts'
import type { Activity, ActivityEntry } from './activity.ts'
import { fates } from './deletionTexts.ts'
import type { Commands } from '../../ui/commands.ts'
import { CommandFailure } from '../../ui/failures.ts'
import { confirmModal, runAction, showMessage } from '../../ui/messages.ts'
import type { ShowRow } from '../viewCommands/showRow.ts'

/** Show Recent Activity…: the last deletions, and what came of them. Clear Recent Activity…. */
export function recentActivityCommands({
  connections,
  activity,
  showRow,
}: Pick<Parts, 'connections'> & { activity: Activity; showRow: ShowRow }): Commands<
  'showRecentActivity' | 'clearRecentActivity'
> {
  return {
    [commandIds.showRecentActivity]: async () => {
      await activity.refresh()
      if (activity.entries.length === 0) return showNothing()
      const action = await askAction(activity.entries)
      await action?.()
    },

    [commandIds.clearRecentActivity]: async () => {
      await activity.refresh()
      if (activity.entries.length === 0) return showNothing()
      if (await isConfirmed()) await activity.clear()
    },
  }

  /** An entry, then what to do with it; undefined where the user gave up. */
  async function askAction(
    entries: readonly ActivityEntry[],
  ): Promise<(() => unknown) | undefined> {
    let entry: ActivityEntry | undefined
    let action: (() => unknown) | undefined
    const isComplete = await runSteps(vscode.l10n.t('Recent Activity'), [
      async (info) => {
        const answer = await askChoice<ActivityEntry | 'clear'>(info, {
          placeholder: vscode.l10n.t('Choose a deletion'),
          choices: entries.map((one) => ({
            label: one.machinePoolName,
            description: description(one),
            value: one,
          })),
          last: { label: vscode.l10n.t('Clear Recent Activity…'), value: 'clear' },
        })
        entry = undefined
        if (answer === 'clear') {
          action = runAction('', commandIds.clearRecentActivity).run
          return answer
        }
        if (answer !== back) entry = answer
        return answer
      },
      async (info) => {
        if (!entry) return action // there is nothing more to ask
        const one = entry
        const answer = await askChoice<() => unknown>(info, {
          placeholder: `${one.machinePoolName} · ${outcomeText(one)}`,
          choices: [
            {
              label: vscode.l10n.t('Reveal in View'),
              value: () => {
                const pool = poolOf(one)
                showRow.assertShown(pool.connection)
                return showRow.pool(pool)
              },
            },
            { label: vscode.l10n.t('Copy Details'), value: () => copy(detailsOf(one)) },
            { label: vscode.l10n.t('Copy Name'), value: () => copy(one.machinePoolName) },
          ],
        })
        if (typeof answer === 'function') action = answer
        return answer
      },
    ])
    return isComplete ? action : undefined
  }

  /** Throws where its connection is gone, or leads elsewhere by now. */
  function poolOf(entry: ActivityEntry): MachinePoolRef {
    const { provider, configUid, configLabel, machinePoolName, projectUid } = entry
    const connection =
      connectionOf(entry, connections.all) ?? connectionFor(connections, entry.connection)
    const isSame =
      connection.baseUrl === entry.baseUrl &&
      [undefined, projectUid].includes(connection.projectUid)
    if (isSame) return { connection, provider, configUid, configLabel, machinePoolName }
    throw new CommandFailure(
      vscode.l10n.t(
        'Connection “{0}” has changed since: it had another address or project.',
        visible(entry.connection),
      ),
    )
  }
}

function showNothing(): void {
  showMessage(
    'info',
    vscode.l10n.t('There is no recent activity: no machine pool was deleted here.'),
  )
}

async function isConfirmed(): Promise<boolean> {
  return confirmModal(
    vscode.l10n.t('Clear the list of recent deletions?'),
    vscode.l10n.t(
      'The list is kept on this machine alone. Deletions that are under way go on, and the log stays.',
    ),
    vscode.l10n.t('Clear Recent Activity'),
  )
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text)
}

function description(entry: ActivityEntry): string {
  const { sentAt, connection } = entry
  const service = `${connection} (${hostOf(entry)})`
  return [outcomeText(entry), configOf(entry), service, timeText(sentAt)].join(' · ')
}

/** What came of it, and how that ended where it was followed. */
function outcomeText({ fate, settled }: ActivityEntry): string {
  const first = fates[fate].title()
  return settled && settled.fate !== fate
    ? vscode.l10n.t('{0}, then: {1}', first, fates[settled.fate].title())
    : first
}

/** For a ticket or a colleague: each fact in a line. */
function detailsOf(entry: ActivityEntry): string {
  const { sentAt, settled, connection, provider, configUid, configLabel, machinePoolName } = entry
  return [
    vscode.l10n.t('Machine pool: {0}', visible(machinePoolName)),
    vscode.l10n.t('Cloud config: {0}', [configLabel, configUid].filter(Boolean).join(' ')),
    vscode.l10n.t('Provider: {0}', provider),
    vscode.l10n.t('Connection: {0} ({1})', visible(connection), hostOf(entry)),
    vscode.l10n.t('Deletion: {0}', outcomeText(entry)),
    vscode.l10n.t('Time: {0}', new Date(sentAt).toISOString()),
    ...(settled ? [vscode.l10n.t('Settled: {0}', new Date(settled.at).toISOString())] : []),
  ].join('\n')
}

function configOf({ configLabel, configUid }: ActivityEntry): string {
  return configLabel ?? configUid
}

function timeText(at: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(vscode.env.language, format).format(at)
}
