import type { Cluster } from '../api/clusterSchemas.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import { providerOfCloudType } from '../api/providers.ts'
import type { Connection } from '../connections/connection.ts'
import { isWhole } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import {
  type CloudConfigRef,
  configIdentity,
  type MachinePoolRef,
  configKey,
} from '../model/refs.ts'
import { merge, type Names, namesOf, type PinState } from '../pins/merge.ts'
import { poolCounts, type PoolCounts } from '../model/poolFacts.ts'
import { valueOf } from '../cache/results.ts'
import type { TrackedItem, TrackedItems } from '../pins/trackedItems.ts'

/** What a pending deletion says of its pool. */
interface PendingMark {
  readonly isDismissed: boolean
  readonly projectUid?: string | undefined
}

/** The pools with pending deletions. */
interface PendingPools {
  pendingOver(
    connections: readonly Connection[],
  ): readonly { readonly pool: MachinePoolRef; readonly deletion: PendingMark }[]
}

/** The sources of cloud configs and machine pools. */
export interface PoolSources {
  readonly tracked: TrackedItems
  readonly deletions: PendingPools
  readonly clusters: Clusters
}

/** A cloud config whose cluster is listed, that is pinned, or that has a pending deletion. */
export interface KnownConfig extends CloudConfigRef, Names {
  /** The cluster as listed by the service. */
  readonly cluster?: Cluster | undefined
  /** The numbers of pools and nodes, if known. */
  readonly counts?: PoolCounts | undefined
  readonly isPinned: boolean
  /** True if pinned or with a pending deletion. */
  readonly isTracked: boolean
  readonly mark?: PinState
}

/** A machine pool that is listed, pinned, or with a pending deletion. */
export interface KnownPool extends MachinePoolRef {
  /** The pool as returned by the service; undefined for hybrid and unlisted pools. */
  readonly facts?: MachinePool
  /** The region of its cluster, if known. */
  readonly region?: string | undefined
  /** True if its nodes are outside the cloud, so that it can’t be deleted here. */
  readonly isHybrid?: true
  readonly isPinned: boolean
  /** True if pinned or with a pending deletion. */
  readonly isTracked: boolean
  readonly mark?: PinState
}

type Stored = Pick<TrackedItem, 'name'>

/**
 * Returns the cached cloud configs of a connection: pinned ones in the order of use, listed ones in the
 * service’s order, then those of pending deletions.
 */
export function configsOf(
  connection: Connection,
  { tracked, deletions, clusters }: PoolSources,
  /** As loaded just now: by the next use of the cache, it may have been invalidated. */
  list = clusters.peek(connection),
): KnownConfig[] {
  const pinned = tracked.configs(connection.name).map((item) => {
    return { connection, provider: item.provider, configUid: item.uid, pinned: item }
  })
  const listed = (list?.clusters ?? []).map((cluster) => {
    return { ...refOf(connection, cluster), listed: cluster }
  })
  const open = deletions
    .pendingOver([connection])
    .filter(({ deletion }) => !deletion.isDismissed && isInScope(deletion, connection))
    .map(({ pool: { provider, configUid, configLabel: name } }) => {
      return { connection, provider, configUid, deleting: { name } }
    })
  const isComplete = isWhole(list)
  const known = merge<CloudConfigRef & { deleting?: Stored }, Stored, Cluster>(
    (ref) => configKey(ref),
    [...pinned, ...listed, ...open],
    (ref) => (isComplete && !valueOf(clusters.configs.peek(ref)) ? 'unlisted' : undefined),
  )
  return known.map(({ pinned: own, listed: cluster, deleting, ...config }) => ({
    ...config,
    ...namesOf(cluster?.name ?? own?.name ?? deleting?.name, config.configUid),
    cluster,
    counts: cluster && poolCounts(cluster, valueOf(clusters.configs.peek(config))),
    isTracked: (own ?? deleting) !== undefined,
  }))
}

/** Returns whether the views of a connection have a deletion: not that of another project. */
export function isInScope(
  { projectUid }: Pick<PendingMark, 'projectUid'>,
  connection: Connection,
): boolean {
  return [undefined, projectUid].includes(connection.projectUid)
}

/** Returns the machine pools of a cloud config; `read` is the service’s response. */
export function poolsOf(
  { connection, provider, configUid, project, label: configLabel }: CloudConfigRef & Partial<Names>,
  { tracked, deletions }: PoolSources,
  read: (Pick<CloudConfig, 'pools' | 'hybridPools'> & Partial<CloudConfig>) | undefined,
): KnownPool[] {
  const config = { connection, provider, configUid, ...(project && { project }), configLabel }
  const marked = deletions.pendingOver([connection]).filter(({ pool, deletion }) => {
    return configIdentity(pool) === configIdentity(config) && !deletion.isDismissed
  })
  const open = new Set(marked.map(({ pool }) => pool.machinePoolName))
  const poolOf = (machinePoolName: string) => ({ ...config, region: read?.region, machinePoolName })
  type Listed = Pick<KnownPool, 'facts' | 'isHybrid'>
  const known = merge<Omit<KnownPool, keyof Listed | 'isPinned' | 'isTracked'>, true, Listed>(
    ({ machinePoolName }) => machinePoolName,
    [
      ...(read?.pools ?? []).map((facts) => ({ ...poolOf(facts.name), listed: { facts } })),
      ...(read?.hybridPools ?? []).map((name) => ({
        ...poolOf(name),
        listed: { isHybrid: true as const },
      })),
      ...(tracked.config(config)?.pins ?? []).map(({ name }) => ({
        ...poolOf(name),
        pinned: true as const,
      })),
      ...[...open].map(poolOf),
    ],
    () => (read?.unreadable === 0 ? 'unlisted' : undefined),
  )
  return known.map((merged) => {
    const { pinned: _, listed, ...pool } = merged
    const isTracked = pool.isPinned || open.has(pool.machinePoolName)
    return { ...pool, ...listed, isTracked }
  })
}

/** Returns the display name of a cloud config; undefined if only its UID is known. */
export function labelOf(
  config: CloudConfigRef,
  { tracked, clusters }: Pick<PoolSources, 'tracked' | 'clusters'>,
): string | undefined {
  return clusters.clusterName(config) ?? tracked.config(config)?.name
}

export function refOf(
  connection: Connection,
  { cloudType, configUid, project }: Pick<Cluster, 'cloudType' | 'configUid' | 'project'>,
): CloudConfigRef {
  const provider = providerOfCloudType(cloudType)
  return { connection, provider, configUid, ...(project && { project }) }
}
