import type { Block, BlockKey, WrittenValue } from './blocks.ts'
import { endsLikeZone, hasFormOfZone, isCertainlyZone, isZoneOfRegion } from './zoneNames.ts'

/** Returns whether a text, or each part between commas, has the form of a zone of a region, or of any region. */
export function isZoneIn(text: string, region: string): boolean {
  return everyPart(text, (part) => {
    return region === '' ? hasFormOfZone(part) : isZoneOfRegion(part, region)
  })
}

/** Returns whether a test holds for a text without commas, or for each of its parts between commas. */
function everyPart(text: string, test: (part: string) => boolean): boolean {
  return text.includes(',') ? text.split(/, ?/).every(test) : test(text)
}

export function isZoneByForm({ kind, text }: WrittenValue): boolean {
  return kind === 'text' && endsLikeZone(text) && everyPart(text, isCertainlyZone)
}

/** Returns whether a value is in a list, or in a text with commas, and ends like a zone, as no region does. */
export function isZoneInList({ text, list }: WrittenValue): boolean {
  const isInList = list !== undefined && list.type !== '('
  return (isInList || text.includes(',')) && endsLikeZone(text)
}

/** Returns whether a map has several values, and all have the form of zones, even if some are misspelled. */
export function containsOnlyZones({ values }: Block): boolean {
  if (values.size < 2) return false
  let hasZone = false
  for (const valuesOfKey of values.values()) {
    if (!valuesOfKey.every(({ text }) => isZoneIn(text, ''))) return false
    hasZone ||= valuesOfKey.some(isZoneByForm)
  }
  return hasZone
}

/** Returns the keys of a map that have the form of zones. If one certainly is a zone, the others may be misspelled. */
export function listZoneKeys({ keys }: Block): readonly BlockKey[] {
  const hasZone = keys.some(({ text }) => isCertainlyZone(text))
  return hasZone ? keys.filter(({ text }) => isZoneIn(text, '')) : []
}
