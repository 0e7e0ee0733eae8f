import * as vscode from 'vscode'
import { zoneProvider } from '../api/providers.ts'
import type { GlobalState } from '../state/globalState.ts'
import {
  changeTracked,
  entriesOf,
  readTitles,
  readTracked,
  type Fields,
  type Titles,
  type TrackedAccount,
  type TrackedConfig,
  type TrackedPool,
  type TrackedRegion,
  type TrackedThings,
} from './trackedThings.ts'

export type { TrackedAccount, TrackedConfig, TrackedPool, TrackedRegion } from './trackedThings.ts'

/** The key of global state that Settings Sync carries along. */
export const trackedKey = 'tracked'

/** Names an account or a cloud config within a connection. */
export interface TrackedKey {
  provider: string
  uid: string
}

/** What an account or a cloud config is called as it is kept. */
export interface Called {
  /** By the user; without one, an earlier label stands. */
  label?: string | undefined
  /** By the service. */
  name?: string | undefined
}

/**
 * What the user keeps in the trees, per connection name, in global state that Settings Sync carries
 * along. The order is that of use, the latest first: the prompts' recent values are read off it.
 */
export class Tracked implements vscode.Disposable {
  readonly #state: GlobalState
  readonly #changed = new vscode.EventEmitter<void>()
  #read: { stored: unknown; things: ReadonlyMap<string, TrackedThings> } | undefined

  /** Fires after every change; after one of another window as soon as {@link refresh} sees it. */
  readonly onDidChange = this.#changed.event

  constructor(state: GlobalState) {
    this.#state = state
  }

  /** Looks whether another window has changed anything. */
  refresh(): void {
    if (this.#read?.stored !== this.#state.get(trackedKey)) this.#changed.fire()
  }

  /** Whether an earlier version has kept marks of deletions here. */
  get hasMarks(): boolean {
    return JSON.stringify(this.#state.get(trackedKey))?.includes('"deletion":') ?? false
  }

  accounts(connection: string): readonly TrackedAccount[] {
    return this.#of(connection).accounts
  }

  configs(connection: string): readonly TrackedConfig[] {
    return this.#of(connection).configs
  }

  account(connection: string, key: TrackedKey): TrackedAccount | undefined {
    return this.accounts(connection).find(isAccount(key))
  }

  /**
   * The regions of an account, each once; with a project, those that may belong to it: one that is kept
   * without a project may belong to any.
   */
  regions(connection: string, key: TrackedKey, project?: string): readonly TrackedRegion[] {
    const regions = this.account(connection, key)?.regions ?? []
    if (project === undefined) return regions
    const own = regions.filter((one) => (one.project ?? project) === project)
    return [...new Set(own.map(({ name }) => name))].map((name) => ({ name, project }))
  }

  config(connection: string, key: TrackedKey): TrackedConfig | undefined {
    return this.configs(connection).find(is(key))
  }

  pool(connection: string, key: TrackedKey, name: string): TrackedPool | undefined {
    return this.config(connection, key)?.pools.find((pool) => pool.name === name)
  }

  /** Keeps a region; what its account was called stands where nothing new is given. */
  async addRegion(
    connection: string,
    account: TrackedKey & Called,
    region: TrackedRegion,
  ): Promise<void> {
    await this.#change(connection, 'accounts', (accounts) =>
      withFirst(accounts, isAccount(account), (known) => ({
        ...known,
        ...called(account, known),
        regions: withFirst(entriesOf(known['regions']), isRegion(region), () => ({ ...region })),
      })),
    )
  }

  async removeAccount(connection: string, key: TrackedKey): Promise<void> {
    await this.#change(connection, 'accounts', without(isAccount(key)))
  }

  /** One that is kept without a project is found in every project, and removed from any of them. */
  async removeRegion(connection: string, key: TrackedKey, region: TrackedRegion): Promise<void> {
    await this.#change(connection, 'accounts', inEach(isAccount(key), 'regions', isFoundAs(region)))
  }

  /** Keeps a machine pool; so for its cloud config. */
  async addPool(connection: string, config: TrackedKey & Called, name: string): Promise<void> {
    await this.#change(connection, 'configs', (configs) =>
      withFirst(configs, is(config), (known) => ({
        ...known,
        ...called(config, known),
        pools: withFirst(entriesOf(known['pools']), isNamed(name), () => ({ name })),
      })),
    )
  }

