import type { Zone } from '../api/client.ts'
import type { CapacityRefusal } from '../cloud/capacityRefusals.ts'
import { identifierOf } from '../syntax/zoneNames.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'

/** What is wrong with a zone or region: the account lacks it, it isn’t available, or it has no suitable capacity. */
export type ProblemDetails =
  | {
      readonly kind: 'unknownZone'
      /** The regions whose zones the name was compared with. */
      readonly regions: readonly string[]
      /** The most similar name of a zone in these regions. */
      readonly nearest: string | undefined
    }
  | {
      /** The account doesn’t list the region that the reference names, or whose zone it names. */
      readonly kind: 'unlistedRegion'
      readonly region: string
      /** The region of the account that the reference, which names a region, misspells. */
      readonly nearest?: string | undefined
    }
  | { readonly kind: 'zoneNotAvailable'; readonly zone: Zone }
  /** The block names the instance types `types`, and the zone has none of them. */
  | { readonly kind: 'typeNotAvailable'; readonly types: readonly string[] }
  /** An event says that the cloud has refused capacity in the zone. */
  | { readonly kind: 'capacityRefused'; readonly refusal: CapacityRefusal }

/** A problem with a zone or region in a text. */
export type Problem = ProblemDetails & { readonly reference: ZoneReference }

/** The result of a check of a text. */
export interface ZoneCheckResult {
  /** The problems in the order of the text, at most one for each reference. */
  readonly problems: readonly Problem[]
  /** The number of zones that were compared with the account’s. */
  readonly checkedCount: number
  /** True if nothing could be checked because the text names no region, or none for the numbers of Azure’s zones. */
  readonly isRegionUnknown: boolean
  /** If nothing could be checked, the regions that the text names and that the account is known to lack. */
  readonly missingRegions: readonly string[]
  /** The regions whose instance types the check has used. */
  readonly regionsOfTypes: readonly string[]
  /** When the oldest list of zones was loaded, in epoch ms; undefined if none was. */
  readonly zonesLoadedAt: number | undefined
  /** When the oldest list of instance types was loaded, in epoch ms; undefined if none was. */
  readonly typesLoadedAt: number | undefined
}

/** The kinds of problems that may pass without a change of the text; the more severe kind is first. */
const temporaryKinds: readonly ProblemDetails['kind'][] = ['zoneNotAvailable', 'capacityRefused']

/** Returns whether a problem may pass without a change of the text. It is less severe than a wrong name. */
export function isTemporary({ kind }: ProblemDetails): boolean {
  return temporaryKinds.includes(kind)
}

/**
 * Returns the most severe problem of each reference, in the order of the text. Each unlisted region is reported once:
 * at each place where it is misspelled, else at the first place that names it.
 */
export function mostSevere(problems: readonly Problem[]): Problem[] {
  const kept = new Map<number | string, Problem>()
  // Problems that are not temporary have the rank -1.
  const rank = ({ kind }: Problem) => temporaryKinds.indexOf(kind)
  const misspelled = new Set(problems.map(misspelledRegionIn))
  for (const problem of problems.toSorted((a, b) => rank(a) - rank(b))) {
    const { kind, reference } = problem
    const isReportedOnce = kind === 'unlistedRegion' && problem.nearest === undefined
    if (isReportedOnce && misspelled.has(identifierOf(problem.region))) continue
    const subject = isReportedOnce ? problem.region : reference.start
    if (!kept.has(subject)) kept.set(subject, problem)
  }
  return [...kept.values()].sort((a, b) => a.reference.start - b.reference.start)
}

/** Returns the identifier of the region that a problem reports as misspelled. */
function misspelledRegionIn(problem: Problem): string | undefined {
  const isMisspelled = problem.kind === 'unlistedRegion' && problem.nearest !== undefined
  return isMisspelled ? identifierOf(problem.region) : undefined
}
