import * as vscode from 'vscode'
import { ApiError } from '../api/client.ts'
import type { ServiceFor } from '../connections/services.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Tracked, TrackedConfig, TrackedKey, TrackedPool } from './tracked.ts'

/** A machine pool of a cloud config, as a connection reaches it. */
export interface MachinePoolRef {
  readonly connection: Connection
  readonly provider: string
  readonly configUid: string
  readonly configLabel?: string | undefined
  readonly machinePoolName: string
}

/** What came of a deletion: exactly one of three, and no fourth. */
export type DeletionOutcome =
  | { readonly kind: 'done' }
  /** The service has not deleted it. */
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** It may have been deleted. */
  | { readonly kind: 'unknown'; readonly error: ApiError }

/** Where a machine pool's deletion stands: under way, or ended without a definite answer. */
export type DeletionState = 'deleting' | 'unsure'

/** The machine pools that are tracked, and their deletion. */
export class MachinePools implements vscode.Disposable {
  readonly #serviceFor: ServiceFor
  readonly #tracked: Tracked
  readonly #log: vscode.LogOutputChannel
  readonly #deleting = new Set<string>()
  readonly #changed = new vscode.EventEmitter<void>()

  /** Fires when a deletion begins or ends. */
  readonly onDidChange = this.#changed.event

  constructor(serviceFor: ServiceFor, tracked: Tracked, log: vscode.LogOutputChannel) {
    this.#serviceFor = serviceFor
    this.#tracked = tracked
    this.#log = log
  }

  deletionState(pool: MachinePoolRef): DeletionState | undefined {
    if (this.#deleting.has(keyOf(pool))) return 'deleting'
    return this.#books(pool).pool?.unsureSince === undefined ? undefined : 'unsure'
  }

  /**
   * Sends one deletion and keeps the books. A deletion of the same pool that is under way is a
   * programming error: ask {@link deletionState} first.
   */
  async delete(pool: MachinePoolRef, signal: AbortSignal): Promise<DeletionOutcome> {
    const key = keyOf(pool)
    if (this.#deleting.has(key)) throw new Error('This machine pool is being deleted already')
    this.#deleting.add(key)
    this.#changed.fire()
    try {
      const before = this.#books(pool)
      const outcome = await this.#send(pool, signal)
      await this.#book(pool, outcome, before).catch((error: unknown) => {
        this.#log.error(`The list of machine pools could not be saved: ${String(error)}`)
      })
      return outcome
    } finally {
      this.#deleting.delete(key)
      this.#changed.fire()
    }
  }

  dispose(): void {
    this.#changed.dispose()
  }

  async #send(pool: MachinePoolRef, signal: AbortSignal): Promise<DeletionOutcome> {
    try {
      const service = await this.#serviceFor(pool.connection)
      // Before it is sent: a window that closes half-way must not forget that it was.
      await this.#keep(pool, Date.now())
      await service.deleteMachinePool(pool, signal)
      return { kind: 'done' }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { kind: error.mayHaveTakenEffect ? 'unknown' : 'refused', error }
    }
  }

  /** Writes down what came of it: done goes, refused stands as before, unknown stays marked. */
  async #book(pool: MachinePoolRef, { kind }: DeletionOutcome, before: Books): Promise<void> {
    if (kind === 'unknown') return
    if (kind === 'refused' && before.pool) return this.#keep(pool, before.pool.unsureSince)
    const connection = pool.connection.name
    await this.#tracked.removePool(connection, trackedKey(pool), pool.machinePoolName)
    const isEmpty = this.#books(pool).config?.pools.length === 0
    if (isEmpty && !before.config) await this.#tracked.removeConfig(connection, trackedKey(pool))
  }

  async #keep(pool: MachinePoolRef, unsureSince: number | undefined): Promise<void> {
    const config = { ...trackedKey(pool), label: pool.configLabel }
    const mark = unsureSince === undefined ? {} : { unsureSince }
    await this.#tracked.addPool(pool.connection.name, config, {
      name: pool.machinePoolName,
      ...mark,
    })
  }

  /** What is tracked of a pool and its cloud config. */
  #books(pool: MachinePoolRef): Books {
    const config = this.#tracked.config(pool.connection.name, trackedKey(pool))
    return { config, pool: config?.pools.find(({ name }) => name === pool.machinePoolName) }
  }
}

interface Books {
  config: TrackedConfig | undefined
  pool: TrackedPool | undefined
}

function trackedKey({ provider, configUid }: MachinePoolRef): TrackedKey {
  return { provider, uid: configUid }
}

function keyOf({ connection, provider, configUid, machinePoolName }: MachinePoolRef): string {
  return connectionKey(connection, provider, configUid, machinePoolName)
}
