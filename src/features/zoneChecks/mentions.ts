/** The languages that zones are looked for in; `terraform` is read as `hcl` is. */
export const zoneLanguages = ['terraform', 'hcl', 'yaml', 'json'] as const
/** One of them. */
export type ZoneLanguage = (typeof zoneLanguages)[number]

/** A place in a text where a zone or a region is named, or may be. Offsets count UTF-16 units. */
export interface Mention {
  readonly kind: 'zone' | 'region'
  /** What stands between the quotes, as it is written; empty where nothing stands there yet. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** What stands around it. */
  readonly quote: '"' | "'" | ''
  /** Whether the quote at its end is missing. */
  readonly isOpen: boolean
  /** Where the list begins that it is in. */
  readonly list: number | undefined
  /** Its key, such as `zone`, names other things too. */
  readonly isLoose: boolean
}

/** What a key says of its values. */
export type Key = Pick<Mention, 'kind' | 'isLoose'>

/**
 * What the values under a key are; undefined for neither zones nor regions. The last part counts of a
 * key with slashes or dots, such as `topology.kubernetes.io/zone`.
 */
export function keyOf(name: string): Key | undefined {
  if (name.length > 80) return undefined
  const word = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')) + 1)
  if (/^(?:(?:.*[_-])?azs?|.*availability[_-]?zones?)$/i.test(word)) return zone
  if (/^zones?$/i.test(word)) return looseZone
  if (/^(?:(?:.*[_-])?|aws|cloud)regions?$/i.test(word)) return region
  return /^locations?$/i.test(word) ? looseRegion : undefined
}

const zone: Key = { kind: 'zone', isLoose: false }
const looseZone: Key = { kind: 'zone', isLoose: true }
const region: Key = { kind: 'region', isLoose: false }
const looseRegion: Key = { kind: 'region', isLoose: true }

/** Whether a text stands for itself: it is no template and has nothing that would have to be decoded. */
export function isLiteral(text: string): boolean {
  return !/[\\$]|\{\{|%\{|<%/.test(text)
}

/** Whether what stands without quotes is a value: a count, a truth and nothing are none. */
export function isPlainValue(text: string, isInList: boolean): boolean {
  if (/^\d+$/.test(text)) return isInList // zones of azure are numbers; alone, it is how many
  return /^[\w]/.test(text) && !/^(?:null|true|false|yes|no|on|off)$/i.test(text) && isLiteral(text)
}
