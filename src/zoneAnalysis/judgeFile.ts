import type { Refusal } from '../cloud/refusals.ts'
import { valueOf } from '../cache/results.ts'
import { namesOfZone } from './regions.ts'
import { validateZones } from './validateZones.ts'
import type { CheckedText, Evidence, Finding, Judgement } from './judgement.ts'
import { typeFindings } from './zoneConstraints.ts'
import { zonePlaces } from './zonePlaces.ts'

/** Judges a text by the zones, regions, and instance types of an account. */
export function judgeFile(file: CheckedText, evidence: Evidence): Judgement {
  const { provider, region: given, named } = evidence
  const places = zonePlaces(file, provider, given)
  const { findings, checked } = validateZones(file, evidence, places)
  const types = new Map<string, ReturnType<Evidence['typesOf']>>()
  const typesOf = (region: string) => {
    types.set(region, evidence.typesOf(region))
    return valueOf(types.get(region))
  }
  const lacking = typeFindings(file, named, typesOf, places.nameOf)
  const isUnknown = named.length === 0 || [...places.regionOfNumber.values()].includes(undefined)
  return {
    findings: gravest([...findings, ...lacking, ...refused(file, evidence)]),
    checked,
    isRegionUnknown: isUnknown && checked === 0 && findings.length === 0,
    typeRegions: [...types.keys()],
    zonesAt: Math.min(...named.flatMap(({ at }) => at ?? [])),
    typesAt: Math.min(...[...types.values()].flatMap((one) => one?.at ?? [])),
  }
}

/** Finds the zones that have refused capacity of a type that the text names, or of an unknown one. */
function refused({ text, references }: CheckedText, { named, refusalIn }: Evidence): Finding[] {
  const byName = new Map<string, Refusal>()
  let words: ReadonlySet<string> | undefined
  for (const { region, zones } of named) {
    const refusalOf = refusalIn?.(region)
    for (const zone of zones?.items ?? []) {
      const refusal = refusalOf?.(zone.name)
      if (!refusal) continue
      words ??= new Set(['', ...text.split(/[^\w.-]+/)])
      if (!words.has(refusal.instanceType ?? '')) continue
      for (const name of namesOfZone(zone, region)) byName.set(name, refusal)
    }
  }
  return references.flatMap((reference): Finding | [] => {
    const refusal = reference.kind === 'zone' ? byName.get(reference.value) : undefined
    return refusal ? { problem: 'capacityRefused', refusal, reference } : []
  })
}

/** The problems that may change by themselves, and matter less than others. */
export const lesser: readonly Finding['problem'][] = ['zoneNotAvailable', 'capacityRefused']

/** Returns the gravest finding of each place, in order, and a region that isn’t listed once. */
function gravest(findings: readonly Finding[]): Finding[] {
  const kept = new Map<number | string, Finding>()
  const rank = ({ problem }: Finding) => lesser.indexOf(problem)
  for (const one of findings.toSorted((a, b) => rank(a) - rank(b))) {
    const place = one.problem === 'unlistedRegion' ? one.region : one.reference.start
    if (!kept.has(place)) kept.set(place, one)
  }
  return [...kept.values()].sort((a, b) => a.reference.start - b.reference.start)
}
