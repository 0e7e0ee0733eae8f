import { maxReadKeyLength } from './blocks.ts'
import { cloudNamedInKey, type CloudWithRegions } from './cloudRelations.ts'

/** What is known of a key’s values from the key, in addition to whether they are zones or regions. */
export interface KeyFacts {
  /**
   * True if the key, such as `zone` or `location`, is also used for other things, so that a value that is no known zone
   * needn’t be misspelled. False for a number under `zones` in code for Azure.
   */
  readonly isAmbiguousKey: boolean
  /** True if the key takes the ID of a zone, and not its name. */
  readonly isIdKey?: boolean | undefined
  /** True if the key takes the name of a zone, and not its ID. */
  readonly isNameKey?: boolean | undefined
  /**
   * True for a key with another word or a number, such as `backup_zone` or `region_2`, or in a map of regions: its value
   * may have to do with another region than the keys beside it.
   */
  readonly isQualifiedKey?: boolean | undefined
  /** True if the key takes a single value and no list, as `zone` in contrast to `zones`. */
  readonly takesOneValue?: boolean | undefined
  /** The cloud that the key names, as `aws_region` does. */
  readonly cloud?: CloudWithRegions | undefined
}

/** What the values of a key are: zones or regions, and how they are written. */
export interface KeyMeaning extends KeyFacts {
  /** Undefined if another key decides whether the values are zones or regions; `role` says which. */
  readonly kind: 'zone' | 'region' | undefined
  /**
   * Set if another key decides: in `name: zone` with `value: a` beside it, the `name` decides what the `value` is; in
   * `variable "zone" { default = "a" }`, the name of the variable decides what the `default` is.
   */
  readonly role?: 'name' | 'value' | 'default'
  /** True if the value is a map whose keys are zones, as in `az_subnets = { us-east-1a = … }`. */
  readonly hasZonesAsKeys?: boolean
  /** True if the keys of the map may be other words than zones, too. */
  readonly hasOtherKeys?: boolean
  /**
   * Set if only values in the form of a zone are zones: of this region, for a key such as `us-east-1`, or of any region
   * if it is empty.
   */
  readonly zonesOf?: string
  /** True for a key that has its meaning from the map that it is in: the maps below it have none. */
  readonly isInherited?: boolean
  /**
   * True for a key such as `region1`, and for one in a map of regions: its list may also be the zones of a region, as in
   * `region1: [us-east-1a, us-east-1b]`.
   */
  readonly mayHaveZones?: boolean | undefined
  /** True if only values in the form of a region, such as `us-east-1`, or of a zone are regions. */
  readonly hasOtherValues?: boolean
  /** True for a key such as `zones`, whose values are numbers in code for Azure. */
  readonly takesAzureNumbers?: boolean
  /** True in a service mesh, whose zones may have any name, such as `zone-1`. */
  readonly isOfMesh?: boolean
  /** True if the blocks around the key name a cloud, so that its values are zones even without the form of one. */
  readonly isInCodeForCloud?: boolean
}

const zone: KeyMeaning = { kind: 'zone', isAmbiguousKey: false }
const zoneId: KeyMeaning = { ...zone, isIdKey: true }
/** A key such as `zone-id`, which is also the name of a filter for the IDs of DNS zones. */
const ambiguousZoneId: KeyMeaning = { kind: 'zone', isAmbiguousKey: true, isIdKey: true }
const zoneOrNumber: KeyMeaning = { kind: 'zone', isAmbiguousKey: true, takesAzureNumbers: true }
/** A key such as `my_zone`, which is qualified unless its first word, as in `cluster_zone`, is of the whole code. */
const qualifiedZone: KeyMeaning = { kind: 'zone', isAmbiguousKey: true, isQualifiedKey: true }
export const zoneMap: KeyMeaning = { kind: 'zone', isAmbiguousKey: true, hasZonesAsKeys: true }
/** The meaning of a key that isn’t known, if its value has the form of a zone. */
export const zoneByForm: KeyMeaning = {
  kind: 'zone',
  isAmbiguousKey: true,
  isQualifiedKey: true,
  zonesOf: '',
}
/** The meaning of `subnet_ids`, whose value is a map of zones only rarely. */
const subnetIds: KeyMeaning = { ...zoneMap, hasOtherKeys: true }
const region: KeyMeaning = { kind: 'region', isAmbiguousKey: false }
const numberedRegion: KeyMeaning = { ...region, mayHaveZones: true }
const ambiguousRegion: KeyMeaning = { kind: 'region', isAmbiguousKey: true }
const numberedLocation: KeyMeaning = { ...ambiguousRegion, mayHaveZones: true }
const dependentMeaning: KeyMeaning = { kind: undefined, isAmbiguousKey: true }

