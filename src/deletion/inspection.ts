import type { InstanceType } from '../api/accountSchemas.ts'
import type { List } from '../api/list.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import type { Deletions } from './deletions.ts'
import { dangersOf, type Danger } from './guard.ts'
import type { PoolFacts } from '../model/poolFacts.ts'
import type { Clusters, ConfigResult } from '../clusters/clusters.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import { nodesByZone, remainderOf, type Remainder } from './remainder.ts'

/** What was loaded of a machine pool. */
interface Loaded extends Partial<ReturnType<Clusters['known']>> {
  readonly pool: MachinePoolRef
  readonly configResult: ConfigResult
  readonly machines: Machines | undefined
  /** The machines of the other pools that are shown, as far as they could be listed now. */
  readonly machinesOf?: ReadonlyMap<string, Machines | undefined> | undefined
  /** The instance types of its region, if cached. */
  readonly types?: List<InstanceType> | undefined
  /** When loading began, in epoch ms. */
  readonly loadedAt: number
}

/** A machine pool to delete, with all known facts. */
export interface Inspected extends Loaded {
  /** `gone` only after a successful request; `hybrid` pools need another operation. */
  readonly status: 'listed' | 'gone' | 'hybrid' | 'unknown'
  /** The pool as configured; undefined if its cloud config couldn’t be loaded now, whatever was cached. */
  readonly configured?: MachinePool | undefined
  /** The UIDs of its machines that aren’t gone; undefined if unknown. */
  readonly liveUids?: readonly string[] | undefined
  /** The UIDs of all its machines, with those that are gone but still listed; undefined if unknown. */
  readonly machineUids?: readonly string[] | undefined
  /** The zones of its machines, else the configured ones; undefined if unknown. */
  readonly zones?: readonly string[] | undefined
  readonly dangers: readonly Danger[]
  /** The rest of its cluster without it; undefined if it couldn’t be loaded. */
  readonly remainder?: Remainder | undefined
  readonly byZone?: ReturnType<typeof nodesByZone>
  /** The other pools of its cluster that count as gone. */
  readonly poolsBeingDeleted: ReadonlySet<string>
}

/** Inspects a machine pool by what was loaded, and what is being deleted now. Sends no requests. */
export function assess(
  loaded: Loaded,
  deletions: Pick<Deletions, 'otherPoolsBeingDeleted'>,
): Inspected {
  const { pool, configResult, machines, machinesOf, types, loadedAt, listed } = loaded
  const { machinePoolName: name, provider } = pool
  const answered = configResult.kind === 'answered' ? configResult.config : undefined
  const config = answered ?? loaded.config
  const findIn = (one?: CloudConfig) => one?.pools.find((its) => its.name === name)
  const configured = findIn(answered)
  const status = statusOf(configResult, name)
  const others = deletions.otherPoolsBeingDeleted(pool, loadedAt)
  const liveUids = machines?.isComplete ? machines.machines.map(({ uid }) => uid) : undefined
  return {
    ...loaded,
    config,
    status,
    configured,
    liveUids,
    machineUids: liveUids && [...liveUids, ...(machines?.deleted ?? [])],
    zones: zonesOf(machines) ?? configured?.zones,
    poolsBeingDeleted: others,
    dangers: dangersOf({
      provider,
      inspection: answered && status === 'unknown' ? 'failed' : configResult.kind,
      pool: { ...pool.facts, ...told(findIn(config)), name },
      pools: config?.pools ?? listed,
      hybridPools: config?.hybridPools.length,
      poolsBeingDeleted: new Set([...others, name]),
    }),
    remainder: answered && remainderOf(pool, answered, others, types),
    byZone:
      answered &&
      nodesByZone(pool, answered, others, (one) =>
        one === name ? machines : machinesOf?.get(one),
      ),
  }
}

/** Returns the zones of machines; undefined unless all are known. */
function zonesOf(all: Machines | undefined): string[] | undefined {
  const zones = all?.machines.flatMap(({ zone }) => zone ?? []) ?? []
  const isKnown = all?.isComplete && zones.length > 0 && zones.length === all.machines.length
  return isKnown ? [...new Set(zones)].sort((a, b) => a.localeCompare(b)) : undefined
}

function statusOf(configResult: ConfigResult, name: string): Inspected['status'] {
  if (configResult.kind !== 'answered') return 'unknown'
  const { pools, hybridPools, unreadable } = configResult.config
  if (pools.some((one) => one.name === name)) return 'listed'
  if (hybridPools.includes(name)) return 'hybrid'
  return unreadable > 0 ? 'unknown' : 'gone' // it may be an unreadable one
}

/** Returns the fields that aren’t undefined. */
function told(facts: PoolFacts = {}): PoolFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}
