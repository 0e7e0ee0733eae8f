import type { Cluster } from '../api/clusterSchemas.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import { providerForCloudType } from '../api/providers.ts'
import type { Connection } from '../connections/connection.ts'
import { isCompleteClusterList, type ClusterList } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import { configKey, type CloudConfigRef, type MachinePoolRef } from '../model/refs.ts'
import { toNames, type Names } from '../model/names.ts'
import { firstByKey, unionOfKeys, type PinnedOrListed } from '../pins/presence.ts'
import { countPoolsAndNodes, type PoolCounts } from '../model/poolFacts.ts'
import { shownValue, valueOf } from '../cache/results.ts'
import type { PinnedItem, Pins } from '../pins/pins.ts'

/** What the record of a deletion says that is still pending. */
interface PendingDeletionFacts {
  /** True if the user has dismissed the deletion from the views. */
  readonly isDismissed: boolean
  readonly projectUid?: string | undefined
}

/** The record of deletions, as far as it is needed to collect pools. */
interface PendingPools {
  pendingOver(connections: readonly Connection[]): readonly PendingPool[]
  pendingIn(config: CloudConfigRef): readonly PendingPool[]
}

interface PendingPool {
  readonly pool: MachinePoolRef
  readonly deletion: PendingDeletionFacts
}

/** The sources from which cloud configs and machine pools are collected. */
export interface PoolSources {
  readonly pins: Pins
  readonly deletions: PendingPools
  readonly clusters: Clusters
}

/**
 * A cloud config that Poolkeeper knows of: the service lists its cluster, the user has pinned it or a pool in it, or
 * the deletion of a pool in it is pending.
 */
export interface KnownConfig extends CloudConfigRef, Names, PinnedOrListed {
  /** Set if the service lists the cluster. */
  readonly cluster?: Cluster | undefined
  /** The region of the cluster, if its cloud config is cached. */
  readonly region?: string | undefined
  /** The numbers of the cluster’s pools and nodes, as far as they are known. */
  readonly counts?: PoolCounts | undefined
  readonly hasPendingDeletion: boolean
}

/** What the service says of a pool: its configuration, only its name if it is a hybrid pool, or nothing. */
type PoolListing =
  | {
      readonly presence: 'listed'
      readonly facts: MachinePool
      readonly isHybrid?: undefined
    }
  | {
      readonly presence: 'listed'
      readonly facts?: undefined
      /** The nodes of a hybrid pool are outside the cloud, so that it can’t be deleted here. */
      readonly isHybrid: true
    }
  | {
      readonly presence: 'unlisted' | 'unknown'
      readonly facts?: undefined
      readonly isHybrid?: undefined
    }

/** A machine pool that the service lists, that is pinned, or that has a pending deletion. */
export type KnownPool = Omit<MachinePoolRef, 'facts'> &
  PoolListing & {
    /** The region of the cluster, if known. */
    readonly region?: string | undefined
    readonly isPinned: boolean
    readonly hasPendingDeletion: boolean
  }

/** Returns whether an item is of interest to the user: it is pinned, or a deletion is pending. */
export function isPinnedOrDeleting({
  isPinned,
  hasPendingDeletion,
}: Pick<KnownConfig, 'isPinned' | 'hasPendingDeletion'>): boolean {
  return isPinned || hasPendingDeletion
}

/**
 * Returns the cloud configs of a connection: first those that are pinned, the last used first; then those of the cached
 * clusters, in the service’s order; then those with pending deletions.
 */
export function collectConfigs(
  connection: Connection,
  sources: PoolSources,
  /** The list of clusters. A caller that has just loaded it passes it: the cache may be invalidated at any time. */
  list = sources.clusters.peekList(connection),
): KnownConfig[] {
  return collectFrom(connection, sources, list, 'all')
}

/** Returns the cloud configs of a connection that are pinned, or that have pending deletions. */
export function collectPinnedConfigs(connection: Connection, sources: PoolSources): KnownConfig[] {
  const list = sources.clusters.peekList(connection)
  return collectFrom(connection, sources, list, 'pinnedOrDeleting')
}

/** Returns all cloud configs of a connection, or those of them for which {@link isPinnedOrDeleting} is true. */
function collectFrom(
  connection: Connection,
  { pins, deletions, clusters }: PoolSources,
  list: ClusterList | undefined,
  wanted: 'all' | 'pinnedOrDeleting',
): KnownConfig[] {
  const pinnedByKey = firstByKey(pins.configs(connection.name), (item) =>
    configKey(pinnedRef(connection, item)),
  )
  const listedByKey = firstByKey(list?.clusters ?? [], (cluster) =>
    configKey(toConfigRef(connection, cluster)),
  )
  const pendingPools = deletions
    .pendingOver([connection])
    .filter(({ deletion }) => !deletion.isDismissed && isShownFor(deletion, connection))
    .map(({ pool }) => pool)
  const pendingByKey = firstByKey(pendingPools, (pool) => configKey({ ...pool, connection }))
  // There may be thousands of listed clusters, and few of the others.
  const keys =
    wanted === 'all'
      ? unionOfKeys(pinnedByKey, listedByKey, pendingByKey)
      : unionOfKeys(pinnedByKey, pendingByKey)
  return keys.flatMap((key): KnownConfig | [] => {
    const pinned = pinnedByKey.get(key)
    const cluster = listedByKey.get(key)
    const pendingPool = pendingByKey.get(key)
    const ref = firstConfigRef(connection, cluster, pinned, pendingPool)
    if (!ref) return []
    const label = cluster?.name ?? pinned?.name ?? pendingPool?.configLabel
    const isUnlisted = !valueOf(clusters.configs.peek(ref)) && isCompleteClusterList(list)
    return {
      ...ref,
      ...toNames(label, ref.configUid),
      cluster,
      ...loadedFacts({ ...ref, cluster }, clusters),
      isPinned: pinned !== undefined,
      hasPendingDeletion: pendingPool !== undefined,
      presence: cluster ? 'listed' : isUnlisted ? 'unlisted' : 'unknown',
    }
  })
}

