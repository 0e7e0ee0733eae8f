import * as v from 'valibot'
import {
  boolean,
  count,
  countedListOf,
  identifier,
  noArray,
  number,
  optional,
  part,
  partsOf,
  text,
} from './schemaParts.ts'

const anything = v.optional(v.unknown())

// Cloud configs and their machine pools (docs/api.md, “Lookups”). Providers have different fields; one schema
// has them all.

/** A machine pool. */
export interface MachinePool {
  name: string
  /** Undefined if unknown: the pool may be a control plane. */
  isControlPlane?: boolean | undefined
  /** True if it runs system workloads; aks keeps at least one such pool. */
  isSystemPool?: boolean | undefined
  /** True if a control plane also runs workloads. */
  useControlPlaneAsWorker?: boolean | undefined
  /** The desired number of nodes; with autoscaling, the minimum. */
  size?: number | undefined
  minSize?: number | undefined
  maxSize?: number | undefined
  zones: string[]
  /** The cloud’s name for it, else its size, such as `4 vCPU, 16 GiB`. */
  instanceType?: string | undefined
  /** The number of vCPUs of each node, if it is the same for all. */
  cpus?: number | undefined
  /** The labels of its nodes as `key=value`; undefined if they can’t be read. */
  labels?: string[] | undefined
  /** The taints of its nodes as `key=value:effect`; undefined if they can’t be read. */
  taints?: string[] | undefined
  /** True if Cluster API overrides are set, which win over all of these. */
  hasOverrides?: true
}

/** A custom machine type; every provider writes it differently. */
const instance = part({
  name: text,
  numCPUs: number, // vsphere, and others beside a name
  memoryMiB: number,
  minCPU: number, // maas; virtual has both
  minMemInMB: number,
  minMemInMiB: number, // virtual
  maxCPU: number,
  maxMemInMiB: number,
})

const taintList = v.nullish(v.array(v.object({ key: identifier, value: text, effect: text })), [])

const machinePool = v.pipe(
  v.object({
    name: identifier,
    isControlPlane: boolean,
    isSystemNodePool: boolean,
    useControlPlaneAsWorker: boolean,
    size: count,
    minSize: count,
    maxSize: count,
    azs: partsOf(identifier),
    subnetIds: anything,
    instanceType: anything,
    offering: anything, // apache-cloudstack
    instanceConfig: anything,
    additionalLabels: anything,
    taints: anything,
    overrideClusterAPIConfig: anything,
  }),
  v.transform((pool): MachinePool => {
    const { name, isControlPlane, useControlPlaneAsWorker, size, minSize, maxSize } = pool
    const types = [pool.instanceType, pool.offering, pool.instanceConfig]
    return {
      name,
      isControlPlane,
      isSystemPool: pool.isSystemNodePool,
      useControlPlaneAsWorker,
      size,
      minSize,
      maxSize,
      // A statically placed pool has a subnet for each of its zones instead.
      zones: pool.azs.length > 0 ? pool.azs : keysOf(pool.subnetIds),
      instanceType: types.map(instanceText).find((type) => type !== undefined),
      // Other numbers, such as maas’s, are minimums.
      cpus: types.map((type) => v.parse(instance, type)?.numCPUs || undefined).find(Boolean),
      labels: labelsOf(pool.additionalLabels),
      taints: taintsOf(pool.taints),
      ...(isSet(pool.overrideClusterAPIConfig) && { hasOverrides: true }),
    }
  }),
)

/** Returns whether an optional field has a value. Its own fields don’t matter. */
function isSet(json: unknown): boolean {
  return typeof json === 'object' ? keysOf(json).length > 0 : json !== undefined && json !== ''
}

function keysOf(json: unknown): string[] {
  return typeof json === 'object' && json !== null ? Object.keys(json) : []
}

function labelsOf(json: unknown): string[] | undefined {
  if (json === undefined || json === null) return []
  if (typeof json !== 'object' || Array.isArray(json)) return undefined
  const labels = Object.entries(json as Record<string, unknown>)
  if (!labels.every(([, value]) => typeof value === 'string')) return undefined
  return labels.map(([key, value]) => `${key}=${String(value)}`)
}

