import type { InstanceType } from '../api/accountSchemas.ts'
import type { List } from '../api/list.ts'
import { valueOf } from '../cache/results.ts'
import { parseRegionName, parseZoneName } from '../syntax/zoneNames.ts'
import type { Steps } from '../steps.ts'
import type { CapacityRefusal } from '../cloud/capacityRefusals.ts'
import { classifyReferences } from './classifyReferences.ts'
import { findTypeProblems } from './instanceTypeProblems.ts'
import type { CheckedText, KnownZones } from './knownZones.ts'
import { mostSevere, type Problem, type ZoneCheckResult } from './problems.ts'
import { namesOfZone, type ListedZone } from './regionZones.ts'
import { ZoneContexts } from './zoneContexts.ts'

/** Checks the zones of a text against the zones, regions, and instance types of an account. */
export function* checkText(file: CheckedText, known: KnownZones): Steps<ZoneCheckResult> {
  const { provider, defaultRegion, regions } = known
  const contexts = new ZoneContexts(file, provider, defaultRegion)
  const { problems, checkedCount } = yield* classifyReferences(file, known, contexts)
  /** The lists of instance types that the check has used, by region. */
  const typeLists = new Map<string, ReturnType<KnownZones['instanceTypesIn']>>()
  const instanceTypesIn = (region: string): List<InstanceType> | undefined => {
    const list = known.instanceTypesIn(region)
    typeLists.set(region, list)
    return valueOf(list)
  }
  const typeProblems = yield* findTypeProblems(file, regions, instanceTypesIn, contexts)
  const lacksRegion = regions.length === 0 || contexts.hasNumberWithoutRegion
  const isNothingChecked = checkedCount === 0 && problems.length === 0
  return {
    problems: mostSevere([...problems, ...typeProblems, ...findRefusalProblems(file, known)]),
    checkedCount,
    isRegionUnknown: lacksRegion && isNothingChecked && mayHaveZonesOfCloud(file, contexts),
    missingRegions: isNothingChecked ? findMissingRegions(file, known) : [],
    regionsOfTypes: [...typeLists.keys()],
    zonesLoadedAt: earliest(regions.map(({ listedAt }) => listedAt)),
    typesLoadedAt: earliest([...typeLists.values()].map((list) => list?.at)),
  }
}

/** Returns whether any zone of a text may be of the account’s cloud. */
function mayHaveZonesOfCloud({ references }: CheckedText, contexts: ZoneContexts): boolean {
  return references.some((reference) => {
    return reference.kind === 'zone' && contexts.relationOf(reference) !== 'other'
  })
}

/** Returns the regions that a text names, by their keys or zones, and that the account is known to lack. */
function findMissingRegions({ references }: CheckedText, { listedRegions }: KnownZones): string[] {
  if (!listedRegions) return []
  const named = references.map(({ kind, value }) => {
    return (kind === 'region' ? parseRegionName(value) : parseZoneName(value))?.region
  })
  const regions = new Set(named.filter((name) => name !== undefined))
  return [...regions].filter((name) => !listedRegions.has(name))
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/**
 * Returns a problem for each zone of the text in which the cloud has refused capacity: for an instance type that the
 * text names, or for an unknown instance type.
 */
function findRefusalProblems({ text, references }: CheckedText, known: KnownZones): Problem[] {
  const refusedZones = listRefusedZones(known)
  if (refusedZones.length === 0) return []
  const words = new Set(text.split(/[^\w.-]+/))
  const byName = new Map<string, CapacityRefusal>()
  for (const { zone, region, refusal } of refusedZones) {
    const { instanceType } = refusal
    const isRelevant = instanceType === undefined || words.has(instanceType)
    if (!isRelevant) continue
    for (const name of namesOfZone(zone, region)) byName.set(name, refusal)
  }
  const problems: Problem[] = []
  for (const reference of references) {
    const refusal = reference.kind === 'zone' ? byName.get(reference.value) : undefined
    if (refusal) problems.push({ kind: 'capacityRefused', refusal, reference })
  }
  return problems
}

interface RefusedZone extends ListedZone {
  readonly refusal: CapacityRefusal
}

/** Returns the zones in which the cloud has refused capacity, each with the newest refusal. */
function listRefusedZones({ regions, createRefusalFinder }: KnownZones): RefusedZone[] {
  const refusedZones: RefusedZone[] = []
  for (const { region, zones } of regions) {
    const refusalOf = createRefusalFinder?.(region)
    if (!refusalOf) continue
    for (const zone of zones?.items ?? []) {
      const refusal = refusalOf(zone.name)
      if (refusal) refusedZones.push({ zone, region, refusal })
    }
  }
  return refusedZones
}
