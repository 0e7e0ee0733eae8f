// Whether what a person has confirmed still covers what is known of a machine pool.

import type { MachinePool } from '../api/poolSchemas.ts'
import { isBeingRepaved, lifecyclePhase } from '../model/poolFacts.ts'
import type { Danger } from './guard.ts'
import {
  clusterState,
  configuredPool,
  isKnownAsProvisioned,
  mayExist,
  remainingPools,
  type Inspection,
} from './inspection.ts'
import { areNodesKnown } from './nodesByZone.ts'
import { unprovenZones, areDetailsUnread, maxNodes } from './unreadDetails.ts'
import { losses, type Loss } from './remainder.ts'

/**
 * A difference between what the dialog showed of a pool and what an inspection after its confirmation has found. Such a
 * difference must be confirmed again. `earlier` is the value that was known for the dialog, undefined if none was.
 */
export type Change =
  /** The pool isn’t listed any more, or is a hybrid pool. */
  | { readonly kind: 'gone' }
  /** The cluster, or its cloud config, has been renamed. A pattern of `typeFor` may match the new name. */
  | { readonly kind: 'clusterName'; readonly earlier: string; readonly current: string }
  /** The cluster is being created or deleted, in which machines aren’t drained, or isn’t any more. */
  | {
      readonly kind: 'clusterState'
      readonly earlier: string | undefined
      readonly current: string
    }
  /**
   * The cluster is being repaved, is known to be imported, or has lost its Fargate profiles, or the pool has got
   * overrides. The lines of the dialog say which.
   */
  | { readonly kind: 'consequences' }
  /** The cluster and the pool must be typed now, and were not. */
  | { readonly kind: 'mustBeTyped' }
  /** All machines from before are gone: it may be a new pool of the same name. */
  | { readonly kind: 'otherMachines' }
  /** The instance type is another one, so this may be a new pool of the same name. */
  | { readonly kind: 'instanceType'; readonly earlier: MachinePool; readonly current: MachinePool }
  | { readonly kind: 'moreNodes'; readonly earlier: number | undefined; readonly current: number }
  /** The pool is configured to have more nodes, or may be scaled to more. */
  | {
      readonly kind: 'largerSize'
      readonly earlier: MachinePool | undefined
      readonly current: MachinePool
    }
  /** In these zones, no worker nodes remain, although some would have remained by what the dialog showed. */
  | { readonly kind: 'emptiedZones'; readonly zones: readonly string[] }
  /** The cluster also loses these, because no other pool has them. */
  | { readonly kind: 'losses'; readonly values: readonly LostValue[] }
  /** The guard finds new dangers. `gonePools` are the other pools that are gone, or being deleted, since the dialog. */
  | { readonly kind: 'dangers'; readonly gonePools: readonly string[] }
  /** Another deletion of the pool was recorded since. */
  | { readonly kind: 'otherDeletion' }
  /** The check of the cluster failed. */
  | { readonly kind: 'checkFailed' }
  /** Whether the service has provisioned the cluster can’t be read any more: the machines may stay. */
  | { readonly kind: 'provisioningUnread' }
  /**
   * The machines of these pools can’t be listed or counted any more: the pool may have more of them, or others, and
   * another pool may have none that runs.
   */
  | { readonly kind: 'machinesUnlisted'; readonly pools: readonly string[] }
  /**
   * The largest size of the pool, what is lost with it, or which zones keep nodes can’t be read any more: it may be
   * worse than the dialog showed.
   */
  | { readonly kind: 'detailsUnread' }
  /** Too much time has passed since the check. */
  | { readonly kind: 'checkOutdated' }

/** Something that a cluster loses. */
export interface LostValue {
  readonly loss: Loss
  readonly value: string
}

/** A rule looks for one kind of change, and returns undefined if there is none. */
type Rule = (current: Inspection, confirmed: Inspection) => Change | undefined

const rules: readonly Rule[] = [
  findOtherClusterName,
  findOtherClusterState,
  findOtherConsequences,
  findOtherMachines,
  findOtherInstanceType,
  findMoreNodes,
  findLargerSize,
  findEmptiedZones,
  findLosses,
  findDangers,
  findFailedCheck,
  findUnreadProvisioning,
  findUnlistedMachines,
  findUnreadDetails,
]

