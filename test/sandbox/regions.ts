import { digest } from './uid.ts'

/** A zone (docs/api.md, "List zones"). Live services leave unknown fields out, or send null. */
export interface SandboxZone {
  name: string
  state?: string | null
  zoneId?: string
}

/** By provider: the regions, grouped by the suffixes of their zones. */
const regions: Readonly<Record<string, Record<string, string>>> = {
  aws: {
    abc:
      'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
      'ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ' +
      'ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 ' +
      'eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2',
    abcd: 'ap-northeast-2 us-west-2',
    // Of the regions below, AWS never gave some letters to customers.
    abcdef: 'us-east-1',
    abd: 'ca-central-1',
    ac: 'us-west-1',
    acd: 'ap-northeast-1',
  },
  azure: {
    '123':
      'australiaeast brazilsouth canadacentral centralindia centralus eastasia eastus eastus2 ' +
      'francecentral germanywestcentral indonesiacentral israelcentral italynorth japaneast ' +
      'koreacentral malaysiawest mexicocentral newzealandnorth northeurope norwayeast ' +
      'polandcentral qatarcentral southafricanorth southcentralus southeastasia spaincentral ' +
      'swedencentral switzerlandnorth uaenorth uksouth westeurope westus2 westus3',
    '': 'canadaeast northcentralus ukwest westcentralus westus',
  },
  gcp: {
    abc:
      'africa-south1 asia-east1 asia-east2 asia-northeast1 asia-northeast2 asia-northeast3 ' +
      'asia-south1 asia-south2 asia-southeast1 asia-southeast2 australia-southeast1 ' +
      'australia-southeast2 europe-central2 europe-north1 europe-north2 europe-southwest1 ' +
      'europe-west2 europe-west3 europe-west4 europe-west6 europe-west8 europe-west9 ' +
      'europe-west10 europe-west12 me-central1 me-central2 me-west1 northamerica-northeast1 ' +
      'northamerica-northeast2 northamerica-south1 southamerica-east1 southamerica-west1 ' +
      'us-east4 us-east5 us-south1 us-west1 us-west2 us-west3 us-west4',
    abcf: 'us-central1',
    bcd: 'europe-west1 us-east1',
  },
}

const zonesByRegion = Object.fromEntries(
  Object.entries(regions).map(([provider, bySuffixes]) => {
    const pairs = Object.entries(bySuffixes).flatMap(([suffixes, names]) =>
      names.split(' ').map((name) => [name, suffixes] as const),
    )
    return [provider, new Map(pairs)]
  }),
)

/** The names of the regions of `aws`, `azure`, or `gcp`; none for any other provider. */
export function getRegionNames(provider: string): string[] {
  return [...(zonesByRegion[provider]?.keys() ?? [])].sort()
}

/** The names of a region’s zones; undefined if the provider has no such region. */
export function getZoneNames(provider: string, region: string): string[] | undefined {
  const suffixes = zonesByRegion[provider]?.get(region)
  return suffixes === undefined
    ? undefined
    : Array.from(suffixes, (suffix) => formatZoneName(provider, region, suffix))
}

/**
 * The zones of a region in a cloud account; undefined if the provider has no such region. As the real
 * clouds do, AWS and Azure give a zone name to different physical zones in different accounts, so the
 * pairs of name and ID depend on the account. Google Cloud has no zone IDs.
 */
export function getZones(
  provider: string,
  region: string,
  accountUid: string,
): SandboxZone[] | undefined {
  const ids = shuffle(getZoneIds(provider, region), accountUid)
  return getZoneNames(provider, region)?.map((name, index) => {
    const zone: SandboxZone = { name, state: 'available' }
    const zoneId = ids[index]
    if (zoneId !== undefined) zone.zoneId = zoneId
    return zone
  })
}

function formatZoneName(provider: string, region: string, suffix: string): string {
  if (provider === 'aws') return region + suffix
  return provider === 'gcp' ? `${region}-${suffix}` : suffix
}

function getZoneIds(provider: string, region: string): string[] {
  if (provider === 'gcp') return []
  const prefix = provider === 'aws' ? getAwsIdPrefix(region) : region
  return (getZoneNames(provider, region) ?? []).map((_, index) => `${prefix}-az${index + 1}`)
}

/** us-east-1 → use1, ap-southeast-2 → apse2: the area, the direction's initials, the number. */
function getAwsIdPrefix(region: string): string {
  const [area, direction = '', number] = region.split('-')
  const initials = direction.replace(/^(north|south)(east|west)$/, '$1 $2').split(' ')
  return `${area}${initials.map((word) => word[0]).join('')}${number}`
}

function shuffle(values: string[], seed: string): string[] {
  const weight = (value: string) => digest(`${seed} ${value}`, 16)
  return values.toSorted((a, b) => weight(a).localeCompare(weight(b)))
}
