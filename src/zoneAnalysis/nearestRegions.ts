import { createDistance } from './nearestName.ts'

/** Texts longer than this are no names of regions. In UTF-16 units. */
const maxLength = 40
/** The number of changes up to which a text is a misspelling of a region’s name. */
const maxChanges = 2

/**
 * Returns the regions that a misspelled name most probably means: those with the smallest edit distance. Several mean
 * that it isn’t known which one. The digits must be the same, because `us-east-9` may be `us-east-1` or `us-east-2`, and
 * so must be the directions that are spelled right: `italysouth` doesn’t mean `italynorth`.
 */
export function nearestRegions(
  text: string,
  regions: Iterable<string>,
  limit = maxChanges,
): readonly string[] {
  const name = text.toLowerCase()
  if (!/^[a-z][a-z\d-]{4,}$/.test(name) || name.length > maxLength) return []
  const distanceTo = createDistance(name)
  const digits = digitsOf(name)
  const directions = directionsOf(name)
  let nearest: string[] = []
  let leastChanges = limit
  for (const region of regions) {
    const isSimilar = Math.abs(region.length - name.length) <= limit && digitsOf(region) === digits
    if (!isSimilar || !hasDirections(region, directions)) continue
    const changes = distanceTo(region)
    if (changes > leastChanges) continue
    if (changes < leastChanges) nearest = []
    leastChanges = changes
    nearest.push(region)
  }
  return nearest
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