/** Returns what has changed from a confirmed inspection to a current one, as far as it must be confirmed again. */
export function findChanges(confirmed: Inspection, current: Inspection): Change[] {
  if (!mayExist(current.lookup)) return [{ kind: 'gone' }]
  return rules.flatMap((findChange) => findChange(current, confirmed) ?? [])
}

const uncheckedChanges: readonly Change['kind'][] = [
  'checkFailed',
  'provisioningUnread',
  'machinesUnlisted',
  'detailsUnread',
  'checkOutdated',
]

/** Returns whether a change only says that something couldn’t be checked. */
export function isUnchecked({ kind }: Change): boolean {
  return uncheckedChanges.includes(kind)
}

function findOtherClusterName(current: Inspection, confirmed: Inspection): Change | undefined {
  return (
    compareNames(confirmed.loaded.cached.cluster, current.loaded.cached.cluster) ??
    compareNames(confirmed.config?.name, current.config?.name)
  )
}

/**
 * What becomes of the machines depends on the state: they are only drained in a cluster that isn’t being created or
 * deleted. Compares the states that the dialogs show, which are those of the list of clusters if the cluster itself
 * can’t be loaded.
 */
function findOtherClusterState(current: Inspection, confirmed: Inspection): Change | undefined {
  const state = clusterState(current.loaded)
  const earlier = clusterState(confirmed.loaded)
  if (state === undefined || transitionOf(state) === transitionOf(earlier)) return undefined
  return { kind: 'clusterState', earlier, current: state }
}

/** Returns the phase in which a cluster is created or deleted; undefined for any other, and for an unknown state. */
function transitionOf(state: string | undefined): 'arriving' | 'leaving' | undefined {
  const phase = lifecyclePhase({ state })
  return phase === 'arriving' || phase === 'leaving' ? phase : undefined
}

function findOtherConsequences(current: Inspection, confirmed: Inspection): Change | undefined {
  const status = current.loaded.clusterStatus
  const earlierStatus = confirmed.loaded.clusterStatus
  const pool = configuredPool(current.lookup)
  const earlierPool = configuredPool(confirmed.lookup)
  const hasChanged =
    (isBeingRepaved(status) && !isBeingRepaved(earlierStatus)) ||
    (status?.isImported === true && earlierStatus?.isImported !== true) ||
    (pool?.hasOverrides === true && !earlierPool?.hasOverrides) ||
    (confirmed.config?.hasFargateProfiles === true && !current.config?.hasFargateProfiles)
  return hasChanged ? { kind: 'consequences' } : undefined
}

/** Returns the change of a name; undefined unless both are known. */
function compareNames(
  earlier: string | undefined,
  current: string | undefined,
): Change | undefined {
  if (earlier === undefined || current === undefined || earlier === current) return undefined
  return { kind: 'clusterName', earlier, current }
}

function findOtherMachines({ liveUids }: Inspection, confirmed: Inspection): Change | undefined {
  const earlierUids = new Set(confirmed.liveUids)
  if (!liveUids || earlierUids.size === 0) return undefined
  return liveUids.some((uid) => earlierUids.has(uid)) ? undefined : { kind: 'otherMachines' }
}

function findOtherInstanceType(current: Inspection, confirmed: Inspection): Change | undefined {
  const pool = configuredPool(current.lookup)
  const earlier = configuredPool(confirmed.lookup)
  if (!pool || !earlier || pool.instanceType === earlier.instanceType) return undefined
  return { kind: 'instanceType', earlier, current: pool }
}

/**
 * If the machines weren’t counted for the dialog, it showed the configured size instead, which their number is compared
 * with.
 */
function findMoreNodes({ loaded }: Inspection, confirmed: Inspection): Change | undefined {
  const count = loaded.machines?.count
  const earlier = confirmed.loaded.machines?.count ?? maxNodes(configuredPool(confirmed.lookup))
  if (count === undefined || count <= (earlier ?? 0)) return undefined
  return { kind: 'moreNodes', earlier, current: count }
}

/**
 * The configured size counts beside the number of machines, because machines may be uncounted, or not created yet. If
 * the machines are counted, a size that was unknown before is no change.
 */
function findLargerSize(current: Inspection, confirmed: Inspection): Change | undefined {
  const pool = configuredPool(current.lookup)
  const earlier = configuredPool(confirmed.lookup)
  const size = maxNodes(pool)
  const earlierSize = maxNodes(earlier)
  if (pool === undefined || size === undefined) return undefined
  if (earlierSize === undefined && current.loaded.machines) return undefined
  return size > (earlierSize ?? 0) ? { kind: 'largerSize', earlier, current: pool } : undefined
}

