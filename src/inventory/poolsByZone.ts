import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Clusters } from './clusters.ts'
import { regionKey, type RegionRef } from './refs.ts'
import type { CacheEntry } from './results.ts'
import { ZoneIndex, type ZoneUse } from './zonePools.ts'

/** The delay after a change, because clusters load in quick succession, in milliseconds. */
const delayMs = 500

/** The machine pools in zones, from what is loaded. Makes no requests. */
export class PoolsByZone implements vscode.Disposable {
  readonly #clusters: Clusters
  readonly #indexes = new Map<string, ZoneIndex>()
  /** The results since the last event, by region and zone. */
  readonly #returned = new Map<string, { region: RegionRef; zone: string; use: string }>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable
  #cancelCheck: (() => void) | undefined

  /** Fires when a result has changed. */
  readonly onDidChange = this.#changed.event

  constructor(clusters: Clusters) {
    this.#clusters = clusters
    const invalidate = () => this.#invalidate()
    this.#subscription = vscode.Disposable.from(
      clusters.onDidChange(invalidate),
      clusters.onDidBegin(invalidate),
      clusters.configs.onDidLoad(invalidate),
      clusters.machineLists.onDidLoad(invalidate),
    )
  }

  /** Returns what is in a zone; undefined if nothing is known of it. */
  use(region: RegionRef, zone: string): ZoneUse | undefined {
    const use = this.#indexOf(region.connection).use(region, zone)
    const key = JSON.stringify([regionKey(region), zone])
    this.#returned.set(key, { region, zone, use: JSON.stringify(use) })
    return use
  }

  dispose(): void {
    this.#cancelCheck?.()
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  #indexOf(connection: Connection): ZoneIndex {
    const key = connectionKey(connection)
    const known = this.#indexes.get(key)
    if (known) return known
    const { configs, machineLists } = this.#clusters
    const isOwn = ({ ref }: CacheEntry<{ connection: Connection }, unknown>) =>
      connectionKey(ref.connection) === key
    const index = new ZoneIndex({
      list: this.#clusters.peek(connection),
      configs: configs.entries.filter(isOwn),
      machines: machineLists.entries.filter(isOwn),
    })
    this.#indexes.set(key, index)
    return index
  }

  #invalidate(): void {
    this.#indexes.clear()
    if (this.#returned.size === 0) return
    this.#cancelCheck ??= clock.after(delayMs, 'redraw', () => {
      this.#cancelCheck = undefined
      const returned = [...this.#returned.values()]
      const hasChanged = returned.some(
        ({ region, zone, use }) =>
          JSON.stringify(this.#indexOf(region.connection).use(region, zone)) !== use,
      )
      if (!hasChanged) return
      this.#returned.clear()
      this.#changed.fire()
    })
  }
}
