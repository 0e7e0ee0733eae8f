import { runsWorkloads, tellsControlPlane, type PoolFacts } from '../model/poolFacts.ts'

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
  readonly hybridPools?: number | undefined
  /** The names of the pools whose deletion is pending or being confirmed, including this one. */
  readonly poolsBeingDeleted: ReadonlySet<string>
}

/**
 * The reasons to think twice about a deletion, the most serious first. They are reported to language models, so none is
 * ever renamed.
 */
const allDangers = [
  'controlPlane',
  'lastSystemPool',
  'lastWorker',
  /** The check failed, although it is supported. */
  'lookFailed',
  /** The control plane is unknown: it may be this pool, or the only one that remains. */
  'controlPlaneUnknown',
  /** The check isn’t supported. */
  'lookUnsupported',
] as const

export type Danger = (typeof allDangers)[number]

/** Returns the dangers of deleting a machine pool, the most serious first. */
export function dangersOf(facts: GuardFacts): Danger[] {
  const { provider, inspection, pool, pools = [], hybridPools = 0, poolsBeingDeleted } = facts
  const isKnown = pools.length > 0
  const staying = (fits: (one: PoolFacts) => boolean) =>
    countStaying(pools.filter(fits), poolsBeingDeleted)
  const hasNodes = nodesTest(pools)
  const isSo: Record<Danger, boolean> = {
    controlPlane: pool.isControlPlane === true,
    lastSystemPool:
      provider === 'aks' &&
      pool.isSystemPool === true &&
      staying((one) => one.isSystemPool === true && hasNodes(one)) === 0,
    lastWorker:
      isKnown &&
      pool.isControlPlane !== true &&
      hybridPools === 0 &&
      staying((one) => runsWorkloads(one) && hasNodes(one)) === 0,
    lookFailed: inspection === 'failed',
    controlPlaneUnknown:
      isKnown &&
      !tellsControlPlane(provider, pools) &&
      // One of the pools that don’t tell is the control plane and not a worker.
      (pool.isControlPlane === undefined ||
        (hybridPools === 0 &&
          staying((one) => one.isControlPlane === false && hasNodes(one)) === 0)),
    lookUnsupported: inspection === 'unsupported',
  }
  return allDangers.filter((danger) => isSo[danger])
}

/** Returns whether the name of the pool must be typed to delete it. */
export function mustTypeName(dangers: readonly Danger[]): boolean {
  return dangers.some((danger) => danger !== 'lookUnsupported')
}

/**
 * Returns a test of whether pools have nodes, as configured. If other pools have a size, a pool without one has
 * size zero, which services omit.
 */
function nodesTest(pools: readonly PoolFacts[]): (pool: PoolFacts) => boolean {
  const tellsSizes = pools.some(({ size }) => size !== undefined)
  return ({ size }) => (size === undefined ? !tellsSizes : size !== 0)
}

/**
 * Returns the minimum number of remaining pools: as many unnamed pools as possible count as being deleted.
 */
function countStaying(pools: readonly PoolFacts[], poolsBeingDeleted: ReadonlySet<string>): number {
  const named = pools.filter(
    ({ name }) => name !== undefined && !poolsBeingDeleted.has(name),
  ).length
  const nameless = pools.filter(({ name }) => name === undefined).length
  return named + Math.max(0, nameless - poolsBeingDeleted.size)
}
