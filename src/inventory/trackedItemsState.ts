// The stored pins and their parser, which leaves out invalid parts instead of rejecting everything.

/** A pinned region. */
export interface TrackedRegion {
  name: string
  /** The Google Cloud project. */
  project?: string | undefined
}

/** The names of an account or a cloud config. */
export interface DisplayNames {
  /** By the user. */
  label?: string | undefined
  /** The service’s last known name. */
  lastName?: string | undefined
}

/** A cloud account with its pinned regions. */
export interface TrackedAccount extends DisplayNames {
  provider: string
  uid: string
  regions: TrackedRegion[]
}

/** A pinned machine pool. */
export interface TrackedPool {
  name: string
}

/** A cloud config with its pinned machine pools. */
export interface TrackedConfig extends DisplayNames {
  provider: string
  uid: string
  pools: TrackedPool[]
}

/** The pins of a connection. */
export interface TrackedItemsState {
  accounts: TrackedAccount[]
  configs: TrackedConfig[]
}

/**
 * Parses stored pins by connection name. They may come from another version, by sync: invalid parts are left
 * out.
 */
export function readTracked(stored: unknown): Map<string, TrackedItemsState> {
  const all = Object.entries(fieldsOf(stored)).map(([connection, things]) => {
    const { accounts, configs } = fieldsOf(things)
    return [
      connection,
      { accounts: readList(accounts, account), configs: readList(configs, config) },
    ] as const
  })
  return new Map(all)
}

/** Changes the stored pins of a connection; invalid parts stay as they are. */
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
  return { provider, uid, ...readDisplayNames(stored), regions: readList(regions, region) }
}

function region({ name, project }: Fields): TrackedRegion | undefined {
  if (!isText(name) || !(project === undefined || isText(project))) return undefined
  return { name, ...(project !== undefined && { project }) }
}

function config(stored: Fields): TrackedConfig | undefined {
  const { provider, uid, pools } = stored
  if (!isText(provider) || !isText(uid)) return undefined
  return { provider, uid, ...readDisplayNames(stored), pools: readList(pools, pool) }
}

function pool({ name, deletion }: Fields): TrackedPool | undefined {
  // An earlier version stored pending deletions here, also of pools that weren’t pinned.
  const { wasKept } = fieldsOf(deletion)
  return isText(name) && wasKept !== 'config' && wasKept !== 'nothing' ? { name } : undefined
}

/** Parses stored names. */
export function readDisplayNames({ label, lastName }: Fields): DisplayNames {
  return { ...(isText(label) && { label }), ...(isText(lastName) && { lastName }) }
}

/** An unvalidated stored object. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the entries of a stored list, unvalidated. */
export function entriesOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map((one: unknown) => (one ?? {}) as Fields) : []
}

/** Returns the fields of an object; none for other values. */
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
