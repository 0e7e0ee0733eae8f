import * as v from 'valibot'
import * as vscode from 'vscode'
import { zoneProvider } from '../api/providers.ts'

const stateKey = 'tracked'

const TrackedRegion = v.object({
  name: v.string(),
  /** The cloud's project, where it has them. */
  project: v.optional(v.string()),
})
/** What people know an account or a cloud config by. */
const titles = {
  /** The user's own. */
  label: v.optional(v.string()),
  /** What it was called when it was last used, for when the service does not tell. */
  lastName: v.optional(v.string()),
}
const TrackedAccount = v.object({
  provider: v.string(),
  uid: v.string(),
  ...titles,
  regions: v.array(TrackedRegion),
})
const SentDeletion = v.object({
  /** When it was sent, in epoch ms. */
  sentAt: v.number(),
  /** Over which connection, as `connectionKey` has it: at another address it would be another pool. */
  over: v.string(),
  /** Whether the service accepted it; otherwise there was no definite answer. */
  isAccepted: v.boolean(),
  /** What the user kept before it was sent, and keeps again where the pool stays. */
  wasKept: v.picklist(['pool', 'config', 'nothing']),
})
const TrackedPool = v.object({
  name: v.string(),
  /** A deletion that was sent, until the pool is known to be gone or to stay. */
  deletion: v.optional(SentDeletion),
})
const TrackedConfig = v.object({
  provider: v.string(),
  uid: v.string(),
  ...titles,
  pools: v.array(TrackedPool),
})
/** What can be read of a list: one entry from another version must not cost the others. */
const readable = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform((entries) =>
      entries.flatMap((entry) => {
        const read = v.safeParse(item, entry)
        return read.success ? [read.output] : []
      }),
    ),
  )
const TrackedThings = v.object({
  accounts: readable(TrackedAccount),
  configs: readable(TrackedConfig),
})
const TrackedByConnection = v.record(
  v.string(),
  v.fallback(TrackedThings, { accounts: [], configs: [] }),
)

