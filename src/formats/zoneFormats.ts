import type { Zone } from '../api/client.ts'
import { csvTable, markdownTable } from './tables.ts'
import { hclText, yamlText } from './quoting.ts'

/** The formats that zones can be copied in. */
export const zoneFormats = ['names', 'json', 'yaml', 'hcl', 'csv', 'markdown'] as const
export type ZoneFormat = (typeof zoneFormats)[number]

/** A zone with its account and region. */
export interface PlacedZone extends Zone {
  readonly account: string
  readonly region: string
}

/** Returns the names of zones, each once: two accounts have the same ones in a region. */
export function namesOf(zones: readonly Zone[]): string[] {
  return [...new Set(zones.map(({ name }) => name))]
}

/** Returns how many zones or names a format has of zones. */
export function countIn(zones: readonly Zone[], format: ZoneFormat): number {
  return format === 'csv' || format === 'markdown' ? zones.length : namesOf(zones).length
}

/** Formats zones, without a trailing line break. The first four formats are lists of names, each once. */
export function formatZones(zones: readonly PlacedZone[], format: ZoneFormat): string {
  const names = namesOf(zones)
  switch (format) {
    case 'names':
      return names.join('\n')
    case 'json':
      return JSON.stringify(names, undefined, 2)
    case 'yaml':
      return names.length === 0 ? '[]' : names.map((name) => `- ${yamlText(name)}`).join('\n')
    case 'hcl':
      return `[${names.map(hclText).join(', ')}]`
    case 'csv':
      return csvTable(table(zones))
    case 'markdown':
      return markdownTable(table(zones))
  }
}

/** Returns a header and a row for each zone; account and region only if they differ. */
function table(zones: readonly PlacedZone[]): string[][] {
  const places = new Set(zones.map(({ account, region }) => JSON.stringify([account, region])))
  const columns: [head: string, of: (zone: PlacedZone) => string][] = [
    ['name', ({ name }) => name],
    ['state', ({ state = '' }) => state],
    ['zone id', ({ zoneId = '' }) => zoneId],
  ]
  if (places.size > 1) {
    columns.unshift(['account', ({ account }) => account], ['region', ({ region }) => region])
  }
  return [columns.map(([head]) => head), ...zones.map((zone) => columns.map(([, of]) => of(zone)))]
}
