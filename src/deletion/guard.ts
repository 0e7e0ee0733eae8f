import {
  autoscalingBounds,
  isControlPlaneKnown,
  runsWorkloads,
  type PoolFacts,
} from '../model/poolFacts.ts'
import { isManagedKubernetes } from '../api/providers.ts'

/** A pool of the cluster, with what its list of machines proves if the view shows that list. */
export interface GuardedPool extends PoolFacts {
  /**
   * Whether one of its machines is known to run as a node. False if the list couldn’t be loaded again, because its
   * machines may have failed since. Undefined if the view doesn’t show its machines: then its size counts.
   */
  readonly hasRunningNode?: boolean | undefined
}

/** What the guard judges a deletion by. */
interface GuardFacts {
  readonly provider: string
  /** The result of the inspection of the pool: answered, failed, or never supported. */
  readonly inspection: 'answered' | 'failed' | 'unsupported'
  /** The machine pool that is to be deleted, with the facts of its row, its cloud config, and the list of clusters. */
  readonly pool: PoolFacts & { readonly name: string }
  /**
   * All pools of its cluster, hybrid pools included: those of the cloud config, or else those of the list of clusters,
   * which have no names. Undefined if neither is known.
   */
  readonly pools?: readonly GuardedPool[] | undefined
  /** The number of further pools, of which nothing could be read. */
  readonly unreadablePools?: number | undefined
  /** The names of the pools whose deletion is pending or being confirmed, including this one. */
  readonly poolsBeingDeleted: ReadonlySet<string>
}

/**
 * The reasons to think twice about a deletion, the most serious first, and the rules that find them. They are reported
 * to language models, so none is ever renamed.
 */
const rules = [
  { danger: 'controlPlane', applies: isControlPlane },
  { danger: 'roleUnreadable', applies: hasUnreadableRole },
  { danger: 'lastSystemPool', applies: isLastSystemPool },
  { danger: 'lastSystemPoolUnknown', applies: mayBeLastSystemPool },
  { danger: 'lastWorker', applies: isLastWorker },
  { danger: 'lastWorkerUnknown', applies: mayBeLastWorker },
  { danger: 'checkFailed', applies: hasCheckFailed },
  { danger: 'controlPlaneUnknown', applies: isControlPlaneUnknown },
  { danger: 'checkUnsupported', applies: isCheckUnsupported },
] as const

export type Danger = (typeof rules)[number]['danger']

/** Returns the dangers of deleting a machine pool, the most serious first. */
export function findDangers(facts: GuardFacts): Danger[] {
  return rules.filter(({ applies }) => applies(facts)).map(({ danger }) => danger)
}

/** Returns whether the name of the pool must be typed to delete it. */
export function mustBeTyped(dangers: readonly Danger[]): boolean {
  return dangers.some((danger) => danger !== 'checkUnsupported')
}

/** Whether the pools of a kind that remain after a deletion have nodes. Where none remains, there are no nodes. */
type RemainingPools = 'withoutNodes' | 'withNodes' | 'unknown'

function remainingWorkers(facts: GuardFacts): RemainingPools {
  return findRemaining(facts, runsWorkloads)
}

function isControlPlane({ pool }: GuardFacts): boolean {
  return pool.isControlPlane === true
}

function hasUnreadableRole({ pool }: GuardFacts): boolean {
  return pool.hasUnreadableRole === true
}

/** AKS needs a system pool, and deletes the last one nevertheless. */
function isLastSystemPool(facts: GuardFacts): boolean {
  return isSystemPoolOfAks(facts) && remainingSystemPools(facts) === 'withoutNodes'
}

function mayBeLastSystemPool(facts: GuardFacts): boolean {
  return isSystemPoolOfAks(facts) && remainingSystemPools(facts) === 'unknown'
}

function isSystemPoolOfAks({ provider, pool }: GuardFacts): boolean {
  return provider === 'aks' && pool.isSystemPool === true
}

function remainingSystemPools(facts: GuardFacts): RemainingPools {
  const remaining = findRemaining(facts, isSystemPool)
  const { pool, pools = [], poolsBeingDeleted } = facts
  const otherPools = pools.filter(({ name }) => name !== pool.name)
  const mayStay = mayKeepPools(otherPools, poolsBeingDeleted, isSystemPool)
  return remaining === 'withoutNodes' && mayStay ? 'unknown' : remaining
}

/**
 * Returns whether the service still lists a pool of a kind whose deletion was requested. The pool counts as gone, but it
 * may have nodes: it may not be drained yet, or the request may have failed.
 */
export function mayKeepPools(
  pools: readonly GuardedPool[],
  poolsBeingDeleted: ReadonlySet<string>,
  isOfKind: (pool: GuardedPool) => boolean,
): boolean {
  return pools.some((pool) => {
    const isRequested = pool.name !== undefined && poolsBeingDeleted.has(pool.name)
    return isRequested && mayBeOf(isOfKind, pool) && !isSureToLackNodes(pool)
  })
}

function isSystemPool(pool: PoolFacts): boolean {
  return pool.isSystemPool === true
}

