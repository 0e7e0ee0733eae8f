// What is kept of the trees, and how it is read from where it is stored. By hand: what is changed is the
// stored entry itself, with what another version may have added.

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

/** A machine pool that the user keeps in the tree. */
export interface TrackedPool {
  name: string
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
export function readTracked(stored: unknown): Map<string, TrackedThings> {
  const all = Object.entries(fieldsOf(stored)).map(([connection, things]) => {
    const { accounts, configs } = fieldsOf(things)
    return [
      connection,
      { accounts: readList(accounts, account), configs: readList(configs, config) },
    ] as const
  })
  return new Map(all)
}

/** What is stored for a connection is changed; what of it cannot be read stays as it is. */
export function changeTracked(
  stored: unknown,
  connection: string,
  list: 'accounts' | 'configs',
  change: (entries: Fields[]) => Fields[],
): unknown {
  const all = Object.entries(fieldsOf(stored))
  const own = fieldsOf(all.find(([name]) => name === connection)?.[1])
  const things = { ...own, [list]: change(entriesOf(own[list])) }
  const isEmpty = Object.values(things).every((one) => Array.isArray(one) && one.length === 0)
  const others = all.filter(([name]) => name !== connection)
  return Object.fromEntries(isEmpty ? others : [...others, [connection, things]])
}

function account(stored: Fields): TrackedAccount | undefined {
  const { provider, uid, regions } = stored
  if (!isText(provider) || !isText(uid)) return undefined
  return { provider, uid, ...readTitles(stored), regions: readList(regions, region) }
}

function region({ name, project }: Fields): TrackedRegion | undefined {
  if (!isText(name) || !(project === undefined || isText(project))) return undefined
  return { name, ...(project !== undefined && { project }) }
}

function config(stored: Fields): TrackedConfig | undefined {
  const { provider, uid, pools } = stored
  if (!isText(provider) || !isText(uid)) return undefined
  return { provider, uid, ...readTitles(stored), pools: readList(pools, pool) }
}

function pool({ name, deletion }: Fields): TrackedPool | undefined {
  // An earlier version kept its marks of deletions here, also for pools that nobody had pinned.
  const { wasKept } = fieldsOf(deletion)
  return isText(name) && wasKept !== 'config' && wasKept !== 'nothing' ? { name } : undefined
}

/** What an account or a cloud config is called, as it is stored. */
export function readTitles({ label, lastName }: Fields): Titles {
  return { ...(isText(label) && { label }), ...(isText(lastName) && { lastName }) }
}

/** Something that is stored, before it is known to be what it should be. */
export type Fields = Readonly<Record<string, unknown>>

/** The entries of a stored list, be they what they should be or not. */
export function entriesOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map((one: unknown) => (one ?? {}) as Fields) : []
}

/** What an object has; nothing of what is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function readList<T>(value: unknown, read: (entry: Fields) => T | undefined): T[] {
  return entriesOf(value)
    .map(read)
    .filter((entry) => entry !== undefined)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}
