import * as v from 'valibot'
import * as vscode from 'vscode'
import { hasRegions, underlyingProvider } from '../api/providers.ts'
import { partsOf } from '../api/schemaParts.ts'
import type { Connection } from '../connections/connection.ts'
import type {
  AccountRef,
  CloudConfigRef,
  CloudProjectRef,
  MachinePoolRef,
  RegionRef,
} from '../model/refs.ts'

/** The global state key that Settings Sync includes. */
export const trackedKey = 'tracked'

/** An item that can be pinned. */
type PinRef = AccountRef | RegionRef | CloudConfigRef | MachinePoolRef

const optionalText = v.fallback(v.optional(v.string()), undefined)

const Pin = v.object({
  name: v.string(),
  /** The Google Cloud project of a region. */
  project: v.optional(v.string()),
})

const TrackedItem = v.object({
  provider: v.string(),
  uid: v.string(),
  /** The service’s last known name, else the one that was entered. */
  name: optionalText,
  /** True if it is pinned only with what is pinned in it. */
  isImplied: v.fallback(v.optional(v.literal(true)), undefined),
  /** The pinned regions or machine pools in it. */
  pins: partsOf(Pin),
})

const TrackedOfConnection = v.object({
  accounts: partsOf(TrackedItem),
  configs: partsOf(TrackedItem),
})

/** A pinned region or machine pool. */
export type Pin = v.InferOutput<typeof Pin>
/** A cloud account or cloud config with what is pinned in it. */
export type TrackedItem = v.InferOutput<typeof TrackedItem>
type TrackedOfConnection = v.InferOutput<typeof TrackedOfConnection>

/**
 * The pinned items per connection name, in global state that Settings Sync includes. The order is that of
 * use, the latest first, which gives prompts their recent values.
 */
export class TrackedItems implements vscode.Disposable {
  readonly #state: vscode.Memento
  readonly #changed = new vscode.EventEmitter<void>()
  #read: { stored: unknown; all: ReadonlyMap<string, TrackedOfConnection> } | undefined
  /** The last change: a value computed while another one is being stored would undo it. */
  #turn: Promise<unknown> = Promise.resolve()

  /** Fires after every change; after one of another window as soon as {@link refresh} sees it. */
  readonly onDidChange = this.#changed.event

  constructor(state: vscode.Memento) {
    this.#state = state
  }