/**
 * Returns the meaning of a key by its name; undefined if its values aren’t zones or regions. Only the part after the
 * last slash, dot, or colon matters: `zone` in `topology.kubernetes.io/zone`. The values of keys such as `zone_count`
 * and `multi_az` are numbers and Booleans.
 */
export function meaningOfKey(key: string): KeyMeaning | undefined {
  if (key.length > maxReadKeyLength) return undefined
  if (!meaningfulWord.test(key)) {
    return regionAsKey.test(key) ? { kind: 'zone', isAmbiguousKey: true, zonesOf: key } : undefined
  }
  const known = knownMeanings[key]
  if (known !== undefined) return known ?? undefined
  if (knownMeaningCount === maxKnownMeanings) {
    knownMeanings = createMeanings()
    knownMeaningCount = 0
  }
  knownMeaningCount += 1
  const meaning = readMeaning(key)
  knownMeanings[key] = meaning ?? null
  return meaning
}

/**
 * The meanings of the keys that were looked up last, since files repeat their keys and those of other files; null for a
 * key without a meaning. This is an object because V8 copies its keys, while a `Map` would keep each text in memory
 * that a key is a slice of.
 */
let knownMeanings = createMeanings()
let knownMeaningCount = 0
const maxKnownMeanings = 1_000

function createMeanings(): Record<string, KeyMeaning | null> {
  return Object.create(null) as Record<string, KeyMeaning | null>
}

function readMeaning(key: string): KeyMeaning | undefined {
  if (zoneIdAsKey.test(key)) return undefined
  if (key === 'topology.k8s.aws/zone-id') return { ...zoneId, takesOneValue: true }
  if (key === 'zone-id') return { ...ambiguousZoneId, takesOneValue: true }
  const start = Math.max(...['/', '.', ':'].map((sign) => key.lastIndexOf(sign))) + 1
  const name = key.slice(start)
  const [, meaning] = meanings.find(([pattern]) => pattern.test(name)) ?? []
  if (!meaning || countsAndSwitches.test(name) || zonesOfOtherKinds.test(name)) return undefined
  if (isLabelOfOtherThing(key, start)) return undefined
  // A label of Kubernetes, such as `topology.kubernetes.io/zone`, has the name of a zone and never its ID.
  const isLabel = name === 'zone' && key.at(start - 1) === '/'
  return {
    ...meaning,
    isNameKey: meaning.isNameKey === true || isLabel,
    isQualifiedKey: isQualified(name, meaning),
    takesOneValue: isSingular(key),
    cloud: cloudNamedInKey(name),
  }
}

/** Returns whether a key takes no zones, but regions, zones that aren’t availability zones, or the number of zones. */
export function takesNoZones(key: string): boolean {
  const { kind, isAmbiguousKey } = meaningOfKey(key) ?? {}
  const takesRegions = kind === 'region' && isAmbiguousKey === false
  const takesOtherZones = zonesOfOtherKinds.test(key) && !endOfZoneKey.test(key)
  return takesRegions || takesOtherZones || choicesOfZones.test(key)
}

/** Matches keys that end as keys of availability zones do, whatever stands before: `landing_zone_availability_zones`. */
const endOfZoneKey = /(?:availability|failure_?domain)[_-]?zones?$/i

/** Matches keys that say how many zones there are, or which key of a label or kind of zones counts. */
const choicesOfZones = /^num(?:ber)?[_-]|multi[_-]?azs?$|^az_?mode$|^topologyKey$|zoneIdFilters$/i

/**
 * Returns whether a key, whose name begins at `start`, is a label such as `kuma.io/zone`: its zones needn’t be those of
 * a cloud, as those of `topology.kubernetes.io/zone` are.
 */
function isLabelOfOtherThing(key: string, start: number): boolean {
  return key.at(start - 1) === '/' && /zone$/i.test(key) && !topologyPrefix.test(key)
}

const topologyPrefix =
  /^[^/]*(?:topology|failure-domain|kubernetes\.io|k8s|openshift|karpenter|gardener|google|azure|aws|gke|eks|aks)[^/]*\//

/**
 * Returns whether a key in a map of regions identifies one of them, as `primary`, `region1`, `use1`, `prod`, and `eu` do.
 * The values of other keys may be anything that has to do with regions, such as their short names.
 */
