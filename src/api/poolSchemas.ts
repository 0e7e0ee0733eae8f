import { dequal } from 'dequal'
import * as v from 'valibot'
import type { List } from './list.ts'
import { labelList, taintList } from './poolLabels.ts'
import type { CloudConfigPath } from './requests.ts'
import { isManagedKubernetes, machinePoolProviders, underlyingProvider } from './providers.ts'
import { UnusableResponse } from './response.ts'
import { listOf, optionalList, readableItems } from './listSchemas.ts'
import {
  boolean,
  cutText,
  fillZeros,
  nodeCount,
  objectFrom,
  identifier,
  isSet,
  isUnreadableBoolean,
  isUnreadableCount,
  transformed,
  notAnArray,
  number,
  omitted,
  optional,
  optionalObject,
  text,
  lowercaseText,
  unlessOmitted,
  withDefault,
} from './schemaParts.ts'

// Cloud configs and their machine pools (docs/responses.md, “Clusters and pools”). Providers have different fields; one
// schema has them all.

/** A custom machine type; every provider writes it differently. */
const instance = optionalObject({
  name: text,
  numCPUs: number, // vsphere, and others beside a name
  memoryMiB: number,
  minCPU: number, // maas; virtual has both
  minMemInMB: number,
  minMemInMiB: number, // virtual
  maxCPU: number,
  maxMemInMiB: number,
})

/** The fields in which a pool may have its machine type; for apache-cloudstack, it is an offering. */
const instancePaths = ['instanceType', 'offering', 'instanceConfig'] as const

const zoneList = optionalList(identifier)

/**
 * A machine pool of a provider. The service leaves out zeros and the defaults of its description (docs/responses.md).
 */
const machinePoolOf = (provider: string) => {
  const defaults = publishedDefaults(provider)
  const fields = objectFrom({
    name: [identifier, 'name'],
    /** Missing if unknown: the pool may be a control plane. */
    isControlPlane: [boolean, 'isControlPlane'],
    /** True if it runs system workloads; aks keeps at least one such pool. */
    isSystemPool: [boolean, 'isSystemNodePool'],
    /** True if a control plane also runs workloads. */
    useControlPlaneAsWorker: [boolean, 'useControlPlaneAsWorker'],
    /** True if one of these can’t be read, so that the pool may have any role. */
    hasUnreadableRole: [
      isUnreadableBoolean,
      'isControlPlane',
      'isSystemNodePool',
      'useControlPlaneAsWorker',
    ],
    /** The desired number of nodes; with autoscaling, the minimum. */
    size: [unlessOmitted(nodeCount), 'size'],
    minSize: [unlessOmitted(nodeCount), 'minSize'],
    maxSize: [nodeCount, 'maxSize'],
    /** True if one of these can’t be read, so that the pool may be autoscaled within any bounds. */
    hasUnreadableBounds: [isUnreadableCount, 'minSize', 'maxSize'],
    zones: [transformed(zoneList, ({ items }) => items), 'azs'],
    /** The number of its zones that couldn’t be read; missing without any. */
    unreadableZones: [transformed(zoneList, countUnreadable), 'azs'],
    subnetZones: [transformed(v.unknown(), readZonesOfSubnets), 'subnetIds'],
    /** The cloud’s name for it, else its size, such as `4 vCPU, 16 GiB`. */
    instanceType: [transformed(v.unknown(), instanceText), ...instancePaths],
    /** True if the size is what a machine has at least. */
    isMinimumSize: [transformed(instance, isMinimumSize), ...instancePaths],
    /** The number of vCPUs of each node, if it is the same for all: other numbers, such as maas’s, are minimums. */
    cpus: [transformed(instance, cpusOf), ...instancePaths],
    /** The labels of its nodes as `key=value`; missing if the field can’t be read. */
    labels: [transformed(labelList, (list) => list?.items), 'additionalLabels'],
    /** The number of its labels that couldn’t be read; missing without any. */
    unreadableLabels: [transformed(labelList, countUnreadable), 'additionalLabels'],
    /** The taints of its nodes as `key=value:effect`; missing if the field can’t be read. */
    taints: [transformed(taintList, (list) => list?.items), 'taints'],
    /** The number of its taints that couldn’t be read; missing without any. */
    unreadableTaints: [transformed(taintList, countUnreadable), 'taints'],
    os: [withDefault(lowercaseText, defaults.os), 'osType'],
    architecture: [
      withDefault(lowercaseText, defaults.architecture),
      'machinePoolProperties.archType',
    ],
    /** Such as `spot`. */
    capacityType: [withDefault(lowercaseText, defaults.capacityType), 'capacityType'],
    /** True if Cluster API overrides are set for the pool or its cluster. They win over the pool’s other fields. */
    hasOverrides: [transformed(v.unknown(), isSet), 'overrideClusterAPIConfig'],
  })
  return transformed(fields, ({ subnetZones, minSize, ...facts }) => {
    // A statically placed pool has a subnet for each of its zones instead.
    const isPlaced = facts.zones.length === 0
    const zones = isPlaced ? subnetZones.items : facts.zones
    const unreadableZones = (facts.unreadableZones ?? 0) + (isPlaced ? subnetZones.unreadable : 0)
    const pool: typeof facts & { minSize?: number | undefined } = {
      ...facts,
      zones: zones.filter((zone) => !isAutomaticZone(provider, zone)),
    }
    if (unreadableZones > 0) pool.unreadableZones = unreadableZones
    const minimum = minSize === omitted ? omittedMinimum(pool.maxSize) : minSize
    if (minimum !== undefined) pool.minSize = minimum
    return pool
  })
}

