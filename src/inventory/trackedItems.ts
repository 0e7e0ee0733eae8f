import * as vscode from 'vscode'
import { hasRegions } from '../api/endpoints.ts'
import { zoneProvider } from '../api/providers.ts'
import type { Connection } from '../connections/connection.ts'
import type { GlobalState } from '../state/globalState.ts'
import type { CloudConfigRef, MachinePoolRef } from './machinePoolRef.ts'
import type { AccountRef, CloudProjectRef, RegionRef } from './refs.ts'
import {
  changeTracked,
  entriesOf,
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

/** An item that can be pinned. */
export type PinRef = AccountRef | RegionRef | CloudConfigRef | MachinePoolRef

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

  /**
   * Pins an item, with the account or cloud config that it is in. Their stored names stay unless new ones are
   * given. With `isListed`, a service lists that one, and it is unpinned with the last item in it, unless it has
   * been pinned by itself.
   */
  async add(ref: PinRef, names: NameSources, isListed = false): Promise<void> {
    const { list, isIt, own, parts, name, project } = pinOf(ref)
    const part: Fields = project === undefined ? { name } : { name, project }
    const isPart: Test = (one) => one['name'] === name && one['project'] === project
    await this.#change(ref, list, (entries) =>
      withFirst(entries, isIt, ({ isImplied, ...known }) => {
        const pinned = entriesOf(known[parts])
        const wasPinned = known['uid'] !== undefined && isImplied !== true
        return {
          ...known,
          ...own,
          ...(name !== undefined && isListed && !wasPinned && { isImplied: true }),
          ...mergeDisplayNames(names, readDisplayNames(known)),
          [parts]: name === undefined ? pinned : withFirst(pinned, isPart, () => part),
        }
      }),
    )
  }

  /** Unpins an item. A region without a project is found and removed in every project. */
  async remove(ref: PinRef): Promise<void> {
    const { list, isIt, parts, name, project } = pinOf(ref)
    const isPart: Test = (one) => one['name'] === name && (one['project'] ?? project) === project
    const withoutPart = (entry: Fields): Fields[] => {
      const left = without(entry[parts], isPart)
      return left.length === 0 && entry['isImplied'] === true ? [] : [{ ...entry, [parts]: left }]
    }
    await this.#change(ref, list, (entries) =>
      name === undefined
        ? without(entries, isIt)
        : entries.flatMap((entry) => (isIt(entry) ? withoutPart(entry) : [entry])),
    )
  }

  /** Deletes all pins of a connection. */
  async removeConnection({ name }: Pick<Connection, 'name'>): Promise<void> {
    await this.#state.updateEntry(trackedKey, name, () => undefined)
    this.#changed.fire()
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

  async #change(
    { connection: { name } }: PinRef,
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
  return [make(entries.find(isIt) ?? {}), ...without(entries, isIt)]
}

function without(entries: unknown, isIt: Test): Fields[] {
  return entriesOf(entries).filter((one) => !isIt(one))
}

/**
 * Returns where an item is pinned: in which list, the fields of its account or cloud config there, and the name
 * and the Google Cloud project of its pin in that. An account or cloud config itself has no such name.
 */
function pinOf(ref: PinRef) {
  const { provider } = ref
  if ('configUid' in ref) {
    const own = { provider, uid: ref.configUid }
    const name = 'machinePoolName' in ref ? ref.machinePoolName : undefined
    const project = undefined
    return { list: 'configs', isIt: isConfig(ref), own, parts: 'pools', name, project } as const
  }
  const own = { provider, uid: ref.cloudAccountUid }
  // Without regions, the account is pinned.
  const { region: name, project } = 'region' in ref && hasRegions(provider) ? ref : {}
  return { list: 'accounts', isIt: isAccount(ref), own, parts: 'regions', name, project } as const
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
