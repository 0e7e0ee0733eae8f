import type { Zone } from '../api/client.ts'
import type { List } from '../api/list.ts'
import { zoneProvider, zoneProviders } from '../api/providers.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import { nearestOf } from './nearest.ts'

/** A region and its zones, if they are known. Its name is empty for a provider without regions. */
export interface RegionZones {
  readonly region: string
  readonly zones?: List<Zone>
  /** When they were listed, in epoch ms. */
  readonly at?: number
}

/** Returns what files call a zone: its name, its ID, and for azure in Kubernetes `westeurope-1`. */
export function namesOfZone({ name, zoneId = name }: Zone, region: string): ReadonlySet<string> {
  return new Set([name, zoneId, `${region}-${name}`])
}

/** Returns the zones of regions by what files call them. */
export function zonesByName(lists: readonly RegionZones[]) {
  const all = lists.flatMap(({ region, zones }) =>
    (zones?.items ?? []).flatMap((zone) =>
      [...namesOfZone(zone, region)].map((name) => ({ name, zone, region })),
    ),
  )
  return Map.groupBy(all, ({ name }) => name)
}

/** Returns the region that a zone’s name begins with; the longest of several. */
export function regionOf(zone: string, regions: Iterable<string>): string | undefined {
  let longest: string | undefined
  for (const region of regions) {
    const isLonger = region.length > (longest?.length ?? 0) && zone.startsWith(region)
    if (isLonger && /^(?:-[\w-]+|[a-z])$/.test(zone.slice(region.length))) longest = region
  }
  return longest
}

/** The form of a zone’s name or ID, whether or not it exists. */
interface ZoneForm {
  /** `other` for one that writes them alike, such as Yandex Cloud and Alibaba Cloud. */
  readonly cloud: 'aws' | 'gcp' | 'other'
  /** Such as `us-east-1` in `us-east-1a`, or `use1` in `use1-az4`. */
  readonly region: string
  readonly isId: boolean
}

/** Returns what the form of a zone says; undefined for none of a cloud’s. */
export function formOf(zone: string): ZoneForm | undefined {
  const [, hyphenated, joined, ofId] = formsOfZones.exec(zone) ?? []
  const region = hyphenated ?? joined ?? ofId
  if (region === undefined) return undefined
  if (ofId !== undefined) return { cloud: 'aws', region, isId: true }
  if (/^(?:ru|me-east)-/.test(region)) return { cloud: 'other', region, isId: false }
  // The hyphens tell only where both clouds have regions: of the others, `asia-east-1-a` is misspelled.
  const isShared = /^(?:us|me)-/.test(region)
  const isGcp = isShared ? joined !== undefined : /^[a-z]{4}/.test(region)
  return { cloud: isGcp ? 'gcp' : 'aws', region, isId: false }
}

/** Returns the form of a region’s zones, such as those of `us-east-1`, whether or not it is known. */
export function formOfRegion(region: string): ZoneForm | undefined {
  const form = formOf(`${region}-a`)
  return form?.region === region ? form : undefined
}

/**
 * Returns whether a zone is a Local Zone or Wavelength Zone of AWS by its name or ID. Accounts opt in to them one by one,
 * and services may list only the availability zones of the region.
 */
export function isLocalZone(zone: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*-?\d-(?:wl\d-)?[a-z]{3,4}-?(?:wlz-?)?\d(?:[a-z]|-az\d)?$/.test(zone)
}

/** Returns whether a zone of this form is another cloud’s than that of a provider, if those of the provider are known. */
export function isOfOtherCloud({ cloud }: ZoneForm, provider: string | undefined): boolean {
  const own = provider && zoneProvider(provider)
  return own !== undefined && own !== cloud && zoneProviders.includes(own)
}

/** Returns the name of the part of a cloud that a region is in, which shares no accounts with the others. */
export function partitionOf(region: string): string {
  return /^(?:cn|us-gov|(?:us|eu)-iso[a-z]?)(?=-)/.exec(region)?.[0] ?? ''
}

const area =
  '(?:us|eu|ap|sa|ca|me|af|il|mx|cn|ru|asia|europe|northamerica|southamerica|australia|africa)(?:-gov|-iso[a-z]?)?'
const direction = '(?:north|south|east|west|central){1,2}'
const formsOfZones = new RegExp(
  `^(?:(${area}-${direction}-\\d)-?[a-z]|(${area}-${direction}\\d{1,2})-[a-z]|([a-z]{3,5}\\d)-az\\d{1,2})$`,
)

/**
 * Returns the regions in a text, in order: under keys of regions, by the prefixes of zone names, and by known
 * zone IDs. Unknown regions count only if `mayBeRegion` says so, and only under unambiguous keys. If there are
 * none, misspelled zones name the most similar one. Those of other clouds than the provider’s are left out.
 */
export function namedRegions(
  references: readonly ZoneReference[],
  regions: ReadonlySet<string>,
  known: readonly RegionZones[],
  mayBeRegion: (name: string) => boolean = () => false,
  provider?: string,
): string[] {
  const named = new Set<string>()
  const values = new Set<string>()
  const byId = new Map(
    known.flatMap(({ region, zones }) =>
      (zones?.items ?? []).map(({ zoneId }) => [zoneId, region] as const),
    ),
  )
  for (const { kind, value, isAmbiguousKey } of references) {
    if (value === '') continue
    if (kind === 'region') {
      // Terraform also takes azure’s regions by their titles, such as “West Europe”.
      const name = regions.has(value) ? value : value.replaceAll(' ', '').toLowerCase()
      const form = formOfRegion(value)
      const isElsewhere = form !== undefined && isOfOtherCloud(form, provider)
      const isName = !isAmbiguousKey && /^[a-z][a-z\d-]{0,62}$/i.test(value)
      if (regions.has(name)) named.add(name)
      else if (isName && !isElsewhere && mayBeRegion(value)) named.add(value)
    } else if (!values.has(value)) {
      values.add(value)
      const ofId = byId.get(value)
      const isOwn = ofId !== undefined && (regions.has(ofId) || mayBeRegion(ofId))
      const region = regionOf(value, regions) ?? (isOwn ? ofId : undefined)
      if (region !== undefined) named.add(region)
    }
  }
  return named.size > 0 ? [...named] : misspelled(values, regions)
}

/** Returns the regions that zones would be in if they were spelled correctly. */
function misspelled(zones: ReadonlySet<string>, regions: ReadonlySet<string>): string[] {
  const found = [...zones].map((zone) => {
    const [, part = ''] = /^([a-z]+(?:-[a-z]+)*-?\d{1,2})-?[a-z]$/.exec(zone.toLowerCase()) ?? []
    return part === '' || formOf(zone) !== undefined ? undefined : nearestOf(part, regions)
  })
  return [...new Set(found.filter((region) => region !== undefined))]
}
