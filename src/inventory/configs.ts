import type { CloudConfig, Cluster, MachinePool } from '../api/lookupSchemas.ts'
import { providerOfCloudType } from '../api/providers.ts'
import type { Connection } from '../connections/connection.ts'
import type { ClusterList } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import type { Deletions } from './deletions.ts'
import { configKey, type CloudConfigRef, type MachinePoolRef } from './machinePoolRef.ts'
import { namesOf, type Mark, type Names } from './names.ts'
import { poolCounts, type PoolCounts } from './poolFacts.ts'
import { valueOf } from './results.ts'
import type { Tracked } from './tracked.ts'
import type { Titles } from './trackedThings.ts'

/** Where the cloud configs and machine pools of a connection are known from. */
export interface PoolSources {
  readonly tracked: Tracked
  readonly deletions: Deletions
  readonly clusters: Clusters
}

/**
 * A cloud config whose cluster the service lists, that the user has pinned, or that has a machine pool
 * whose deletion is open.
 */
export interface KnownConfig extends CloudConfigRef, Names {
  /** What the service lists of its cluster. */
  readonly cluster?: Cluster | undefined
  /** How many machine pools it has, as far as that is known. */
  readonly counts?: PoolCounts | undefined
  readonly isPinned: boolean
  /** Whether it is pinned, or a deletion is open. */
  readonly isTracked: boolean
  readonly mark?: Mark
}

/** A machine pool of a cloud config: listed, pinned, or with an open deletion. */
export interface KnownPool extends MachinePoolRef {
  /** What the service tells of it; missing of a hybrid pool, and of one that isn't listed. */
  readonly facts?: MachinePool
  /** Whether its nodes are outside the cloud: it can't be deleted here. */
  readonly isHybrid?: true
  readonly isTracked: boolean
  readonly mark?: Mark
}

/**
 * The cloud configs of a connection, as far as they have been read, each once: the pinned ones in the
 * order of their use, those of the service in its order, those of open deletions.
 */
export function configsOf(
  connection: Connection,
  { tracked, deletions, clusters }: PoolSources,
): KnownConfig[] {
  const list = clusters.peek(connection)
  const pinned = tracked.configs(connection.name).map((one) => {
    const { provider, uid: configUid } = one
    return { connection, provider, configUid, pinned: one }
  })
  const listed = (list?.clusters ?? []).map((cluster) => ({
    ...refOf(connection, cluster),
    cluster,
  }))
  const open = deletions
    .over([connection])
    .filter(({ deletion }) => [undefined, deletion.projectUid].includes(connection.projectUid))
    .map(({ pool: { provider, configUid, configLabel: lastName } }) => {
      return {
        connection,
        provider,
        configUid,
        open: { ...(lastName !== undefined && { lastName }) },
      }
    })
  const known = new Map<
    string,
    CloudConfigRef & { pinned?: Titles; cluster?: Cluster; open?: Titles }
  >()
  for (const one of [...pinned, ...listed, ...open]) {
    known.set(configKey(one), { ...one, ...known.get(configKey(one)) })
  }
  return [...known.values()].map(({ pinned: own, cluster, open: deleted, ...ref }) => {
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

/** The machine pools of a cloud config, each once; `read` is what its service tells of them. */
export function poolsOf(
  { connection, provider, configUid, project, label: configLabel }: CloudConfigRef & Partial<Names>,
  { tracked, deletions }: PoolSources,
  read: (Pick<CloudConfig, 'pools' | 'hybridPools'> & Partial<CloudConfig>) | undefined,
): KnownPool[] {
  const config = { connection, provider, configUid, ...(project && { project }), configLabel }
  const pinned = new Set(tracked.config(config)?.pools.map(({ name }) => name))
  const open = deletions.in(config).map(({ pool }) => pool.machinePoolName)
  const others = new Set([...pinned, ...open])
  const pools = new Map<string, KnownPool>()
  const add = (machinePoolName: string, facts: Pick<KnownPool, 'facts' | 'isHybrid'>) => {
    if (pools.has(machinePoolName)) return
    const isTracked = others.delete(machinePoolName)
    const mark = pinned.has(machinePoolName) ? 'pinned' : undefined
    pools.set(machinePoolName, { ...config, machinePoolName, ...facts, isTracked, mark })
  }
  for (const facts of read?.pools ?? []) add(facts.name, { facts })
  for (const name of read?.hybridPools ?? []) add(name, { isHybrid: true })
  const mark = read?.unreadable === 0 ? 'unlisted' : undefined
  const unlisted = [...others].map((machinePoolName): KnownPool => {
    return { ...config, machinePoolName, isTracked: true, mark }
  })
  return [...pools.values(), ...unlisted]
}

/** What to call a cloud config; undefined if only its UID is known. */
export function labelOf(
  config: CloudConfigRef,
  { tracked, clusters }: Pick<PoolSources, 'tracked' | 'clusters'>,
): string | undefined {
  return namesOf(tracked.config(config), clusters.clusterName(config), config.configUid).label
}

/** Whether a list of clusters has all that there are. */
export function isWhole(list: ClusterList | undefined): boolean {
  return list !== undefined && !list.hasMore && !list.isCut && list.unreadable === 0
}

/** The cloud config of a cluster. */
export function refOf(
  connection: Connection,
  { cloudType, configUid, project }: Cluster,
): CloudConfigRef {
  const provider = providerOfCloudType(cloudType)
  return { connection, provider, configUid, ...(project && { project }) }
}
