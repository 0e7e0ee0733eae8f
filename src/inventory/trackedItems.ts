import * as vscode from 'vscode'
import { zoneProvider } from '../api/providers.ts'
import type { Connection } from '../connections/connection.ts'
import type { GlobalState } from '../state/globalState.ts'
import type { CloudConfigRef, MachinePoolRef } from './machinePoolRef.ts'
import type { AccountRef, CloudProjectRef, RegionRef } from './refs.ts'
import {
  changeTracked,
  copyTracked,
  entriesOf,
  fieldsOf,
  readDisplayNames,
  readTracked,
  type Fields,
  type DisplayNames,
  type TrackedAccount,
  type TrackedConfig,
  type TrackedRegion,
  type TrackedItemsState,
} from './trackedItemsState.ts'

/** The global state key that Settings Sync includes. */
export const trackedKey = 'tracked'

/** The names of an account or a cloud config to store. */
export interface NameSources {
  /** By the user; undefined keeps an earlier label. */
  label?: string | undefined
  /** By the service. */
  name?: string | undefined
}

/**
 * The pinned items per connection name, in global state that Settings Sync includes. The order is that of
 * use, the latest first, which gives prompts their recent values.
 */
export class TrackedItems implements vscode.Disposable {
  readonly #state: GlobalState
  readonly #changed = new vscode.EventEmitter<void>()
  #read: { stored: unknown; things: ReadonlyMap<string, TrackedItemsState> } | undefined

  /** Fires after every change; after one of another window as soon as {@link refresh} sees it. */
  readonly onDidChange = this.#changed.event

  constructor(state: GlobalState) {
    this.#state = state
  }

  /** Checks for changes by another window. */
  refresh(): void {
    if (this.#read?.stored !== this.#state.get(trackedKey)) this.#changed.fire()
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
   * Returns the pinned regions of an account; with a project, those that may belong to it. A region without a
   * project may belong to any.
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

  hasPool(ref: MachinePoolRef): boolean {
    return this.config(ref)?.pools.some(({ name }) => name === ref.machinePoolName) === true
  }

  /** Pins an account; its stored names stay unless new ones are given. */
  async addAccount(ref: AccountRef, names: NameSources): Promise<void> {
    await this.#addAccount(ref, names, (regions) => regions)
  }

  /** Pins a region with its account. */
  async addRegion(ref: RegionRef, names: NameSources): Promise<void> {
    const { region: name, project } = ref
    await this.#addAccount(ref, names, (regions) =>
      withFirst(
        regions,
        (one) => one['name'] === name && one['project'] === project,
        () => (project === undefined ? { name } : { name, project }),
      ),
    )
  }

  async removeAccount(ref: AccountRef): Promise<void> {
    await this.#change(ref, 'accounts', without(isAccount(ref)))
  }

  /** Unpins a region. One without a project is found and removed in every project. */
  async removeRegion(ref: RegionRef): Promise<void> {
    const isIt: Test = ({ name, project }) =>
      name === ref.region && (project ?? ref.project) === ref.project
    await this.#change(ref, 'accounts', inEach(isAccount(ref), 'regions', isIt))
  }

  /** Pins a cloud config; its stored names stay unless new ones are given. */
  async addConfig(ref: CloudConfigRef, names: NameSources): Promise<void> {
    await this.#addConfig(ref, names, (pools) => pools)
  }

  /** Pins a machine pool with its cloud config. */
  async addPool(ref: MachinePoolRef, names: NameSources): Promise<void> {
    const { machinePoolName: name } = ref
    await this.#addConfig(ref, names, (pools) => withFirst(pools, isNamed(name), () => ({ name })))
  }

  async removeConfig(ref: CloudConfigRef): Promise<void> {
    await this.#change(ref, 'configs', without(isConfig(ref)))
  }

  async removePool(ref: MachinePoolRef): Promise<void> {
    await this.#change(ref, 'configs', inEach(isConfig(ref), 'pools', isNamed(ref.machinePoolName)))
  }

  /** Adds the pins of a connection to another name. Resolves to the function that undoes it. */
  async copyConnection(from: string, to: string): Promise<() => Promise<void>> {
    const before = this.#state.get(trackedKey)
    await this.#state.update(trackedKey, (now) => copyTracked(now, from, to))
    this.#changed.fire()
    return async () => {
      await this.removeConnection({ name: to })
      const others = Object.entries(fieldsOf(before)).filter(([name]) => name === to)
      if (others.length === 0) return
      await this.#state.update(trackedKey, (now) => ({
        ...fieldsOf(now),
        ...Object.fromEntries(others),
      }))
      this.#changed.fire()
    }
  }

  /** Deletes all pins of a connection. */
  async removeConnection(connection: Pick<Connection, 'name'>): Promise<void> {
    await this.#change({ connection }, 'accounts', () => [])
    await this.#change({ connection }, 'configs', () => [])
  }

  dispose(): void {
    this.#changed.dispose()
  }

  #of(connection: string): TrackedItemsState {
    const stored = this.#state.get(trackedKey)
    if (!this.#read || this.#read.stored !== stored) {
      this.#read = { stored, things: readTracked(stored) }
    }
    return this.#read.things.get(connection) ?? { accounts: [], configs: [] }
  }

  async #addAccount(
    ref: AccountRef,
    names: NameSources,
    regions: (known: Fields[]) => Fields[],
  ): Promise<void> {
    const { provider, cloudAccountUid: uid } = ref
    await this.#change(ref, 'accounts', (accounts) =>
      withFirst(accounts, isAccount(ref), (known) => ({
        ...known,
        provider,
        uid,
        ...mergeDisplayNames(names, readDisplayNames(known)),
        regions: regions(entriesOf(known['regions'])),
      })),
    )
  }

  async #addConfig(
    ref: CloudConfigRef,
    names: NameSources,
    pools: (known: Fields[]) => Fields[],
  ): Promise<void> {
    const { provider, configUid: uid } = ref
    await this.#change(ref, 'configs', (configs) =>
      withFirst(configs, isConfig(ref), (known) => ({
        ...known,
        provider,
        uid,
        ...mergeDisplayNames(names, readDisplayNames(known)),
        pools: pools(entriesOf(known['pools'])),
      })),
    )
  }

  async #change(
    { connection: { name } }: { connection: Pick<Connection, 'name'> },
    list: 'accounts' | 'configs',
    change: (entries: Fields[]) => Fields[],
  ): Promise<void> {
    await this.#state.update(trackedKey, (now) => changeTracked(now, name, list, change))
    this.#changed.fire()
  }
}

