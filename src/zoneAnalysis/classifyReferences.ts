import { hasRegions, underlyingProvider } from '../api/providers.ts'
import { isZoneId } from '../syntax/zoneNames.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import { AccountZones } from './accountZones.ts'
import { StepCounter, type Steps } from '../steps.ts'
import type { CheckedText, KnownZones } from './knownZones.ts'
import { memoize } from '../cache/memoize.ts'
import type { Problem } from './problems.ts'
import { classifyRegion } from './regionRules.ts'
import type { RelationToCloud, ZoneContexts } from './zoneContexts.ts'
import { classifyZone, type Classification, type ZoneName } from './zoneRules.ts'

/**
 * Compares the zones and regions of a text with those of an account. Returns the problems, and the number of zones that
 * were compared. Zones of another cloud than the account’s aren’t compared.
 */
export function* classifyReferences(
  { text, references }: CheckedText,
  known: KnownZones,
  contexts: ZoneContexts,
): Steps<{ problems: Problem[]; checkedCount: number }> {
  if (isForCloudNamedLikeAws(text, known.provider)) return { problems: [], checkedCount: 0 }
  const account = new AccountZones(known)
  const classifier = new ReferenceClassifier(references, account, contexts)
  // In a text that also mentions Alibaba Cloud, an unlisted region such as `us-west-1` may be Alibaba Cloud’s, unless
  // the blocks around it name AWS.
  const needsCloud = mentionsCloudNamedLikeAws(text)
  const problems: Problem[] = []
  let checkedCount = 0
  const counter = new StepCounter()
  for (const reference of references) {
    if (counter.isStepOver()) yield
    if (reference.value === '') continue
    const classification = classifier.classify(reference)
    if (classification === 'ignored') continue
    const needsRelation = needsCloud && isUnlistedRegion(classification)
    if (needsRelation && contexts.relationOf(reference) !== 'same') continue
    if (reference.kind === 'zone') checkedCount += 1
    if (classification !== 'available') problems.push({ ...classification, reference })
  }
  return { problems, checkedCount }
}

/** Finds out of each zone and region in a text whether the account has it. */
class ReferenceClassifier {
  readonly #account: AccountZones
  readonly #contexts: ZoneContexts
  /** True for AWS and Google Cloud, whose zones have names that begin with a region. */
  readonly #isNamedCloud: boolean
  /**
   * Returns the values of the list that begins at an offset, and the nearest zones of those that were reported; none
   * for a value that is in no list.
   */
  readonly #valuesOfList: (listStart: number | undefined) => Set<string>

