import type { ApiError } from '../../api/errors.ts'
import type { Machines } from '../../api/lookups.ts'
import { limits } from '../../api/rateLimiter.ts'
import type { Connection } from '../../connections/connection.ts'
import type { ClusterList } from '../../inventory/clusterPages.ts'
import type { Clusters } from '../../inventory/clusters.ts'
import { configsOf, poolsOf, type KnownPool, type PoolSources } from '../../inventory/configs.ts'
import { fetchAll } from '../../inventory/fetchAll.ts'
import { configKey, type CloudConfigRef } from '../../inventory/machinePoolRef.ts'
import { clustersSoFar } from '../../texts.ts'
import type {
  CloudConfigNode,
  MachinePoolNode,
  MachinePoolsNode,
  ProjectNode,
} from '../../ui/trees/nodes.ts'

/** A row that stands for machine pools. */
export type PoolsRow = ProjectNode | CloudConfigNode | MachinePoolNode

/** Returns whether a row stands for machine pools. */
export function isPoolsRow(node: MachinePoolsNode): node is PoolsRow {
  return node.kind === 'project' || node.kind === 'cloudConfig' || node.kind === 'machinePool'
}

/** Machine pools, and what couldn’t be loaded of them. */
export interface LoadedPools {
  readonly pools: readonly KnownPool[]
  readonly failedClusters: number
  readonly unreadablePools: number
  /** True if there may be more clusters. */
  readonly isCut: boolean
  /** True if the list of clusters isn’t supported or denied, so that only pinned ones are known. */
  readonly isPinnedOnly: boolean
  /** The first error. */
  readonly error?: ApiError | undefined
}

/** A cloud config whose pools are wanted: some by name, or all. */
interface Wanted {
  readonly config: CloudConfigRef & { readonly label?: string | undefined }
  readonly names?: Set<string> | undefined
}

type Report = (message: string) => void

/** Loads the machine pools of rows, or of all clusters, as far as they aren’t loaded; see {@link LoadedPools}. */
export async function loadPools(
  connection: Connection,
  rows: readonly PoolsRow[] | undefined,
  sources: PoolSources,
  signal: AbortSignal,
  report: Report,
): Promise<LoadedPools> {
  const { clusters } = sources
  const needsList = !rows || rows.some(({ kind }) => kind === 'project')
  const list = needsList ? await loadList(connection, clusters, signal, report) : undefined
  const wanted = wantedOf(connection, rows, sources, list)
  const configs = wanted.map(({ config }) => config)
  const { read, failed } = await fetchAll(
    configs,
    (config, _, priority) => clusters.configs.getOrRetry(config, priority),
    signal,
    (ended) => report(clustersSoFar(ended, configs.length)),
    limits.clusters.batchSlots,
  )
  const values = new Map(read.map(({ ref, value }) => [ref, value]))
  const pools = wanted.flatMap(({ config, names }) =>
    poolsOf(config, sources, values.get(config)).filter(({ machinePoolName, mark }) =>
      names ? names.has(machinePoolName) : mark !== 'unlisted',
    ),
  )
  // A pinned cluster of a service that supports no lookups lacks nothing.
  const isMissing = ({ config, names }: Wanted) =>
    !names &&
    values.has(config) &&
    !values.get(config) &&
    clusters.clusterName(config) !== undefined
  return {
    pools,
    failedClusters: failed.length + wanted.filter(isMissing).length + (list?.unreadable ?? 0),
    unreadablePools: wanted
      .filter(({ names }) => !names)
      .reduce((sum, { config }) => sum + (values.get(config)?.unreadable ?? 0), 0),
    isCut: list !== undefined && (list.isCut || list.hasMore),
    isPinnedOnly: needsList && !list,
    error: list?.error ?? failed[0]?.error ?? list?.reason,
  }
}

/** Loads all pages of the clusters. */
async function loadList(
  connection: Connection,
  clusters: Clusters,
  signal: AbortSignal,
  report: Report,
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
  const add = (config: Wanted['config'], name?: string) => {
    const key = configKey(config)
    const { names } = wanted.get(key) ?? { names: new Set<string>() }
    wanted.set(key, { config, names: name === undefined ? undefined : names?.add(name) })
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

/** The machines of pools, as far as they could be loaded. */
export interface LoadedMachines {
  readonly machines: ReadonlyMap<KnownPool, Machines | undefined>
  /** The number of pools whose machines couldn’t be loaded. */
  readonly failed: number
  readonly error?: ApiError | undefined
}

/** Loads the machines of the pools that the service lists, as far as they aren’t loaded. */
export async function loadMachines(
  pools: readonly KnownPool[],
  clusters: Clusters,
  signal: AbortSignal,
  report: Report,
): Promise<LoadedMachines> {
  const listed = pools.filter(({ facts }) => facts)
  const { read, failed } = await fetchAll(
    listed,
    (pool, _, priority) => clusters.machineLists.getOrRetry(pool, priority),
    signal,
    (ended) => report(`${ended}/${listed.length}`),
    limits.clusters.batchSlots,
  )
  return {
    machines: new Map(read.map(({ ref, value }) => [ref, value])),
    failed: failed.length,
    error: failed[0]?.error,
  }
}
