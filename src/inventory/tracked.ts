import * as vscode from 'vscode'
import { zoneProvider } from '../api/providers.ts'
import {
  readTracked,
  type Titles,
  type TrackedAccount,
  type TrackedConfig,
  type TrackedPool,
  type TrackedRegion,
  type TrackedThings,
} from './trackedThings.ts'

export type {
  SentDeletion,
  TrackedAccount,
  TrackedConfig,
  TrackedPool,
  TrackedRegion,
} from './trackedThings.ts'

const stateKey = 'tracked'

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

  #all(): [string, TrackedThings][] {
    return readTracked(this.#state.get(stateKey))
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
function titlesOf({ label, name }: Called, known: Titles = {}): Titles {
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