/** Returns the region and counts of a known config, as far as its cloud config is cached. */
export function loadedFacts(
  config: CloudConfigRef & Pick<KnownConfig, 'cluster'>,
  { configs }: Pick<Clusters, 'configs'>,
): Pick<KnownConfig, 'region' | 'counts'> {
  const { cluster } = config
  const result = configs.peek(config)
  return {
    region: shownValue(result)?.region,
    counts: cluster && countPoolsAndNodes(cluster, valueOf(result)),
  }
}

/** Returns the reference to a cloud config from the first source that is given. Only a cluster has the project. */
function firstConfigRef(
  connection: Connection,
  cluster: Cluster | undefined,
  pinned: PinnedItem | undefined,
  pendingPool: MachinePoolRef | undefined,
): CloudConfigRef | undefined {
  if (cluster) return toConfigRef(connection, cluster)
  if (pinned) return pinnedRef(connection, pinned)
  if (!pendingPool) return undefined
  const { provider, configUid } = pendingPool
  return { connection, provider, configUid }
}

function pinnedRef(connection: Connection, { provider, uid }: PinnedItem): CloudConfigRef {
  return { connection, provider, configUid: uid }
}

/** Returns whether a deletion is shown for a connection: it isn’t if the connection is for another project. */
export function isShownFor(
  { projectUid }: Pick<PendingDeletionFacts, 'projectUid'>,
  connection: Connection,
): boolean {
  return [undefined, projectUid].includes(connection.projectUid)
}

/** The pools of a cloud config, with as much of the cloud config as is known. */
type PoolLists = Pick<CloudConfig, 'pools' | 'hybridPools'> & Partial<CloudConfig>

/**
 * Returns the machine pools of a cloud config: those that the service lists, pinned ones, and those of pending
 * deletions.
 */
export function collectPools(
  ref: CloudConfigRef & Partial<Names>,
  { pins, deletions }: PoolSources,
  lists: PoolLists | undefined,
): KnownPool[] {
  const { connection, provider, configUid, project, label: configLabel } = ref
  const config: CloudConfigRef = { connection, provider, configUid }
  const facts = firstByKey(lists?.pools ?? [], ({ name }) => name)
  const hybridNames = new Set(lists?.hybridPools)
  const pinnedNames = new Set(pins.config(config)?.pins.map(({ name }) => name))
  const pendingNames = new Set(
    deletions
      .pendingIn(config)
      .filter(({ deletion }) => !deletion.isDismissed)
      .map(({ pool }) => pool.machinePoolName),
  )
  const names = new Set([...facts.keys(), ...hybridNames, ...pinnedNames, ...pendingNames])
  return [...names].map((machinePoolName): KnownPool => {
    return {
      ...config,
      project,
      configLabel,
      region: lists?.region,
      machinePoolName,
      ...poolListing(machinePoolName, facts, hybridNames, lists),
      isPinned: pinnedNames.has(machinePoolName),
      hasPendingDeletion: pendingNames.has(machinePoolName),
    }
  })
}

/** Returns whether the service’s lists of pools have a pool with the name, and its configuration if they do. */
function poolListing(
  name: string,
  factsByName: ReadonlyMap<string, MachinePool>,
  hybridNames: ReadonlySet<string>,
  lists: PoolLists | undefined,
): PoolListing {
  const facts = factsByName.get(name)
  if (facts) return { presence: 'listed', facts }
  if (hybridNames.has(name)) return { presence: 'listed', isHybrid: true }
  return { presence: lists?.unreadable === 0 ? 'unlisted' : 'unknown' }
}

/** Returns the display name of a cloud config; undefined if only its UID is known. */
export function findConfigLabel(
  config: CloudConfigRef,
  { pins, clusters }: Pick<PoolSources, 'pins' | 'clusters'>,
): string | undefined {
  return clusters.clusterName(config) ?? pins.config(config)?.name
}

export function toConfigRef(
  connection: Connection,
  { cloudType, configUid, project }: Pick<Cluster, 'cloudType' | 'configUid' | 'project'>,
): CloudConfigRef {
  const provider = providerForCloudType(cloudType)
  return { connection, provider, configUid, project }
}