/** A region that the user keeps in the tree. */
export type TrackedRegion = v.InferOutput<typeof TrackedRegion>
/** A cloud account with the regions that the user keeps in the tree. */
export type TrackedAccount = v.InferOutput<typeof TrackedAccount>
/** A deletion whose end is not known yet. */
export type SentDeletion = v.InferOutput<typeof SentDeletion>
/** A machine pool that the user keeps in the tree, or whose deletion is not over. */
export type TrackedPool = v.InferOutput<typeof TrackedPool>
/** A cloud config with the machine pools that the user keeps in the tree. */
export type TrackedConfig = v.InferOutput<typeof TrackedConfig>
type TrackedThings = v.InferOutput<typeof TrackedThings>

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
  readonly #state: vscode.Memento
  readonly #changed = new vscode.EventEmitter<void>()

  /** Fires after every change. */
  readonly onDidChange = this.#changed.event

  constructor(globalState: vscode.Memento & { setKeysForSync(keys: readonly string[]): void }) {
    this.#state = globalState
    globalState.setKeysForSync([stateKey])
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
    const { accounts, configs } = this.#of(connection)
    const known = accounts.find(isAccount(account))
    const first: TrackedAccount = {
      provider: account.provider,
      uid: account.uid,
      ...titlesOf(account, known),
      regions: [region, ...(known?.regions ?? []).filter(isOther(region))],
    }
    const rest = accounts.filter((other) => other !== known)
    await this.#write(connection, { accounts: [first, ...rest], configs })
  }

  async removeAccount(connection: string, key: TrackedKey): Promise<void> {
    const { accounts, configs } = this.#of(connection)
    const isKey = isAccount(key)
    await this.#write(connection, { accounts: accounts.filter((one) => !isKey(one)), configs })
  }

  /** One that is kept without a project is found in every project, and removed from any of them. */
  async removeRegion(connection: string, key: TrackedKey, region: TrackedRegion): Promise<void> {
    const { accounts, configs } = this.#of(connection)
    const left = accounts.map((account) =>
      isAccount(key)(account)
        ? { ...account, regions: account.regions.filter(isNotFoundAs(region)) }
        : account,
    )
    await this.#write(connection, { accounts: left, configs })
  }

  /** Keeps a machine pool, as it is given; so for its cloud config. */
  async addPool(connection: string, config: TrackedKey & Called, pool: TrackedPool): Promise<void> {
    const { accounts, configs } = this.#of(connection)
    const known = configs.find(is(config))
    const first: TrackedConfig = {
      provider: config.provider,
      uid: config.uid,
      ...titlesOf(config, known),
      pools: [pool, ...(known?.pools ?? []).filter(({ name }) => name !== pool.name)],
    }
    const rest = configs.filter((other) => other !== known)
    await this.#write(connection, { accounts, configs: [first, ...rest] })
  }

  async removeConfig(connection: string, key: TrackedKey): Promise<void> {
    const { accounts, configs } = this.#of(connection)
    await this.#write(connection, { accounts, configs: configs.filter(isNot(key)) })
  }

  async removePool(connection: string, key: TrackedKey, name: string): Promise<void> {
    const { accounts, configs } = this.#of(connection)
    const left = configs.map((config) =>
      is(key)(config)
        ? { ...config, pools: config.pools.filter((pool) => pool.name !== name) }
        : config,
    )
    await this.#write(connection, { accounts, configs: left })
  }

  /** Drops all that is kept for a connection. */
  async removeConnection(connection: string): Promise<void> {
    await this.#write(connection, { accounts: [], configs: [] })
  }

  dispose(): void {
    this.#changed.dispose()
  }

  #of(connection: string): TrackedThings {
    const known = this.#all().find(([name]) => name === connection)?.[1]
    return known ?? { accounts: [], configs: [] }
  }

  /** What is stored may come from another version, by sync: what cannot be read counts as nothing. */
  #all(): [string, TrackedThings][] {
    const read = v.safeParse(TrackedByConnection, this.#state.get(stateKey))
    return read.success ? Object.entries(read.output) : []
  }

  async #write(connection: string, things: TrackedThings): Promise<void> {
    const others = this.#all().filter(([name]) => name !== connection)
    const isEmpty = things.accounts.length === 0 && things.configs.length === 0
    const own: typeof others = isEmpty ? [] : [[connection, things]]
    await this.#state.update(stateKey, Object.fromEntries([...others, ...own]))
    this.#changed.fire()
  }
}

/**
 * What to keep. A label that is but the service's name, now or when it was last used, is none of the
 * user's: tomorrow, the name may be another.
 */
function titlesOf(
  { label, name }: Called,
  known: Pick<TrackedConfig, keyof typeof titles> = {},
): Pick<TrackedConfig, keyof typeof titles> {
  const isName = label === name || label === known.lastName
  const ownLabel = isName || label === undefined ? known.label : label
  const lastName = name ?? known.lastName
  return {
    ...(ownLabel !== undefined && { label: ownLabel }),
    ...(lastName !== undefined && { lastName }),
  }
}

function isOther(region: TrackedRegion): (other: TrackedRegion) => boolean {
  return ({ name, project }) => name !== region.name || project !== region.project
}

function isNotFoundAs(region: TrackedRegion): (other: TrackedRegion) => boolean {
  return ({ name, project }) =>
    name !== region.name || (project ?? region.project) !== region.project
}

/** What is kept of an account is the same for all providers that use it. */
function isAccount({ provider, uid }: TrackedKey): (thing: TrackedKey) => boolean {
  return (thing) => zoneProvider(thing.provider) === zoneProvider(provider) && thing.uid === uid
}

function is(key: TrackedKey): (thing: TrackedKey) => boolean {
  return ({ provider, uid }) => provider === key.provider && uid === key.uid
}

function isNot(key: TrackedKey): (thing: TrackedKey) => boolean {
  return (thing) => !is(key)(thing)
}
