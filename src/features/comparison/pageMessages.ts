import * as v from 'valibot'
import { RegionArguments } from '../../inventory/places.ts'

// The messages between the extension and a comparison’s page, and the state that the page keeps for a reload.
// The page receives nothing secret, and can only say how it’s arranged.

/** What rows are sorted by: a leading column, or the index of an account’s column. */
export type SortKey = 'region' | 'zoneId' | 'differences' | number

const ArrangementSchema = v.object({
  sort: v.object({
    by: v.custom<SortKey>(
      (by) => by === 'region' || by === 'zoneId' || by === 'differences' || isIndex(by),
    ),
    descending: v.boolean(),
  }),
  /** Words that a row must all contain. */
  filter: v.pipe(v.string(), v.maxLength(1000)),
  onlyDifferences: v.boolean(),
})

/** The sort order and filter of a comparison. */
export type Arrangement = v.InferOutput<typeof ArrangementSchema>

/** The initial arrangement. */
export const initialArrangement: Arrangement = {
  sort: { by: 'zoneId', descending: false },
  filter: '',
  onlyDifferences: false,
}

/** Requests the rows, arranged as before if nothing is given. */
const Request = v.object({ type: v.literal('show'), arrangement: v.optional(ArrangementSchema) })
export type Request = v.InferOutput<typeof Request>

/** A region of an account, with the connection’s name. */
const ZoneScope = v.object({ ...RegionArguments.entries, connection: v.string() })
export type ZoneScope = v.InferOutput<typeof ZoneScope>

/** A comparison, with a column for each account. */
export const Comparison = v.object({
  places: v.pipe(v.array(ZoneScope), v.minLength(1), v.maxLength(20_000)),
})
export type Comparison = v.InferOutput<typeof Comparison>

/** Validates a message of the page; undefined if invalid. */
export function readRequest(message: unknown): Request | undefined {
  const read = v.safeParse(Request, message)
  return read.success ? read.output : undefined
}

/** Validates the comparison in the page’s saved state; undefined if invalid. */
export function readSaved(state: unknown): Comparison | undefined {
  const read = v.safeParse(v.object({ comparison: Comparison }), state)
  return read.success ? read.output.comparison : undefined
}

function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0
}

/** The content of the page. External text in it is escaped. */
export interface Shown {
  readonly type: 'show'
  /** Saved for a reload. */
  readonly comparison: Comparison
  readonly arrangement: Arrangement
  readonly texts: { readonly caption: string; readonly filter: string; readonly only: string }
  /** How many rows there are, and what else is to be known about all of them. */
  readonly status: string
  readonly columns: readonly ColumnHead[]
  /** The cells of each row. */
  readonly rows: readonly (readonly ShownCell[])[]
}

/** The header of a column. */
export interface ColumnHead {
  readonly key: SortKey
  readonly title: string
  /** Facts that don’t fit into the title. */
  readonly detail?: string
  /** The age of the data, or why there is none. */
  readonly note?: string
  readonly problems?: readonly string[]
}

/** A cell, with its lines. */
export interface ShownCell {
  readonly kind?: 'missing' | 'unknown' | 'elsewhere' | 'incomparable'
  readonly why?: string
  readonly lines: readonly (readonly Part[])[]
}

/** A part of a line. A sign is for those who see it, what is unseen for screen readers. */
export interface Part {
  readonly text: string
  readonly kind?: 'aside' | 'odd' | 'mark' | 'sign' | 'unseen'
  readonly why?: string
}
