import type { WrittenValue } from './blocks.ts'
import {
  isObjectStorageWord,
  meaningOfKey,
  placeWord,
  zoneByForm,
  type KeyMeaning,
} from './keyMeanings.ts'
import type { OffsetRange } from './offsets.ts'
import { hasFormOfRegion, hasFormOfZone } from './zoneNames.ts'

/**
 * Texts that name zones among other things: paths of Google Cloud (`projects/p/zones/us-central1-a/disks/d`), clusters
 * by their location (`us-central1-a/prod`), and the expressions of Amazon ECS
 * (`attribute:ecs.availability-zone in [us-east-1a, us-east-1b]`).
 */
const textWithZones =
  /(?:^|\/)(?:zones|locations)\/|^[a-z]+-[a-z]+\d{1,2}-[a-z]\/|^attribute:ecs\.availability-zone /
/** The parts of such a text that may be zones. */
const partOfText = /(?<=^|(?:zones|locations)\/|[[, ])[\w-]+/g
/** Matches the end of a name that may be that of a place, with its sign. */
const placeSetting = new RegExp(`(?:${placeWord.source})[\\w-]{0,20}=`, 'i')
/**
 * The settings in a text, such as `region=us-east-1,zone=us-east-1a`, `AWS_REGION=us-east-1`, and
 * `--zones=us-east1-b,us-east1-c`: a name, and values that commas separate. A match begins with the dashes and digits
 * before the name, so that a long word is tried once, and not from each of its letters on.
 */
const setting = /(?<![\w-])[\d_-]*([a-z][\w-]*=)([\w-]+(?:,[\w-]+(?![\w=-]))*)/gi
const maxTextLength = 300

/** A zone or region in a text that contains more than it. */
export interface PlaceInText extends OffsetRange {
  readonly meaning: KeyMeaning
}

const none: readonly PlaceInText[] = []

/**
 * Returns where a value that contains more than a zone or region names zones and regions. Empty for other values: for a
 * command or sentence that mentions a zone, and for URLs, which are links in recorded responses rather than code.
 */
export function findPlacesInText({ text, start }: WrittenValue): readonly PlaceInText[] {
  // This rejects most values fast.
  if (text.length < 12 || text.length > maxTextLength) return none
  const hasSettings = text.includes('=') && placeSetting.test(text)
  const hasZones = (text.includes('/') || text.includes('zone')) && textWithZones.test(text)
  if (!hasSettings && !hasZones) return none
  const isCommand = /\s(?![^{]*\}\})/.test(text) && !text.startsWith('attribute:')
  if (isCommand || text.includes('://')) return none
  const places = hasSettings ? findPlacesInSettings(text, start) : []
  if (!hasZones) return places
  const parts = [...text.matchAll(partOfText)].filter(([part]) => hasFormOfZone(part))
  return [...parts.map(({ 0: part, index }) => placeAt(start + index, part, zoneByForm)), ...places]
}

function findPlacesInSettings(text: string, start: number): PlaceInText[] {
  const places: PlaceInText[] = []
  for (const { 0: match, 1: sign = '', 2: values = '', index } of text.matchAll(setting)) {
    const meaning = meaningOfKey(sign.slice(0, -1))
    if (meaning?.kind === undefined || isObjectStorageWord(sign)) continue
    const isZone = meaning.kind === 'zone'
    let offset = start + index + match.length - values.length
    for (const value of values.split(',')) {
      if (isZone ? hasFormOfZone(value) : hasFormOfRegion(value))
        places.push(placeAt(offset, value, isZone ? zoneByForm : meaning))
      offset += value.length + 1
    }
  }
  return places
}

function placeAt(start: number, text: string, meaning: KeyMeaning): PlaceInText {
  return { start, end: start + text.length, meaning }
}