export function isKeyInRegionMap(key: string): boolean {
  return oneOfRegions.test(key) || onlyPlace.test(key) || regionOrEnvironment.exec(key)?.[0] === key
}

const oneOfRegions =
  /^(?:primary|secondary|tertiary|main|home|hub|first|second|third|backup|dr|failover|replica|peer|standby|recovery|active|passive|source|destination|target|mgmt|management)$/i

/** Returns whether a key has the form of a singular, such as `zone` or `zone_2`, and not that of a plural. */
export function isSingular(key: string): boolean {
  return !/s(?:[_-]?\d{1,2})?$/i.test(key)
}

function isQualified(name: string, { kind, isQualifiedKey = false }: KeyMeaning): boolean {
  const mayBeQualified = kind === 'region' || isQualifiedKey
  const isElsewhere = namesOtherPlace(name) || namesPlace(name)
  // A key such as `region_2` is that of one of several regions.
  const isNumbered = kind === 'region' && /\d$/.test(name)
  return isElsewhere || isNumbered || (mayBeQualified && !plainPlace.test(name))
}

/**
 * Returns whether a key or word says that something is in another place than what stands around it, such as `backup`,
 * `peer_region`, or `dr_azs`.
 */
export function namesOtherPlace(word: string): boolean {
  return otherPlace.test(word)
}

/** Returns whether a key or word names a place, as `west_azs` and `oregon` do: it needn’t be the one around it. */
export function namesPlace(word: string): boolean {
  return placeName.test(word)
}

/**
 * Returns whether a word, such as the key of a map or the name of a site, stands for a place, a region, or an
 * environment, which may be elsewhere than what stands around it.
 */
export function namesAnyPlace(word: string): boolean {
  return namesPlace(word) || namesOtherPlace(word) || regionOrEnvironment.test(word)
}

/** Matches regions by their number or in short (`region2`, `use1`, `apse2`), and environments. */
const regionOrEnvironment =
  /^(?:region[_-]?\d{1,2}|(?:us|eu|ap|as|au|ca|sa|na|me|af|il|mx)(?:[nsewc]|[ns][ew])\d{1,2}|dev|development|test|testing|qa|uat|stage|staging|stg|(?:pre-?|non-?)?prod|production|prd|live|sandbox)(?=$|[_-]|\d$)/i

const place =
  '(?:north|south|east|west|us|eu|ap|apac|emea|europe|asia|oregon|virginia|ohio|california|ireland|frankfurt|london|paris|tokyo|sydney|singapore|mumbai)'
const placeName = new RegExp(`(?:^|[_-])${place}(?=$|[_-])`, 'i')
/** Matches a key that is nothing but the name of a place. */
const onlyPlace = new RegExp(`^${place}$`, 'i')

/**
 * Returns whether the values of a key needn’t be zones that are used, even if they have the form of zones: names that
 * people give, texts for people, and lists of zones that are allowed or excluded.
 */
export function namesOtherThings(key: string): boolean {
  return otherThings.test(key) || isDnsWord(key)
}

const otherThings =
  /name(?:space)?s?$|^id$|description$|^(?:title|message|note|comment)s?$|pattern$|^enum$|options$|allowed_?values$|choices$|exclu|black_?list|deny/i

/**
 * Returns whether a word, such as `S3_REGION` or `endpoint-region`, has to do with storage by the protocol of S3, or
 * with another endpoint, which needn’t be AWS’s.
 */
export function isObjectStorageWord(word: string): boolean {
  return /(?:^|[^a-z\d])s3(?!\d)|restic|endpoint/i.test(word)
}

/** Returns whether a word has to do with the Domain Name System, whose zones are domains. */
export function isDnsWord(word: string): boolean {
  return dnsWord.test(word)
}

const dnsWord = /dns|route_?53|cloudflare/i

const otherPlace =
  /backup|replica(?!s|_?zones)|peer|second|standby|failover|remote|mirror|alternat|(?:^|[_-])(?:dr|src|source|dest|destination|target|recovery|witness)(?=$|[_-])/i
/** Keys of the region or zone that code is for, in contrast to that of a part of it, such as `bucket_region`. */
const plainPlace =
  /^(?:(?:availability|aws|eks|gcp|google|gke|azure|aks|cloud|provider|default|primary|main|current|home|cluster|deploy|deployment|vpc|project|infra|replica|tf[_-]?var)[_-]?)?(?:region|location|zone|az)s?(?:[_-]?\d{1,2}|_?names?|_?id)?$/i

