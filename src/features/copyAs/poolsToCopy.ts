import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import { viewIds } from '../../contributions.ts'
import type { ClusterList } from '../../clusters/clusterPages.ts'
import type { Clusters } from '../../clusters/clusters.ts'
import {
  collectConfigs,
  collectPools,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../clusters/configs.ts'
import { loadClusters, loadCloudConfigs } from '../../clusters/poolSearch.ts'
import { configIdentity, type CloudConfigRef } from '../../model/refs.ts'
import { valueOf, type Result } from '../../cache/results.ts'
import { autoscalingBounds } from '../../model/poolFacts.ts'
import type { CopyRecord } from '../../ui/copyFormats.ts'
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
import type { CopySource, LoadedRecords } from './copySource.ts'

type PoolsRow = ProjectNode | CloudConfigNode | MachinePoolNode

type Report = (message: string) => void

/** Copies machine pools: all pools of the selected projects and clusters, and single pools. */
export const poolsToCopy: CopySource = {
  viewId: viewIds.machinePools,
  title: vscode.l10n.t('Machine pools'),
  isRow,
  load,
}

/** A cluster with the machine pools that are to be copied: all of them, or those named by `poolNames`. */
interface SelectedCluster {
  readonly config: CloudConfigRef & { readonly label: string | undefined }
  areAllPoolsSelected: boolean
  readonly poolNames: Set<string>
}

/** A selected cluster, with the result of loading its cloud config. */
interface LoadedCluster extends SelectedCluster {
  /**
   * Undefined if the cluster wasn’t requested, because the user canceled or the service had refused an earlier request.
   */
  readonly result: Result<CloudConfig | undefined> | undefined
}

function isRow(node: TreeNode): node is PoolsRow {
  return node.kind === 'project' || node.kind === 'cloudConfig' || node.kind === 'machinePool'
}

/** Loads the machine pools of the selected rows, or of all clusters of the connection. */
async function load(
  connection: Connection,
  selected: readonly TreeNode[] | undefined,
  sources: PoolSources,
  signal: AbortSignal,
  report: Report,
): Promise<LoadedRecords | undefined> {
  const { clusters } = sources
  const rows = selected?.filter(isRow)
  const needsList = !rows || rows.some(({ kind }) => kind === 'project')
  const reportPage = ({ clusters: listed, total }: ClusterList) => {
    report(clustersSoFar(listed.length, total))
    return false // all pages are needed
  }
  const list = needsList ? await loadClusters(clusters, connection, signal, reportPage) : undefined
  const known = collectConfigs(connection, sources, list).sort((a, b) =>
    a.name.localeCompare(b.name),
  )
  const selectedClusters = selectClusters(rows?.flatMap((row) => itemsOfRow(row, known)) ?? known)
  const loaded = await loadSelected(selectedClusters, clusters, signal, report)
  if (signal.aborted) return undefined
  const { notes, isIncomplete } = describeOmissions({
    lacksList: needsList && !list,
    isTruncated: list !== undefined && (list.isTruncated || list.hasMore),
    failedClusters:
      loaded.filter((cluster) => hasPoolsNotLoaded(cluster, clusters)).length +
      (list?.unreadable ?? 0),
    unreadablePools: countUnreadablePools(loaded),
  })
  return {
    records: loaded.flatMap((cluster) => selectedPools(cluster, sources)).map(poolRecord),
    notes,
    isIncomplete,
    error: list?.error ?? firstError(loaded) ?? list?.reason,
  }
}

/** What is missing in the copied machine pools. */
interface Omissions {
  /** True if the service can’t list clusters, so that only pinned clusters are copied. */
  readonly lacksList: boolean
  /** True if the service has more clusters than were loaded. */
  readonly isTruncated: boolean
  /** The number of clusters whose pools couldn’t be loaded. */
  readonly failedClusters: number
  /** The number of pools that couldn’t be read in the other clusters. */
  readonly unreadablePools: number
}

/** Returns the sentences about what is missing in the copy. */
function describeOmissions(omissions: Omissions): Pick<LoadedRecords, 'notes' | 'isIncomplete'> {
  const { lacksList, isTruncated, failedClusters, unreadablePools } = omissions
  return {
    notes: [
      lacksList && noClusterListText,
      isTruncated && truncated.detail,
      failedClusters > 0 && vscode.l10n.t('Lists that couldn’t be loaded: {0}.', failedClusters),
      unreadablePools > 0 && notShownSentences('pools', unreadablePools),
    ],
    isIncomplete: isTruncated || failedClusters > 0 || unreadablePools > 0,
  }
}

/** Returns the items that a row stands for: the clusters of a project, or the cluster or machine pool of the row. */
function itemsOfRow(row: PoolsRow, known: readonly KnownConfig[]): (KnownConfig | KnownPool)[] {
  if (row.kind !== 'project') return [row]
  return known.filter(({ project }) => project?.uid === row.uid)
}

/**
 * Groups clusters and machine pools by their cluster. A cluster that was selected itself is copied with all of its
 * pools.
 */
function selectClusters(items: readonly (KnownConfig | KnownPool)[]): SelectedCluster[] {
  const selected = new Map<string, SelectedCluster>()
  for (const item of items) {
    const key = configIdentity(item)
    const cluster = selected.get(key) ?? {
      config: toLabeledConfig(item),
      areAllPoolsSelected: false,
      poolNames: new Set<string>(),
    }
    if ('machinePoolName' in item) cluster.poolNames.add(item.machinePoolName)
    else cluster.areAllPoolsSelected = true
    selected.set(key, cluster)
  }
  return [...selected.values()]
}

/** Returns the reference to a cluster, or to the cluster of a machine pool, with the cluster’s display name. */
function toLabeledConfig(item: KnownConfig | KnownPool): SelectedCluster['config'] {
  const { connection, provider, configUid, project } = item
  const label = 'machinePoolName' in item ? item.configLabel : item.label
  return { connection, provider, configUid, project, label }
}

/** Loads the machine pools of clusters. */
async function loadSelected(
  selected: readonly SelectedCluster[],
  clusters: Clusters,
  signal: AbortSignal,
  report: Report,
): Promise<LoadedCluster[]> {
  const configs = selected.map(({ config }) => config)
  const results = new Map<CloudConfigRef, Result<CloudConfig | undefined>>()
  for await (const { ref, ...result } of loadCloudConfigs(configs, clusters, signal)) {
    results.set(ref, result)
    report(clustersSoFar(results.size, configs.length))
  }
  return selected.map((cluster) => ({ ...cluster, result: results.get(cluster.config) }))
}

/**
 * Returns the machine pools of a cluster that are to be copied. If all pools of the cluster are to be copied, a pool
 * that is only pinned and that the service no longer lists is left out; a pool that the user has selected itself is
 * copied even then.
 */
function selectedPools(cluster: LoadedCluster, sources: PoolSources): KnownPool[] {
  const { config, areAllPoolsSelected, poolNames, result } = cluster
  const pools = collectPools(config, sources, valueOf(result))
  return areAllPoolsSelected
    ? pools.filter(({ presence }) => presence !== 'unlisted')
    : pools.filter(({ machinePoolName }) => poolNames.has(machinePoolName))
}

/** Returns whether a cluster’s machine pools couldn’t be loaded. */
function hasPoolsNotLoaded(
  { config, areAllPoolsSelected, result }: LoadedCluster,
  clusters: Clusters,
): boolean {
  // Without a result, the cluster wasn’t requested: the service has refused an earlier request with an error that all
  // other requests would get, too.
  if (!result || 'error' in result) return true
  // If the service doesn’t support requests for cloud configs, the pools of a listed cluster are
  // missing. A cluster that is only pinned isn’t known to have any.
  return areAllPoolsSelected && !result.value && clusters.clusterName(config) !== undefined
}

/** Returns the number of listed machine pools that couldn’t be read, in the clusters that are copied as a whole. */
function countUnreadablePools(loaded: readonly LoadedCluster[]): number {
  return loaded
    .filter(({ areAllPoolsSelected }) => areAllPoolsSelected)
    .reduce((sum, { result }) => sum + (valueOf(result)?.unreadable ?? 0), 0)
}

function firstError(loaded: readonly LoadedCluster[]) {
  for (const { result } of loaded) if (result && 'error' in result) return result.error
  return undefined
}

/**
 * Returns the columns of a machine pool: among others its configured size, or the bounds of its autoscaling. The texts
 * aren’t localized, because programs read them.
 */
function poolRecord(pool: KnownPool): CopyRecord {
  const { machinePoolName, configLabel, configUid, provider, project, connection, facts } = pool
  const bounds = facts && autoscalingBounds(facts)
  return {
    name: machinePoolName,
    kind: unusualKind(pool),
    cluster: configLabel ?? configUid,
    project: project?.name ?? project?.uid ?? connection.projectUid,
    provider,
    cloudConfig: configUid,
    size: bounds ? undefined : facts?.size,
    min: bounds?.min,
    max: bounds?.max,
    zones: facts && facts.zones.length > 0 ? facts.zones : undefined,
    type: facts?.isMinimumSize ? `at least ${facts.instanceType}` : facts?.instanceType,
  }
}

/**
 * Returns the kind of an unusual machine pool, such as “control plane”; undefined for an ordinary one. The text isn’t
 * localized, because programs read it.
 */
function unusualKind({ isHybrid, facts }: KnownPool): string | undefined {
  if (isHybrid) return 'hybrid'
  if (facts?.isControlPlane) return 'control plane'
  return facts?.isSystemPool ? 'system' : undefined
}
