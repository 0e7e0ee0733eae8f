import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import { viewIds } from '../../contributions.ts'
import type { ClusterList } from '../../clusters/clusterPages.ts'
import {
  configsOf,
  poolsOf,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../clusters/configs.ts'
import { loadPools } from '../../clusters/poolSearch.ts'
import { configIdentity, machinePoolIdentity, type CloudConfigRef } from '../../model/refs.ts'
import { valueOf, type Result } from '../../cache/results.ts'
import { autoscaling } from '../../model/poolFacts.ts'
import {
  clustersSoFar,
  noClusterListText,
  notShownSentences,
  truncated,
} from '../../ui/listTexts.ts'
import type {
  CloudConfigNode,
  MachinePoolNode,
  ProjectNode,
  TreeNode,
} from '../../ui/trees/nodes.ts'

type Place = KnownConfig | KnownPool
type PoolsRow = ProjectNode | CloudConfigNode | MachinePoolNode

/** What copies machine pools. */
export const poolsToCopy = {
  viewId: viewIds.machinePools,
  title: vscode.l10n.t('Machine pools'),
  progress: vscode.l10n.t('Listing machine pools…'),
  isRow,
  load,
}

/** Returns whether a row stands for machine pools. */
function isRow(node: TreeNode): node is PoolsRow {
  return node.kind === 'project' || node.kind === 'cloudConfig' || node.kind === 'machinePool'
}

/** Loads the machine pools of selected rows, or of all clusters. */
async function load(
  connection: Connection,
  selected: readonly TreeNode[] | undefined,
  sources: PoolSources,
  signal: AbortSignal,
  report: (message: string) => void,
) {
  const { clusters } = sources
  const rows = selected?.filter(isRow)
  const needsList = !rows || rows.some(({ kind }) => kind === 'project')
  let list: ClusterList | undefined
  for await (list of needsList ? clusters.follow(connection) : []) {
    if (list) report(clustersSoFar(list.clusters.length, list.total))
    if (signal.aborted || list?.error) break
  }
  const known = configsOf(connection, sources, list).sort((a, b) => a.name.localeCompare(b.name))
  const placesOf = (row: PoolsRow): Place[] =>
    row.kind === 'project' ? known.filter(({ project }) => project?.uid === row.uid) : [row]
  const places = rows?.flatMap(placesOf) ?? known
  const identityOf = (place: Place) =>
    'machinePoolName' in place ? machinePoolIdentity(place) : configIdentity(place)
  const chosen = new Set(places.map(identityOf))
  const configs = new Map(places.map((one) => [configIdentity(one), configOf(one)]))
  const all = [...configs.values()]
  const results = new Map<CloudConfigRef, Result<CloudConfig | undefined>>()
  for await (const one of loadPools(all, clusters, signal)) {
    results.set(one.ref, one)
    report(clustersSoFar(results.size, all.length))
  }
  if (signal.aborted) return undefined
  const isWhole = (of: CloudConfigRef) => chosen.has(configIdentity(of))
  const readOf = (config: CloudConfigRef) => valueOf(results.get(config))
  const pools = all
    .flatMap((config) => poolsOf(config, sources, readOf(config)))
    .filter((pool) =>
      isWhole(pool) ? pool.presence !== 'unlisted' : chosen.has(machinePoolIdentity(pool)),
    )
  const failed = all.filter((config) => {
    const result = results.get(config)
    // After a refusal, the service would refuse every request.
    if (!result || 'error' in result) return true
    // A pinned cluster of a service that supports no lookups lacks nothing.
    return isWhole(config) && !result.value && clusters.clusterName(config) !== undefined
  })
  const failedClusters = failed.length + (list?.unreadable ?? 0)
  const unreadablePools = all
    .filter(isWhole)
    .reduce((sum, config) => sum + (readOf(config)?.unreadable ?? 0), 0)
  const [error] = [...results.values()].flatMap((one) => ('error' in one ? one.error : []))
  const isCut = list !== undefined && (list.isCut || list.hasMore)
  return {
    records: pools.map(recordOf),
    notes: [
      needsList && !list && noClusterListText,
      isCut && truncated.detail,
      failedClusters > 0 && vscode.l10n.t('Clusters that couldn’t be loaded: {0}.', failedClusters),
      unreadablePools > 0 && notShownSentences('pools', unreadablePools),
    ],
    isIncomplete: failedClusters > 0 || unreadablePools > 0 || isCut,
    error: list?.error ?? error ?? list?.reason,
  }
}

/** Returns the cloud config of a row, with its display name. */
function configOf(place: Place) {
  const { connection, provider, configUid, project } = place
  const label = 'machinePoolName' in place ? place.configLabel : place.label
  return { connection, provider, configUid, ...(project && { project }), label }
}

/** Returns a machine pool as data: its configured size, or the bounds of its autoscaling. */
function recordOf(pool: KnownPool) {
  const { machinePoolName: name, configLabel, configUid, provider, project, connection } = pool
  const { facts: own, isHybrid } = pool
  const scaled = own && autoscaling(own)
  return {
    name,
    kind: isHybrid
      ? 'hybrid'
      : own?.isControlPlane
        ? 'control plane'
        : own?.isSystemPool
          ? 'system'
          : undefined,
    cluster: configLabel ?? configUid,
    project: project?.name ?? project?.uid ?? connection.projectUid,
    provider,
    cloudConfig: configUid,
    size: scaled ? undefined : own?.size,
    min: scaled?.min,
    max: scaled?.max,
    zones: own && own.zones.length > 0 ? own.zones : undefined,
    type: own?.instanceType,
  }
}
