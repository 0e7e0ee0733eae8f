import { digest } from './digest.ts'

/** A zone as documented (docs/api.md, "List zones"); live services leave out or null what they don't know. */
export interface SandboxZone {
  name: string
  state?: string | null
  zoneId?: string
}

// The letters of the zones that a region offers and the numbers of their ids, where those are not
// a, b, c and 1, 2, 3. Some letters and numbers were never given to customers.
const usual = { letters: 'abc', ids: '123' }
const awsUsual =
  'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
  'ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ' +
  'ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 ' +
  'eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2'
const aws: Record<string, { letters: string; ids: string }> = {
  ...Object.fromEntries(awsUsual.split(' ').map((region) => [region, usual])),
  'ap-northeast-1': { letters: 'acd', ids: '124' },
  'ap-northeast-2': { letters: 'abcd', ids: '1234' },
  'ca-central-1': { letters: 'abd', ids: '124' },
  'us-east-1': { letters: 'abcdef', ids: '123456' },
  'us-west-1': { letters: 'ac', ids: '13' },
  'us-west-2': { letters: 'abcd', ids: '1234' },
}

const azureZoned =
  'australiaeast brazilsouth canadacentral centralindia centralus eastasia eastus eastus2 ' +
  'francecentral germanywestcentral indonesiacentral israelcentral italynorth japaneast ' +
  'koreacentral malaysiawest mexicocentral newzealandnorth northeurope norwayeast polandcentral ' +
  'qatarcentral southafricanorth southcentralus southeastasia spaincentral swedencentral ' +
  'switzerlandnorth uaenorth uksouth westeurope westus2 westus3'
const azureUnzoned = 'canadaeast northcentralus ukwest westcentralus westus'

const gcpUsual =
  'africa-south1 asia-east1 asia-east2 asia-northeast1 asia-northeast2 asia-northeast3 ' +
  'asia-south1 asia-south2 asia-southeast1 asia-southeast2 australia-southeast1 ' +
  'australia-southeast2 europe-central2 europe-north1 europe-north2 europe-southwest1 ' +
  'europe-west2 europe-west3 europe-west4 europe-west6 europe-west8 europe-west9 europe-west10 ' +
  'europe-west12 me-central1 me-central2 me-west1 northamerica-northeast1 ' +
  'northamerica-northeast2 northamerica-south1 southamerica-east1 southamerica-west1 us-east4 ' +
  'us-east5 us-south1 us-west1 us-west2 us-west3 us-west4'

/** The letters or numbers of each region's zones, by provider and by region name. */
const zonesByRegion: Record<string, Map<string, string>> = {
  aws: new Map(Object.entries(aws).map(([region, { letters }]) => [region, letters])),
  azure: new Map([
    ...azureZoned.split(' ').map((region) => [region, '123'] as const),
    ...azureUnzoned.split(' ').map((region) => [region, ''] as const),
  ]),
  gcp: new Map([
    ...gcpUsual.split(' ').map((region) => [region, 'abc'] as const),
    ['europe-west1', 'bcd'],
    ['us-central1', 'abcf'],
    ['us-east1', 'bcd'],
  ]),
}

/** The region names of `aws`, `azure` or `gcp`; none for any other provider. */
export function regionsOf(provider: string): string[] {
  return [...(zonesByRegion[provider]?.keys() ?? [])].sort()
}

/** The names of a region's zones, or undefined where the provider has no such region. */
export function zoneNamesOf(provider: string, region: string): string[] | undefined {
  const suffixes = zonesByRegion[provider]?.get(region)
  return suffixes === undefined
    ? undefined
    : Array.from(suffixes, (suffix) => zoneName(provider, region, suffix))
}

/** The names for people of some regions of Azure. */
const azureNames: Readonly<Record<string, string>> = {
  northeurope: 'North Europe',
  westeurope: 'West Europe',
  westus2: 'West US 2',
}

/** The name for people of an Azure region: that of its API where no test looks at another one. */
export function regionNameOf(azureRegion: string): string {
  return azureNames[azureRegion] ?? azureRegion
}

/**
 * The zones of a region as one cloud account sees them, or undefined where the provider has no such
 * region. As with the real clouds, AWS and Azure give the same zone name to another physical zone
 * in each account, so name and id pair up differently per account, always the same way for one.
 * GCP knows no zone ids.
 */
export function zonesOf(
  provider: string,
  region: string,
  accountUid: string,
): SandboxZone[] | undefined {
  const ids = shuffled(zoneIdsOf(provider, region), accountUid)
  return zoneNamesOf(provider, region)?.map((name, index) => {
    const zone: SandboxZone = { name, state: 'available' }
    const zoneId = ids[index]
    if (zoneId !== undefined) zone.zoneId = zoneId
    return zone
  })
}

function zoneName(provider: string, region: string, suffix: string): string {
  if (provider === 'aws') return region + suffix
  return provider === 'gcp' ? `${region}-${suffix}` : suffix
}

function zoneIdsOf(provider: string, region: string): string[] {
  if (provider === 'aws') {
    return Array.from(aws[region]?.ids ?? '', (id) => `${awsIdPrefix(region)}-az${id}`)
  }
  if (provider === 'azure') return ['1', '2', '3'].map((id) => `${region}-az${id}`)
  return []
}

/** us-east-1 → use1, ap-southeast-2 → apse2: the area, the direction's initials, the number. */
function awsIdPrefix(region: string): string {
  const [area, direction = '', number] = region.split('-')
  const initials = direction.replace(/^(north|south)(east|west)$/, '$1 $2').split(' ')
  return `${area}${initials.map((word) => word[0]).join('')}${number}`
}

function shuffled(values: string[], seed: string): string[] {
  const weight = (value: string) => digest(`${seed} ${value}`, 16)
  return values.toSorted((a, b) => weight(a).localeCompare(weight(b)))
}
