export interface Project {
  uid: string
  name: string
}

export interface CloudAccount {
  uid: string
  name: string
  provider: string
  projectUid: string
  /** Of varying case, or absent, as in live answers. */
  state?: string
}

export interface MachinePool {
  name: string
  /** null as some services send it for a worker pool. */
  isControlPlane: boolean | null
  size: number
  /** The bounds of autoscaling; the size where there is none. */
  minSize?: number
  maxSize?: number
  azs: string[]
  instanceType: string
  labels?: string[]
}

export interface CloudConfig {
  uid: string
  clusterName: string
  clusterUid: string
  /** The path segment, or the two segments `cloudTypes/{cloudType}` of a custom cloud. */
  provider: string
  /** What the cluster itself says, where that isn't its segment (lookups.md, "Deleting…"). */
  cloudType?: string
  region: string
  accountUid: string
  projectUid: string
  /** The cluster's; `Running` where left out. */
  state?: string
  pools: MachinePool[]
}

/** What the service knows; tests may change it, `Sandbox.reset` puts it back. */
export interface SandboxData {
  projects: Project[]
  accounts: CloudAccount[]
  configs: CloudConfig[]
  /** By zone id: the states other than `available`. null is sent as null, undefined left out. */
  zoneStates: Record<string, string | null | undefined>
}
