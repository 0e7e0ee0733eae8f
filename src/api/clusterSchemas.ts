import * as v from 'valibot'
import {
  boolean,
  identifier,
  itemsOf,
  named,
  count,
  optional,
  part,
  partsOf,
  text,
} from './schemaParts.ts'

/** A time as the service writes it. Unset times are in the year 1. */
const time = v.pipe(
  text,
  v.transform((at) => (at?.startsWith('0001-') ? undefined : at)),
)

// Clusters and machines (docs/api.md, “Lookups”).

/** A machine pool as the cluster list has it: its size and health, but not its name. */
export interface PoolSummary {
  size?: number | undefined
  /** The number of healthy nodes. */
  healthy?: number | undefined
  /** Undefined if unknown: the pool may be a control plane. */
  isControlPlane?: boolean | undefined
  /** True if its nodes are outside the cloud; see `CloudConfig.hybridPools`. */
  isHybrid: boolean
}

/** A cluster, with a summary of each machine pool. */
export interface Cluster {
  uid: string
  name: string
  cloudType: string
  configUid: string
  account?: { uid: string; name?: string | undefined } | undefined
  project?: { uid: string; name?: string | undefined } | undefined
  /** Free text, such as `Running`. Says nothing of the health. */
  state?: string | undefined
  /** An open word, such as `Healthy`. */
  health?: string | undefined
  /** True while the whole cluster is being deleted. */
  isDeleting: boolean
  /** The names of the virtual clusters that run on it. */
  virtualClusters?: string[] | undefined
  poolSummaries: PoolSummary[]
}

/** A listed cluster, with or without its cloud config. */
export type ListedCluster = Omit<Cluster, 'cloudType' | 'configUid'> & ConfigOfCluster

/** A reference to the cloud config of a cluster, as far as the service returns it. */
export interface ConfigOfCluster {
  cloudType?: string | undefined
  configUid?: string | undefined
}

const poolSummaries = partsOf(v.object({ size: count, healthy: count, isControlPlane: boolean }))

const virtualCluster = v.pipe(
  v.object({ name: text, uid: text }),
  v.transform(({ name, uid }) => name ?? uid),
  identifier,
)

export const ClusterSearchResponse = itemsOf(
  v.pipe(
    v.object({
      metadata: named,
      specSummary: part({
        cloudConfig: part({
          cloudType: optional(identifier),
          uid: optional(identifier),
          machinePools: poolSummaries,
          hybridMachinePools: poolSummaries,
        }),
        cloudAccountMeta: optional(named),
        projectMeta: optional(named),
      }),
      status: part({
        state: text,
        health: part({ state: text }),
        virtual: part({ virtualClusters: partsOf(virtualCluster) }),
      }),
    }),
    v.transform(({ metadata, specSummary, status }): ListedCluster => {
      const config = specSummary?.cloudConfig
      const own = config?.machinePools ?? []
      const hybrid = config?.hybridMachinePools ?? []
      return {
        uid: metadata.uid,
        name: metadata.name ?? metadata.uid,
        cloudType: config?.cloudType,
        configUid: config?.uid,
        account: specSummary?.cloudAccountMeta,
        project: specSummary?.projectMeta,
        state: status?.state,
        health: status?.health?.state,
        isDeleting: status?.state?.toLowerCase() === 'deleting',
        virtualClusters: status?.virtual?.virtualClusters,
        poolSummaries: [
          ...own.map((pool) => ({ ...pool, isHybrid: false })),
          ...hybrid.map((pool) => ({ ...pool, isHybrid: true })),
        ],
      }
    }),
  ),
)

export const ClusterResponse = v.pipe(
  v.object({
    spec: v.object({
      cloudType: optional(identifier),
      cloudConfigRef: part({ uid: optional(identifier) }),
    }),
  }),
  v.transform(({ spec }): ConfigOfCluster => ({
    cloudType: spec.cloudType,
    configUid: spec.cloudConfigRef?.uid,
  })),
)

/** A machine of a pool. */
export interface Machine {
  uid: string
  name: string
  /** Free text, such as `Running` or `Deleting`. */
  state?: string | undefined
  /** An open word, such as `Healthy`. */
  health?: string | undefined
  /** When its state changed, as the service writes it. */
  since?: string | undefined
  /** When its deletion was requested, as the service writes it. */
  deletionTimestamp?: string | undefined
  /** The messages of the conditions that aren’t as they should be; undefined without any. */
  messages?: string[] | undefined
  zone?: string | undefined
  /** True if somebody has cordoned or drained it, so that it’s no capacity. */
  inMaintenance?: true | undefined
}

export const MachinesResponse = itemsOf(
  v.pipe(
    v.object({
      metadata: v.object({ uid: identifier, name: text, deletionTimestamp: time }),
      spec: part({
        az: text, // aws, eks, maas
        zone: text, // gcp, gke
        availabilityZone: part({ id: text }), // azure, aks
        failureDomainName: text, // apache-cloudstack
      }),
      status: part({
        instanceState: text,
        instanceStateLastUpdate: time,
        maintenanceStatus: part({ action: text, state: text }),
        health: part({
          state: text,
          conditions: partsOf(v.object({ type: text, status: text, message: text })),
        }),
      }),
    }),
    v.transform(({ metadata, spec, status }): Machine => ({
      uid: metadata.uid,
      name: metadata.name ?? metadata.uid,
      state: status?.instanceState,
      health: status?.health?.state,
      since: status?.instanceStateLastUpdate,
      deletionTimestamp: metadata.deletionTimestamp,
      messages: messagesOf(status?.health?.conditions ?? []),
      zone: spec?.az ?? spec?.zone ?? spec?.availabilityZone?.id ?? spec?.failureDomainName,
      inMaintenance: isInMaintenance(status?.maintenanceStatus) || undefined,
    })),
  ),
)

/** Returns whether pods are kept off a machine: its status is that of the last action, which may have failed. */
function isInMaintenance({
  action = '',
  state = '',
}: { action?: string | undefined; state?: string | undefined } = {}): boolean {
  const hasFailed = state.toLowerCase() === 'failed'
  return action !== '' && hasFailed === (action.toLowerCase() === 'uncordon')
}

/** The types of conditions that are fine if false; all others are fine if true. */
const negative =
  /(pressure|unavailable|unhealthy|fail(ed|ure)|problem|stalled|deleting|draining|terminating)$/i

function messagesOf(
  conditions: readonly Partial<Record<'type' | 'status' | 'message', string | undefined>>[],
): string[] | undefined {
  const messages = conditions.flatMap(({ type, status, message }) => {
    if (type === undefined || status === undefined) return []
    const fine = negative.test(type) ? 'false' : 'true'
    return status.toLowerCase() === fine ? [] : (message ?? [])
  })
  return messages.length > 0 ? messages : undefined
}
