import * as v from 'valibot'
import { RegionArguments } from '../../inventory/places.ts'
import type { SortKey } from './arrange.ts'
import type { PageTexts } from './comparisonTexts.ts'
import type { Row } from './table.ts'

// The messages between the extension and a comparison’s page, and the state that the page keeps for a reload.
// The page receives nothing secret and can only send these requests.

const column = v.custom<number>(isIndex)
const SortBy = v.custom<SortKey>(
  (by) => by === 'region' || by === 'zoneId' || by === 'differences' || isIndex(by),
)
const ArrangementSchema = v.object({
  sort: v.object({ by: SortBy, descending: v.boolean() }),
  filter: v.pipe(v.string(), v.maxLength(1000)),
  onlyDifferences: v.boolean(),
})

const Request = v.union([
  /** The page was loaded: send everything. */
  v.object({ type: v.literal('ready'), arrangement: ArrangementSchema }),
  /** The rows were sorted or filtered, which a copy follows. */
  v.object({ type: v.literal('arrange'), arrangement: ArrangementSchema }),
  /** Load what failed in a column. */
  v.object({ type: v.literal('retry'), column }),
])
export type Request = v.InferOutput<typeof Request>

/** A region of an account, with the connection’s name. */
const ZoneScope = v.object({ ...RegionArguments.entries, connection: v.string() })
export type ZoneScope = v.InferOutput<typeof ZoneScope>

const maxPlaces = 500
/** Prompts have no limit, and what they opened is restored. */
const maxSavedPlaces = 20_000

/** A comparison. */
export const Comparison = v.object({
  /** True for a column per account, with all its regions; otherwise one per region. */
  byAccount: v.optional(v.boolean(), false),
  places: v.pipe(v.array(ZoneScope), v.minLength(1), v.maxLength(maxPlaces)),
})
const SavedComparison = v.object({
  ...Comparison.entries,
  places: v.pipe(v.array(ZoneScope), v.minLength(1), v.maxLength(maxSavedPlaces)),
})
export type Comparison = v.InferOutput<typeof Comparison>

/** Validates a message of the page; undefined if invalid. */
export function readRequest(message: unknown): Request | undefined {
  return readAs(Request, message)
}

/** Validates the comparison in the page’s saved state; undefined if invalid. */
export function readSaved(state: unknown): Comparison | undefined {
  return readAs(v.object({ comparison: SavedComparison }), state)?.comparison
}

function readAs<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> | undefined {
  const read = v.safeParse(schema, value)
  return read.success ? read.output : undefined
}

function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0
}

/** The header of a column, with escaped texts. */
export interface ColumnHead {
  title: string
  /** Facts that don’t fit into the title. */
  detail: string
  isReading: boolean
  /** The time of the oldest data, in epoch ms; undefined without data. */
  at?: number
  /** Errors, as texts. */
  problems: string[]
}

/** The content of the page. */
export interface Shown {
  type: 'show'
  texts: PageTexts
  /** Saved for a reload. */
  comparison: Comparison
  caption: string
  columns: ColumnHead[]
  rows: Row[]
  /** True if there are rows of several regions. */
  hasRegions: boolean
}
