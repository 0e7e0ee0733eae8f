import { clock } from '../api/clock.ts'
import { connectionKey } from '../connections/connection.ts'
import type { CloudConfigRef, MachinePoolRef } from './machinePoolRef.ts'
import type { SentDeletion, Tracked, TrackedConfig, TrackedPool } from './tracked.ts'

/** A deletion that is not over, and of what. */
export interface OpenDeletion {
  readonly pool: MachinePoolRef
  readonly deletion: SentDeletion
}

/**
 * The books of the deletions that are not over. They are kept with what the user keeps, so that a
 * reload forgets none and its pool has a row, whatever the service lists.
 */
export class Deletions {
  readonly #tracked: Tracked

  constructor(tracked: Tracked) {
    this.#tracked = tracked
  }

  /** The deletion of a pool; the last one over another address or project is not one of this pool. */
  of(pool: MachinePoolRef): SentDeletion | undefined {
    const deletion = this.#entries(pool).pool?.deletion
    return deletion?.over === connectionKey(pool.connection) ? deletion : undefined
  }

  /** Those of a cloud config. */
  in(config: CloudConfigRef): readonly OpenDeletion[] {
    const { connection, provider, configUid } = config
    const kept = this.#tracked.config(connection.name, { provider, uid: configUid })
    return (kept?.pools ?? []).flatMap(({ name }) => {
      const pool = {
        connection,
        provider,
        configUid,
        machinePoolName: name,
        configLabel: kept?.label ?? kept?.lastName,
      }
      const deletion = this.of(pool)
      return deletion ? [{ pool, deletion }] : []
    })
  }

  /** The mark of a deletion that is to be sent now. */
  mark(pool: MachinePoolRef): SentDeletion {
    const { config, pool: kept } = this.#entries(pool)
    const wasKept = kept?.deletion?.wasKept ?? (kept ? 'pool' : config ? 'config' : 'nothing')
    const over = connectionKey(pool.connection)
    return { sentAt: clock.now(), over, isAccepted: false, wasKept }
  }

  /** Keeps a mark: already before it is sent, lest a window that closes half-way forget that it was. */
  async keep(pool: MachinePoolRef, mark: SentDeletion): Promise<void> {
    await this.#write(pool, mark)
  }

  /** It is over: a pool that is gone is kept no longer, one that stays is kept as it was before. */
  async close(pool: MachinePoolRef, { isGone }: { isGone: boolean }): Promise<void> {
    const wasKept = this.of(pool)?.wasKept
    // Without a mark nothing was sent, or its row was removed meanwhile: no row is to come of it.
    if (!isGone && wasKept === undefined) return
    if (!isGone && wasKept === 'pool') return this.#write(pool, undefined)
    const key = keyOf(pool)
    await this.#tracked.removePool(pool.connection.name, key, pool.machinePoolName)
    const isEmpty = this.#entries(pool).config?.pools.length === 0
    if (isEmpty && wasKept === 'nothing') {
      await this.#tracked.removeConfig(pool.connection.name, key)
    }
  }

  async #write(pool: MachinePoolRef, deletion: SentDeletion | undefined): Promise<void> {
    const config = { ...keyOf(pool), name: pool.configLabel }
    const name = pool.machinePoolName
    await this.#tracked.addPool(
      pool.connection.name,
      config,
      deletion ? { name, deletion } : { name },
    )
  }

  /** What is tracked of a pool and its cloud config. */
  #entries(pool: MachinePoolRef): {
    config: TrackedConfig | undefined
    pool: TrackedPool | undefined
  } {
    const config = this.#tracked.config(pool.connection.name, keyOf(pool))
    return { config, pool: config?.pools.find(({ name }) => name === pool.machinePoolName) }
  }
}

function keyOf({ provider, configUid }: CloudConfigRef) {
  return { provider, uid: configUid }
}