function findEmptiedZones(current: Inspection, confirmed: Inspection): Change | undefined {
  const zones = current.lookup.kind === 'listed' ? current.lookup.nodesByZone?.zones : undefined
  if (!zones) return undefined
  const remaining = new Set(zones.filter(({ after }) => after > 0).map(({ name }) => name))
  const emptied = unprovenZones(current, confirmed).filter((name) => !remaining.has(name))
  return emptied.length > 0 ? { kind: 'emptiedZones', zones: emptied } : undefined
}

/** A loss that wasn’t known for the dialog is a change, too, because the dialog hasn’t shown it. */
function findLosses({ lookup }: Inspection, confirmed: Inspection): Change | undefined {
  if (lookup.kind !== 'listed') return undefined
  const current = lookup.remainder.losses
  const shown = confirmed.lookup.kind === 'listed' ? confirmed.lookup.remainder.losses : undefined
  const values = losses.flatMap((loss): LostValue[] => {
    const shownValues = new Set(shown?.[loss])
    const unshown = (current[loss] ?? []).filter((value) => !shownValues.has(value))
    return unshown.map((value) => ({ loss, value }))
  })
  return values.length > 0 ? { kind: 'losses', values } : undefined
}

function findDangers(current: Inspection, confirmed: Inspection): Change | undefined {
  const isNew = newDangers(current, confirmed).some((danger) => !uncheckedDangers.includes(danger))
  if (!isNew) return undefined
  const remaining = new Set(remainingNames(current))
  const gonePools = remainingNames(confirmed).filter((name) => !remaining.has(name))
  return { kind: 'dangers', gonePools }
}

function remainingNames(inspection: Inspection): string[] {
  return remainingPools(inspection).map(({ name }) => name)
}

/** The dangers of a pool that couldn’t be checked. */
const uncheckedDangers: readonly Danger[] = ['checkFailed', 'checkUnsupported']

function findFailedCheck(current: Inspection, confirmed: Inspection): Change | undefined {
  const isUncheckedNow = newDangers(current, confirmed).some((danger) => {
    return uncheckedDangers.includes(danger)
  })
  return isUncheckedNow ? { kind: 'checkFailed' } : undefined
}

/** The dialog has said that the machines will be removed, which it couldn’t say any more. */
function findUnreadProvisioning(current: Inspection, confirmed: Inspection): Change | undefined {
  const isUnread =
    isKnownAsProvisioned(confirmed.loaded) &&
    !isKnownAsProvisioned(current.loaded) &&
    current.loaded.clusterStatus?.isImported !== true
  return isUnread ? { kind: 'provisioningUnread' } : undefined
}

function newDangers({ dangers }: Inspection, confirmed: Inspection): Danger[] {
  return dangers.filter((danger) => !confirmed.dangers.includes(danger))
}

function findUnlistedMachines(current: Inspection, confirmed: Inspection): Change | undefined {
  const isPoolUnlisted = confirmed.liveUids !== undefined && current.liveUids === undefined
  const ownNames = isPoolUnlisted ? [current.pool.machinePoolName] : []
  const pools = [...ownNames, ...unlistedSiblings(current, confirmed)]
  return pools.length > 0 ? { kind: 'machinesUnlisted', pools } : undefined
}

/**
 * Returns the names of the other pools whose machines have proved for the dialog what remains, and don’t any more. A
 * list that is incomplete, or has a machine of which nothing is known, may still prove it by the other machines. A pool
 * that is gone, or is being deleted, doesn’t remain anyway.
 */
function unlistedSiblings(current: Inspection, confirmed: Inspection): string[] {
  const remaining = new Set(remainingNames(current))
  const isAnyZoneUnproven = unprovenZones(current, confirmed).length > 0
  const unlisted = [...confirmed.loaded.siblingMachines].filter(([name, earlier]) => {
    const list = current.loaded.siblingMachines.get(name)
    const isUnlisted = earlier !== undefined && list === undefined
    const isUncounted = isAnyZoneUnproven && areNodesKnown(earlier) && !areNodesKnown(list)
    return remaining.has(name) && (isUnlisted || isUncounted)
  })
  return unlisted.map(([name]) => name)
}

function findUnreadDetails(current: Inspection, confirmed: Inspection): Change | undefined {
  return areDetailsUnread(current, confirmed) ? { kind: 'detailsUnread' } : undefined
}
