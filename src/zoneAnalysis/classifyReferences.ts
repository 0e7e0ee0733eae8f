import { hasRegions, underlyingProvider } from '../api/providers.ts'
import { parseRegionName } from '../syntax/zoneNames.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import { AccountZones } from './accountZones.ts'
import type { CheckedText, KnownZones } from './knownZones.ts'
import { memoize } from './memoize.ts'
import type { Problem } from './problems.ts'
import type { ZoneContexts } from './zoneContexts.ts'
import { classifyZone, type Classification, type ZoneName } from './zoneRules.ts'

/**
 * Compares the zones and regions of a text with those of an account. Returns the problems, and the number of zones that
 * could be compared. Zones of other clouds are left out.
 */
export function classifyReferences(
  { text, references }: CheckedText,
  known: KnownZones,
  contexts: ZoneContexts,
): { problems: Problem[]; checkedCount: number } {
  if (isForSimilarCloud(text, known.provider)) return { problems: [], checkedCount: 0 }
  // A region that isn’t listed may be one of a cloud whose regions have similar names.
  const listedRegions = mentionsSimilarCloud(text) ? undefined : known.listedRegions
  const account = new AccountZones({ ...known, listedRegions })
  const classifier = new ReferenceClassifier(references, account, contexts)
  const problems: Problem[] = []
  let checkedCount = 0
  for (const reference of references) {
    if (reference.value === '') continue
    const classification = classifier.classify(reference)
    if (classification === 'ignored') continue
    if (reference.kind === 'zone') checkedCount += 1
    if (classification !== 'available') problems.push({ ...classification, reference })
  }
  return { problems, checkedCount }
}

/** Classifies the references of a text by the zones and regions of an account. */
class ReferenceClassifier {
  readonly #account: AccountZones
  readonly #contexts: ZoneContexts
  /** Returns the values of a list by its start. */
  readonly #valuesOfList: (listStart: number | undefined) => ReadonlySet<string>

  constructor(references: readonly ZoneReference[], account: AccountZones, contexts: ZoneContexts) {
    this.#account = account
    this.#contexts = contexts
    const lists = Map.groupBy(references, ({ listStart }) => listStart)
    this.#valuesOfList = memoize((listStart) => {
      const items = listStart === undefined ? [] : (lists.get(listStart) ?? [])
      return new Set(items.map(({ value }) => value))
    })
  }

  classify(reference: ZoneReference): Classification {
    if (reference.kind === 'region') return this.#classifyRegion(reference)
    return (
      this.#classifyCounterpart(reference) ??
      this.#classifyNumber(reference) ??
      classifyZone(this.#zoneNameOf(reference), this.#account)
    )
  }

  /** Classifies a region of the account’s cloud: the account may not list it. */
  #classifyRegion({ value, isAmbiguousKey }: ZoneReference): Classification {
    const account = this.#account
    if (isAmbiguousKey || account.regions.includes(value)) return 'ignored'
    const isOfCloud = parseRegionName(value)?.cloud === account.cloud
    const isUnlisted = isOfCloud && account.lacksRegionOfPartition(value)
    return isUnlisted ? { kind: 'unlistedRegion', region: value } : 'ignored'
  }

  /** Reports an ID of AWS under a key that takes names, and a name under a key that takes IDs. */
  #classifyCounterpart({ value, isIdKey, isNameKey }: ZoneReference): Classification | undefined {
    if (this.#account.cloud !== 'aws' || (!isIdKey && !isNameKey)) return undefined
    const { name, zoneId } = this.#account.zonesNamed(value)[0]?.zone ?? {}
    if (zoneId === undefined || zoneId === name) return undefined
    const [wrong, right] = isIdKey ? [name, zoneId] : [zoneId, name]
    if (value !== wrong) return undefined
    return { kind: 'unknownZone', regions: this.#account.regions, nearest: right }
  }

  /** Classifies a number of Azure by the zones of its region; undefined for other zones. */
  #classifyNumber(reference: ZoneReference): Classification | undefined {
    const context = this.#contexts.numberContext(reference)
    if (!context) return undefined
    const { region } = context
    if (region === undefined) return 'ignored'
    if (!this.#account.regions.includes(region)) {
      const isUnlisted =
        this.#contexts.isForProvider(reference) && this.#account.lacksRegion(region)
      return isUnlisted ? { kind: 'unlistedRegion', region } : 'ignored'
    }
    const classification = classifyZone(
      {
        // As Kubernetes writes it.
        name: `${region}-${reference.value}`,
        isAmbiguousKey: false,
        isCertain: false,
        siblings: new Set(),
      },
      this.#account,
    )
    if (typeof classification !== 'object' || classification.kind !== 'unknownZone') {
      return classification
    }
    if (reference.isAmbiguousKey) return 'ignored'
    return { ...classification, nearest: classification.nearest?.slice(region.length + 1) }
  }

  #zoneNameOf(reference: ZoneReference): ZoneName {
    const { value, isAmbiguousKey, listStart } = reference
    const mayBeCertain = !isAmbiguousKey && !hasRegions(this.#account.provider)
    return {
      name: value,
      isAmbiguousKey,
      isCertain: mayBeCertain && this.#contexts.isForProvider(reference),
      siblings: this.#valuesOfList(listStart),
    }
  }
}

/** Returns whether a text mentions a cloud whose regions have names like those of AWS. */
function mentionsSimilarCloud(text: string): boolean {
  return /ali(?:baba|cloud|yun)|huawei|outscale/i.test(text)
}

/** Returns whether a text mentions such a cloud and not AWS, whose zones it is to be compared with. */
function isForSimilarCloud(text: string, provider: string): boolean {
  if (underlyingProvider(provider) !== 'aws' || /aws|amazon|ec2|eks/i.test(text)) return false
  return mentionsSimilarCloud(text)
}
