import * as v from 'valibot'
import type * as vscode from 'vscode'
import type { Zone } from '../api/client.ts'
import { clock } from '../api/clock.ts'
import { createRedact } from '../api/redaction.ts'
import { partsOf } from '../api/schemaParts.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { GlobalState } from '../state/globalState.ts'
import type { Clouds } from './clouds.ts'
import { ofZoneProvider, regionKey, type RegionRef } from './refs.ts'
import type { CacheEntry } from './results.ts'

const stateKey = 'zoneLists'
/** The longest text of all lists, as JSON: VS Code loads it with the extension. */
const maxLength = 60_000
const maxAgeMs = 30 * 24 * 3_600_000

const optionalText = v.optional(v.string())
const StoredList = v.object({
  connection: v.string(),
  baseUrl: v.string(),
  projectUid: optionalText,
  provider: v.string(),
  cloudAccountUid: v.string(),
  project: optionalText,
  region: v.string(),
  /** In epoch ms. */
  at: v.number(),
  zones: partsOf(v.object({ name: v.string(), state: optionalText, zoneId: optionalText })),
})
type StoredList = v.InferOutput<typeof StoredList>
type ZoneList = CacheEntry<RegionRef, readonly Zone[]>

/** The dependencies of {@link StoredZones}. */
export interface StoredZonesSources {
  readonly state: GlobalState
  readonly clouds: Clouds
  readonly log: vscode.LogOutputChannel
  /** Returns a connection of the settings. */
  inSetting(name: string): Connection | undefined
  /** Returns the API key of a connection. */
  keyOf(connection: Connection): Promise<string | undefined>
  readonly onDidChangeConnections: vscode.Event<void>
}

/**
 * The zones that were listed last, with their dates, so that the editor can show them before anything is
 * listed in a window. They are only for display: they may be outdated or incomplete. Removed with their
 * connection, if its URL or any API key changes, and after 30 days.
 */
export class StoredZones implements vscode.Disposable {
  readonly #sources: StoredZonesSources
  readonly #subscriptions: vscode.Disposable[]
  /** The change in progress, and whether another one is due after it. */
  #saving: Promise<void> | undefined
  #isDue = false
  /** The number of times that everything was removed. */
  #generation = 0
  #read: { stored: unknown; lists: readonly StoredList[] } | undefined

  constructor(sources: StoredZonesSources) {
    this.#sources = sources
    const { zones } = sources.clouds
    const events = [zones.onDidChange, zones.onDidLoad, sources.onDidChangeConnections]
    this.#subscriptions = events.map((on) => on(() => this.#save()))
    this.#save()
  }

  /** Returns the stored zones of a connection. */
  of(connection: Connection): ZoneList[] {
    const stored = this.#sources.state.get(stateKey)
    let read = this.#read
    if (read?.stored !== stored || !read) this.#read = read = { stored, lists: this.#kept(stored) }
    return read.lists.flatMap(({ at, zones, ...list }) => {
      const { provider, cloudAccountUid, project, region } = list
      const ref = { connection, provider, cloudAccountUid, project, region }
      return keyOf(list) === regionKey(ref) ? [{ ref, value: zones as Zone[], at }] : []
    })
  }

  /** Removes all lists. */
  refresh(): void {
    this.#generation += 1
    this.#saving = this.#store([], () => [])
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose()
  }

  /** Stores what was loaded, and removes what is kept no longer. */
  #save(): void {
    const { entries } = this.#sources.clouds.zones
    if (this.#saving) this.#isDue = true
    else if (entries.length > 0 || this.#sources.state.get(stateKey) !== undefined) {
      this.#saving = this.#store(entries, (now, loaded) => this.#kept([...loaded, ...listsIn(now)]))
    }
  }

  async #store(
    entries: readonly ZoneList[],
    change: (now: unknown, loaded: readonly StoredList[]) => StoredList[],
  ): Promise<void> {
    const { state, log } = this.#sources
    const generation = this.#generation
    // What was loaded before everything was removed isn’t stored after it.
    const isOver = () => generation !== this.#generation
    try {
      const loaded = await this.#withoutKeys(entries)
      await state.update(stateKey, (now) => (isOver() ? listsIn(now) : change(now, loaded)))
    } catch (error) {
      log.warn(`Zone lists: ${String(error)}`)
    }
    this.#saving = undefined
    if (!this.#isDue) return
    this.#isDue = false
    this.#save()
  }

  /** Leaves out lists in which the service repeats an API key. */
  async #withoutKeys(entries: readonly ZoneList[]): Promise<StoredList[]> {
    const lists: StoredList[] = []
    for (const entry of entries) {
      const key = await this.#sources.keyOf(entry.ref.connection)
      const list = listOf(entry)
      const text = JSON.stringify(list)
      if (key === undefined || createRedact(key)(text) === text) lists.push(list)
    }
    return lists
  }

  /** Returns the latest list of each region that is kept, the latest first. */
  #kept(stored: unknown): StoredList[] {
    const kept = new Map<string, StoredList>()
    let length = 0
    for (const list of listsIn(stored).sort((a, b) => b.at - a.at)) {
      const service = this.#sources.inSetting(list.connection)
      const age = clock.now() - list.at
      // A date in the future is from a clock that was wrong: newer lists would never replace it.
      const isOver = service?.baseUrl !== list.baseUrl || age > maxAgeMs || age < 0
      const key = keyOf(list)
      if (isOver || kept.has(key)) continue
      const own = JSON.stringify(list).length
      if (length + own > maxLength) continue
      length += own
      kept.set(key, list)
    }
    return [...kept.values()]
  }
}

function listsIn(stored: unknown): StoredList[] {
  return v.parse(partsOf(StoredList), stored)
}

function listOf({ ref, value, at }: ZoneList): StoredList {
  const { connection, provider, cloudAccountUid, project, region } = ofZoneProvider(ref)
  const { name, baseUrl, projectUid } = connection
  const zones = value.map(({ name: zone, state, zoneId }) => ({ name: zone, state, zoneId }))
  const place = { provider, cloudAccountUid, project, region }
  return { connection: name, baseUrl, projectUid, ...place, at, zones }
}

function keyOf(list: StoredPlace): string {
  const { connection: name, baseUrl, projectUid } = list
  const place = [list.provider, list.cloudAccountUid, list.project, list.region]
  return connectionKey({ name, baseUrl, projectUid } as Connection, ...place)
}

type StoredPlace = Omit<StoredList, 'at' | 'zones'>