type ReadPool = v.InferOutput<ReturnType<typeof machinePoolOf>>

/** A machine pool. */
export interface MachinePool extends Omit<ReadPool, 'size'> {
  /** The minimum of its autoscaling. Undefined if unknown, or without autoscaling. */
  minSize?: number | undefined
  /** The desired number of nodes; with autoscaling, the minimum. Undefined if unknown. */
  size?: number | undefined
}

/** Returns what stands for values that the service leaves out because its description has them as defaults. */
function publishedDefaults(provider: string) {
  return {
    os: ['azure', 'aks'].includes(provider) ? 'linux' : undefined,
    architecture: lacksArchitecture(provider) ? undefined : 'amd64',
    capacityType: ['aws', 'eks'].includes(provider) ? 'on-demand' : undefined,
  }
}

function lacksArchitecture(provider: string): boolean {
  return provider === 'generic' || !machinePoolProviders.includes(provider)
}

/** A minimum of zero is left out: only a maximum shows that the pool scales. */
function omittedMinimum(maxSize: number | undefined): number | undefined {
  return maxSize === undefined ? undefined : 0
}

/** AKS places nodes by itself in `auto`, which is no zone. */
function isAutomaticZone(provider: string, zone: string): boolean {
  return underlyingProvider(provider) === 'azure' && zone.toLowerCase() === 'auto'
}

function fillSizes(pools: readonly ReadPool[]): MachinePool[] {
  const sizes = fillZeros(pools.map(({ size }) => size))
  return pools.map((pool, index) => ({ ...pool, size: sizes[index] }))
}

/** Returns the number of vCPUs; a machine without any, which services send for “not set”, has an unknown number. */
function cpusOf(machine: v.InferOutput<typeof instance>): number | undefined {
  return machine?.numCPUs || undefined
}

/** Returns the zones of a pool’s subnets, which are the keys of an object. */
function readZonesOfSubnets(json: unknown): List<string> {
  return v.parse(zoneList, typeof json === 'object' && json !== null ? Object.keys(json) : [])
}

function countUnreadable(list: List<unknown> | undefined): number | undefined {
  return list?.unreadable || undefined
}

function instanceText(json: unknown): string | undefined {
  if (typeof json === 'string') return cutText(json) || undefined
  const { name, ...sizes } = v.parse(instance, json) ?? {}
  if (name !== undefined) return name
  const cpus = sizes.numCPUs ?? sizes.maxCPU ?? sizes.minCPU
  const minMemory = sizes.minMemInMB ?? sizes.minMemInMiB
  const memoryMiB = sizes.memoryMiB ?? sizes.maxMemInMiB ?? minMemory
  const texts: string[] = []
  if (cpus) texts.push(`${cpus} vCPU`)
  if (memoryMiB) texts.push(`${Number((memoryMiB / 1024).toFixed(1))} GiB`)
  return texts.join(', ') || undefined
}

/** Returns whether the text of a machine’s size has minimums: MAAS selects a machine that has at least these. */
function isMinimumSize(machine: v.InferOutput<typeof instance>): true | undefined {
  if (!machine || machine.name !== undefined) return undefined
  const minimums = [machine.minCPU, machine.minMemInMB, machine.minMemInMiB]
  const sizes = [machine.numCPUs, machine.maxCPU, machine.memoryMiB, machine.maxMemInMiB]
  const hasMinimums = minimums.some((size) => size !== undefined)
  return (hasMinimums && sizes.every((size) => size === undefined)) || undefined
}

const hybridPool = transformed(
  objectFrom({ name: [identifier, 'poolName', 'poolUid'] }),
  ({ name }) => name,
)

const fargateProfile = objectFrom({ name: [identifier, 'name'] })

const namedZone = transformed(v.object({ name: identifier }), ({ name }) => name)

