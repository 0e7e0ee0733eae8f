import { withTimeout } from '../../api/deadline.ts'
import type { ClusterStatus } from '../../api/clusterSchemas.ts'
import type { Machines } from '../../api/lookups.ts'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import type { Clusters, ConfigResult } from '../../clusters/clusters.ts'
import type { BatchReadings, Reading } from '../../deletion/batchReadings.ts'
import type { LoadedPool } from '../../deletion/inspection.ts'
import { workersIn } from '../../deletion/nodesByZone.ts'
import { assumedEmpty } from '../../deletion/siblingsToRecheck.ts'
import { configKey, poolKey, type MachinePoolRef } from '../../model/refs.ts'

/** The timeout for requests that the dialog can do without, in milliseconds. */
const extraTimeoutMs = 3_000

/** How an inspection loads its facts. */
export interface ReadingPlan {
  /** What was loaded for the earlier dialogs of the batch, and is loaded for the next. */
  readonly readings: BatchReadings
  /** True before a dialog, false after its confirmation: then everything is loaded again. */
  readonly isShared: boolean
  /** The names of the other pools whose machines are listed; undefined for all that are shown. */
  readonly siblingNames?: ReadonlySet<string> | undefined
}

/** The machines of the other pools of a cluster, by the names of the pools. */
interface SiblingMachines {
  readonly machines: LoadedPool['siblingMachines']
  readonly assumedEmptyPools: LoadedPool['assumedEmptyPools']
  /** When the lists were requested, in epoch ms. */
  readonly loadedAt: readonly number[]
}

export const noSiblings: SiblingMachines = {
  machines: new Map(),
  assumedEmptyPools: [],
  loadedAt: [],
}

/** Creates the functions that load what an inspection needs. They only read. */
export function createPoolReader(clusters: Clusters) {
  return { readConfig, listMachines, listSiblings, loadClusterStatus }

  /** Loads the cloud config of a pool. What couldn’t be loaded isn’t shared: it may be there for the next dialog. */
  async function readConfig(
    pool: MachinePoolRef,
    { readings, isShared }: ReadingPlan,
    signal: AbortSignal,
  ): Promise<Reading<ConfigResult>> {
    const key = configKey(pool)
    const load = async () => clusters.loadConfig(pool, { signal, priority: 'urgent' })
    const reading = await (isShared ? readings.getRecent(key, load) : readings.loadAgain(key, load))
    if (reading.value.kind !== 'answered') readings.delete(key)
    return reading
  }

  /** Lists the machines of a pool again. The dialog doesn’t wait for a stalled list. */
  async function listMachines(
    pool: MachinePoolRef,
    readings: BatchReadings,
    signal: AbortSignal,
  ): Promise<Reading<Machines | undefined>> {
    return readings.loadAgain(poolKey(pool), async () => requestMachines(pool, signal))
  }

  async function requestMachines(
    pool: MachinePoolRef,
    signal: AbortSignal,
  ): Promise<Machines | undefined> {
    return optionalWithTimeout(signal, (timeoutSignal) =>
      clusters.machineLists.loadAgain(pool, { signal: timeoutSignal }),
    )
  }

  /** Loads the state of a pool’s cluster; undefined if the service doesn’t list the cluster, or doesn’t return it. */
  async function loadClusterStatus(
    pool: MachinePoolRef,
    signal: AbortSignal,
  ): Promise<ClusterStatus | undefined> {
    return optionalWithTimeout(signal, (timeoutSignal) =>
      clusters.loadClusterStatus(pool, timeoutSignal),
    )
  }

  /** Lists the machines of the other pools that are shown, as far as their nodes are counted. */
  async function listSiblings(
    pool: MachinePoolRef,
    config: CloudConfig,
    { readings, isShared, siblingNames }: ReadingPlan,
    signal: AbortSignal,
  ): Promise<SiblingMachines> {
    const shown = clusters.machineLists.shownSiblings(pool)
    const workers = workersIn(pool.provider, config) ?? []
    const siblings = workers.flatMap(({ name }) => shown.get(name) ?? [])
    const machines = new Map<string, Machines | undefined>()
    const loadedAt: number[] = []
    const assumedEmptyPools: string[] = []
    const list = async (sibling: MachinePoolRef): Promise<void> => {
      const name = sibling.machinePoolName
      if (siblingNames && !siblingNames.has(name)) {
        machines.set(name, assumedEmpty)
        assumedEmptyPools.push(name)
        return
      }
      const reading = isShared
        ? await readings.getRecent(poolKey(sibling), async () => requestMachines(sibling, signal))
        : await listMachines(sibling, readings, signal)
      machines.set(name, reading.value)
      loadedAt.push(reading.loadedAt)
    }
    await Promise.all(siblings.map(list))
    return { machines, loadedAt, assumedEmptyPools }
  }
}

/** Loads something that the dialog can do without. Resolves to undefined if that fails or takes too long. */
export async function optionalWithTimeout<R>(
  signal: AbortSignal,
  load: (signal: AbortSignal) => Promise<R>,
): Promise<R | undefined> {
  return withTimeout(extraTimeoutMs, signal, load).catch(() => undefined)
}
