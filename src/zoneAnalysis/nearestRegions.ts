import { EditDistance, maxComparedLength, preferSwapped } from './editDistance.ts'
import { ComparisonBudget } from './nearestNames.ts'

/** The number of changes up to which a text is a misspelling of a region’s name. */
const maxChanges = 2

/** Finds the regions that misspelled names most probably mean. */
export class NearestRegions {
  readonly #regions: readonly string[]
  readonly #budget: ComparisonBudget
  /** The results by the name and limit that were searched for. */
  readonly #results = new Map<string, readonly string[]>()
  readonly #editDistance = new EditDistance()
  #byNameWithoutHyphens: ReadonlyMap<string, string> | undefined

  constructor(regions: Iterable<string>, budget = new ComparisonBudget()) {
    this.#regions = [...regions]
    this.#budget = budget
  }

  /**
   * Returns the regions with the smallest edit distance to a misspelled name. Several mean that it isn’t known which
   * one is meant. The digits must be the same, because `us-east-9` may be `us-east-1` or `us-east-2`, and so must be
   * the directions that are spelled right: `italysouth` doesn’t mean `italynorth`. None if the budget is exhausted.
   */
  find(text: string, limit = maxChanges): readonly string[] {
    const name = text.toLowerCase()
    if (!/^[a-z][a-z\d-]{4,}$/.test(name) || name.length > maxComparedLength) return []
    const key = `${name} ${limit}`
    const found = this.#results.get(key)
    if (found || this.#budget.isExhausted) return found ?? []
    const regions = this.#mostSimilar(name, limit)
    this.#results.set(key, regions)
    return regions
  }

  /** Returns the region that a name differs from only by hyphens: `us-east-1` for `us-east1`. */
  findByLetters(name: string): string | undefined {
    this.#byNameWithoutHyphens ??= new Map(
      this.#regions.map((region) => [withoutHyphens(region), region]),
    )
    return this.#byNameWithoutHyphens.get(withoutHyphens(name))
  }

  #mostSimilar(name: string, limit: number): readonly string[] {
    let nearest: string[] = []
    if (!this.#budget.takeSearch(name, this.#regions.length)) return nearest
    const digits = digitsOf(name)
    const directions = directionsOf(name)
    let leastChanges = limit
    for (const region of this.#regions) {
      const isSimilar = Math.abs(region.length - name.length) <= limit
      if (!isSimilar || digitsOf(region) !== digits || !hasDirections(region, directions)) continue
      const changes = this.#editDistance.between(name, region, leastChanges)
      if (changes > leastChanges) continue
      if (changes < leastChanges) nearest = []
      leastChanges = changes
      nearest.push(region)
    }
    return preferSwapped(name, nearest)
  }
}

function withoutHyphens(text: string): string {
  return text.replaceAll('-', '')
}

function digitsOf(name: string): string {
  return name.replace(/\D+/g, '')
}

function directionsOf(name: string): readonly string[] {
  return name.match(/north|south|east|west|central/g) ?? []
}

function hasDirections(region: string, directions: readonly string[]): boolean {
  return directions.every((direction) => region.includes(direction))
}

/**
 * Returns whether a misspelled name keeps the area of a region, so that a fix can’t move a machine to another
 * continent. An area of two letters is kept if they are the same in any order: `su-east-1` means `us-east-1`, but
 * `uk-west-2` needn’t mean `us-west-2`, nor `westeu` mean `westus`.
 */
export function keepsArea(name: string, region: string): boolean {
  const area = areaOf(name.toLowerCase())
  const kept = areaOf(region)
  const reversed = kept.slice(1) + kept.slice(0, 1)
  return area.length !== 2 || area === kept || area === reversed
}

/** Returns the area in a region’s name: `us` in `us-east-1`, and in `westus2` of Azure. */
function areaOf(name: string): string {
  const end = name.indexOf('-')
  return end < 0 ? name.replace(/north|south|east|west|central|\d/g, '') : name.slice(0, end)
}
