/** What is known of a machine pool. A field that is missing isn't known. */
export interface PoolFacts {
  /** The list of clusters counts pools without naming them. */
  readonly name?: string | undefined
  readonly isControlPlane?: boolean | undefined
  /** Whether it runs what the cluster itself needs; aks keeps at least one such pool. */
  readonly isSystemPool?: boolean | undefined
  /** Whether workloads run on it although it is a control plane. */
  readonly useControlPlaneAsWorker?: boolean | undefined
  readonly size?: number | undefined
}

/** What the guard decides by. */
export interface GuardFacts {
  readonly provider: string
  /** What came of the look just before: it tells, it failed, or the service never supported it. */
  readonly look: 'answered' | 'failed' | 'unsupported'
  /** The machine pool, with what is known of it from any source. */
  readonly pool: PoolFacts & { readonly name: string }
  /** All pools of its cluster, from the best source that there is; missing if there is none. */
  readonly pools?: readonly PoolFacts[] | undefined
  /** How many pools of nodes outside the cloud the cluster has: they run workloads. */
  readonly hybridPools?: number | undefined
  /** The names of the pools whose deletion is pending or is being asked about, this one among them. */
  readonly going: ReadonlySet<string>
}

/** A reason to think twice about a deletion. */
export type Danger =
  | 'controlPlane'
  | 'lastWorker'
  | 'lastSystemPool'
  /** Nobody could check, although the service can tell. */
  | 'lookFailed'
  /** The service doesn't tell which pool is the control plane: it may be this one, or all that stays. */
  | 'controlPlaneUnknown'
  /** Nobody can check: the service doesn't support it. */
  | 'lookUnsupported'

/** Those of which the name of the pool must be typed. */
const typed: readonly Danger[] = [
  'controlPlane',
  'lastWorker',
  'lastSystemPool',
  'lookFailed',
  'controlPlaneUnknown',
]

/** Those that keep a pool from being deleted along with others, the gravest first. */
export const loneDangers = [
  'controlPlane',
  'lastSystemPool',
  'lastWorker',
  'lookFailed',
] as const satisfies readonly Danger[]

/** A danger that keeps a pool from being deleted along with others. */
export type LoneDanger = (typeof loneDangers)[number]

/** Whose clusters have their control plane elsewhere. */
const managed = new Set(['aks', 'eks', 'gke'])

/** Tells why the deletion of a machine pool is dangerous, the gravest reason first. */
export function dangersOf(facts: GuardFacts): Danger[] {
  const { provider, look, pool, pools = [], hybridPools = 0, going } = facts
  const isKnown = pools.length > 0
  const staying = (fits: (one: PoolFacts) => boolean) => countStaying(pools.filter(fits), going)
  // Where sizes are told, a pool without one has none: a service leaves out what is zero.
  const tellsSizes = pools.some(({ size }) => size !== undefined)
  const hasNodes = ({ size }: PoolFacts) => (size === undefined ? !tellsSizes : size !== 0)
  const dangers: [Danger, boolean][] = [
    ['controlPlane', pool.isControlPlane === true],
    [
      'lastSystemPool',
      provider === 'aks' &&
        pool.isSystemPool === true &&
        staying((one) => one.isSystemPool === true && hasNodes(one)) === 0,
    ],
    [
      'lastWorker',
      isKnown &&
        pool.isControlPlane !== true &&
        hybridPools === 0 &&
        staying((one) => runsWorkloads(one) && hasNodes(one)) === 0,
    ],
    ['lookFailed', look === 'failed'],
    [
      'controlPlaneUnknown',
      isKnown &&
        !managed.has(provider) &&
        !pools.some(({ isControlPlane }) => isControlPlane === true) &&
        // One of those that don't tell is the control plane, and no worker.
        (pool.isControlPlane === undefined ||
          (hybridPools === 0 &&
            staying((one) => one.isControlPlane === false && hasNodes(one)) === 0)),
    ],
    ['lookUnsupported', look === 'unsupported'],
  ]
  return dangers.flatMap(([danger, isSo]) => (isSo ? danger : []))
}

/** Whether the name of the pool must be typed to delete it. */
export function mustTypeName(dangers: readonly Danger[]): boolean {
  return dangers.some((danger) => typed.includes(danger))
}

function runsWorkloads({ isControlPlane, useControlPlaneAsWorker }: PoolFacts): boolean {
  return isControlPlane !== true || useControlPlaneAsWorker === true
}

/** How many pools are left; of those without a name, as many as possible are taken to be going. */
function countStaying(pools: readonly PoolFacts[], going: ReadonlySet<string>): number {
  const named = pools.filter(({ name }) => name !== undefined && !going.has(name)).length
  const nameless = pools.filter(({ name }) => name === undefined).length
  return named + Math.max(0, nameless - going.size)
}
