import { hasRegions, zoneProvider } from '../../api/providers.ts'
import type { InstanceType } from '../../api/accountSchemas.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import { valueOf, type Result } from '../../inventory/results.ts'
import type { KnownZones } from './knownZones.ts'
import { validateZones, type Finding, type Validation } from './validateZones.ts'
import { typeFindings, zoneConstraints } from './zoneConstraints.ts'
import type { ZoneFile } from './zoneFile.ts'
import { zonePlaces } from './zonePlaces.ts'

/** What a file is judged by, beside what memory has. */
export interface Standard {
  readonly account: CloudProjectRef
  /** The region of what names none. */
  readonly given: string | undefined
  /** The names that are no regions of the cloud. */
  readonly absent: ReadonlySet<string>
}

/** What is found in a file, and by what. */
export interface Judgement extends Validation {
  /** True if some numbers weren’t checked because their region isn’t known. */
  readonly isUnplaced: boolean
  /** The regions whose instance types matter. */
  readonly typeRegions: readonly string[]
  /** When the oldest list was loaded, in epoch ms; infinite if none was. */
  readonly zonesAt: number
  readonly typesAt: number
}

/** Judges a file by the zones, regions, and instance types in memory. Sends no requests. */
export function judgeFile(
  { text, references, blocks, isHcl }: ZoneFile,
  { account, given, absent }: Standard,
  clouds: Clouds,
  known: KnownZones,
): Judgement {
  const { provider } = account
  const { named, listed } = known.regionsOf(account, given)
  const regions = named(references).filter((region) => !absent.has(region))
  const read = regions.flatMap((region) => {
    const result = clouds.zones.peek({ ...account, region })
    return result && 'value' in result ? { region, zones: result.value, at: result.at } : []
  })
  const isRead = new Set(read.map(({ region }) => region))
  const unread = regions.filter((region) => !isRead.has(region))
  // Only numbers, and zones without regions, need what is around them.
  const isPlaced = zoneProvider(provider) === 'azure' || !hasRegions(provider)
  const places = isPlaced ? zonePlaces(blocks, references, provider, given) : undefined
  const context = { provider, regions: listed, places, text }
  const { findings, checked } = validateZones(references, read, unread, context)
  const constraints = zoneConstraints(blocks, references, isHcl)
  const types = new Map<string, Result<readonly InstanceType[] | undefined> | undefined>()
  const typesOf = (region: string) => {
    types.set(region, clouds.instanceTypes.peek({ ...account, region }))
    return valueOf(types.get(region))
  }
  const lacking = typeFindings(constraints, read, typesOf, unread)
  // A number may be that of a region that isn’t read.
  const regionOf = places?.regionOfNumber
  const isCertain = ({ reference: { start } }: Finding) =>
    !regionOf?.has(start) || isRead.has(regionOf.get(start) ?? '')
  return {
    findings: gravest([...findings, ...lacking.filter(isCertain)]),
    checked,
    isUnplaced: [...(regionOf?.values() ?? [])].includes(undefined),
    typeRegions: [...types.keys()],
    zonesAt: Math.min(...read.map(({ at }) => at)),
    typesAt: Math.min(...[...types.values()].flatMap((one) => one?.at ?? [])),
  }
}

/** Returns the gravest finding of each place: that a zone isn’t available now may change. */
function gravest(findings: readonly Finding[]): Finding[] {
  const kept = new Map<number, Finding>()
  for (const one of findings) {
    const { start } = one.reference
    const other = kept.get(start)
    if (!other || other.problem === 'zoneNotAvailable') kept.set(start, one)
  }
  return [...kept.values()]
}
