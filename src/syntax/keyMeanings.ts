import { maxKeyLength } from './blocks.ts'

/** What a key says of its values. */
export interface KeyFacts {
  /**
   * True if the key, such as `zone`, has other meanings, too. In code for Azure, a number under `zones` has only one.
   */
  readonly isAmbiguousKey: boolean
  /** True if the key takes the ID of a zone, and not its name. */
  readonly isId?: boolean | undefined
  /** True if the key takes the name of a zone, and not its ID. */
  readonly isName?: boolean | undefined
  /** True for a key such as `backup_zone`, whose zone isn’t that of the values beside it. */
  readonly isQualified?: boolean | undefined
  /** True if the key takes one value, and no list. */
  readonly takesOneValue?: boolean | undefined
}

/** The meaning of a key for its values. */
export interface KeyMeaning extends KeyFacts {
  /** Undefined if the kind depends on another key, as `role` says. */
  readonly kind: 'zone' | 'region' | undefined
  /**
   * Set if the kind depends on another key: a `value` is what the `name` beside it says, and the `default` of a variable
   * is what the variable’s name says.
   */
  readonly role?: 'name' | 'value' | 'default'
  /** True if the value is a map whose keys are the zones, such as `az_subnets`. */
  readonly hasZonesAsKeys?: boolean
  /** True for `zones` and its like, which take the numbers of Azure’s zones in code for Azure. */
  readonly takesAzureNumbers?: boolean
}

const zone: KeyMeaning = { kind: 'zone', isAmbiguousKey: false }
const zoneId: KeyMeaning = { ...zone, isId: true }
const numberedZone: KeyMeaning = { kind: 'zone', isAmbiguousKey: true, takesAzureNumbers: true }
const qualifiedZone: KeyMeaning = { kind: 'zone', isAmbiguousKey: true, isQualified: true }
export const zoneMap: KeyMeaning = { kind: 'zone', isAmbiguousKey: true, hasZonesAsKeys: true }
const region: KeyMeaning = { kind: 'region', isAmbiguousKey: false }
const location: KeyMeaning = { kind: 'region', isAmbiguousKey: true }
const dependent: KeyMeaning = { kind: undefined, isAmbiguousKey: true }

/**
 * Returns the meaning of a key; undefined if it isn’t about zones or regions. Of a key with slashes, dots, or
 * colons, such as `topology.kubernetes.io/zone`, the last part counts. Counts and switches, such as `multi_az`,
 * aren’t about zones.
 */
export function meaningOfKey(key: string): KeyMeaning | undefined {
  if (key.length > maxKeyLength || !anyMeaning.test(key)) return undefined
  if (key === 'topology.k8s.aws/zone-id') return { ...zoneId, takesOneValue: true }
  const start = Math.max(...['/', '.', ':'].map((sign) => key.lastIndexOf(sign))) + 1
  const name = key.slice(start)
  const [, meaning] = meanings.find(([pattern]) => pattern.test(name)) ?? []
  if (!meaning || countsAndSwitches.test(name)) return undefined
  return { ...meaning, takesOneValue: !/s(?:[_-]?\d)?$/i.test(key) }
}

/** Each key with a meaning contains one of these words. Most other keys contain none, and need no further look. */
const anyMeaning = /az|zone|domain|location|region|subnet|value|name|key|default/i
const countsAndSwitches =
  /^(?:num(?:ber)?|no|count|max(?:imum)?|min(?:imum)?|multi(?:ple)?|single|is|has|use|enabled?|all|any|per|cross|spread|same|total|dns|hosted|managed|time|security)(?:[_-]|Availability|AZ|Zone)/i
const meanings: readonly [RegExp, KeyMeaning][] = [
  [/^availability[_-]?zone$/i, { ...zone, isName: true }],
  [/^(?:(?:.*[_-])?azs?|.*availability[_-]?zones?(?:[_-]?names?)?)$/i, zone],
  [/^.*availability[_-]?zones?[_-]?ids?$/i, zoneId],
  [/^(?:zones?|failure_?domains?)$/i, numberedZone],
  [/^(?:node_?locations|distribution_?policy_?zones)$/i, zone],
  [/^(?:(?:.*[_-])?(?:az|zones?)(?:[_-]?\d)?|(?:.*[_-])?zone[_-]?names?)$/i, qualifiedZone],
  [/[a-z\d](?:A[zZ]|Zone)s?\d?$/, qualifiedZone],
  [/^(?:(?:.*[_-])?(?:az|zone)_?subnets?(?:_?ids)?|subnet_?ids)$/i, zoneMap],
  [/^(?:(?:.*[_-])?|aws|cloud)regions?$/i, region],
  [/^locations?$/i, location],
  [/^(?:values?|parametervalue)$/i, { ...dependent, role: 'value' }],
  [/^(?:name|key|parameterkey)$/i, { ...dependent, role: 'name' }],
  [/^default(?:_?value)?$/i, { ...dependent, role: 'default' }],
]
