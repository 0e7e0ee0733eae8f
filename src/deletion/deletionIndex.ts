import {
  configIdentity,
  machinePoolIdentity,
  type CloudConfigRef,
  type MachinePoolRef,
} from '../model/refs.ts'
import { isPending, mayHaveRemovedSince } from './pendingDeletion.ts'
import type { Deletion } from './record.ts'

/** The records of deletions by their pool and by their cloud config. It is made anew when a record changes. */
export class DeletionIndex {
  /** All records, the latest first. */
  readonly all: readonly Deletion[]
  readonly #pendingByPool: ReadonlyMap<string, readonly Deletion[]>
  readonly #byConfig: ReadonlyMap<string, readonly Deletion[]>

  constructor(deletions: readonly Deletion[] = []) {
    this.all = deletions.toSorted((a, b) => b.sentAt - a.sentAt)
    this.#pendingByPool = Map.groupBy(this.all.filter(isPending), machinePoolIdentity)
    this.#byConfig = Map.groupBy(this.all, configIdentity)
  }

  /** Returns the pending deletions of a pool, the latest first. */
  pendingOf(pool: MachinePoolRef): readonly Deletion[] {
    // The views ask for each of thousands of pools, and mostly nothing is pending.
    if (this.#pendingByPool.size === 0) return []
    return this.#pendingByPool.get(machinePoolIdentity(pool)) ?? []
  }

  /** Returns all deletions of a pool, the latest first. */
  allOf(pool: MachinePoolRef): readonly Deletion[] {
    const { machinePoolName } = pool
    return this.inConfig(pool).filter((deletion) => deletion.machinePoolName === machinePoolName)
  }

  /** Returns the deletions of the pools of a cloud config, the latest first. */
  inConfig(config: CloudConfigRef): readonly Deletion[] {
    if (this.#byConfig.size === 0) return []
    return this.#byConfig.get(configIdentity(config)) ?? []
  }

  /** Returns the deletions in a cloud config that are pending, or may have removed a pool since a time in epoch ms. */
  recentIn(config: CloudConfigRef, since: number): readonly Deletion[] {
    return this.inConfig(config).filter((deletion) => {
      return isPending(deletion) || mayHaveRemovedSince(deletion, since)
    })
  }
}
