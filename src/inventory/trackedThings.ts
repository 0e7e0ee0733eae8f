// What is kept of the trees, and how it is read from where it is stored. By hand: activation reads it,
// and must not load a library of schemas for so little.

/** A region that the user keeps in the tree. */
export interface TrackedRegion {
  name: string
  /** The cloud's project, where it has them. */
  project?: string | undefined
}

/** What people know an account or a cloud config by. */
export interface Titles {
  /** The user's own. */
  label?: string | undefined
  /** What it was called when it was last used, for when the service does not tell. */
  lastName?: string | undefined
}

/** A cloud account with the regions that the user keeps in the tree. */
export interface TrackedAccount extends Titles {
  provider: string
  uid: string
  regions: TrackedRegion[]
}

/** What the user kept before a deletion was sent, and keeps again where the pool stays. */
const keepings = ['pool', 'config', 'nothing'] as const

/** A deletion whose end is not known yet. */
export interface SentDeletion {
  /** When it was sent, in epoch ms. */
  sentAt: number
  /** Over which connection, as `connectionKey` has it: at another address it would be another pool. */
  over: string
  /** Whether the service accepted it; otherwise there was no definite answer. */
  isAccepted: boolean
  wasKept: (typeof keepings)[number]
}

/** A machine pool that the user keeps in the tree, or whose deletion is not over. */
export interface TrackedPool {
  name: string
  /** A deletion that was sent, until the pool is known to be gone or to stay. */
  deletion?: SentDeletion | undefined
}

/** A cloud config with the machine pools that the user keeps in the tree. */
export interface TrackedConfig extends Titles {
  provider: string
  uid: string
  pools: TrackedPool[]
}

/** All that is kept for a connection. */
export interface TrackedThings {
  accounts: TrackedAccount[]
  configs: TrackedConfig[]
}

/**
 * What can be read of the stored state, by connection name. It may come from another version, by sync:
 * what cannot be read is left out, and does not cost the rest.
 */
export function readTracked(stored: unknown): [string, TrackedThings][] {
  return Object.entries(fieldsOf(stored)).map(([connection, things]) => {
    const { accounts, configs } = fieldsOf(things)
    return [connection, { accounts: listOf(accounts, account), configs: listOf(configs, config) }]
  })
}

function account(stored: Fields): TrackedAccount | undefined {
  const { provider, uid, regions } = stored
  if (!isText(provider) || !isText(uid)) return undefined
  return { provider, uid, ...titles(stored), regions: listOf(regions, region) }
}

function region({ name, project }: Fields): TrackedRegion | undefined {
  if (!isText(name) || !(project === undefined || isText(project))) return undefined
  return { name, ...(project !== undefined && { project }) }
}

function config(stored: Fields): TrackedConfig | undefined {
  const { provider, uid, pools } = stored
  if (!isText(provider) || !isText(uid)) return undefined
  return { provider, uid, ...titles(stored), pools: listOf(pools, pool) }
}

function pool({ name, deletion }: Fields): TrackedPool | undefined {
  if (!isText(name)) return undefined
  if (deletion === undefined) return { name }
  const sent = sentDeletion(fieldsOf(deletion))
  return sent && { name, deletion: sent }
}

function sentDeletion({ sentAt, over, isAccepted, wasKept }: Fields): SentDeletion | undefined {
  const kept = keepings.find((one) => one === wasKept)
  if (typeof sentAt !== 'number' || !isText(over) || typeof isAccepted !== 'boolean' || !kept) {
    return undefined
  }
  return { sentAt, over, isAccepted, wasKept: kept }
}

function titles({ label, lastName }: Fields): Titles {
  return { ...(isText(label) && { label }), ...(isText(lastName) && { lastName }) }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function listOf<T>(value: unknown, read: (entry: Fields) => T | undefined): T[] {
  const entries: unknown[] = Array.isArray(value) ? value : []
  return entries.map((entry) => read(fieldsOf(entry))).filter((entry) => entry !== undefined)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
