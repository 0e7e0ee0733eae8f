/** The languages in which zones are checked; `terraform` is parsed as `hcl`. */
export const zoneLanguages = ['terraform', 'hcl', 'yaml', 'json'] as const
export type ZoneLanguage = (typeof zoneLanguages)[number]

/** A reference to a zone or region in a text, or a position for one. Offsets count UTF-16 units. */
export interface ZoneReference {
  readonly kind: 'zone' | 'region'
  /** The raw text between the quotes; empty for a position. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** The quotes around it. */
  readonly quote: '"' | "'" | ''
  /** True if the closing quote is missing. */
  readonly isOpen: boolean
  /** The start of its list. */
  readonly list: number | undefined
  /** True if its key, such as `zone`, has other meanings, too. */
  readonly isAmbiguousKey: boolean
}

/** The meaning of a key for its values. */
export type Key = Pick<ZoneReference, 'kind' | 'isAmbiguousKey'>

/**
 * Returns the meaning of a key; undefined if it isn’t about zones or regions. Of a key with slashes or dots,
 * such as `topology.kubernetes.io/zone`, the last part counts.
 */
export function keyOf(name: string): Key | undefined {
  if (name.length > 80) return undefined
  const word = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')) + 1)
  if (/^(?:(?:.*[_-])?azs?|.*availability[_-]?zones?)$/i.test(word)) return zone
  if (/^zones?$/i.test(word)) return looseZone
  if (/^(?:(?:.*[_-])?|aws|cloud)regions?$/i.test(word)) return region
  return /^locations?$/i.test(word) ? looseRegion : undefined
}

const zone: Key = { kind: 'zone', isAmbiguousKey: false }
const looseZone: Key = { kind: 'zone', isAmbiguousKey: true }
const region: Key = { kind: 'region', isAmbiguousKey: false }
const looseRegion: Key = { kind: 'region', isAmbiguousKey: true }

/** Returns whether a text is literal, without templates and escapes. */
export function isLiteral(text: string): boolean {
  return !/[\\$]|\{\{|%\{|<%/.test(text)
}

/** Returns whether an unquoted text is a value: counts, Booleans, and null aren’t. */
export function isPlainValue(text: string, isInList: boolean): boolean {
  if (/^\d+$/.test(text)) return isInList // zones of azure are numbers, but a number alone is a count
  return /^[\w]/.test(text) && !/^(?:null|true|false|yes|no|on|off)$/i.test(text) && isLiteral(text)
}
