import { maxKeyLength } from './blocks.ts'

/** What a key tells of its values. */
interface KeyFacts {
  /** True if the key, such as `zone`, has other meanings, too. It has none for a number in what is for Azure. */
  readonly isAmbiguousKey: boolean
  /** True if it wants the ID of a zone, and not its name. */
  readonly isId?: boolean | undefined
  /** True if it wants the name of a zone, and not its ID. */
  readonly isName?: boolean | undefined
  /** True for a key such as `backup_zone`, whose zone isn’t that of what is beside it. */
  readonly isQualified?: boolean | undefined
  /** True if it takes one value, and no list. */
  readonly isOne?: boolean | undefined
}

/** A reference to a zone or region in a text, or a position for one. Offsets count UTF-16 units. */
export interface ZoneReference extends KeyFacts {
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
}

/** The meaning of a key for its values. */
export interface Meaning extends KeyFacts {
  /** Undefined if it depends on another key. */
  readonly kind: ZoneReference['kind'] | undefined
  /** Then, that of a `value` depends on the `name` beside it, and that of a variable’s `default` on its name. */
  readonly role?: 'name' | 'value' | 'default'
  /** True if the value is a map whose keys are the zones, such as `az_subnets`. */
  readonly isMap?: boolean
  /** True for `zones`, which are numbers in what is for Azure. */
  readonly isBare?: boolean
}

const zone: Meaning = { kind: 'zone', isAmbiguousKey: false }
const zoneId: Meaning = { ...zone, isId: true }
const bareZone: Meaning = { kind: 'zone', isAmbiguousKey: true, isBare: true }
const qualifiedZone: Meaning = { kind: 'zone', isAmbiguousKey: true, isQualified: true }
export const zoneMap: Meaning = { kind: 'zone', isAmbiguousKey: true, isMap: true }
const region: Meaning = { kind: 'region', isAmbiguousKey: false }
const looseRegion: Meaning = { kind: 'region', isAmbiguousKey: true }
const unknown: Meaning = { kind: undefined, isAmbiguousKey: true }

/**
 * Returns the meaning of a key; undefined if it isn’t about zones or regions. Of a key with slashes, dots, or
 * colons, such as `topology.kubernetes.io/zone`, the last part counts. Counts and switches, such as `multi_az`,
 * aren’t about zones.
 */
export function meaningOf(name: string): Meaning | undefined {
  if (name.length > maxKeyLength || !words.test(name)) return undefined
  if (name === 'topology.k8s.aws/zone-id') return { ...zoneId, isOne: true }
  const start = Math.max(...['/', '.', ':'].map((sign) => name.lastIndexOf(sign))) + 1
  const word = name.slice(start)
  const [, meaning] = meanings.find(([pattern]) => pattern.test(word)) ?? []
  if (!meaning || notZones.test(word)) return undefined
  return { ...meaning, isOne: !/s(?:[_-]?\d)?$/i.test(name) }
}

/** One of them is in each name that has a meaning; most others have none. */
const words = /az|zone|domain|location|region|subnet|value|name|key|default/i
const notZones =
  /^(?:num(?:ber)?|no|count|max(?:imum)?|min(?:imum)?|multi(?:ple)?|single|is|has|use|enabled?|all|any|per|cross|spread|same|total|dns|hosted|managed|time|security)(?:[_-]|Availability|AZ|Zone)/i
const meanings: readonly [RegExp, Meaning][] = [
  [/^availability[_-]?zone$/i, { ...zone, isName: true }],
  [/^(?:(?:.*[_-])?azs?|.*availability[_-]?zones?(?:[_-]?names?)?)$/i, zone],
  [/^.*availability[_-]?zones?[_-]?ids?$/i, zoneId],
  [/^(?:zones?|failure_?domains?)$/i, bareZone],
  [/^(?:node_?locations|distribution_?policy_?zones)$/i, zone],
  [/^(?:(?:.*[_-])?(?:az|zones?)(?:[_-]?\d)?|(?:.*[_-])?zone[_-]?names?)$/i, qualifiedZone],
  [/[a-z\d](?:A[zZ]|Zone)s?\d?$/, qualifiedZone],
  [/^(?:(?:.*[_-])?(?:az|zone)_?subnets?(?:_?ids)?|subnet_?ids)$/i, zoneMap],
  [/^(?:(?:.*[_-])?|aws|cloud)regions?$/i, region],
  [/^locations?$/i, looseRegion],
  [/^(?:values?|parametervalue)$/i, { ...unknown, role: 'value' }],
  [/^(?:name|key|parameterkey)$/i, { ...unknown, role: 'name' }],
  [/^default(?:_?value)?$/i, { ...unknown, role: 'default' }],
]

/** Zones of Google Cloud, where they may be locations of their own. */
export const zoneLocation = /^[a-z]+-[a-z]+\d{1,2}-[a-z]$/

/** Returns whether an unquoted text is a value: counts, Booleans, and null aren’t. */
export function isPlainValue(text: string, isInList: boolean): boolean {
  if (/^\d+$/.test(text)) return isInList // zones of azure are numbers, but a number alone is a count
  return /^[\w]/.test(text) && !/^(?:null|true|false|yes|no|on|off)$/i.test(text)
}