function taintsOf(json: unknown): string[] | undefined {
  const { success, output } = v.safeParse(taintList, json)
  if (!success) return undefined
  return output.map(
    ({ key, value, effect }) => key + (value ? `=${value}` : '') + (effect ? `:${effect}` : ''),
  )
}

function instanceText(json: unknown): string | undefined {
  if (typeof json === 'string') return json || undefined
  const { name, ...sizes } = v.parse(instance, json) ?? {}
  if (name !== undefined) return name
  const cpus = sizes.numCPUs ?? sizes.maxCPU ?? sizes.minCPU
  const memory = sizes.memoryMiB ?? sizes.maxMemInMiB ?? sizes.minMemInMB ?? sizes.minMemInMiB
  const texts = [cpus && `${cpus} vCPU`, memory && `${Number((memory / 1024).toFixed(1))} GiB`]
  return texts.filter(Boolean).join(', ') || undefined
}

/** A cloud config with its machine pools. */
export interface CloudConfig {
  /** Usually the cluster’s name. */
  name?: string | undefined
  /** For vsphere, the data center. */
  region?: string | undefined
  cloudAccountUid?: string | undefined
  /** The Google Cloud project of gcp and gke. */
  cloudProject?: string | undefined
  /** The subscription of azure and aks. */
  subscription?: string | undefined
  pools: MachinePool[]
  /** Pools of nodes outside the cloud. Another operation deletes them (docs/api.md, “Deletions”). */
  hybridPools: string[]
  /** The number of pools that couldn’t be read. */
  unreadable: number
}

const hybridPool = v.pipe(
  v.object({ poolName: optional(identifier), poolUid: text }),
  v.transform(({ poolName, poolUid }) => poolName ?? poolUid),
  identifier,
)

const cloudConfig = v.object({
  metadata: part({ name: text, uid: text }),
  spec: v.pipe(
    noArray,
    v.object({
      clusterConfig: part({
        region: text,
        location: text, // azure, aks
        subscriptionId: text, // azure, aks
        project: text, // gcp, gke
        placement: part({ datacenter: text }), // vsphere
        zones: partsOf(v.object({ name: identifier })), // apache-cloudstack
      }),
      cloudAccountRef: part({ uid: text }),
      machinePoolConfig: v.optional(countedListOf(machinePool)),
      hybridMachinePools: partsOf(hybridPool),
    }),
  ),
})

/**
 * The response for a cloud config. Without a list of pools, it has none only if its UID shows that it is the
 * requested one: otherwise, it may be something else, and its pools aren’t gone.
 */
export const cloudConfigResponse = (configUid: string | undefined) =>
  v.pipe(
    cloudConfig,
    v.check(({ metadata, spec }) => {
      return spec.machinePoolConfig !== undefined || metadata?.uid === configUid
    }),
    v.transform(configOf),
  )

function configOf({ metadata, spec }: v.InferOutput<typeof cloudConfig>): CloudConfig {
  const { region, location, placement, zones = [] } = spec.clusterConfig ?? {}
  const { items, unreadable } = spec.machinePoolConfig ?? { items: [], unreadable: 0 }
  return {
    name: metadata?.name,
    region: region ?? location ?? placement?.datacenter,
    cloudAccountUid: spec.cloudAccountRef?.uid,
    cloudProject: spec.clusterConfig?.project,
    subscription: spec.clusterConfig?.subscriptionId,
    pools: eachOnce(items).map((pool) =>
      // Zones of the cluster apply to pools without their own.
      pool.zones.length > 0 ? pool : { ...pool, zones: zones.map(({ name }) => name) },
    ),
    hybridPools: spec.hybridMachinePools,
    unreadable,
  }
}

/** Deduplicates pools by name. A control plane wins over another pool of its name. */
function eachOnce(pools: readonly MachinePool[]): MachinePool[] {
  const byName = new Map<string, MachinePool>()
  for (const pool of pools) {
    if (!byName.has(pool.name) || pool.isControlPlane) byName.set(pool.name, pool)
  }
  return [...byName.values()]
}
