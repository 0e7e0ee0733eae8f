import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import type { ClusterList } from '../../inventory/clusterPages.ts'
import type { Clusters } from '../../inventory/clusters.ts'
import { configsOf, type KnownPool, type PoolSources } from '../../inventory/configs.ts'
import { loadPools } from '../../inventory/loadPools.ts'
import type { CloudConfigRef } from '../../inventory/machinePoolRef.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import { keyOf } from '../../inventory/refs.ts'
import { clustersSoFar, truncated } from '../../texts.ts'
import { noClusterListText, notShownSentences } from '../../ui/notShownTexts.ts'
import type {
  CloudConfigNode,
  MachinePoolNode,
  ProjectNode,
  TreeNode,
} from '../../ui/trees/nodes.ts'
import type { LoadedCopy } from './loadedCopy.ts'

type PoolsRow = ProjectNode | CloudConfigNode | MachinePoolNode

/** Returns whether a row stands for machine pools. */
export function isPoolsRow(node: TreeNode): node is PoolsRow {
  return node.kind === 'project' || node.kind === 'cloudConfig' || node.kind === 'machinePool'
}

/** A cloud config whose pools are wanted: some by name, or all. */
interface Wanted extends CloudConfigRef {
  readonly label?: string | undefined
  readonly poolNames: ReadonlySet<string> | undefined
}

/** Loads the machine pools of rows, or of all clusters. */
export async function poolsToCopy(
  connection: Connection,
  rows: readonly PoolsRow[] | undefined,
  sources: PoolSources,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<LoadedCopy> {
  const { clusters } = sources
  const needsList = !rows || rows.some(({ kind }) => kind === 'project')
  const list = needsList ? await loadList(connection, clusters, signal, report) : undefined
  const wanted = wantedOf(connection, rows, sources, list)
  const loaded = await loadPools(wanted, sources, signal, {
    onProgress: (ended) => report(clustersSoFar(ended, wanted.length)),
  })
  const pools = loaded.flatMap(({ config: { poolNames }, pools: own }) =>
    own.filter(({ machinePoolName, mark }) =>
      poolNames ? poolNames.has(machinePoolName) : mark !== 'unlisted',
    ),
  )
  const errors = loaded.flatMap(({ error }) => error ?? [])
  const whole = loaded.filter(({ config }) => !config.poolNames)
  // A pinned cluster of a service that supports no lookups lacks nothing.
  const missing = whole.filter(
    ({ config, at, error, value }) =>
      at !== undefined && !error && !value && clusters.clusterName(config) !== undefined,
  )
  const failedClusters = errors.length + missing.length + (list?.unreadable ?? 0)
  const unreadablePools = whole.reduce((sum, { value }) => sum + (value?.unreadable ?? 0), 0)
  const isCut = list !== undefined && (list.isCut || list.hasMore)
  return {
    columns,
    records: pools.map(recordOf),
    notes: [
      needsList && !list ? noClusterListText : '',
      isCut ? truncated.detail : '',
      failedClusters > 0
        ? vscode.l10n.t('Clusters that couldn’t be loaded: {0}.', failedClusters)
        : '',
      unreadablePools > 0 ? notShownSentences('pools', unreadablePools) : '',
    ],
    isIncomplete: failedClusters > 0 || unreadablePools > 0 || isCut,
    error: list?.error ?? errors[0] ?? list?.reason,
  }
}

/** Loads all pages of the clusters. */
async function loadList(
  connection: Connection,
  clusters: Clusters,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<ClusterList | undefined> {
  let read: ClusterList | undefined
  for await (const list of clusters.follow(connection)) {
    read = list
    if (list) report(clustersSoFar(list.clusters.length, list.total))
    if (signal.aborted || list?.error) break
  }
  return read
}

/** Returns the cloud configs of rows, each once, in their order; of all clusters by name. */
function wantedOf(
  connection: Connection,
  rows: readonly PoolsRow[] | undefined,
  sources: PoolSources,
  list: ClusterList | undefined,
): Wanted[] {
  const known = configsOf(connection, sources, list).sort((a, b) => a.name.localeCompare(b.name))
  const wanted = new Map<string, Wanted>()
  const add = (config: Omit<Wanted, 'poolNames'>, name?: string) => {
    const { connection: of, provider, configUid, project, label } = config
    const earlier = wanted.get(keyOf('cloudConfig', config))
    const isWhole = name === undefined || (earlier && !earlier.poolNames)
    const poolNames = isWhole ? undefined : new Set([...(earlier?.poolNames ?? []), name])
    const ref = { connection: of, provider, configUid, ...(project && { project }) }
    wanted.set(keyOf('cloudConfig', config), { ...ref, label, poolNames })
  }
  if (!rows) known.forEach((config) => add(config))
  for (const row of rows ?? []) {
    if (row.kind === 'project') {
      known.filter(({ project }) => project?.uid === row.uid).forEach((config) => add(config))
    } else if (row.kind === 'cloudConfig') {
      add(row)
    } else {
      add({ ...row, label: row.configLabel }, row.machinePoolName)
    }
  }
  return [...wanted.values()]
}

const columns = [
  'name',
  'kind',
  'cluster',
  'project',
  'provider',
  'cloudConfig',
  'size',
  'min',
  'max',
  'zones',
  'type',
] as const

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