  constructor(references: readonly ZoneReference[], account: AccountZones, contexts: ZoneContexts) {
    this.#account = account
    this.#contexts = contexts
    this.#isNamedCloud = account.cloud === 'aws' || account.cloud === 'gcp'
    const lists = Map.groupBy(references, ({ listStart }) => listStart)
    this.#valuesOfList = memoize((listStart) => {
      const items = listStart === undefined ? [] : (lists.get(listStart) ?? [])
      return new Set(items.map(({ value }) => value))
    })
  }

  classify(reference: ZoneReference): Classification {
    const { kind, value: name, isAmbiguousKey } = reference
    // Nearly all regions are known: what stands around them doesn’t matter.
    if (kind === 'region' && this.#account.hasRegion(name)) return 'ignored'
    const relation = this.#contexts.relationOf(reference)
    if (kind === 'region') {
      return classifyRegion({ name, isAmbiguousKey, relation }, this.#account)
    }
    // Azure’s numbers, and the names of MAAS and CloudStack, have rules of their own for the blocks around them.
    const isForOther = relation === 'other' && (this.#isNamedCloud || reference.cloud !== undefined)
    if (isForOther) return 'ignored'
    const classification =
      this.#classifyNumber(reference) ??
      this.#reportMixUpOfNameAndId(reference) ??
      classifyZone(this.#toZoneName(reference, relation), this.#account)
    return this.#withSuitableNearest(classification, reference)
  }

  /**
   * Leaves out a nearest zone that is an ID where a name belongs, a name where an ID belongs, or a zone that the list
   * has already. Notes the nearest zone, so that no other zone of the list has the same.
   */
  #withSuitableNearest(
    classification: Classification,
    { value, isIdKey, isNameKey, listStart }: ZoneReference,
  ): Classification {
    if (typeof classification !== 'object' || classification.kind !== 'unknownZone')
      return classification
    const { nearest } = classification
    if (nearest === undefined) return classification
    if (isZoneId(nearest) ? isNameKey : isIdKey) return { ...classification, nearest: undefined }
    if (listStart === undefined) return classification
    const valuesOfList = this.#valuesOfList(listStart)
    // The list may have all zones of the region. Only if the region is misspelled is it clear which zone is meant.
    const isInRegion = withoutLetterOrNumber(value) === withoutLetterOrNumber(nearest)
    if (isInRegion && valuesOfList.has(nearest)) return { ...classification, nearest: undefined }
    valuesOfList.add(nearest)
    return classification
  }

  /** Reports an ID of AWS under a key that takes names, and a name under a key that takes IDs. */
  #reportMixUpOfNameAndId({
    value,
    isIdKey,
    isNameKey,
  }: ZoneReference): Classification | undefined {
    if (this.#account.cloud !== 'aws' || (!isIdKey && !isNameKey)) return undefined
    const { name, zoneId } = this.#account.zonesNamed(value)[0]?.zone ?? {}
    if (zoneId === undefined || zoneId === name) return undefined
    const [wrong, right] = isIdKey ? [name, zoneId] : [zoneId, name]
    if (value !== wrong) return undefined
    return { kind: 'unknownZone', regions: this.#account.regions, nearest: right }
  }

  /** Classifies the number of a zone of Azure by the zones of its region; undefined for other zones. */
  #classifyNumber(reference: ZoneReference): Classification | undefined {
    const context = this.#contexts.numberContext(reference)
    if (!context) return undefined
    const { region } = context
    if (region === undefined) return this.#classifyNumberAnywhere(reference)
    if (!this.#account.hasRegion(region)) {
      const isUnlisted =
        this.#contexts.isForProvider(reference) && this.#account.lacksRegionOfPartition(region)
      return isUnlisted ? { kind: 'unlistedRegion', region } : 'ignored'
    }
    const classification = classifyZone(
      {
        // A zone of Azure is listed under the name that Kubernetes gives it, such as `westeurope-1`.
        name: `${region}-${reference.value}`,
        isAmbiguousKey: false,
        isCertainlyZone: false,
        isForCloud: true,
        regionBeside: undefined,
        valuesOfList: this.#valuesOfList(reference.listStart),
      },
      this.#account,
    )
    if (typeof classification !== 'object' || classification.kind !== 'unknownZone') {
      return classification
    }
    if (reference.isAmbiguousKey) return 'ignored'
    return { ...classification, nearest: classification.nearest?.slice(region.length + 1) }
  }

  /**
   * Reports a number in code for Azure that no region has, where the region isn’t known. Zone 4 may exist: the canary
   * region `eastus2euap`, which most accounts don’t see, has it.
   */
  #classifyNumberAnywhere(reference: ZoneReference): Classification {
    if (reference.value === '4') return 'ignored'
    const isForAzure = !reference.isAmbiguousKey && this.#contexts.isForProvider(reference)
    const isUnknown = isForAzure && this.#account.lacksZoneEverywhere(reference.value)
    return isUnknown ? { kind: 'unknownZone', regions: [], nearest: undefined } : 'ignored'
  }

  #toZoneName(reference: ZoneReference, relation: RelationToCloud): ZoneName {
    const { value, isAmbiguousKey, listStart } = reference
    const mayBeCertain = !isAmbiguousKey && !hasRegions(this.#account.provider)
    return {
      name: value,
      isAmbiguousKey,
      isCertainlyZone: mayBeCertain && this.#contexts.isForProvider(reference),
      isForCloud: relation === 'same',
      regionBeside: this.#contexts.regionBeside(reference),
      valuesOfList: this.#valuesOfList(listStart),
    }
  }
}

/** Returns what the zones of a region have in common: `us-east-1` of `us-east-1a`; nothing of a number of Azure. */
function withoutLetterOrNumber(zone: string): string {
  return zone.replace(/[a-z]$|\d+$/, '')
}

function isUnlistedRegion(classification: Classification): boolean {
  return typeof classification === 'object' && classification.kind === 'unlistedRegion'
}

/** Returns whether a text mentions a cloud whose regions have names such as `us-west-1`, as those of AWS have. */
function mentionsCloudNamedLikeAws(text: string): boolean {
  return /ali(?:baba|cloud|yun)|huawei|outscale/i.test(text)
}

/**
 * Returns whether a text mentions only another cloud whose names look like those of AWS, so that it must not be
 * compared with the zones of an AWS account.
 */
function isForCloudNamedLikeAws(text: string, provider: string): boolean {
  if (underlyingProvider(provider) !== 'aws' || /aws|amazon|ec2|eks/i.test(text)) return false
  return mentionsCloudNamedLikeAws(text)
}