  async removeConfig(connection: string, key: TrackedKey): Promise<void> {
    await this.#change(connection, 'configs', without(is(key)))
  }

  async removePool(connection: string, key: TrackedKey, name: string): Promise<void> {
    await this.#change(connection, 'configs', inEach(is(key), 'pools', isNamed(name)))
  }

  /** Drops all that is kept for a connection. */
  async removeConnection(connection: string): Promise<void> {
    await this.#change(connection, 'accounts', () => [])
    await this.#change(connection, 'configs', () => [])
  }

  dispose(): void {
    this.#changed.dispose()
  }

  #of(connection: string): TrackedThings {
    const stored = this.#state.get(trackedKey)
    if (!this.#read || this.#read.stored !== stored) {
      this.#read = { stored, things: readTracked(stored) }
    }
    return this.#read.things.get(connection) ?? { accounts: [], configs: [] }
  }

  async #change(
    connection: string,
    list: 'accounts' | 'configs',
    change: (entries: Fields[]) => Fields[],
  ): Promise<void> {
    await this.#state.update(trackedKey, (now) => changeTracked(now, connection, list, change))
    this.#changed.fire()
  }
}

/** An account or a cloud config, by what it is to be called from now on. */
function called(thing: TrackedKey & Called, known: Fields): Fields {
  const { provider, uid } = thing
  return { provider, uid, ...titlesOf(thing, readTitles(known)) }
}

/**
 * What to keep. A label that is but the service's name, now or when it was last used, is none of the
 * user's: tomorrow, the name may be another.
 */
function titlesOf({ label, name }: Called, known: Titles): Titles {
  const isName = label === name || label === known.lastName
  const ownLabel = isName || label === undefined ? known.label : label
  const lastName = name ?? known.lastName
  return {
    ...(ownLabel !== undefined && { label: ownLabel }),
    ...(lastName !== undefined && { lastName }),
  }
}

type Test = (entry: Fields) => boolean

/** A list with an entry made anew, and first. */
function withFirst(entries: Fields[], isIt: Test, make: (known: Fields) => Fields): Fields[] {
  return [make(entries.find(isIt) ?? {}), ...entries.filter((one) => !isIt(one))]
}

function without(isIt: Test): (entries: Fields[]) => Fields[] {
  return (entries) => entries.filter((one) => !isIt(one))
}

/** Leaves entries out of a list that each of some has. */
function inEach(isIt: Test, list: string, isOut: Test): (entries: Fields[]) => Fields[] {
  return (entries) =>
    entries.map((one) =>
      isIt(one) ? { ...one, [list]: without(isOut)(entriesOf(one[list])) } : one,
    )
}

function isNamed(name: string): Test {
  return (entry) => entry['name'] === name
}

function isRegion(region: TrackedRegion): Test {
  return ({ name, project }) => name === region.name && project === region.project
}

function isFoundAs(region: TrackedRegion): Test {
  return ({ name, project }) =>
    name === region.name && (project ?? region.project) === region.project
}

/** What is kept of an account is the same for all providers that use it. */
function isAccount({ provider, uid }: TrackedKey): (thing: Fields | TrackedKey) => boolean {
  return (thing) =>
    thing.uid === uid &&
    typeof thing.provider === 'string' &&
    zoneProvider(thing.provider) === zoneProvider(provider)
}

function is(key: TrackedKey): (thing: Fields | TrackedKey) => boolean {
  return ({ provider, uid }) => provider === key.provider && uid === key.uid
}
