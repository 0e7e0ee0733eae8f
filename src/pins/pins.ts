import * as v from 'valibot'
import * as vscode from 'vscode'
import { hasRegions, underlyingProvider } from '../api/providers.ts'
import { readableItems } from '../api/schemaParts.ts'
import type { Connection } from '../connections/connection.ts'
import type {
  AccountRef,
  CloudConfigRef,
  CloudProjectRef,
  MachinePoolRef,
  RegionRef,
} from '../model/refs.ts'

/** The global state key of all pins, which Settings Sync includes. Users have pins under it, so it stays. */
export const pinsKey = 'tracked'

/** An item that can be pinned. */
type PinRef = AccountRef | RegionRef | CloudConfigRef | MachinePoolRef

const optionalText = v.fallback(v.optional(v.string()), undefined)

const Pin = v.object({
  name: v.string(),
  /** The Google Cloud project of a region. */
  project: v.optional(v.string()),
})

const PinnedItem = v.object({
  provider: v.string(),
  uid: v.string(),
  /** The last known name of the service, else the entered name. */
  name: optionalText,
  /** True if it is pinned only because something in it is. */
  isImplied: v.fallback(v.optional(v.literal(true)), undefined),
  /** The pinned regions or machine pools in it. */
  pins: readableItems(Pin),
})

const PinsOfConnection = v.object({
  accounts: readableItems(PinnedItem),
  configs: readableItems(PinnedItem),
})

/** A pinned region or machine pool. */
export type Pin = v.InferOutput<typeof Pin>
/** A cloud account or cloud config with what is pinned in it. */
export type PinnedItem = v.InferOutput<typeof PinnedItem>
type PinsOfConnection = v.InferOutput<typeof PinsOfConnection>

const noPins: PinsOfConnection = { accounts: [], configs: [] }

/**
 * The pinned items per connection name, in global state that Settings Sync includes. The order is that of
 * use, the latest first, which gives prompts their recent values.
 */
export class Pins implements vscode.Disposable {
  readonly #state: vscode.Memento
  readonly #changed = new vscode.EventEmitter<void>()
  /** The latest stored value, and what was read from it. */
  #cached: { stored: unknown; pins: ReadonlyMap<string, PinsOfConnection> } | undefined
  /** The last change, for which the next one waits: computed from what isn’t stored yet, it would undo that. */
  #lastChange: Promise<unknown> = Promise.resolve()

  /** Fires after every change; after a change by another window, once {@link checkForChanges} has seen it. */
  readonly onDidChange = this.#changed.event

  constructor(state: vscode.Memento) {
    this.#state = state
  }

