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

// What caches and clusters are put together from, as plain data.

export const connection: Connection = {
  name: 'home',
  baseUrl: 'https://service.example/',
  origin: 'https://service.example',
  protection: 'none',
}

/** What the user has pinned. */
export function pinsOf(accounts: PinnedItem[], configs: PinnedItem[] = []): Pins {
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

/** What has been read of clouds: the accounts, the regions of each account, those whose zones are known. */
export function cloudsOf({
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
  const found = <V>(value: V) => ({ value, at: 0 })
  return {
    accounts: {
      peek: () => list && found({ accounts: [], isCut: false, unreadable: 0, ...list }),
    },
    regions: { peek: () => regions && found({ items: regions, unreadable }) },
    zones: {
      entries: read.map((ref) => ({ ref, value: completeList([]), at: 0 })),
      peek: ({ region }: RegionRef) =>
        read.some((one) => one.region === region) && found(completeList([])),
    },
    hasRead: ({ cloudAccountUid }: AccountRef) =>
      read.some((one) => one.cloudAccountUid === cloudAccountUid),
    accountName: ({ cloudAccountUid }: AccountRef) =>
      list?.accounts?.find(({ uid }) => uid === cloudAccountUid)?.name,
  } as unknown as Clouds
}

/** What is pinned of machine pools, what has been read of clusters, and which deletions are open. */
export function poolSourcesOf({
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
    peek: () => list && { clusters: [], hasMore: false, isCut: false, unreadable: 0, ...list },
    clusterName: ({ configUid }: CloudConfigRef) =>
      list?.clusters?.find((one) => one.configUid === configUid)?.name,
    configs: {
      peek: ({ configUid }: CloudConfigRef) =>
        configs[configUid] && { value: configs[configUid], at: 0 },
    },
  }
  const marks = open.map(({ projectUid, ...pool }) => ({ pool, deletion: { projectUid } }))
  const deletions = {
    pendingOver: () => marks,
  }
  return {
    pins: pinsOf([], pinned),
    clusters: clusters as unknown as Clusters,
    deletions: deletions as unknown as Deletions,
  }
}

/** A cluster that is called as its cloud config. */
export function clusterOf(configUid: string, more: Partial<Cluster> = {}): Cluster {
  const name = `cluster ${configUid}`
  const facts = { cloudType: 'aws', poolSummaries: [] }
  return { uid: `u-${configUid}`, name, configUid, ...facts, ...more }
}
