import * as vscode from 'vscode'
import type { CloudConfig, Cluster, Machine } from '../../api/lookupSchemas.ts'
import { isOfConfig, zoneProvider } from '../../api/providers.ts'
import { isAvailable } from '../../api/zoneState.ts'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import { labelOf, poolsOf, refOf, type KnownPool } from '../../inventory/configs.ts'
import type { CloudConfigRef } from '../../inventory/machinePoolRef.ts'
import { toArguments } from '../../inventory/places.ts'
import { poolCounts } from '../../inventory/poolFacts.ts'
import { valueOf } from '../../inventory/results.ts'
import { regionOf } from '../../inventory/zoneUse.ts'
import { zoneSpread } from '../../inventory/zoneUse.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, providerText, visible } from '../../texts.ts'
import type { Choice } from '../../ui/prompts/quickInput.ts'
import { healthyText } from './poolAppearance.ts'
import { keyOf } from '../../inventory/refs.ts'

/** The items of a connection that need attention, as far as they are loaded. */
export interface NeedsAttention {
  /** Machine pools, with what is wrong with them. */
  readonly pools: readonly { readonly pool: KnownPool; readonly why: string }[]
  /** Impaired zones with machine pools, and clusters with unhealthy nodes in unknown pools; they reveal themselves. */
  readonly others: readonly Choice<() => unknown>[]
}

/**
 * Finds deletions without a known end, pools with unhealthy machines or machines outside their zones, clusters with
 * unhealthy nodes, and impaired zones with pools. Makes no requests.
 */
export function needsAttention(connection: Connection, parts: Parts): NeedsAttention {
  const { clusters, deletions, deletionMonitor } = parts
  const pools: { pool: KnownPool; why: string }[] = []
  const zones = new Map<string, Choice<() => unknown>>()
  const unhealthy: Choice<() => unknown>[] = []
  const list = clusters.peek(connection)
  const listed = list?.clusters ?? []
  const configs = clusters.configs.entries.filter(({ ref }) =>
    isSameConnection(ref.connection, connection),
  )

  for (const { pool } of deletions.pendingOver([connection])) {
    const kind = deletionMonitor.stageOf(pool)?.kind
    if (kind !== 'overdue' && kind !== 'unknown') continue
    const { facts: _, ...place } = clusters.inProject(pool)
    pools.push({ pool: { ...place, isPinned: false, isTracked: true }, why: '' }) // its state says it
  }
  for (const { ref, value } of configs) {
    if (!value) continue
    const cluster = listed.find((one) => isOfConfig(one, ref))
    const found = unhealthyPools(ref, value, parts)
    pools.push(...found.pools)
    for (const [key, choice] of impairedZones(ref, value, cluster, parts)) zones.set(key, choice)
    if (cluster && !found.isWhole && found.pools.length === 0) unhealthy.push(...of(cluster, value))
  }
  for (const cluster of listed) {
    const isLoaded = configs.some(({ ref, value }) => value && isOfConfig(cluster, ref))
    if (!isLoaded) unhealthy.push(...of(cluster, undefined))
  }
  return { pools, others: [...zones.values(), ...unhealthy] }

  function of(cluster: Cluster, config: CloudConfig | undefined): Choice<() => unknown>[] {
    if (list?.last) return [] // its nodes were unhealthy before a failed refresh
    const choice = unhealthyCluster(refOf(connection, cluster), cluster, config)
    return choice ? [choice] : []
  }
}

/** Returns the pools of a cluster whose loaded machines need attention; `isWhole` if those of all are loaded. */
function unhealthyPools(ref: CloudConfigRef, config: CloudConfig, parts: Parts) {
  const { clusters, deletionMonitor } = parts
  const found: { pool: KnownPool; why: string }[] = []
  let isWhole = config.unreadable === 0
  for (const pool of poolsOf({ ...ref, label: labelOf(ref, parts) }, parts, config)) {
    // Machines of a pool that is being deleted come to an end.
    if (!pool.facts || deletionMonitor.stageOf(pool)) continue
    const list = valueOf(clusters.machineLists.peek(pool))
    isWhole &&= list?.isComplete === true
    if (!list) continue
    const count = list.machines.filter(isUnhealthy).length
    const spread = zoneSpread(pool.provider, pool.facts, list)
    const outside = spread?.filter(({ isOutside }) => isOutside).map(({ zone }) => visible(zone))
    const why = joinDescription(
      count > 0 && vscode.l10n.t('Unhealthy machines: {0} of {1}', count, list.count),
      outside?.length
        ? vscode.l10n.t('Machines outside the configured zones: {0}', outside.join(', '))
        : undefined,
    )
    if (why !== '') found.push({ pool, why })
  }
  return { pools: found, isWhole }
}

function isUnhealthy({ health, state }: Machine): boolean {
  const isFailed = ['failed', 'unknown'].includes(state?.toLowerCase() ?? '')
  return isFailed || (health !== undefined && health.toLowerCase() !== 'healthy')
}

/** Returns the loaded zones of a cluster’s pools that aren’t available, by region and name. */
function impairedZones(
  ref: CloudConfigRef,
  config: CloudConfig,
  cluster: Cluster | undefined,
  { tracked, clouds }: Parts,
): [key: string, choice: Choice<() => unknown>][] {
  const { connection } = ref
  const provider = zoneProvider(ref.provider)
  const region = regionOf(provider, config)
  const cloudAccountUid = config.cloudAccountUid ?? cluster?.account?.uid
  if (region === undefined || cloudAccountUid === undefined) return []
  const place = { connection, provider, cloudAccountUid, project: config.cloudProject, region }
  const names = new Set(config.pools.flatMap(({ zones }) => zones))
  const zones = valueOf(clouds.zones.peek(place)) ?? []
  return zones.flatMap(({ name, state, zoneId }): [string, Choice<() => unknown>][] => {
    if (state === undefined || isAvailable(state) || !names.has(name)) return []
    const account = visible(accountTitle(tracked, clouds, place))
    const choice = {
      label: visible(name),
      icon: 'warning',
      description: joinDescription(account, visible(region), zoneId && visible(zoneId)),
      detail: vscode.l10n.t('Zone with machine pools: {0}', visible(state)),
      value: () => reveal({ ...toArguments(place), zone: name }),
    }
    return [[JSON.stringify([keyOf('region', place), name]), choice]]
  })
}

/** Returns the item of a cluster with unhealthy nodes, as its list has them; undefined without any. */
function unhealthyCluster(
  { connection, provider, configUid, project }: CloudConfigRef,
  cluster: Cluster,
  config: CloudConfig | undefined,
): Choice<() => unknown> | undefined {
  const { nodes } = poolCounts(cluster, config)
  if (!nodes || nodes.healthy >= nodes.all) return undefined
  const { name: configLabel } = cluster
  return {
    label: visible(configLabel),
    icon: 'warning',
    description: joinDescription(
      project && visible(project.name ?? project.uid),
      providerText(provider),
    ),
    detail: vscode.l10n.t('{0} healthy', healthyText(nodes)),
    value: () => reveal({ connection: connection.name, provider, configUid, configLabel, project }),
  }
}

async function reveal(args: object): Promise<void> {
  await vscode.commands.executeCommand(commandIds.revealInView, args)
}
