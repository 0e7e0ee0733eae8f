import { completeList } from '../../src/api/list.ts'
import type { Zone } from '../../src/api/zones.ts'
import type { CheckedText } from '../../src/zoneAnalysis/knownZones.ts'
import { findNamedRegions } from '../../src/zoneAnalysis/namedRegions.ts'
import type { ZoneCheckResult } from '../../src/zoneAnalysis/problems.ts'
import type { RegionZones } from '../../src/zoneAnalysis/regionZones.ts'
import { getRegionNames, getZones } from '../sandbox/regions.ts'
import { checkText } from '../unit/syntax/atOnce.ts'

/** The clouds that publish their regions and zones. */
export const publishedClouds = ['aws', 'gcp', 'azure'] as const

export type PublishedCloud = (typeof publishedClouds)[number]

/**
 * Zones of AWS that a new account doesn’t see: AWS gives an account two of the three zones of `us-west-1`, and gives
 * `ap-northeast-1b` only to old accounts. Real files name all of them.
 */
const zonesOfFewAccounts: Readonly<Record<string, string>> = {
  'ap-northeast-1': 'ap-northeast-1b',
  'us-west-1': 'us-west-1b',
}

/** A region of Google Cloud that the sandbox service doesn’t have. */
const otherGoogleRegion: RegionZones = toRegionZones(
  'asia-southeast3',
  ['a', 'b', 'c'].map((end) => ({ name: `asia-southeast3-${end}` })),
)

/** The regions of Azure with zones that the sandbox service doesn’t have. */
const azureRegionsWithZones = 'austriaeast belgiumcentral chilecentral denmarkeast japanwest'
/** The regions of Azure without zones that the sandbox service doesn’t have. */
const azureRegionsWithoutZones =
  'australiacentral australiacentral2 australiasoutheast brazilsoutheast francesouth germanynorth ' +
  'jioindiacentral jioindiawest koreasouth norwaywest southafricawest southindia swedensouth ' +
  'switzerlandwest uaecentral westindia'

/** Returns every public region of a cloud with its zones. */
function listPublishedRegions(cloud: PublishedCloud): RegionZones[] {
  const regions = getRegionNames(cloud).map((region) => {
    return toRegionZones(region, listZonesOfRegion(cloud, region))
  })
  if (cloud === 'gcp') return [...regions, otherGoogleRegion]
  if (cloud !== 'azure') return regions
  const zones = ['1', '2', '3'].map((name) => ({ name }))
  return [
    ...regions,
    ...azureRegionsWithZones.split(' ').map((region) => toRegionZones(region, zones)),
    ...azureRegionsWithoutZones.split(' ').map((region) => toRegionZones(region, [])),
  ]
}

function listZonesOfRegion(cloud: PublishedCloud, region: string): Zone[] {
  const zones = (getZones(cloud, region, 'published') ?? []).map(({ name, zoneId }): Zone => {
    return zoneId === undefined ? { name } : { name, zoneId }
  })
  const rareZone = cloud === 'aws' ? zonesOfFewAccounts[region] : undefined
  return rareZone === undefined ? zones : [...zones, { name: rareZone }]
}

function toRegionZones(region: string, zones: readonly Zone[]): RegionZones {
  return { region, zones: completeList(zones) }
}

/** An account that has every public region and zone of its cloud. Code is checked against it without a service. */
export class PublishedAccount {
  readonly cloud: PublishedCloud
  readonly regions: readonly RegionZones[]
  readonly #regionNames: ReadonlySet<string>

  constructor(cloud: PublishedCloud) {
    this.cloud = cloud
    this.regions = listPublishedRegions(cloud)
    this.#regionNames = new Set(this.regions.map(({ region }) => region))
  }

  /** Checks a text, with the zones of all regions that the text names. */
  check(file: CheckedText): ZoneCheckResult {
    const { cloud: provider } = this
    const candidates = { regions: this.#regionNames, lists: this.regions, provider }
    const named = new Set(findNamedRegions(file.references, candidates))
    return checkText(file, {
      provider,
      regions: this.regions.filter(({ region }) => named.has(region)),
      listedRegions: this.#regionNames,
      listAllRegions: () => this.regions,
      instanceTypesIn: () => undefined,
    })
  }
}
