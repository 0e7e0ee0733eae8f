import type { stalls } from './stalls.ts'

export interface Project {
  uid: string
  name: string
}

export interface CloudAccount {
  uid: string
  name: string
  provider: string
  /** A request without a ProjectUid sees the accounts of the tenant only (docs/api.md, "Lookups"). */
  owner: 'tenant' | 'project'
  /** The project that the account belongs to; an account of the tenant is shared into it. */
  projectUid: string
  /** Of varying case, or absent, as in live responses. */
  state?: string | undefined
}

export interface MachinePool {
  name: string
  isControlPlane: boolean
  /** The wanted number of nodes; with autoscaling the minimum. */
  size: number
  /** The number of machines, if it differs from `size`. */
  machines?: number
  /** The number of machines that are not healthy. */
  unhealthy?: number
  /** The bounds of autoscaling; absent without autoscaling. */
  minSize?: number
  maxSize?: number
  azs: string[]
  /** By zone, instead of `azs`: the subnets of a pool that is placed statically. */
  subnetIds?: Record<string, string>
  /** The name of the type; for providers without such names, its size, such as `4 vCPU, 16 GiB`. */
  instanceType: string
  labels?: string[]
  /** The labels of the pool’s nodes. */
  additionalLabels?: Record<string, string>
  taints?: { key: string; value: string; effect: 'NoSchedule' | 'NoExecute' }[]
  /** Only azure and aks have this field. */
  isSystemNodePool?: true
  useControlPlaneAsWorker?: true
  // The service leaves out the published defaults of these three: on-demand, amd64, Linux.
  capacityType?: 'spot'
  archType?: 'arm64'
  osType?: 'Windows'
  /** A manifest in YAML that wins over the other fields. */
  overrideClusterAPIConfig?: string
  /** Differs between two pools of the same name that existed one after the other. */
  generation?: number
  /** Why the pool’s drain never goes on after this many machines. */
  stall?: { cause: keyof typeof stalls; after: number }
}

export interface CloudConfig {
  uid: string
  clusterName: string
  clusterUid: string
  /** The path segment, or the two segments `cloudTypes/{cloudType}` of a custom cloud. */
  provider: string
  /** The cluster’s own cloud type, if it differs from the path segment (docs/api.md, "Deletions"). */
  cloudType?: string
  region: string
  accountUid: string
  projectUid: string
  /**
   * The cluster’s state, one of those in docs/responses.md, “Clusters and pools”, unless a test needs an unknown state;
   * `Running` if absent.
   */
  state?: string
  /** The cluster’s health; `Healthy` if absent. */
  health?: string
  /** The state of the cluster’s repave, which replaces its nodes; absent if there never was one. */
  repave?: 'Pending' | 'Approved' | 'Reverted'
  /** The names of the virtual clusters that run on this cluster. */
  virtualClusters?: string[]
  pools: MachinePool[]
  /** The names of the profiles by which the cluster runs workloads without pools; only eks has them. */
  fargateProfiles?: string[]
  /** A manifest in YAML that wins over other fields of the cluster. */
  overrideClusterAPIConfig?: string
  /** How the cluster came to the service; those that it provisions are `PureManage`, or have no type. */
  clusterType?: 'PureManage' | 'PureAttach' | 'PureAdopt'
  /** Whether the cluster was imported. */
  isImported?: boolean
  /**
   * The numbers of nodes of the pools outside the cloud, by name; only aws has such pools. The empty name stands for a
   * pool without a name.
   */
  hybridPools?: Record<string, number>
  /** In any order. */
  events?: { message: string; at: string }[]
  /** Whether the key may list the cluster, but neither read nor change it. */
  isForbidden?: boolean
}

/** The data of the service. Tests may change it; `Sandbox.reset` restores it. */
export interface SandboxData {
  projects: Project[]
  accounts: CloudAccount[]
  configs: CloudConfig[]
  /** By zone ID: the states other than `available`. null is sent as null; undefined is not sent. */
  zoneStates: Record<string, string | null | undefined>
  /** The deletions that the service has accepted. */
  deletions: { clusterUid: string; poolName: string }[]
  /** The API keys of the user. The expiry is in ISO 8601, in the year 0001 if the key never expires. */
  apiKeys: { name: string; expiry?: string; isActive: boolean }[]
}
