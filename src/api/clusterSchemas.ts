import * as v from 'valibot'
import type { List } from './list.ts'
import { itemListOf, pageOf, optionalList, readableItems } from './listSchemas.ts'
import {
  boolean,
  cutText,
  nodeCount,
  objectFrom,
  identifier,
  transformed,
  metadata,
  namedObject,
  nonEmptyText,
  optional,
  optionalObject,
  stateText,
  text,
  lowercaseState,
  lowercaseText,
  fillZeros,
  isSet,
  isUnreadableBoolean,
  unlessOmitted,
} from './schemaParts.ts'

/**
 * A time as the service writes it. A time that isn’t set is left out: the service writes it as the year 1, or as zero.
 */
const time = transformed(text, unlessUnset)

function unlessUnset(at: string | undefined): string | undefined {
  return at === '0' || at?.startsWith('0001-') ? undefined : at
}

// Clusters and machines (docs/responses.md, “Clusters and pools”).

const poolSummary = objectFrom({
  size: [unlessOmitted(nodeCount), 'size'],
  healthy: [unlessOmitted(nodeCount), 'healthy'],
  isControlPlane: [boolean, 'isControlPlane'],
  hasUnreadableRole: [isUnreadableBoolean, 'isControlPlane'],
})

/** The machine pools as the cluster list has them: their size and health, but not their names. */
interface PoolSummary {
  /** The desired number of nodes; undefined if unknown. */
  readonly size?: number | undefined
  /** The number of healthy nodes; undefined if unknown. */
  readonly healthy?: number | undefined
  readonly isControlPlane?: boolean | undefined
  /** True if it can’t be read whether the pool is a control plane pool. */
  readonly hasUnreadableRole?: true | undefined
  readonly isHybrid: boolean
}

const poolSummaries = (isHybrid: boolean) =>
  transformed(optionalList(poolSummary), ({ items: pools, unreadable }): List<PoolSummary> => {
    const sizes = fillZeros(pools.map(({ size }) => size))
    const healthy = fillZeros(pools.map((pool) => pool.healthy))
    const summaries = pools.map(({ isControlPlane, hasUnreadableRole }, index) => ({
      isControlPlane,
      hasUnreadableRole,
      isHybrid,
      size: sizes[index],
      healthy: healthy[index],
    }))
    return { items: summaries, unreadable }
  })

const virtualCluster = transformed(
  objectFrom({ name: [identifier, 'name', 'uid'] }),
  ({ name }) => name,
)

const listedCluster = v.pipe(
  objectFrom({
    ...metadata,
    cloudType: [optional(identifier), 'specSummary.cloudConfig.cloudType'],
    configUid: [optional(identifier), 'specSummary.cloudConfig.uid'],
    account: [optional(namedObject), 'specSummary.cloudAccountMeta'],
    project: [optional(namedObject), 'specSummary.projectMeta'],
    /** Free text, such as `Running`. Says nothing of the health. */
    state: [stateText, 'status.state'],
    /** An open word, such as `Healthy`. */
    health: [stateText, 'status.health.state'],
    /** The names of the virtual clusters that run on it. */
    virtualClusters: [v.optional(optionalList(virtualCluster)), 'status.virtual.virtualClusters'],
    pools: [poolSummaries(false), 'specSummary.cloudConfig.machinePools'],
    /** The pools whose nodes are outside the cloud; see `CloudConfig.hybridPools`. */
    hybridPools: [poolSummaries(true), 'specSummary.cloudConfig.hybridMachinePools'],
  }),
  v.transform(({ pools, hybridPools, ...cluster }) => ({
    ...cluster,
    poolSummaries: [...pools.items, ...hybridPools.items],
    /** The number of pools that couldn’t be read. A list of pools that is none counts as one. */
    unreadablePools: pools.unreadable + hybridPools.unreadable,
  })),
)

/** A listed cluster, with or without its cloud config. */
export type ListedCluster = v.InferOutput<typeof listedCluster>

/** A cluster, with a summary of each machine pool. */
export interface Cluster extends ListedCluster {
  cloudType: string
  configUid: string
}

export const ClusterSearchResponse = pageOf(listedCluster)

/** The types of clusters that the service doesn’t provision (docs/responses.md, “Clusters and pools”), in lowercase. */
const importedTypes = ['pureattach', 'pureadopt']

/**
 * A cluster by itself: the reference to its cloud config, and what becomes of it, as far as the service returns them.
 */
export const ClusterResponse = v.pipe(
  objectFrom({
    spec: [v.looseObject({}), 'spec'],
    cloudType: [optional(identifier), 'spec.cloudType'],
    configUid: [optional(identifier), 'spec.cloudConfigRef.uid'],
    /** Free text, such as `Running`. */
    state: [stateText, 'status.state'],
    /** The state of the last repave, which replaces the nodes: `Pending`, `Approved`, or `Reverted`. */
    repave: [stateText, 'status.repave.state'],
    clusterType: [lowercaseText, 'spec.clusterType'],
    hasClusterType: [transformed(v.unknown(), isSet), 'spec.clusterType'],
    hasImport: [transformed(v.unknown(), hasValues), 'status.clusterImport'],
  }),
  v.transform(({ spec: _spec, clusterType, hasClusterType, hasImport, ...cluster }) => ({
    ...cluster,
    /**
     * True if the service doesn’t provision its machines; false if nothing says so; undefined if its type can’t be
     * read.
     */
    isImported: hasImport || isImportedType(clusterType, hasClusterType),
  })),
)

function isImportedType(type: string | undefined, isTypeSet: true | undefined) {
  if (type === undefined) return isTypeSet ? undefined : false
  return importedTypes.includes(type)
}

