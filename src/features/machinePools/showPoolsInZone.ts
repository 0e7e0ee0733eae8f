import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { MachinePool } from '../../api/poolSchemas.ts'
import { underlyingProvider } from '../../api/providers.ts'
import { commandIds } from '../../contributions.ts'
import { collectPools, type KnownConfig, type KnownPool } from '../../clusters/configs.ts'
import { searchPools, type OpenedCluster } from '../../clusters/poolSearch.ts'
import { valueOf } from '../../cache/results.ts'
import { isInRegion, isInZone, countMachinesByZone } from '../../cloud/zoneUse.ts'
import { areZonesConfigured } from '../../model/poolFacts.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, displayText } from '../../displayTexts.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { showMessage } from '../../ui/messages.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { type ItemPage, searchPage } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import { isNode, zonesRefOf, type ZoneNode } from '../../ui/trees/nodes.ts'
import { poolAppearance } from './poolAppearance.ts'

/** The answer to the prompt for a machine pool in a zone. */
type Answer = { readonly pool: KnownPool } | 'noPools'

type PoolChoice = Choice<Answer>

/**
 * Show Machine Pools in This Zone: lists the pools, of all listed or pinned clusters, that are configured for a zone or
 * have machines in it, grouped by cluster. Machines are loaded only for pools that aren’t configured for zones. Reveals
 * the pool that the user selects.
 */
export function registerShowPoolsInZone(parts: Parts): void {
  const { commands } = parts
  commands.register(commandIds.showPoolsInZone, async (node?: unknown) => {
    const [zone] = selectedItems(isNode(node, 'zone') ? node : undefined, undefined)
    if (!zone) return
    if (!(await ensureApiKey(zone.parent.connection, parts))) return
    const title = zoneTitle(zone)
    const answer = await choose<Answer>(vscode.l10n.t('Machine Pools in {0}', title), {
      placeholder: vscode.l10n.t('Search by machine pool, cluster, project, or provider'),
      choices: [],
      more: () => searchPoolsInZone(zone, parts),
      autoAccept: (loaded) => (loaded.length === 0 ? 'noPools' : undefined),
    })
    if (answer === 'noPools') {
      return showMessage('info', vscode.l10n.t('No machine pools found in {0}.', title))
    }
    if (!answer) return
    const args = machinePoolArguments(answer.pool)
    await vscode.commands.executeCommand(commandIds.revealInView, args)
  })
}

function zoneTitle(zone: ZoneNode): string {
  const { name, zoneId } = zone
  const { region } = zonesRefOf(zone)
  const nameInRegion = name.startsWith(region) ? name : joinDescription(region, name)
  return displayText(zoneId === undefined ? nameInRegion : `${nameInRegion} (${zoneId})`)
}

/** The pools of a cluster that are in the zone, and what isn’t known about the others. */
interface ClusterSearch {
  readonly choices: readonly PoolChoice[]
  /** False if it isn’t known whether the cluster is in the zone’s region. */
  readonly isRegionKnown: boolean
  /** The number of pools of which it isn’t known whether they are in the zone. */
  readonly unplacedPools: number
  /** The error of the last list of machines that couldn’t be loaded. */
  readonly error?: ApiError | undefined
}

/** Loads the clusters that may have pools in a zone, and yields the choices for the pools in it. */
async function* searchPoolsInZone(
  zone: ZoneNode,
  parts: Parts,
): AsyncGenerator<ItemPage<PoolChoice>> {
  const region = zonesRefOf(zone)
  const { connection } = region
  const mayHavePools = ({ provider, cluster }: KnownConfig) =>
    isInRegion(region, provider, cluster?.account) !== false
  let unplacedClusters = 0
  let unplacedPools = 0
  let lastError: ApiError | undefined
  for await (const found of searchPools(connection, parts, mayHavePools)) {
    const page = (choices: readonly PoolChoice[]) => {
      const unreadable = found.unreadable + unplacedClusters
      const reason = found.reason ?? lastError
      return searchPage({ ...found, unreadable, reason }, connection, choices, unplacedPools)
    }
    for (const cluster of found.opened) {
      const search = await searchCluster(zone, cluster, parts)
      if (!search.isRegionKnown) unplacedClusters += 1
      unplacedPools += search.unplacedPools
      lastError = search.error ?? lastError
      if (search.choices.length > 0) yield page(search.choices)
    }
    yield page([])
  }
}

/** Finds the pools of a cluster that are in a zone. */
async function searchCluster(
  zone: ZoneNode,
  { cloudConfig: loaded, ...config }: OpenedCluster,
  parts: Parts,
): Promise<ClusterSearch> {
  const { clusters } = parts
  const { provider, cluster } = config
  const isClusterInRegion = isInRegion(zonesRefOf(zone), provider, cluster?.account, loaded)
  if (!isClusterInRegion) {
    // The service may return neither the cluster’s region nor its account: then the cluster may have pools in the zone.
    const isRegionKnown = isClusterInRegion !== undefined
    return { choices: [], isRegionKnown, unplacedPools: 0 }
  }
  const listed = listedPools(collectPools(config, parts, loaded))
  // A pool that isn’t configured for zones is in the zones of its machines. Azure’s machines don’t name a zone, so
  // loading them would be useless.
  const needsMachines = ({ facts }: ListedPool) =>
    !areZonesConfigured(facts) && underlyingProvider(provider) !== 'azure'
  const loading = listed
    .filter(needsMachines)
    .map((pool) => clusters.machineLists.get(pool, { priority: 'batch', retry: true }))
  const failed = (await Promise.all(loading)).findLast((result) => 'error' in result)
  const group = groupTitle(config, loaded.subscription)
  const choices: PoolChoice[] = []
  let unplacedPools = 0
  for (const pool of listed) {
    const machines = valueOf(clusters.machineLists.peek(pool))
    if (isInZone(pool.facts, zone.name, machines)) {
      choices.push(poolChoice(pool, group, machines?.count, parts))
    } else if (needsMachines(pool) && !countMachinesByZone(machines)) {
      unplacedPools += 1
    }
  }
  return { choices, isRegionKnown: true, unplacedPools, error: failed?.error }
}

/** A machine pool as the service lists it. */
type ListedPool = KnownPool & { readonly facts: MachinePool }

/**
 * Returns the pools that the service lists with their facts. Pools that are only pinned, and hybrid pools, have none.
 */
function listedPools(pools: readonly KnownPool[]): ListedPool[] {
  return pools.filter((pool): pool is ListedPool => pool.facts !== undefined)
}

/** Returns the heading of the group with a cluster’s pools. */
function groupTitle({ name, project }: KnownConfig, subscription: string | undefined): string {
  const projectName = project && (project.name ?? project.uid)
  return joinDescription(
    displayText(name),
    projectName && displayText(projectName),
    subscription && displayText(subscription),
  )
}

function poolChoice(
  pool: KnownPool,
  group: string,
  machines: number | undefined,
  { deletionMonitor }: Parts,
): PoolChoice {
  const { icon, text } = poolAppearance({ ...pool, machines }, deletionMonitor.stageOf(pool))
  const label = displayText(pool.machinePoolName)
  return { label, icon: icon.id, detail: text, group, value: { pool } }
}
