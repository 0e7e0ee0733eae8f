import * as vscode from 'vscode'
import { createRedact } from '../../api/redaction.ts'
import type { Machine } from '../../api/lookupSchemas.ts'
import { hostOf } from '../../connections/connection.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import { markdownTable } from '../../formats/tables.ts'
import { scoped, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { valueOf } from '../../inventory/results.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, namedUid, providerText, revealed } from '../../texts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import { asCode, escapeMarkdown } from '../../ui/markdown.ts'
import { showStatus } from '../../ui/messages.ts'
import { withViewProgress } from '../../ui/progress.ts'
import { isMachinePoolNode, selectedItems } from '../../ui/selectedItems.ts'
import type { MachinePoolsNode } from '../../ui/trees/nodes.ts'
import {
  nodesLeftText,
  oneLine,
  recentWarning,
  stallText,
  timeIn,
  warningText,
} from './drainTexts.ts'
import { healthText } from './poolAppearance.ts'

/** The maximum length of a service’s message in a report. */
const maxMessageLength = 2_000

/** Copy Drain Report: Markdown for whoever owns what runs in pools that are being deleted. */
export function drainReportCommands(parts: Parts) {
  const { connections, apiKeys, clusters, deletions, poolDeleter } = parts
  return {
    [commandIds.copyDrainReport]: async (
      node?: MachinePoolsNode,
      selected?: MachinePoolsNode[],
    ) => {
      const given = readMachinePool(connections, node)
      const pools = given ? [given] : selectedItems(node, selected).filter(isMachinePoolNode)
      const reports = await withViewProgress(viewIds.machinePools, async () =>
        Promise.all(pools.map(reportOf)),
      )
      await vscode.env.clipboard.writeText(reports.join('\n'))
      showStatus(vscode.l10n.t('Copied the drain report'))
    },
  }

  /** Loads the machines and the newest warning again, and returns the report. */
  async function reportOf(of: MachinePoolRef): Promise<string> {
    const pool = clusters.inProject(of)
    const [listed] = await Promise.all([
      clusters.machineLists.refetch(pool),
      clusters.warnings.refetch(pool),
    ])
    const { connection, provider, configUid, machinePoolName } = pool
    const key = await apiKeys.get(connection)
    const redact = key === undefined ? (text: string) => text : createRedact(key)
    const outside = (text = '') => revealed(redact(text))
    const quote = (text: string) => {
      const all = outside(oneLine(text))
      const short = all.length > maxMessageLength ? `${all.slice(0, maxMessageLength)}…` : all
      return vscode.l10n.t('“{0}”', short)
    }

    const { stalledMs, nodesLeft } = poolDeleter.deletionState(pool) ?? {}
    const { machines, count: left = nodesLeft } = valueOf(listed) ?? {}
    const warning = recentWarning(pool, parts)
    const { sentAt } = deletions.pendingOf(pool) ?? {}
    const { projectUid } = scoped(pool)
    const facts = [
      [vscode.l10n.t('Cluster'), outside(clusters.clusterName(pool) ?? pool.configLabel)],
      [vscode.l10n.t('Cloud config'), outside(`${providerText(provider)} ${configUid}`)],
      projectUid === undefined
        ? undefined
        : [vscode.l10n.t('Project'), redact(namedUid(projectUid, pool.project?.name))],
      sentAt === undefined
        ? undefined
        : [vscode.l10n.t('Deletion requested'), timeText(new Date(sentAt).toISOString())],
      warning && [
        vscode.l10n.t('Latest warning'),
        `${quote(warningText(warning))} ${outside(timeText(warning.at))}`,
      ],
    ].filter((row) => row !== undefined)

    const state = joinDescription(
      stalledMs !== undefined && stallText(stalledMs),
      left !== undefined && nodesLeftText(left),
    )
    return [
      `# ${vscode.l10n.t('Drain report: {0}', asCode(outside(machinePoolName)))}`,
      `**${escapeMarkdown(state || vscode.l10n.t('deleting…'))}**`,
      markdownTable(facts),
      'error' in listed ? escapeMarkdown(outside(errorText(listed.error, connection))) : '',
      machines?.length ? machineTable(machines, outside, quote) : '',
      [
        vscode.l10n.t(
          'Connection: {0} ({1})',
          asCode(outside(connection.name)),
          hostOf(connection),
        ),
        vscode.l10n.t('Time: {0}', timeText(new Date(listed.at).toISOString())),
      ].join('\n\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n')
  }
}

/** Returns the machines as a table, those that are being deleted first. */
function machineTable(
  machines: readonly Machine[],
  outside: (text?: string) => string,
  quote: (text: string) => string,
): string {
  const rank = ({ deletionTimestamp }: Machine) => Number(deletionTimestamp === undefined)
  const rows = machines
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .map(({ name, zone, state, since, health, messages = [] }) => [
      outside(name),
      outside(zone),
      outside(state),
      outside(timeText(since)),
      outside(health && healthText(health)),
      messages.map(quote).join(' '),
    ])
  const head = [
    vscode.l10n.t('Name'),
    vscode.l10n.t('Zone'),
    vscode.l10n.t('State'),
    vscode.l10n.t('Since'),
    vscode.l10n.t('Health'),
    vscode.l10n.t('Message'),
  ]
  return markdownTable([head, ...rows])
}

/** Formats a time as the service writes it, in UTC, because the reader may be elsewhere. */
function timeText(text: string | undefined): string {
  const at = timeIn(text)
  if (at === undefined) return text ?? ''
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
