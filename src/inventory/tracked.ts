import * as vscode from 'vscode'
import { zoneProvider } from '../api/providers.ts'
import type { Connection } from '../connections/connection.ts'
import type { GlobalState } from '../state/globalState.ts'
import type { CloudConfigRef, MachinePoolRef } from './machinePoolRef.ts'
import type { AccountRef, CloudProjectRef, RegionRef } from './refs.ts'
import {
  changeTracked,
  entriesOf,
  readTitles,
  readTracked,
  type Fields,
  type Titles,
  type TrackedAccount,
  type TrackedConfig,
  type TrackedRegion,
  type TrackedThings,
} from './trackedThings.ts'

export type { TrackedAccount, TrackedConfig, TrackedPool, TrackedRegion } from './trackedThings.ts'

/** The key of global state that Settings Sync carries along. */
export const trackedKey = 'tracked'

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

  account(ref: AccountRef): TrackedAccount | undefined {
    return this.accounts(ref.connection.name).find(isAccount(ref))
  }

  /**
   * The regions of an account, each once; with a project, those that may belong to it: one that is kept
   * without a project may belong to any.
   */
  regions(ref: CloudProjectRef): readonly TrackedRegion[] {
    const regions = this.account(ref)?.regions ?? []
    const { project } = ref
    if (project === undefined) return regions
    const own = regions.filter((one) => (one.project ?? project) === project)
    return [...new Set(own.map(({ name }) => name))].map((name) => ({ name, project }))
  }

  config(ref: CloudConfigRef): TrackedConfig | undefined {
    return this.configs(ref.connection.name).find(isConfig(ref))
  }

  /** Whether a machine pool is pinned. */
  hasPool(ref: MachinePoolRef): boolean {
    return this.config(ref)?.pools.some(({ name }) => name === ref.machinePoolName) === true
  }

  /** Keeps a region; what its account was called stands where nothing new is given. */
  async addRegion(ref: RegionRef, names: Called): Promise<void> {
    const { provider, cloudAccountUid: uid, region: name, project } = ref
    await this.#change(ref, 'accounts', (accounts) =>
      withFirst(accounts, isAccount(ref), (known) => ({
        ...known,
        provider,
        uid,
        ...titlesOf(names, readTitles(known)),
        regions: withFirst(
          entriesOf(known['regions']),
          (one) => one['name'] === name && one['project'] === project,
          () => (project === undefined ? { name } : { name, project }),
        ),
      })),
    )
  }

  async removeAccount(ref: AccountRef): Promise<void> {
    await this.#change(ref, 'accounts', without(isAccount(ref)))
  }

  /** One that is kept without a project is found in every project, and removed from any of them. */
  async removeRegion(ref: RegionRef): Promise<void> {
    const isIt: Test = ({ name, project }) =>
      name === ref.region && (project ?? ref.project) === ref.project
    await this.#change(ref, 'accounts', inEach(isAccount(ref), 'regions', isIt))
  }

  /** Keeps a machine pool; so for its cloud config. */
  async addPool(ref: MachinePoolRef, names: Called): Promise<void> {
    const { provider, configUid: uid, machinePoolName: name } = ref
    await this.#change(ref, 'configs', (configs) =>
      withFirst(configs, isConfig(ref), (known) => ({
        ...known,
        provider,
        uid,
        ...titlesOf(names, readTitles(known)),
        pools: withFirst(entriesOf(known['pools']), isNamed(name), () => ({ name })),
      })),
    )
  }

  async removeConfig(ref: CloudConfigRef): Promise<void> {
    await this.#change(ref, 'configs', without(isConfig(ref)))
  }

  async removePool(ref: MachinePoolRef): Promise<void> {
    await this.#change(ref, 'configs', inEach(isConfig(ref), 'pools', isNamed(ref.machinePoolName)))
  }

  /** Drops all that is kept for a connection. */
  async removeConnection(connection: Connection): Promise<void> {
    await this.#change({ connection }, 'accounts', () => [])
    await this.#change({ connection }, 'configs', () => [])
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
    { connection: { name } }: { connection: Connection },
    list: 'accounts' | 'configs',
    change: (entries: Fields[]) => Fields[],
  ): Promise<void> {
    await this.#state.update(trackedKey, (now) => changeTracked(now, name, list, change))
    this.#changed.fire()
  }
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
type Thing = Fields | TrackedAccount | TrackedConfig

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

/** What is kept of an account is the same for all providers that use it. */
function isAccount({ provider, cloudAccountUid }: AccountRef): (thing: Thing) => boolean {
  return (thing) =>
    thing.uid === cloudAccountUid &&
    typeof thing.provider === 'string' &&
    zoneProvider(thing.provider) === zoneProvider(provider)
}

function isConfig({ provider, configUid }: CloudConfigRef): (thing: Thing) => boolean {
  return (thing) => thing.provider === provider && thing.uid === configUid
}