  /** Checks for changes by another window. */
  refresh(): void {
    if (this.#read?.stored !== this.#state.get(trackedKey)) this.#changed.fire()
  }

  accounts(connection: string): readonly TrackedItem[] {
    return this.#all.get(connection)?.accounts ?? []
  }

  configs(connection: string): readonly TrackedItem[] {
    return this.#all.get(connection)?.configs ?? []
  }

  account(ref: AccountRef): TrackedItem | undefined {
    return this.accounts(ref.connection.name).find(placeOf(ref).isIt)
  }

  /**
   * Returns the pinned regions of an account; with a project, those that may belong to it. A region without a
   * project may belong to any.
   */
  regions(ref: CloudProjectRef): readonly Pin[] {
    const { connection, provider, cloudAccountUid, project } = ref
    const regions = this.account({ connection, provider, cloudAccountUid })?.pins ?? []
    if (project === undefined) return regions
    const own = regions.filter((one) => (one.project ?? project) === project)
    return [...new Set(own.map(({ name }) => name))].map((name) => ({ name, project }))
  }

  config(ref: CloudConfigRef): TrackedItem | undefined {
    return this.configs(ref.connection.name).find(placeOf(ref).isIt)
  }

  hasPool(ref: MachinePoolRef): boolean {
    return this.config(ref)?.pins.some(({ name }) => name === ref.machinePoolName) === true
  }

  /**
   * Pins an item, with the account or cloud config that it is in. Its stored name stays unless a new one is
   * given. With `isListed`, a service lists that one, and it is unpinned with the last item in it, unless it has
   * been pinned by itself.
   */
  async add(ref: PinRef, name?: string, isListed = false): Promise<void> {
    const { list, isIt, uid, pin } = placeOf(ref)
    await this.#change(ref.connection, (tracked) => {
      const known = tracked[list].find(isIt)
      const isImplied = pin !== undefined && isListed && (known?.isImplied ?? !known)
      const others = known?.pins.filter((one) => !isSamePin(one, pin)) ?? []
      const item: TrackedItem = {
        provider: ref.provider,
        uid,
        name: name ?? known?.name,
        ...(isImplied && { isImplied }),
        pins: pin ? [pin, ...others] : others,
      }
      return { ...tracked, [list]: [item, ...tracked[list].filter((one) => !isIt(one))] }
    })
  }

  /** Unpins an item, with what is pinned in it. A region without a project is found and removed in every project. */
  async remove(ref: PinRef): Promise<void> {
    const { list, isIt, pin } = placeOf(ref)
    const isOther = ({ name, project = pin?.project }: Pin) => !isSamePin({ name, project }, pin)
    const withoutPin = (item: TrackedItem) => {
      if (!isIt(item)) return [item]
      const pins = item.pins.filter(isOther)
      return !pin || (pins.length === 0 && item.isImplied) ? [] : [{ ...item, pins }]
    }
    await this.#change(ref.connection, (tracked) => {
      return { ...tracked, [list]: tracked[list].flatMap(withoutPin) }
    })
  }

  /** Deletes all pins of a connection. */
  async removeConnection(connection: Pick<Connection, 'name'>): Promise<void> {
    await this.#change(connection, () => ({ accounts: [], configs: [] }))
  }

  dispose(): void {
    this.#changed.dispose()
  }

  /** The stored pins by connection name. Invalid parts are left out, instead of all: they may come by sync. */
  get #all(): ReadonlyMap<string, TrackedOfConnection> {
    const stored = this.#state.get(trackedKey)
    if (!this.#read || this.#read.stored !== stored) {
      const entries = Object.entries(isObject(stored) ? stored : {})
      const read = entries.map(
        ([name, items]) =>
          [name, v.parse(TrackedOfConnection, isObject(items) ? items : {})] as const,
      )
      this.#read = { stored, all: new Map(read) }
    }
    return this.#read.all
  }

  async #change(
    { name }: Pick<Connection, 'name'>,
    change: (tracked: TrackedOfConnection) => TrackedOfConnection,
  ): Promise<void> {
    const turn = this.#turn.then(async () => {
      const { [name]: known, ...others } = Object.fromEntries(this.#all)
      const changed = change(known ?? { accounts: [], configs: [] })
      const isEmpty = changed.accounts.length + changed.configs.length === 0
      await this.#state.update(trackedKey, isEmpty ? others : { ...others, [name]: changed })
    })
    this.#turn = turn.catch(() => {}) // the next change is made anyway
    await turn
    this.#changed.fire()
  }
}

/** Returns where an item is pinned: its account or cloud config, and the pin in that, unless it is that one itself. */
function placeOf(ref: PinRef) {
  const { provider } = ref
  if ('configUid' in ref) {
    const isIt = (item: TrackedItem) => item.provider === provider && item.uid === ref.configUid
    const pin: Pin | undefined =
      'machinePoolName' in ref ? { name: ref.machinePoolName } : undefined
    return { list: 'configs', isIt, uid: ref.configUid, pin } as const
  }
  const uid = ref.cloudAccountUid
  // All providers that share an account.
  const isIt = (item: TrackedItem) =>
    item.uid === uid && underlyingProvider(item.provider) === underlyingProvider(provider)
  // Without regions, the account is pinned.
  const isPin = 'region' in ref && hasRegions(provider)
  const pin: Pin | undefined = isPin ? { name: ref.region, project: ref.project } : undefined
  return { list: 'accounts', isIt, uid, pin } as const
}

function isSamePin(a: Pin, b: Pin | undefined): boolean {
  return a.name === b?.name && a.project === b.project
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
