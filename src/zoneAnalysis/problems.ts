import type { Zone } from '../api/client.ts'
import type { Refusal } from '../cloud/refusals.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'

/** What is wrong with a value: it is an unknown or unavailable zone, or doesn’t go with the values beside it. */
export type ProblemDetails =
  | {
      readonly kind: 'unknownZone'
      /** The regions searched. */
      readonly regions: readonly string[]
      /** The most similar name in the same region. */
      readonly nearest: string | undefined
    }
  /** The account doesn’t list the region, or the region of the zone. */
  | { readonly kind: 'unlistedRegion'; readonly region: string }
  | { readonly kind: 'zoneNotAvailable'; readonly zone: Zone }
  /** `types` are the instance types, none of which the cloud has in the zone. */
  | { readonly kind: 'typeNotAvailable'; readonly types: readonly string[] }
  /** An event says that the cloud has refused capacity in the zone. */
  | { readonly kind: 'capacityRefused'; readonly refusal: Refusal }

/** A problem with a zone or region in a text. */
export type Problem = ProblemDetails & { readonly reference: ZoneReference }

/** The result of a check of a text. */
export interface ZoneCheckResult {
  /** In the order of the text, at most one for each reference. */
  readonly problems: readonly Problem[]
  /** The number of zones that were checked. */
  readonly checkedCount: number
  /** True if nothing could be checked because the text names no region, or none for some numbers. */
  readonly isRegionUnknown: boolean
  /** The regions whose instance types matter. */
  readonly typeRegions: readonly string[]
  /** When the oldest list of zones was loaded, in epoch ms; undefined if none was. */
  readonly zonesAt: number | undefined
  /** When the oldest list of instance types was loaded, in epoch ms; undefined if none was. */
  readonly typesAt: number | undefined
}

/** The kinds of problems that may change by themselves, the more severe first. */
const temporaryKinds: readonly ProblemDetails['kind'][] = ['zoneNotAvailable', 'capacityRefused']

/** Returns whether a problem may change by itself. Such a problem matters less than a wrong name. */
export function isTemporary({ kind }: ProblemDetails): boolean {
  return temporaryKinds.includes(kind)
}

/** Returns the most severe problem of each reference, in the order of the text; each unlisted region is reported once. */
export function mostSevere(problems: readonly Problem[]): Problem[] {
  const kept = new Map<number | string, Problem>()
  // Problems that are not temporary have the rank -1.
  const rank = ({ kind }: Problem) => temporaryKinds.indexOf(kind)
  for (const problem of problems.toSorted((a, b) => rank(a) - rank(b))) {
    const { kind, reference } = problem
    const subject = kind === 'unlistedRegion' ? problem.region : reference.start
    if (!kept.has(subject)) kept.set(subject, problem)
  }
  return [...kept.values()].sort((a, b) => a.reference.start - b.reference.start)
}