/**
 * Returns the names to store. A label that equals the service’s name isn’t the user’s, because the name may
 * change.
 */
function mergeDisplayNames({ label, name }: NameSources, known: DisplayNames): DisplayNames {
  const isName = label === name || label === known.lastName
  const ownLabel = isName || label === undefined ? known.label : label
  const lastName = name ?? known.lastName
  return { label: ownLabel, lastName }
}

type Test = (entry: Fields) => boolean
type Thing = Fields | TrackedAccount | TrackedConfig

/** Returns a list with a changed entry first. */
function withFirst(entries: Fields[], isIt: Test, make: (known: Fields) => Fields): Fields[] {
  return [make(entries.find(isIt) ?? {}), ...entries.filter((one) => !isIt(one))]
}

function without(isIt: Test): (entries: Fields[]) => Fields[] {
  return (entries) => entries.filter((one) => !isIt(one))
}

/** Removes entries from a list in each of some items. */
function inEach(isIt: Test, list: string, isOut: Test): (entries: Fields[]) => Fields[] {
  return (entries) =>
    entries.map((one) =>
      isIt(one) ? { ...one, [list]: without(isOut)(entriesOf(one[list])) } : one,
    )
}

function isNamed(name: string): Test {
  return (entry) => entry['name'] === name
}

/** Matches an account for all providers that share it. */
function isAccount({ provider, cloudAccountUid }: AccountRef): (thing: Thing) => boolean {
  return (thing) =>
    thing.uid === cloudAccountUid &&
    typeof thing.provider === 'string' &&
    zoneProvider(thing.provider) === zoneProvider(provider)
}

function isConfig({ provider, configUid }: CloudConfigRef): (thing: Thing) => boolean {
  return (thing) => thing.provider === provider && thing.uid === configUid
}
