import type { stalls } from './stalls.ts'

export interface Project {
  uid: string
  name: string
}

export interface CloudAccount {
  uid: string
  name: string
  provider: string
  /** Without a project only the tenant's are there (docs/api.md, "Lookups"). */
  owner: 'tenant' | 'project'
  /** The project that it belongs to; one of the tenant's is shared into it. */
  projectUid: string
  /** Of varying case, or absent, as in live answers. */
  state?: string | undefined
}

export interface MachinePool {
  name: string
  isControlPlane: boolean
  /** How many nodes it is to have; with autoscaling the fewest. */
  size: number
  /** How many machines there are, where that is another number. */
  machines?: number
  /** How many of them are not healthy. */
  unhealthy?: number
  /** The bounds of autoscaling; left out where there is none. */
  minSize?: number
  maxSize?: number
  azs: string[]
  /** By zone, instead of `azs`: a pool that is placed statically. */
  subnetIds?: Record<string, string>
  /** Its name; where the provider has none for it, its size, such as `4 vCPU, 16 GiB`. */
  instanceType: string
  labels?: string[]
  /** Of its nodes, as taints are. */
  additionalLabels?: Record<string, string>
  taints?: { key: string; value: string; effect: 'NoSchedule' | 'NoExecute' }[]
  /** Of azure and aks. */
  isSystemNodePool?: true
  useControlPlaneAsWorker?: true
  /** Tells its machines from those of another pool that had its name before. */
  generation?: number
  /** What its drain waits for, and for ever, once it has taken so many machines. */
  stall?: { cause: keyof typeof stalls; after: number }
}

export interface CloudConfig {
  uid: string
  clusterName: string
  clusterUid: string
  /** The path segment, or the two segments `cloudTypes/{cloudType}` of a custom cloud. */
  provider: string
  /** What the cluster itself says, where that isn't its segment (docs/api.md, "Deletions"). */
  cloudType?: string
  region: string
  accountUid: string
  projectUid: string
  /**
   * The cluster's, one of those in docs/api.md, “Lookups”, unless a test is after an odd one;
   * `Running` where left out.
   */
  state?: string
  /** The cluster's; `Healthy` where left out. */
  health?: string
  /** Whether replacing its nodes waits; left out where none was. */
  repave?: 'Pending' | 'Approved' | 'Reverted'
  /** The names of those that run on it. */
  virtualClusters?: string[]
  pools: MachinePool[]
  /** The names of its pools of nodes outside the cloud, and how many nodes each has; aws alone. */
  hybridPools?: Record<string, number>
  /** The newest first. */
  events?: { message: string; at: string }[]
  /** Whether the key may list the cluster, but neither look into it nor change it. */
  isForbidden?: boolean
}

/** What the service knows; tests may change it, `Sandbox.reset` puts it back. */
export interface SandboxData {
  projects: Project[]
  accounts: CloudAccount[]
  configs: CloudConfig[]
  /** By zone id: the states other than `available`. null is sent as null, undefined left out. */
  zoneStates: Record<string, string | null | undefined>
  /** Those that the service has accepted. */
  deletions: { clusterUid: string; poolName: string }[]
  /** Of whoever asks; the expiry as ISO 8601 has it, of the year 0001 where there is none. */
  apiKeys: { name: string; expiry?: string; isActive: boolean }[]
}
