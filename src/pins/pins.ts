import * as v from 'valibot'
import * as vscode from 'vscode'
import { hasRegions, underlyingProvider } from '../api/providers.ts'
import { readableItems } from '../api/listSchemas.ts'
import type { Connection } from '../connections/connection.ts'
import type { GlobalState } from '../globalState.ts'
import type {
  AccountRef,
  CloudConfigRef,
  CloudProjectRef,
  MachinePoolRef,
  RegionRef,
} from '../model/refs.ts'

/**
 * The key of all pins in VS Code’s global state, synchronized by Settings Sync. Users have pins under it, so it stays.
 */
export const pinsKey = 'tracked'

/** An item that can be pinned. */
type PinRef = AccountRef | RegionRef | CloudConfigRef | MachinePoolRef

/** All pins that can be read: what the user has pinned is stored again with each change. */
const allReadable = <T>(item: v.GenericSchema<unknown, T>) => readableItems(item, Infinity)

const optionalText = v.fallback(v.optional(v.string()), undefined)

const Pin = v.object({
  name: v.string(),
  /** The Google Cloud project of a region. */
  project: v.optional(v.string()),
})

const PinnedItem = v.object({
  provider: v.string(),
  uid: v.string(),
  /** The last known name in the service, else a name that the user entered. */
  name: optionalText,
  /** True if the account or cloud config is pinned only because a region or machine pool in it is pinned. */
  isImplied: v.fallback(v.optional(v.literal(true)), undefined),
  /** The pinned regions of the account, or the pinned machine pools of the cloud config. */
  pins: allReadable(Pin),
})

const PinsOfConnection = v.object({
  accounts: allReadable(PinnedItem),
  configs: allReadable(PinnedItem),
})

/** A pinned region or machine pool. */
export type Pin = v.InferOutput<typeof Pin>
/** A cloud account with its pinned regions, or a cloud config with its pinned machine pools. */
export type PinnedItem = v.InferOutput<typeof PinnedItem>
type PinsOfConnection = v.InferOutput<typeof PinsOfConnection>

const noPins: PinsOfConnection = { accounts: [], configs: [] }

/**
 * The pinned items by the name of their connection, stored in VS Code’s global state and synchronized by Settings Sync.
 * The item that was used last is the first, so that prompts can offer the items in this order.
 */
export class Pins implements vscode.Disposable {
  readonly #state: GlobalState
  readonly #changed = new vscode.EventEmitter<void>()
  /** The stored value that was read last, and the pins in it. */
  #cached: { stored: unknown; pins: ReadonlyMap<string, PinsOfConnection> } | undefined

  /**
   * Fires after every change in this window; after a change in another window, when {@link checkForChanges} finds it.
   */
  readonly onDidChange = this.#changed.event

  constructor(state: GlobalState) {
    this.#state = state
  }

  /** Fires {@link onDidChange} if another window has changed the stored pins: VS Code itself doesn’t report that. */
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
    return this.accounts(ref.connection.name).find(storedLocation(ref).isItem)
  }

  /**
   * Returns the pinned regions of an account. If the reference has a Google Cloud project, returns the regions pinned
   * for this project, and those pinned without a project, which may belong to any.
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
    return this.configs(ref.connection.name).find(storedLocation(ref).isItem)
  }

  hasPool(ref: MachinePoolRef): boolean {
    return this.config(ref)?.pins.some(({ name }) => name === ref.machinePoolName) === true
  }

  /**
   * Pins an item, and the account or cloud config that it is in. `name` is the name of the account or cloud config;
   * without it, the stored name stays. If `isListed`, the service lists the account or cloud config anyway: it is then
   * unpinned with the last item in it, unless the user has pinned it itself.
   */
  async add(ref: PinRef, name?: string, { isListed = false } = {}): Promise<void> {
    const { list, isItem, uid, pin } = storedLocation(ref)
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

  /**
   * Unpins an item and all pinned items in it. A region that was pinned without a project is unpinned for all projects.
   * An account or cloud config that is pinned only because of the items in it is unpinned with the last of them.
   */
  async remove(ref: PinRef): Promise<void> {
    const { list, isItem, pin } = storedLocation(ref)
    const isOtherPin = ({ name, project }: Pin) => {
      // A region that was pinned without a project may belong to any project, so also to the project of `pin`.
      return !isSamePin({ name, project: project ?? pin?.project }, pin)
    }
    const withoutPin = (item: PinnedItem) => {
      if (!isItem(item)) return [item]
      const otherPins = item.pins.filter(isOtherPin)
      const isUnpinned = !pin || (otherPins.length === 0 && item.isImplied)
      return isUnpinned ? [] : [{ ...item, pins: otherPins }]
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

  /**
   * The stored pins by the name of their connection. Only the invalid parts are left out, and not all pins: Settings
   * Sync may bring pins that another version has stored.
   */
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
    await this.#state.change(pinsKey, () => {
      const { [name]: known, ...otherConnections } = Object.fromEntries(this.#all)
      const changed = change(known ?? noPins)
      const isEmpty = changed.accounts.length + changed.configs.length === 0
      return isEmpty ? otherConnections : { ...otherConnections, [name]: changed }
    })
    this.#changed.fire()
  }
}

/**
 * Returns where an item is stored: in the list `accounts` or `configs`, as the item that `isItem` recognizes, and there
 * as `pin`, if it is a region or a machine pool.
 */
function storedLocation(ref: PinRef) {
  const { provider } = ref
  if ('configUid' in ref) {
    const isItem = (item: PinnedItem) => item.provider === provider && item.uid === ref.configUid
    const pin: Pin | undefined =
      'machinePoolName' in ref ? { name: ref.machinePoolName } : undefined
    return { list: 'configs', isItem, uid: ref.configUid, pin } as const
  }
  const uid = ref.cloudAccountUid
  // Providers such as `aws` and `eks` share their accounts.
  const isItem = (item: PinnedItem) =>
    item.uid === uid && underlyingProvider(item.provider) === underlyingProvider(provider)
  // For a provider without regions, the account is pinned instead of a region.
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