/** Each key that names a zone or region by itself contains one of these words. */
export const placeWord = /az|zone|domain|location|region|subnet/i
/** Each key with a meaning contains one of these words. Most other keys contain none: they are rejected fast. */
const meaningfulWord = new RegExp(`${placeWord.source}|value|name|key|default`, 'i')
/** Matches a zone ID that is the key of a map, as in `subnets = { use1-az4 = "subnet-1" }`: a subnet is no zone. */
const zoneIdAsKey = /^[a-z]+\d-az\d{1,2}$/
/** Matches a region that is the key of a map, as in `zones = { us-east-1 = ["us-east-1a"] }`. */
const regionAsKey = /^[a-z]{2,12}(?:-[a-z]+){1,2}-?\d{1,2}$/
/** Keys whose values are numbers or Booleans: `num_azs`, `multiAZ`, `db_multi_az`. */
const countsAndSwitches =
  /^(?:num(?:ber)?|no|count|max(?:imum)?|min(?:imum)?|multi(?:ple)?|single|is|has|use|enabled?|all|any|per|cross|spread|same|total)(?:[_-]|Availability|AZ|Zone)|multi[_-]?azs?$/i
/**
 * Keys for zones that aren’t availability zones: `dns_zone`, `GCP_DNS_ZONE_NAME`, `ceph_mon_firewall_zone`,
 * `defaultTimeZone`, `subZone`.
 */
const zonesOfOtherKinds =
  /(?:^|[_-])(?:(?:.*[_-])?dns|sub|domain|route_?53|hosted|managed|time|tz|security|firewall|landing)[_-]?zone|^subZone|[a-z](?:Dns|DNS|Hosted|Managed|Time|Security|Firewall|Landing)Zone/i
/** The patterns of keys, with the meaning of the keys that they match. The first pattern that matches counts. */
const meanings: readonly [RegExp, KeyMeaning][] = [
  [/^availability[_-]?zone$/i, { ...zone, isNameKey: true }],
  [/^(?:(?:.*[_-])?azs?|.*availability[_-]?zones?(?:[_-]?names?)?)$/i, zone],
  [/^(?:.*availability[_-]?zones?|(?:.*[_-])?az)[_-]?ids?$/i, zoneId],
  [/[a-z\d]A[zZ]Ids?$/, zoneId],
  [/^(?:(?:av_?)?zones?|failure_?domains?)$/i, zoneOrNumber],
  [/^(?:(?:.*[_-])?node_?locations|distribution_?policy_?zones)$/i, zone],
  [
    /^(?:[aA][zZ]|AZ|[zZ]ones?|ZONE)(?:[_-]?\d{1,2}|[_-][a-fA-F]|[A-F])$/,
    { kind: 'zone', isAmbiguousKey: true },
  ],
  [
    /^(?:(?:.*[_-])?(?:az|zones?)(?:[_-]?\d{1,2})?|(?:.*[_-])?(?:azs?|zone)[_-]?names?)$/i,
    qualifiedZone,
  ],
  [/^(?:.*[_-])?(?:az|zone)[_-]?\d{1,2}[_-]name$|[a-z\d]AZ\d{0,2}Names?$/, qualifiedZone],
  [/[a-z\d](?:A[zZ]|Zone)s?\d{0,2}$/, qualifiedZone],
  [/^(?:.*[_-])?(?:az|zone|eks|control_?plane|worker)_?subnets?(?:_?ids)?$/i, zoneMap],
  [/^subnet_?ids$/i, subnetIds],
  [/^(?:(?:.*[_-])?|aws|cloud)regions?(?:_?names?)?$/i, region],
  [/[a-z\d]Regions?(?:Names?)?$/, region],
  [/^(?:(?:.*[_-])?|aws|cloud)regions?[_-]?\d{1,2}$/i, numberedRegion],
  [/[a-z\d]Regions?\d{1,2}$/, numberedRegion],
  [/^(?!.*node_?location)(?:.*[_-])?locations?(?:_?id)?$/i, ambiguousRegion],
  [/[a-z\d]Locations?$/, ambiguousRegion],
  [/^(?!.*node_?location)(?:.*[_-])?locations?[_-]?\d{1,2}$/i, numberedLocation],
  [/[a-z\d]Locations?\d{1,2}$/, numberedLocation],
  [/^(?:values?|parametervalue|constant_value)$/i, { ...dependentMeaning, role: 'value' }],
  [/^(?:name|key|parameterkey)$/i, { ...dependentMeaning, role: 'name' }],
  [/^default(?:_?value)?$/i, { ...dependentMeaning, role: 'default' }],
]