const cloudConfigOf = (provider: string) =>
  objectFrom({
    spec: [v.pipe(notAnArray, v.looseObject({})), 'spec'],
    uid: [text, 'metadata.uid'],
    /** Usually the cluster’s name. */
    name: [optional(identifier), 'metadata.name'],
    region: [
      text,
      'spec.clusterConfig.region',
      'spec.clusterConfig.location', // azure, aks
      'spec.clusterConfig.placement.datacenter', // vsphere
    ],
    cloudAccountUid: [text, 'spec.cloudAccountRef.uid'],
    /** The Google Cloud project of gcp and gke. */
    cloudProject: [text, 'spec.clusterConfig.project'],
    /** The subscription of azure and aks. */
    subscription: [text, 'spec.clusterConfig.subscriptionId'],
    zones: [optionalList(namedZone), 'spec.clusterConfig.zones'], // apache-cloudstack
    listed: [v.optional(listOf(machinePoolOf(provider))), 'spec.machinePoolConfig'],
    /** Pools of nodes outside the cloud. Another operation deletes them (docs/api.md, “Deletions”). */
    hybridPools: [optionalList(hybridPool), 'spec.hybridMachinePools'],
    /** True if an eks cluster has Fargate profiles that can be read, which run workloads without machine pools. */
    hasFargateProfiles: [
      transformed(readableItems(fargateProfile), ({ length }) => length > 0 || undefined),
      'spec.fargateProfiles',
    ],
    hasOverrides: [transformed(v.unknown(), isSet), 'spec.clusterConfig.overrideClusterAPIConfig'],
  })

/**
 * The response for a cloud config. Throws {@link UnusableResponse} for one with another UID, and for one that lacks
 * what its cluster must have. In neither case are the pools gone. Nor are they with neither a UID nor pools: that is
 * something else.
 */
export const cloudConfigResponse = ({ provider, configUid }: CloudConfigPath) =>
  v.pipe(
    cloudConfigOf(provider),
    v.check(({ listed, uid }) => uid !== undefined || listed !== undefined),
    v.transform(({ spec: _spec, uid, zones, listed, hybridPools, hasOverrides, ...config }) => {
      if (uid !== undefined && uid !== configUid) throw new UnusableResponse('otherItem')
      const pools = uniqueByName(fillSizes(listed?.items ?? []))
      const unreadable = (listed?.unreadable ?? 0) + hybridPools.unreadable
      // A cluster whose control plane isn’t the cloud’s has at least the pool of its control plane. Any other has
      // something that runs workloads.
      const mustHavePools = !isManagedKubernetes(provider) || !config.hasFargateProfiles
      const poolCount = pools.length + (listed?.unreadable ?? 0)
      if (poolCount === 0 && mustHavePools) throw new UnusableResponse('incomplete')
      return {
        ...config,
        pools: pools.map((pool) => withClusterFacts(pool, zones, hasOverrides)),
        hybridPools: [...hybridPools.items],
        /** The number of pools that couldn’t be read, hybrid ones included. */
        unreadable,
      }
    }),
  )

/**
 * Returns a pool with what is set for its cluster: that there are Cluster API overrides, and the cluster’s zones if the
 * pool sets none. `hasOverrides` and `zones` are the cluster’s.
 */
function withClusterFacts(
  pool: MachinePool,
  zones: List<string>,
  hasOverrides: true | undefined,
): MachinePool {
  const poolWithOverrides = hasOverrides ? { ...pool, hasOverrides } : pool
  const hasOwnZones = pool.zones.length > 0 || pool.unreadableZones !== undefined
  if (hasOwnZones) return poolWithOverrides
  const poolWithZones = { ...poolWithOverrides, zones: [...zones.items] }
  if (zones.unreadable === 0) return poolWithZones
  return { ...poolWithZones, unreadableZones: zones.unreadable }
}

/** A cloud config with its machine pools. */
export type CloudConfig = v.InferOutput<ReturnType<typeof cloudConfigResponse>>

/**
 * Deduplicates pools by name. A control plane wins over another pool of its name. If two differ, the role, the size,
 * and the bounds of the pool count as unreadable, because nothing says which of them is right.
 */
function uniqueByName(pools: readonly MachinePool[]): MachinePool[] {
  const byName = new Map<string, MachinePool>()
  const conflicting = new Set<string>()
  for (const pool of pools) {
    const other = byName.get(pool.name)
    if (other && !dequal(other, pool)) conflicting.add(pool.name)
    if (!other || pool.isControlPlane) byName.set(pool.name, pool)
  }
  return [...byName.values()].map((pool) => {
    return conflicting.has(pool.name) ? withUnreadableFacts(pool) : pool
  })
}

function withUnreadableFacts(pool: MachinePool): MachinePool {
  return { ...pool, size: undefined, hasUnreadableRole: true, hasUnreadableBounds: true }
}
