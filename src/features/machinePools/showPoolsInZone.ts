import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import { underlyingProvider } from '../../api/providers.ts'
import { commandIds } from '../../contributions.ts'
import { collectPools, type KnownConfig, type KnownPool } from '../../clusters/configs.ts'
import { searchPools, type OpenedCluster } from '../../clusters/poolSearch.ts'
import { valueOf } from '../../cache/results.ts'
import { isInRegion, isInZone, countMachinesByZone } from '../../cloud/zoneUse.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { showMessage } from '../../ui/messages.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import type { ItemPage } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { foundPage } from './askMachinePool.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import { isNode, zonesRefOf, type ZoneNode } from '../../ui/trees/nodes.ts'
import { poolAppearance } from './poolAppearance.ts'

type PoolChoice = Choice<KnownPool>

/**
 * Show Machine Pools in This Zone: the pools of all clusters, listed or pinned, that are configured for a zone,
 * or have machines in it, by cluster. Loads machines only of pools without zones
 * of their own. Reveals the selected one.
 */
export function registerShowPoolsInZone(parts: Parts): void {
  const { commands } = parts

  commands.register(commandIds.showPoolsInZone, async (node?: unknown) => {
    const [zone] = selectedItems(isNode(node, 'zone') ? node : undefined, undefined)
    if (!zone) return
    if (!(await ensureApiKey(zone.parent.connection, parts))) return
    const name = zoneTitle(zone)
    const pool = await choose<KnownPool | 'none'>(vscode.l10n.t('Machine Pools in {0}', name), {
      placeholder: vscode.l10n.t('Search by machine pool, cluster, project, or provider'),
      choices: [],
      more: () => poolsIn(zone, parts),
      autoAccept: (all) => (all.length === 0 ? 'none' : undefined),
    })
    if (pool === 'none') {
      const none = vscode.l10n.t('No machine pools found in {0}.', name)
      return showMessage('info', none)
    }
    if (!pool) return
    await vscode.commands.executeCommand(commandIds.revealInView, machinePoolArguments(pool))
  })
}

function zoneTitle(zone: ZoneNode): string {
  const { name, zoneId } = zone
  const { region } = zonesRefOf(zone)
  const nameInRegion = name.startsWith(region) ? name : joinDescription(region, name)
  return visible(zoneId === undefined ? nameInRegion : `${nameInRegion} (${zoneId})`)
}

/** Loads the clusters that may have pools in a zone, and yields the pools. */
async function* poolsIn(zone: ZoneNode, parts: Parts): AsyncGenerator<ItemPage<PoolChoice>> {
  const { clusters, deletionMonitor } = parts
  const region = zonesRefOf(zone)
  const { connection } = region
  const isWanted = ({ provider, cluster }: KnownConfig) =>
    isInRegion(region, provider, cluster?.account) !== false
  let unplacedClusters = 0
  let unplacedPools = 0
  let failure: ApiError | undefined
  for await (const part of searchPools(connection, parts, isWanted)) {
    const values = part.opened ? await choicesOf(part.opened) : []
    const unreadable = part.unreadable + unplacedClusters
    const { reason = failure } = part
    yield foundPage({ ...part, unreadable, reason }, connection, values, { pools: unplacedPools })
  }

  async function choicesOf({ cloudConfig, ...config }: OpenedCluster): Promise<PoolChoice[]> {
    const { provider, project, cluster } = config
    const { subscription } = cloudConfig
    const isHere = isInRegion(region, provider, cluster?.account, cloudConfig)
    // The service doesn’t return what is needed to know where it is.
    if (isHere === undefined) unplacedClusters += 1
    if (!isHere) return []
    const group = joinDescription(
      visible(config.name),
      project && visible(project.name ?? project.uid),
      subscription && visible(subscription),
    )
    const pools = collectPools(config, parts, cloudConfig).filter(({ facts }) => facts)
    // A pool without zones of its own is where its machines are. Azure’s machines have no zones.
    const anywhere = pools.filter(
      ({ facts }) => facts?.zones.length === 0 && underlyingProvider(provider) !== 'azure',
    )
    const loading = anywhere.map((pool) =>
      clusters.machineLists.get(pool, { priority: 'batch', retry: true }),
    )
    for (const result of await Promise.all(loading)) if ('error' in result) failure = result.error
    return pools.flatMap((pool): PoolChoice[] => {
      const machines = valueOf(clusters.machineLists.peek(pool))
      if (!isInZone(pool.facts!, zone.name, machines)) {
        if (anywhere.includes(pool) && !countMachinesByZone(machines)) unplacedPools += 1
        return []
      }
      const { icon, text } = poolAppearance(
        { ...pool, machines: machines?.count },
        deletionMonitor.stageOf(pool),
      )
      return [
        { label: visible(pool.machinePoolName), icon: icon.id, detail: text, group, value: pool },
      ]
    })
  }
}
