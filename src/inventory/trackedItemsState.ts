// The stored pins and their parser, which leaves out invalid parts instead of rejecting everything: they may
// come from another version, by sync.

import * as v from 'valibot'
import { partsOf } from '../api/schemaParts.ts'

const optionalText = v.fallback(v.optional(v.string()), undefined)

const TrackedRegion = v.object({
  name: v.string(),
  /** The Google Cloud project. */
  project: v.optional(v.string()),
})

const DisplayNames = v.object({
  /** By the user. */
  label: optionalText,
  /** The service’s last known name. */
  lastName: optionalText,
})

const TrackedAccount = v.object({
  provider: v.string(),
  uid: v.string(),
  ...DisplayNames.entries,
  regions: partsOf(TrackedRegion),
})

const TrackedPool = v.object({ name: v.string() })

const TrackedConfig = v.object({
  provider: v.string(),
  uid: v.string(),
  ...DisplayNames.entries,
  pools: partsOf(TrackedPool),
})

const TrackedItemsState = v.object({
  accounts: partsOf(TrackedAccount),
  configs: partsOf(TrackedConfig),
})

/** A pinned region. */
export type TrackedRegion = v.InferOutput<typeof TrackedRegion>
/** The names of an account or a cloud config. */
export type DisplayNames = v.InferOutput<typeof DisplayNames>
/** A cloud account with its pinned regions. */
export type TrackedAccount = v.InferOutput<typeof TrackedAccount>
/** A pinned machine pool. */
export type TrackedPool = v.InferOutput<typeof TrackedPool>
/** A cloud config with its pinned machine pools. */
export type TrackedConfig = v.InferOutput<typeof TrackedConfig>
/** The pins of a connection. */
export type TrackedItemsState = v.InferOutput<typeof TrackedItemsState>

/** Parses stored pins by connection name. */
export function readTracked(stored: unknown): Map<string, TrackedItemsState> {
  const all = Object.entries(fieldsOf(stored))
  return new Map(all.map(([name, things]) => [name, v.parse(TrackedItemsState, fieldsOf(things))]))
}

/** Parses stored names. */
export function readDisplayNames(stored: Fields): DisplayNames {
  return v.parse(DisplayNames, stored)
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
