import * as v from 'valibot'
import { RegionArguments } from '../../inventory/places.ts'
import type { SortKey } from './arrange.ts'
import { copyFormats } from './copyFormats.ts'
import type { Cell, Difference, Row } from './table.ts'

// What goes between the extension and the page of a comparison, and what the page keeps for a reload.
// The page is told nothing secret, and may only ask for what is listed here.

const column = v.pipe(
  v.number(),
  v.check((value) => isIndex(value)),
)
const SortBy = v.pipe(
  v.unknown(),
  v.check((by) => by === 'region' || by === 'zoneId' || by === 'differences' || isIndex(by)),
  v.transform((by) => by as SortKey),
)
const ArrangementSchema = v.object({
  sort: v.object({ by: SortBy, descending: v.boolean() }),
  filter: v.pipe(
    v.string(),
    v.check((text) => text.length <= 1000),
  ),
  onlyDifferences: v.boolean(),
})

/** What the page may ask for. */
const Request = v.union([
  /** It is loaded, or loaded anew: show it everything. */
  v.object({ type: v.literal('ready') }),
  /** Reads everything again. */
  v.object({ type: v.literal('refresh') }),
  /** Reads what could not be read of a column. */
  v.object({ type: v.literal('retry'), column }),
  /** Copies what is shown. */
  v.object({
    type: v.literal('copy'),
    format: v.picklist(copyFormats),
    arrangement: ArrangementSchema,
  }),
])
export type Request = v.InferOutput<typeof Request>

/** Where zones are looked up; the connection by its name. */
const Place = v.object({ ...RegionArguments.entries, connection: v.string() })
export type Place = v.InferOutput<typeof Place>

const mostPlaces = 500

/** What is compared. */
export const Comparison = v.object({
  /** A column for each account, with all its regions; otherwise one for each place. */
  byAccount: v.optional(v.boolean(), false),
  places: v.pipe(
    v.array(Place),
    v.check(({ length }) => length > 0 && length <= mostPlaces),
  ),
})
export type Comparison = v.InferOutput<typeof Comparison>

/** A message of the page, with nothing in it but what it takes; undefined for what is none. */
export function readRequest(message: unknown): Request | undefined {
  return readAs(Request, message)
}

/** What is compared, of what the page kept; undefined where it cannot be read. */
export function readSaved(state: unknown): Comparison | undefined {
  return readAs(v.object({ comparison: Comparison }), state)?.comparison
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

/** A column's head. All texts are fit to be shown. */
export interface ColumnHead {
  title: string
  /** What does not fit into the title. */
  detail: string
  isReading: boolean
  /** The time of the oldest reading, in epoch ms; missing where nothing was read. */
  at?: number
  /** What could not be read, and why. */
  problems: string[]
}

/** All that the page shows. */
export interface Shown {
  type: 'show'
  texts: PageTexts
  /** To be kept for a reload. */
  comparison: Comparison
  caption: string
  columns: ColumnHead[]
  rows: Row[]
  /** Whether the rows are of several regions. */
  hasRegions: boolean
}

/** The words of the page. */
export type PageTexts = Record<
  | 'region'
  | 'zoneId'
  | 'differences'
  | 'filter'
  | 'onlyDifferences'
  | 'copyMarkdown'
  | 'copyCsv'
  | 'refresh'
  | 'retry'
  | 'retryColumn'
  | 'count'
  | 'reading'
  | 'read'
  | 'readNow'
  | 'notRead'
  | 'noZones'
  | 'noMatches'
  | 'byName'
  | 'byNameReason'
  | 'stateUnknown',
  string
> & {
  empty: Record<NonNullable<Cell['empty']>, string>
  difference: Record<Difference, string>
  differs: Record<'name' | 'state', string>
}
