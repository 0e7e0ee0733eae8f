import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Clusters } from './clusters.ts'
import type { RegionRef } from './refs.ts'
import { valueOf } from './results.ts'
import { countByZone, type UseOf, type ZoneUse } from './zoneUse.ts'

/** The delay after a change, because clusters load in quick succession, in milliseconds. */
const delayMs = 500

/** The machine pools in zones, from what is loaded. Makes no requests. */
export class PoolsByZone implements vscode.Disposable {
  readonly #clusters: Clusters
  readonly #indexes = new Map<string, UseOf>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable
  #cancelEvent: (() => void) | undefined

  /** Fires when results may have changed. */
  readonly onDidChange = this.#changed.event

  constructor(clusters: Clusters) {
    this.#clusters = clusters
    const invalidate = () => this.#invalidate()
    this.#subscription = vscode.Disposable.from(
      clusters.onDidChange(invalidate),
      clusters.lists.onDidLoad(invalidate),
      clusters.configs.onDidLoad(invalidate),
      clusters.machineLists.onDidLoad(invalidate),
    )
  }

  /** Returns what is in a zone; undefined if nothing is known of it. */
  use(region: RegionRef, zone: string): ZoneUse | undefined {
    return this.#useOf(region.connection)(region, zone)
  }

  dispose(): void {
    this.#cancelEvent?.()
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  #useOf(connection: Connection): UseOf {
    const key = connectionKey(connection)
    const { configs, machineLists } = this.#clusters
    const useOf =
      this.#indexes.get(key) ??
      countByZone({
        list: this.#clusters.peek(connection),
        configs: configs.entries.filter(({ ref }) => connectionKey(ref.connection) === key),
        machinesOf: (pool) => valueOf(machineLists.peek(pool)),
      })
    this.#indexes.set(key, useOf)
    return useOf
  }

  #invalidate(): void {
    if (this.#indexes.size === 0) return
    this.#indexes.clear()
    this.#cancelEvent ??= clock.after(delayMs, 'redraw', () => {
      this.#cancelEvent = undefined
      this.#changed.fire()
    })
  }
}
