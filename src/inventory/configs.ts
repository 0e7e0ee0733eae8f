import type { CloudConfig, Cluster, MachinePool } from '../api/lookupSchemas.ts'
import { providerOfCloudType } from '../api/providers.ts'
import type { Connection } from '../connections/connection.ts'
import { isWhole } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import type { Deletions } from './deletions.ts'
import { configKey, type CloudConfigRef, type MachinePoolRef } from './machinePoolRef.ts'
import { namesOf, type PinState, type Names } from './names.ts'
import { poolCounts, type PoolCounts } from './poolFacts.ts'
import { mergedBy } from './refs.ts'
import { valueOf } from './results.ts'
import type { TrackedItems } from './trackedItems.ts'
import type { DisplayNames } from './trackedItemsState.ts'

/** The sources of cloud configs and machine pools. */
export interface PoolSources {
  readonly tracked: TrackedItems
  readonly deletions: Deletions
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
  const pinned = tracked.configs(connection.name).map((one) => {
    return { connection, provider: one.provider, configUid: one.uid, pinned: one }
  })
  const listed = (list?.clusters ?? []).map((cluster) => {
    return { ...refOf(connection, cluster), cluster }
  })
  const open = deletions
    .pendingOver([connection])
    .filter(({ deletion: { isDismissed, projectUid } }) => {
      return !isDismissed && [undefined, projectUid].includes(connection.projectUid)
    })
    .map(({ pool: { provider, configUid, configLabel: lastName } }) => {
      return { connection, provider, configUid, open: { lastName } }
    })
  const known = mergedBy<
    CloudConfigRef & { pinned?: DisplayNames; cluster?: Cluster; open?: DisplayNames }
  >(configKey, [...pinned, ...listed, ...open])
  return known.map(({ pinned: own, cluster, open: deleted, ...ref }) => {
    const read = valueOf(clusters.configs.peek(ref))
    const isUnlisted = isWhole(list) && !read
    return {
      ...ref,
      ...namesOf(own ?? deleted, cluster?.name, ref.configUid),
      cluster,
      counts: cluster && poolCounts(cluster, read),
      isPinned: own !== undefined,
      isTracked: (own ?? deleted) !== undefined,
      mark: cluster ? own && 'pinned' : isUnlisted ? 'unlisted' : undefined,
    }
  })
}

/** Returns the machine pools of a cloud config; `read` is the service’s response. */
export function poolsOf(
  { connection, provider, configUid, project, label: configLabel }: CloudConfigRef & Partial<Names>,
  { tracked, deletions }: PoolSources,
  read: (Pick<CloudConfig, 'pools' | 'hybridPools'> & Partial<CloudConfig>) | undefined,
): KnownPool[] {
  const config = { connection, provider, configUid, ...(project && { project }), configLabel }
  const pinned = new Set(tracked.config(config)?.pools.map(({ name }) => name))
  const marked = deletions.pendingIn(config).filter(({ deletion }) => !deletion.isDismissed)
  const open = new Set(marked.map(({ pool }) => pool.machinePoolName))
  const listed = new Map<string, Pick<KnownPool, 'facts' | 'isHybrid'>>()
  for (const name of read?.hybridPools ?? []) listed.set(name, { isHybrid: true })
  for (const facts of read?.pools ?? []) listed.set(facts.name, { facts })
  const names = [...(read?.pools ?? []).map(({ name }) => name), ...(read?.hybridPools ?? [])]
  return [...new Set([...names, ...pinned, ...open])].map((machinePoolName) => {
    const own = listed.get(machinePoolName)
    const isPinned = pinned.has(machinePoolName)
    const isTracked = isPinned || open.has(machinePoolName)
    const isUnlisted = !own && read?.unreadable === 0
    const mark = own ? (isPinned ? 'pinned' : undefined) : isUnlisted ? 'unlisted' : undefined
    return { ...config, region: read?.region, machinePoolName, ...own, isPinned, isTracked, mark }
  })
}

/** Returns the display name of a cloud config; undefined if only its UID is known. */
export function labelOf(
  config: CloudConfigRef,
  { tracked, clusters }: Pick<PoolSources, 'tracked' | 'clusters'>,
): string | undefined {
  return namesOf(tracked.config(config), clusters.clusterName(config), config.configUid).label
}

export function refOf(
  connection: Connection,
  { cloudType, configUid, project }: Pick<Cluster, 'cloudType' | 'configUid' | 'project'>,
): CloudConfigRef {
  const provider = providerOfCloudType(cloudType)
  return { connection, provider, configUid, ...(project && { project }) }
}