function isLastWorker(facts: GuardFacts): boolean {
  return isKnownAsWorker(facts) && remainingWorkers(facts) === 'withoutNodes'
}

function mayBeLastWorker(facts: GuardFacts): boolean {
  return isKnownAsWorker(facts) && remainingWorkers(facts) === 'unknown'
}

/**
 * Returns whether a pool is known to be a worker pool. If it isn’t known, the danger `controlPlaneUnknown` or
 * `checkFailed` says so, and “last worker pool” would claim too much.
 */
function isKnownAsWorker(facts: GuardFacts): boolean {
  return knowsPools(facts) && !isControlPlane(facts) && isRoleKnown(facts)
}

/**
 * Returns whether it is known whether the pool is a control plane pool. Among pools without names, as in the list of
 * clusters, it may be any, so that a pool that is marked as control plane may be this one.
 */
function isRoleKnown({ provider, pool, pools = [] }: GuardFacts): boolean {
  if (pool.isControlPlane !== undefined || isManagedKubernetes(provider)) return true
  return pools.some(({ name }) => name === pool.name) && isControlPlaneKnown(provider, pools)
}

/** The service supports the check for control plane pools and worker pools, but the check failed this time. */
function hasCheckFailed({ inspection }: GuardFacts): boolean {
  return inspection === 'failed'
}

/**
 * If the service calls no pool of a cluster a control plane pool, one of the pools of which it says nothing must be
 * one. It may be this pool, or the only pool that would remain.
 */
function isControlPlaneUnknown(facts: GuardFacts): boolean {
  const { provider, inspection, pools = [] } = facts
  if (!knowsPools(facts)) return false
  // After a check that failed, `checkFailed` says so instead.
  if (isControlPlaneKnown(provider, pools)) {
    return inspection === 'unsupported' && !isRoleKnown(facts)
  }
  if (!isRoleKnown(facts)) return true
  // Of a worker pool that may be the last one, another danger says so. Its role is known.
  if (remainingWorkers(facts) !== 'withNodes') return false
  return findRemaining(facts, isCertainlyWorker) !== 'withNodes'
}

function isCheckUnsupported({ inspection }: GuardFacts): boolean {
  return inspection === 'unsupported'
}

/**
 * Returns whether it is known that the cluster has pools. If the check failed, and none of them could be read, the
 * danger `checkFailed` says enough.
 */
function knowsPools({ pools = [], unreadablePools = 0, inspection }: GuardFacts): boolean {
  return pools.length > 0 || (unreadablePools > 0 && inspection === 'unsupported')
}

function isCertainlyWorker({ isControlPlane: isMarked }: PoolFacts): boolean {
  return isMarked === false
}

/**
 * Returns what is known of the pools of a kind, such as worker pools, that remain after the deletion. A pool whose role
 * can’t be read may be of the kind, but isn’t counted on.
 */
function findRemaining(
  { pools = [], unreadablePools = 0, poolsBeingDeleted }: GuardFacts,
  isOfKind: (pool: GuardedPool) => boolean,
): RemainingPools {
  const candidates = pools.filter((pool) => mayBeOf(isOfKind, pool))
  const remaining = candidates.filter(({ name }) => {
    return name !== undefined && !poolsBeingDeleted.has(name)
  })
  if (remaining.some(isSureToHaveNodes)) return 'withNodes'
  // A pool without a name, as in the list of clusters, may be any of those that are being deleted. The list is older
  // than the inspection, so its sizes don’t count.
  const unnamedCount = candidates.filter(({ name }) => name === undefined).length
  if (unnamedCount > poolsBeingDeleted.size || unreadablePools > 0) return 'unknown'
  return remaining.every(isSureToLackNodes) ? 'withoutNodes' : 'unknown'
}

/**
 * Returns whether it is certain that a pool has the role that it is counted for, and that it is configured to have
 * nodes, however its autoscaler may scale it down. If the view shows its machines, one of them must run.
 */
export function isSureToHaveNodes(pool: GuardedPool): boolean {
  if (pool.hasUnreadableRole || pool.hasUnreadableBounds) return false
  if (pool.hasRunningNode === false) return false
  // Overrides win over the configured size, so only a machine that runs proves that there are nodes.
  if (pool.hasOverrides && !pool.hasRunningNode) return false
  return minimumNodes(pool) > 0
}

/**
 * Returns the number of nodes that a pool has at least. With autoscaling, its size is its minimum: if they differ, the
 * smaller counts.
 */
function minimumNodes(pool: PoolFacts): number {
  const minimum = autoscalingBounds(pool)?.min
  return Math.min(pool.size ?? minimum ?? 0, minimum ?? pool.size ?? 0)
}

function mayBeOf(isOfKind: (pool: GuardedPool) => boolean, pool: GuardedPool): boolean {
  return pool.hasUnreadableRole === true || isOfKind(pool)
}

/** Returns whether a pool is configured to have no nodes, and no autoscaler adds any. */
function isSureToLackNodes(pool: GuardedPool): boolean {
  if (pool.hasUnreadableBounds || pool.hasOverrides) return false
  return pool.size === 0 && autoscalingBounds(pool) === undefined
}