/** The state of a cluster, as the service returns it with the cluster itself. */
export type ClusterStatus = Pick<
  v.InferOutput<typeof ClusterResponse>,
  'state' | 'repave' | 'isImported'
>

const condition = v.object({ type: text, status: stateText, reason: text, message: text })

/** The last action that keeps pods off a machine, or lets them in again. */
const maintenance = optionalObject({ action: lowercaseState, state: lowercaseState })

const machine = objectFrom({
  ...metadata,
  /** Free text, such as `Running` or `Deleting`. */
  state: [stateText, 'status.instanceState'],
  /** An open word, such as `Healthy`. */
  health: [stateText, 'status.health.state'],
  /** When its state changed, as the service writes it. */
  since: [time, 'status.instanceStateLastUpdate'],
  /** When its deletion was requested, as the service writes it: any value says that it was. */
  deletionTimestamp: [transformed(stateText, unlessUnset), 'metadata.deletionTimestamp'],
  /** The messages, or else the reasons, of the conditions that aren’t as they should be; missing without any. */
  messages: [transformed(readableItems(condition), messagesOf), 'status.health.conditions'],
  /**
   * Why Cluster API doesn’t reconcile the machine, so that it isn’t removed either; missing if it does, or if unknown.
   */
  pausedMessage: [
    transformed(readableItems(condition), pausedMessageOf),
    'status.health.conditions',
  ],
  /** True if a condition says that the machine is being drained or deleted, whatever its state says. */
  hasDeletionCondition: [
    transformed(readableItems(condition), hasDeletionCondition),
    'status.health.conditions',
  ],
  zone: [
    text,
    'spec.az', // aws, eks, maas
    'spec.zone', // gcp, gke
    'spec.availabilityZone.id', // azure, aks
    'spec.failureDomainName', // apache-cloudstack
  ],
  /** True if somebody has cordoned or drained the machine, so that no new pods run on it. */
  inMaintenance: [transformed(maintenance, isInMaintenance), 'status.maintenanceStatus'],
})

/** A machine of a pool. */
export type Machine = v.InferOutput<typeof machine>

export const MachinesResponse = pageOf(machine)

const event = v.pipe(
  objectFrom({
    message: [v.pipe(nonEmptyText, v.transform(cutText)), 'message'],
    at: [time, 'metadata.creationTimestamp'],
  }),
  v.transform(({ message, at = '' }) => ({ message, at: Date.parse(at) })),
)

/** An event of a cluster; `at` in epoch ms, NaN if unknown. */
export type ClusterEvent = v.InferOutput<typeof event>

export const ClusterEventsResponse = itemListOf(event)

/**
 * Returns whether a field, which should be an object, has any value at any depth: zeros and empty text stand for none.
 */
function hasValues(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return Boolean(json)
  return Object.values(json).some(hasValues)
}

/** Returns whether pods are kept off a machine: the last action may have failed. */
function isInMaintenance(last: v.InferOutput<typeof maintenance>): true | undefined {
  if (last?.action === undefined) return undefined
  const hasFailed = last.state === 'failed'
  const isUncordon = last.action === 'uncordon'
  return hasFailed === isUncordon || undefined
}

/**
 * The types of conditions that are fine if false; all others are fine if true. Besides those of Kubernetes and Cluster
 * API, these are node-problem-detector’s, which AKS and GKE run by default.
 */
const fineIfFalse = [
  /(pressure|unavailable|unhealthy|fail(ed|ure)|problem|stalled|deleting|draining|terminating)$/i,
  /^(paused|updating|remediating|rollingout|scaling(up|down))$/i,
  /^(frequent|corrupt)|deadlock$|readonlyfilesystem$|xfsshutdown$|errorfatal$|sysctlchanged$/i,
  // Of the maintenance of virtual machines on Azure.
  /(event|freeze|reboot|redeploy|preempt|terminate)scheduled$/i,
]

/** Returns why a machine is paused; undefined if it isn’t. */
function pausedMessageOf(
  conditions: readonly v.InferOutput<typeof condition>[],
): string | undefined {
  const paused = conditions.find(({ type }) => type?.toLowerCase() === 'paused')
  if (paused?.status?.toLowerCase() !== 'true') return undefined
  return paused.message ?? paused.reason ?? paused.type
}

/** The conditions that Cluster API sets only while it deletes a machine, or whose failure says that it does. */
const deletionConditions =
  /^(draining|predraindeletehook|preterminatedeletehook|volumedetach)succeeded$/i

function hasDeletionCondition(
  conditions: readonly v.InferOutput<typeof condition>[],
): true | undefined {
  const isDeletionCondition = ({ type = '', status, reason }: v.InferOutput<typeof condition>) => {
    // Newer versions always set `Deleting`; it is false as a rule.
    if (/^deleting$/i.test(type)) return status?.toLowerCase() !== 'false'
    return deletionConditions.test(type) || /^deleting$/i.test(reason ?? '')
  }
  return conditions.some(isDeletionCondition) || undefined
}

/** The maximum number of messages of a machine: more than anybody reads in a tooltip. */
const maxMessages = 20

function messagesOf(conditions: readonly v.InferOutput<typeof condition>[]): string[] | undefined {
  const messages = conditions.flatMap(({ type, status, reason, message = reason }) => {
    if (type === undefined || status === undefined) return []
    const fine = fineIfFalse.some((pattern) => pattern.test(type)) ? 'false' : 'true'
    return status.toLowerCase() === fine ? [] : (message ?? [])
  })
  return messages.length > 0 ? messages.slice(0, maxMessages) : undefined
}