  /** Checks for changes by another window. */
  checkForChanges(): void {
    if (this.#cached?.stored !== this.#state.get(pinsKey)) this.#changed.fire()
  }

  accounts(connection: string): readonly PinnedItem[] {
    return this.#all.get(connection)?.accounts ?? []
  }

  configs(connection: string): readonly PinnedItem[] {
    return this.#all.get(connection)?.configs ?? []
  }

  account(ref: AccountRef): PinnedItem | undefined {
    return this.accounts(ref.connection.name).find(locationOf(ref).isItem)
  }

  /**
   * Returns the pinned regions of an account; with a project, those that may belong to it. A region without a
   * project may belong to any.
   */
  regions(ref: CloudProjectRef): readonly Pin[] {
    const { connection, provider, cloudAccountUid, project } = ref
    const regions = this.account({ connection, provider, cloudAccountUid })?.pins ?? []
    if (project === undefined) return regions
    const inProject = regions.filter((region) => (region.project ?? project) === project)
    const names = new Set(inProject.map(({ name }) => name))
    return [...names].map((name) => ({ name, project }))
  }

  config(ref: CloudConfigRef): PinnedItem | undefined {
    return this.configs(ref.connection.name).find(locationOf(ref).isItem)
  }

  hasPool(ref: MachinePoolRef): boolean {
    return this.config(ref)?.pins.some(({ name }) => name === ref.machinePoolName) === true
  }

  /**
   * Pins an item, with the account or cloud config that it is in. Its stored name stays unless a new one is
   * given. With `isListed`, a service lists the account or cloud config, which is then unpinned with the last item in it,
   * unless it has been pinned by itself.
   */
  async add(ref: PinRef, name?: string, isListed = false): Promise<void> {
    const { list, isItem, uid, pin } = locationOf(ref)
    await this.#change(ref.connection, (pins) => {
      const known = pins[list].find(isItem)
      const isImplied = pin !== undefined && isListed && (known?.isImplied ?? !known)
      const otherPins = known?.pins.filter((other) => !isSamePin(other, pin)) ?? []
      const item: PinnedItem = {
        provider: ref.provider,
        uid,
        name: name ?? known?.name,
        isImplied: isImplied || undefined,
        pins: pin ? [pin, ...otherPins] : otherPins,
      }
      const otherItems = pins[list].filter((other) => !isItem(other))
      return { ...pins, [list]: [item, ...otherItems] }
    })
  }

  /** Unpins an item, with what is pinned in it. A region without a project is found and removed in every project. */
  async remove(ref: PinRef): Promise<void> {
    const { list, isItem, pin } = locationOf(ref)
    const isOtherPin = ({ name, project = pin?.project }: Pin) => !isSamePin({ name, project }, pin)
    const withoutPin = (item: PinnedItem) => {
      if (!isItem(item)) return [item]
      const pins = item.pins.filter(isOtherPin)
      return !pin || (pins.length === 0 && item.isImplied) ? [] : [{ ...item, pins }]
    }
    await this.#change(ref.connection, (pins) => {
      return { ...pins, [list]: pins[list].flatMap(withoutPin) }
    })
  }

  /** Deletes all pins of a connection. */
  async removeConnection(connection: Pick<Connection, 'name'>): Promise<void> {
    await this.#change(connection, () => noPins)
  }

  dispose(): void {
    this.#changed.dispose()
  }

  /** The stored pins by connection name. Invalid parts are left out, instead of all: they may come by sync. */
  get #all(): ReadonlyMap<string, PinsOfConnection> {
    const stored = this.#state.get(pinsKey)
    if (!this.#cached || this.#cached.stored !== stored) {
      const pins = new Map<string, PinsOfConnection>()
      for (const [connection, items] of Object.entries(isObject(stored) ? stored : {})) {
        pins.set(connection, v.parse(PinsOfConnection, isObject(items) ? items : {}))
      }
      this.#cached = { stored, pins }
    }
    return this.#cached.pins
  }

  async #change(
    { name }: Pick<Connection, 'name'>,
    change: (pins: PinsOfConnection) => PinsOfConnection,
  ): Promise<void> {
    const changing = this.#lastChange.then(async () => {
      const { [name]: known, ...otherConnections } = Object.fromEntries(this.#all)
      const changed = change(known ?? noPins)
      const isEmpty = changed.accounts.length + changed.configs.length === 0
      const stored = isEmpty ? otherConnections : { ...otherConnections, [name]: changed }
      await this.#state.update(pinsKey, stored)
    })
    this.#lastChange = changing.catch(() => {}) // the next change is made anyway
    await changing
    this.#changed.fire()
  }
}

/** Returns where an item is stored: the account or cloud config, and the pin in it, if the item is in one. */
function locationOf(ref: PinRef) {
  const { provider } = ref
  if ('configUid' in ref) {
    const isItem = (item: PinnedItem) => item.provider === provider && item.uid === ref.configUid
    const pin: Pin | undefined =
      'machinePoolName' in ref ? { name: ref.machinePoolName } : undefined
    return { list: 'configs', isItem, uid: ref.configUid, pin } as const
  }
  const uid = ref.cloudAccountUid
  // All providers that share an account.
  const isItem = (item: PinnedItem) =>
    item.uid === uid && underlyingProvider(item.provider) === underlyingProvider(provider)
  // Without regions, the account is pinned.
  const isRegion = 'region' in ref && hasRegions(provider)
  const pin: Pin | undefined = isRegion ? { name: ref.region, project: ref.project } : undefined
  return { list: 'accounts', isItem, uid, pin } as const
}

function isSamePin(a: Pin, b: Pin | undefined): boolean {
  return a.name === b?.name && a.project === b.project
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
