import { runsWorkloads, isControlPlaneKnown, type PoolFacts } from '../model/poolFacts.ts'

/** The input of the guard. */
interface GuardFacts {
  readonly provider: string
  /** The result of the inspection of the pool: answered, failed, or never supported. */
  readonly inspection: 'answered' | 'failed' | 'unsupported'
  /** The machine pool, with facts from all sources. */
  readonly pool: PoolFacts & { readonly name: string }
  /** All pools of its cluster, from the best source; undefined if there is none. */
  readonly pools?: readonly PoolFacts[] | undefined
  /** The number of the cluster’s hybrid pools, which run workloads. */
  readonly hybridPoolCount?: number | undefined
  /** The names of the pools whose deletion is pending or being confirmed, including this one. */
  readonly poolsBeingDeleted: ReadonlySet<string>
}

/**
 * The reasons to think twice about a deletion, the most serious first, and the rules that find them. They are reported
 * to language models, so none is ever renamed.
 */
const rules = [
  { danger: 'controlPlane', applies: isControlPlane },
  { danger: 'lastSystemPool', applies: isLastSystemPool },
  { danger: 'lastWorker', applies: isLastWorker },
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

function isControlPlane({ pool }: GuardFacts): boolean {
  return pool.isControlPlane === true
}

/** AKS needs a system pool, and deletes the last one nevertheless. */
function isLastSystemPool(facts: GuardFacts): boolean {
  const { provider, pool } = facts
  if (provider !== 'aks' || pool.isSystemPool !== true) return false
  return !someRemain(facts, ({ isSystemPool }) => isSystemPool === true)
}

function isLastWorker(facts: GuardFacts): boolean {
  if (!knowsPools(facts)) return false
  if (isControlPlane(facts)) return false
  if (hasHybridPools(facts)) return false
  return !someRemain(facts, runsWorkloads)
}

/** The check is supported, but failed this time. */
function hasCheckFailed({ inspection }: GuardFacts): boolean {
  return inspection === 'failed'
}

/**
 * No pool says that it is the control plane, so one of those that say nothing is. It may be this pool, or the only pool
 * that remains.
 */
function isControlPlaneUnknown(facts: GuardFacts): boolean {
  const { provider, pool, pools = [] } = facts
  if (!knowsPools(facts)) return false
  if (isControlPlaneKnown(provider, pools)) return false
  if (pool.isControlPlane === undefined) return true
  if (hasHybridPools(facts)) return false
  return !someRemain(facts, isWorker)
}

function isCheckUnsupported({ inspection }: GuardFacts): boolean {
  return inspection === 'unsupported'
}

function knowsPools({ pools = [] }: GuardFacts): boolean {
  return pools.length > 0
}

function hasHybridPools({ hybridPoolCount = 0 }: GuardFacts): boolean {
  return hybridPoolCount > 0
}

/**
 * Returns whether pools of a kind certainly remain that have nodes. A pool without a name, as in the list of clusters,
 * may be any of those that are being deleted.
 */
function someRemain(
  { pools = [], poolsBeingDeleted }: GuardFacts,
  isOfKind: (pool: PoolFacts) => boolean,
): boolean {
  let unnamedCount = 0
  for (const pool of pools) {
    if (!isOfKind(pool) || !hasNodes(pool)) continue
    if (pool.name === undefined) {
      unnamedCount += 1
    } else if (!poolsBeingDeleted.has(pool.name)) {
      return true
    }
  }
  return unnamedCount > poolsBeingDeleted.size
}

function isWorker(pool: PoolFacts): boolean {
  return pool.isControlPlane === false
}

/** Returns whether a pool certainly has nodes, as configured. A pool of unknown size may have none. */
function hasNodes({ size = 0 }: PoolFacts): boolean {
  return size > 0
}
