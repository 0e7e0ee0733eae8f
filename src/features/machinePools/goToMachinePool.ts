import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { askListedPool } from './askMachinePool.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { commandAction, showMessage } from '../../ui/messages.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import { isInScope, collectPools, findConfigLabel } from '../../clusters/configs.ts'
import { isUnhealthy } from '../../model/poolFacts.ts'
import { configKey } from '../../model/refs.ts'
import { valueOf } from '../../cache/results.ts'
import { unevenZones } from '../../cloud/zoneUse.ts'
import { countsText } from './poolRows.ts'
import { joinDescription, labeled, visible } from '../../texts.ts'
import { timeText } from '../../ui/ageTexts.ts'
import { refusedText } from '../../ui/refusalTexts.ts'

/** Go to Machine Pool…: finds a pool by its name, cluster, project, or provider, and reveals it. What needs attention comes first. */
export function registerGoToMachinePool(parts: Parts): void {
  const { commands, connections } = parts
  commands.register(commandIds.goToMachinePool, async () => {
    const connection = requireActiveConnection(connections)
    if (!(await ensureApiKey(connection, parts))) return
    const pool = await askListedPool({
      title: vscode.l10n.t('Go to Machine Pool'),
      placeholder: vscode.l10n.t('Search by machine pool, cluster, project, or provider'),
      connection,
      sources: parts,
      attention: needsAttention(connection, parts),
    })
    if (pool === 'none') {
      const none = vscode.l10n.t('No machine pools found. Pin one to add it to the view.')
      const pin = commandAction(vscode.l10n.t('Pin Machine Pool'), commandIds.pin)
      return showMessage('info', none, [pin])
    }
    if (pool === undefined || 'entered' in pool) return
    await vscode.commands.executeCommand(commandIds.revealInView, machinePoolArguments(pool))
  })
}

/** Finds deletions without a known end, pools with unhealthy machines or uneven zones, and refused capacity, as far as loaded. */
function needsAttention(connection: Connection, parts: Parts) {
  const { clusters, deletions, deletionMonitor, refusals } = parts
  const pending = deletions.pendingOver([connection]).flatMap(({ pool, deletion }) => {
    const kind = deletionMonitor.stageOf(pool)?.kind
    const isUncertain = kind === 'overdue' || kind === 'unknown'
    if (!isUncertain || !isInScope(deletion, connection)) return []
    const { facts: _, ...place } = clusters.withClusterProject(pool)
    const known = { isPinned: false, hasPendingDeletion: true, presence: 'unknown' } as const
    return [{ pool: { ...place, ...known }, why: '' }]
  })
  const key = connectionKey(connection)
  const configs = clusters.configs.entries.filter(
    ({ ref }) => connectionKey(ref.connection) === key,
  )
  const refused = refusals.refusalsOver(connection)
  const ailing = configs.flatMap(({ ref, value }) =>
    collectPools({ ...ref, label: findConfigLabel(ref, parts) }, parts, value).flatMap((pool) => {
      const { facts } = pool
      // Machines of a pool that is being deleted come to an end.
      if (!facts || deletionMonitor.stageOf(pool)) return []
      const list = valueOf(clusters.machineLists.peek(pool))
      const count = list?.machines.filter(isUnhealthy).length ?? 0
      const uneven = unevenZones(facts, list)
      const refusal = refused.find(
        ({ config, zone, instanceType = zone && facts.instanceType }) =>
          configKey(config) === configKey(ref) &&
          (zone === undefined || facts.zones.includes(zone)) &&
          instanceType === facts.instanceType,
      )
      const why = joinDescription(
        list && count > 0 && vscode.l10n.t('Unhealthy machines: {0} of {1}', count, list.count),
        uneven && labeled(vscode.l10n.t('Uneven zones'), visible(countsText(uneven))),
        refusal?.zone && visible(refusal.zone),
        refusal && refusedText(refusal, timeText(refusal.at)),
      )
      return why ? { pool, why } : []
    }),
  )
  return [...pending, ...ailing]
}
