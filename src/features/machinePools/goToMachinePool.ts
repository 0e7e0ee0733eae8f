import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { commandAction, showMessage } from '../../ui/messages.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { askListedPool, type PoolAttention } from './askListedPool.ts'
import { valueOf } from '../../cache/results.ts'
import type { CapacityRefusal } from '../../cloud/capacityRefusals.ts'
import { unevenZones } from '../../cloud/zoneUse.ts'
import {
  isShownFor,
  findConfigLabel,
  collectPools,
  type KnownPool,
} from '../../clusters/configs.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import { isUnhealthy } from '../../model/poolFacts.ts'
import { configKey } from '../../model/refs.ts'
import { joinDescription, labeledValue, displayText } from '../../displayTexts.ts'
import { timeText } from '../../ui/ageTexts.ts'
import { refusedText } from '../../ui/listTexts.ts'
import { countsText } from './poolRows.ts'

/**
 * Go to Machine Pool…: prompts for a pool, which can be found by its name, cluster, project, or provider, and reveals
 * it. Pools that need attention are listed first.
 */
export function registerGoToMachinePool(parts: Parts): void {
  const { commands, connections } = parts
  commands.register(commandIds.goToMachinePool, async () => {
    const connection = requireActiveConnection(connections)
    if (!(await ensureApiKey(connection, parts))) return
    const answer = await askListedPool({
      title: vscode.l10n.t('Go to Machine Pool'),
      connection,
      sources: parts,
      attention: poolsNeedingAttention(connection, parts),
    })
    if (answer?.kind === 'noPools') {
      const text = vscode.l10n.t('No machine pools found. Pin one to show it in the view.')
      const pin = commandAction(vscode.l10n.t('Pin Machine Pool'), commandIds.pin)
      return showMessage('info', text, [pin])
    }
    if (answer?.kind !== 'pool') return
    const args = machinePoolArguments(answer.pool)
    await vscode.commands.executeCommand(commandIds.revealInView, args)
  })
}

/**
 * Finds the machine pools that need attention among those that are loaded: pools whose deletion has an unknown outcome,
 * pools with unhealthy machines or an uneven number of machines per zone, and pools for which the cloud refused
 * capacity.
 */
export function poolsNeedingAttention(connection: Connection, parts: Parts): PoolAttention[] {
  return [...uncertainDeletions(connection, parts), ...poolsWithProblems(connection, parts)]
}

/**
 * Finds the pools whose deletion may have failed, or takes longer than expected. Their reason is empty, because
 * the text of their state says it.
 */
function uncertainDeletions(connection: Connection, parts: Parts): PoolAttention[] {
  const { clusters, deletions, deletionMonitor } = parts
  const uncertain: PoolAttention[] = []
  for (const { pool, deletion } of deletions.pendingOver([connection])) {
    const stage = deletionMonitor.stageOf(pool)?.kind
    const isUncertain = stage === 'overdue' || stage === 'unknown'
    if (!isUncertain || !isShownFor(deletion, connection)) continue
    // Whether the service still lists the pool isn’t looked up here, so the pool counts as unknown, without facts.
    // The connection of the request has its project, but the list of clusters is that of the view’s connection.
    const { facts: _, ...ref } = clusters.withClusterProject({ ...pool, connection })
    const known = { isPinned: false, hasPendingDeletion: true, presence: 'unknown' } as const
    uncertain.push({ pool: { ...ref, ...known }, reason: '' })
  }
  return uncertain
}

function poolsWithProblems(connection: Connection, parts: Parts): PoolAttention[] {
  const { clusters, capacityRefusals } = parts
  const key = connectionKey(connection)
  const refusals = capacityRefusals.listRefusals(connection)
  const refusalsByConfig = Map.groupBy(refusals, ({ config }) => configKey(config))
  // Of thousands of clusters, few have refusals, or pools whose machines were listed.
  const configsWithMachines = new Set(clusters.machineLists.refs.map(configKey))
  const ailing: PoolAttention[] = []
  for (const { ref, value } of clusters.configs.entries) {
    if (connectionKey(ref.connection) !== key) continue
    const configRefusals = refusalsByConfig.get(configKey(ref)) ?? []
    if (configRefusals.length === 0 && !configsWithMachines.has(configKey(ref))) continue
    for (const pool of collectPools({ ...ref, label: findConfigLabel(ref, parts) }, parts, value)) {
      const reason = poolProblem(pool, configRefusals, parts)
      if (reason) ailing.push({ pool, reason })
    }
  }
  return ailing
}

/**
 * Returns what is wrong with a pool, for people; empty if nothing is wrong. `refusals` are the refusals of capacity in
 * the pool’s cluster.
 */
function poolProblem(pool: KnownPool, refusals: readonly CapacityRefusal[], parts: Parts): string {
  const { clusters, deletionMonitor } = parts
  const { facts } = pool
  // While a pool is being deleted, its machines are expected to stop, so their health says nothing.
  if (!facts || deletionMonitor.stageOf(pool)) return ''
  const list = valueOf(clusters.machineLists.peek(pool))
  const ailingCount = list?.machines.filter(isUnhealthy).length ?? 0
  const uneven = unevenZones(facts, list)
  const refusal = refusals.find((candidate) => concernsPool(candidate, facts))
  return joinDescription(
    list &&
      ailingCount > 0 &&
      vscode.l10n.t('Unhealthy nodes: {0} of {1}', ailingCount, list.count),
    uneven && labeledValue(vscode.l10n.t('Nodes by zone'), displayText(countsText(uneven))),
    refusal?.zone && displayText(refusal.zone),
    refusal && refusedText(refusal, timeText(refusal.at)),
  )
}

/**
 * Returns whether a cloud’s refusal of capacity may concern a pool. A refusal that names an instance type concerns
 * pools of that type, in that zone if it names one, too. A refusal that names only a zone concerns every pool in that
 * zone. A refusal that names neither concerns pools whose instance type is unknown.
 */
function concernsPool(
  { zone, instanceType }: CapacityRefusal,
  facts: NonNullable<KnownPool['facts']>,
): boolean {
  const isInZone = zone === undefined || facts.zones.includes(zone)
  const refusedType = instanceType ?? (zone === undefined ? undefined : facts.instanceType)
  return isInZone && refusedType === facts.instanceType
}
