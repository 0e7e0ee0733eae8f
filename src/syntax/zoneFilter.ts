import { meaningOfKey, placeWord } from './keyMeanings.ts'
import { mayContainZone } from './zoneNames.ts'

/**
 * Returns whether a text may name zones or regions: a word in it is a key whose values are zones or regions, or it
 * contains a zone, which may be the value or key of any map. It is fast, so that most files needn’t be parsed.
 */
export function mayNameZonesOrRegions(text: string): boolean {
  return hasMeaningfulKey(text) || mayContainZone(text)
}

/** Returns whether a word in a text means zones or regions as a key. Each word is looked at once. */
function hasMeaningfulKey(text: string): boolean {
  const placeWords = new RegExp(placeWord, 'gi')
  while (placeWords.test(text)) {
    const { lastIndex } = placeWords
    let start = lastIndex
    while (isWordCode(text.charCodeAt(start - 1))) start -= 1
    let end = lastIndex
    while (isWordCode(text.charCodeAt(end))) end += 1
    placeWords.lastIndex = end
    const word = text.slice(start, end)
    // eksctl’s `vpc.subnets` has no meaning by its name alone.
    if (word === 'subnets' || meaningOfKey(word)?.kind !== undefined) return true
  }
  return false
}

/** Returns whether a character code is that of an ASCII letter or digit, an underscore, or a hyphen. */
function isWordCode(code: number): boolean {
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
  return isLetter || (code >= 48 && code <= 57) || code === 95 || code === 45
}
