import { withTimeout } from '../../api/deadline.ts'
import type { ClusterStatus } from '../../api/clusterSchemas.ts'
import type { Machines } from '../../api/lookups.ts'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import type { Clusters, ConfigResult } from '../../clusters/clusters.ts'
import type { BatchReadings, Loading, Reading } from '../../deletion/batchReadings.ts'
import type { LoadedPool, SiblingMachines } from '../../deletion/inspection.ts'
import { assumedEmpty } from '../../deletion/siblingsToRecheck.ts'
import { isPossibleWorker } from '../../model/poolFacts.ts'
import { configKey, poolKey, type MachinePoolRef } from '../../model/refs.ts'

/** The timeout for requests that the dialog can do without, in milliseconds. */
const extraTimeoutMs = 3_000

/** How an inspection loads its facts. */
export interface ReadingPlan {
  /** What was loaded for the earlier dialogs of the batch, and is loaded for the next. */
  readonly readings: BatchReadings
  /**
   * Which machines of other pools are listed again after a confirmation, when everything is loaded again. Undefined
   * before it: then what was loaded seconds ago counts.
   */
  readonly recheck?: SiblingRecheck | undefined
  /**
   * The UID of the cluster when the dialog was shown. The list of clusters may be about to be loaded again after that.
   */
  readonly clusterUid?: string | undefined
}

/** The names of other pools after a confirmation. */
interface SiblingRecheck {
  /** Those whose machines the dialog has counted. They are listed again even if the view doesn’t show them any more. */
  readonly shownForDialog: ReadonlySet<string>
  /** Those that are listed first. The others are assumed to be empty. */
  readonly listedFirst: ReadonlySet<string>
}

/** The machines of the other pools of a cluster. */
interface SiblingReadings {
  readonly machines: SiblingMachines
  readonly assumedEmptyPools: LoadedPool['assumedEmptyPools']
  /** When the lists were requested, in epoch ms. */
  readonly loadedAt: readonly number[]
}

export const noSiblings: SiblingReadings = {
  machines: new Map(),
  assumedEmptyPools: [],
  loadedAt: [],
}

/** Creates the functions that load what an inspection needs. They only read. */
export function createPoolReader(clusters: Clusters) {
  return { readConfig, listMachines, listSibling, listSiblings, loadClusterStatus }

  /** Loads the cloud config of a pool. */
  async function readConfig(
    pool: MachinePoolRef,
    plan: ReadingPlan,
    signal: AbortSignal,
  ): Promise<Reading<ConfigResult>> {
    return read(plan, configKey(pool), {
      load: async () => clusters.loadConfig(pool, { signal, priority: 'urgent' }),
      isFailure: ({ kind }) => kind !== 'answered',
    })
  }

  /** Lists the machines of a pool again. */
  async function listMachines(
    pool: MachinePoolRef,
    readings: BatchReadings,
    signal: AbortSignal,
  ): Promise<Reading<Machines | undefined>> {
    return readings.loadAgain(poolKey(pool), machinesLoading(pool, signal))
  }

  /** The dialog doesn’t wait for a stalled list. */
  function machinesLoading(
    pool: MachinePoolRef,
    signal: AbortSignal,
  ): Loading<Machines | undefined> {
    const load = async () =>
      optionalWithTimeout(signal, (timeoutSignal) =>
        clusters.machineLists.loadAgain(pool, { signal: timeoutSignal }),
      )
    return { load, isFailure: (list) => list === undefined }
  }

  /** Loads the state of a pool’s cluster; undefined if the service doesn’t list the cluster, or doesn’t return it. */
  async function loadClusterStatus(
    pool: MachinePoolRef,
    { clusterUid }: ReadingPlan,
    signal: AbortSignal,
  ): Promise<ClusterStatus | undefined> {
    return optionalWithTimeout(signal, (timeoutSignal) =>
      clusters.loadClusterStatus(pool, clusterUid, timeoutSignal),
    )
  }

  /**
   * Lists the machines of the other pools that are shown, and run workloads or may do so. It doesn’t matter whether all
   * pools can be read: what the view shows to have failed must not count as a worker pool that stays.
   */
  async function listSiblings(
    pool: MachinePoolRef,
    config: CloudConfig,
    plan: ReadingPlan,
    signal: AbortSignal,
  ): Promise<SiblingReadings> {
    const requested = clusters.machineLists.requestedSiblings(pool)
    const { shownForDialog, listedFirst } = plan.recheck ?? {}
    const names = config.pools
      .filter(isPossibleWorker)
      .map(({ name }) => name)
      .filter((name) => name !== pool.machinePoolName)
      .filter((name) => requested.has(name) || shownForDialog?.has(name))
    const machines = new Map<string, Machines | undefined>()
    const loadedAt: number[] = []
    const assumedEmptyPools: string[] = []
    const list = async (name: string): Promise<void> => {
      if (listedFirst && !listedFirst.has(name)) {
        machines.set(name, assumedEmpty)
        assumedEmptyPools.push(name)
        return
      }
      const sibling = requested.get(name)
      const reading = await listSibling(pool, name, plan, signal, requested)
      const isShown = sibling !== undefined && clusters.machineLists.mayShowMachines(sibling)
      // If the view has never shown the machines, a list that fails says nothing, and the size of the pool counts.
      if (reading.value || isShown || shownForDialog?.has(name)) machines.set(name, reading.value)
      loadedAt.push(reading.loadedAt)
    }
    await Promise.all(names.map(list))
    return { machines, loadedAt, assumedEmptyPools }
  }

  /** Lists the machines of another pool of the cluster. `requested` are the pools whose machines the view shows. */
  async function listSibling(
    pool: MachinePoolRef,
    name: string,
    plan: ReadingPlan,
    signal: AbortSignal,
    requested: ReadonlyMap<string, MachinePoolRef>,
  ): Promise<Reading<Machines | undefined>> {
    // The facts are those of the pool that is to be deleted.
    const sibling = requested.get(name) ?? { ...pool, machinePoolName: name, facts: undefined }
    return read(plan, poolKey(sibling), machinesLoading(sibling, signal))
  }
}

/** Loads a value, or returns what was loaded seconds ago if the plan allows that. */
async function read<T>(
  { readings, recheck }: ReadingPlan,
  key: string,
  loading: Loading<T>,
): Promise<Reading<T>> {
  return recheck ? readings.loadAgain(key, loading) : readings.getRecent(key, loading)
}

/** Loads something that the dialog can do without. Resolves to undefined if that fails or takes too long. */
export async function optionalWithTimeout<R>(
  signal: AbortSignal,
  load: (signal: AbortSignal) => Promise<R>,
): Promise<R | undefined> {
  return withTimeout(extraTimeoutMs, signal, load).catch(() => undefined)
}
