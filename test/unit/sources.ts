import { completeList } from '../../src/api/list.ts'
import { underlyingProvider } from '../../src/api/providers.ts'
import type { Region } from '../../src/api/accountSchemas.ts'
import type { Cluster } from '../../src/api/clusterSchemas.ts'
import type { CloudConfig } from '../../src/api/poolSchemas.ts'
import type { Connection } from '../../src/connections/connection.ts'
import type { AccountList, Clouds } from '../../src/cloud/clouds.ts'
import type { ClusterList } from '../../src/clusters/clusterPages.ts'
import type { Clusters } from '../../src/clusters/clusters.ts'
import type { PoolSources } from '../../src/clusters/configs.ts'
import type { Deletions } from '../../src/deletion/deletions.ts'
import type {
  AccountRef,
  CloudConfigRef,
  CloudProjectRef,
  MachinePoolRef,
  RegionRef,
} from '../../src/model/refs.ts'
import type { PinnedItem, Pins } from '../../src/pins/pins.ts'

// Stand-ins for caches and clusters, made from plain data.

export const connection: Connection = {
  name: 'home',
  baseUrl: 'https://service.example/',
  origin: 'https://service.example',
  deletion: 'confirm',
}

/** Pins with these accounts and cloud configs. */
export function createPins(accounts: PinnedItem[], configs: PinnedItem[] = []): Pins {
  const account = (ref: AccountRef) =>
    accounts.find(
      ({ provider, uid }) =>
        underlyingProvider(provider) === underlyingProvider(ref.provider) &&
        uid === ref.cloudAccountUid,
    )
  return {
    accounts: () => accounts,
    configs: () => configs,
    account,
    regions: (ref: CloudProjectRef) => account(ref)?.pins ?? [],
    config: (ref: CloudConfigRef) =>
      configs.find(({ provider, uid }) => provider === ref.provider && uid === ref.configUid),
  } as unknown as Pins
}

/** Clouds whose caches have these accounts, these regions for each account, and zones for the regions in `read`. */
export function createClouds({
  list,
  regions,
  unreadable = 0,
  read = [],
}: {
  list?: Partial<AccountList>
  regions?: Region[]
  unreadable?: number
  read?: RegionRef[]
}): Clouds {
  const createEntry = <V>(value: V) => ({ value, at: 0 })
  return {
    accounts: {
      peek: () => list && createEntry({ accounts: [], isTruncated: false, unreadable: 0, ...list }),
    },
    regions: { peek: () => regions && createEntry({ items: regions, unreadable }) },
    zones: {
      entries: read.map((ref) => ({ ref, value: completeList([]), at: 0 })),
      peek: ({ region }: RegionRef) =>
        read.some((ref) => ref.region === region) && createEntry(completeList([])),
    },
    hasLoaded: ({ cloudAccountUid }: AccountRef) =>
      read.some((ref) => ref.cloudAccountUid === cloudAccountUid),
    accountName: ({ cloudAccountUid }: AccountRef) =>
      list?.accounts?.find(({ uid }) => uid === cloudAccountUid)?.name,
  } as unknown as Clouds
}

/** Sources with these pins, cached clusters and cloud configs, and pending deletions (`open`). */
export function createPoolSources({
  pinned = [],
  list,
  configs = {},
  open = [],
}: {
  pinned?: PinnedItem[]
  list?: Partial<ClusterList>
  configs?: Record<string, CloudConfig>
  open?: (MachinePoolRef & { projectUid?: string })[]
}): PoolSources {
  const clusters = {
    peekList: () =>
      list && { clusters: [], hasMore: false, isTruncated: false, unreadable: 0, ...list },
    clusterName: ({ configUid }: CloudConfigRef) =>
      list?.clusters?.find((cluster) => cluster.configUid === configUid)?.name,
    configs: {
      peek: ({ configUid }: CloudConfigRef) =>
        configs[configUid] && { value: configs[configUid], at: 0 },
    },
  }
  const marks = open.map(({ projectUid, ...pool }) => ({ pool, deletion: { projectUid } }))
  const deletions = {
    pendingOver: () => marks,
    pendingIn: ({ configUid }: CloudConfigRef) =>
      marks.filter(({ pool }) => pool.configUid === configUid),
  }
  return {
    pins: createPins([], pinned),
    clusters: clusters as unknown as Clusters,
    deletions: deletions as unknown as Deletions,
  }
}

/** A cluster whose UID and name are derived from the UID of its cloud config. */
export function createCluster(configUid: string, overrides: Partial<Cluster> = {}): Cluster {
  const name = `cluster ${configUid}`
  return {
    uid: `u-${configUid}`,
    name,
    configUid,
    cloudType: 'aws',
    poolSummaries: [],
    unreadablePools: 0,
    ...overrides,
  }
}
