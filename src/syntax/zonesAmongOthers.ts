import type { WrittenValue } from './blocks.ts'
import type { OffsetRange } from './offsets.ts'
import { hasFormOfZone } from './zoneNames.ts'

/**
 * Texts that name zones among other things: paths of Google Cloud (`projects/p/zones/us-central1-a/disks/d`), clusters
 * by their location (`us-central1-a/prod`), settings (`region=us-east-1,zone=us-east-1a`, `--gcp-zone=us-east1-b`), and
 * the expressions of Amazon ECS (`attribute:ecs.availability-zone in [us-east-1a, us-east-1b]`).
 */
const textWithZones =
  /(?:^|\/)(?:zones|locations)\/|^[a-z]+-[a-z]+\d{1,2}-[a-z]\/|(?:^|[^a-z])(?:zones?|az_?id)=|^attribute:ecs\.availability-zone /
/** The parts of such a text that may be zones. */
const partOfText = /(?<=^|(?:zones|locations)\/|(?:zones?|az_?id)=|[[, ])[\w-]+/g
const maxTextLength = 300
const none: readonly OffsetRange[] = []

/**
 * Returns where a value that contains more than a zone names zones. Empty for other values: for a command or sentence
 * that mentions a zone, and for URLs, which are links in recorded responses rather than code.
 */
export function findZonesAmongOthers({ text, start }: WrittenValue): readonly OffsetRange[] {
  // This rejects most values fast.
  if (text.length < 12 || text.length > maxTextLength) return none
  const hasSign = text.includes('/') || text.includes('=') || text.includes('zone')
  if (!hasSign || !textWithZones.test(text)) return none
  const isCommand = /\s(?![^{]*\}\})/.test(text) && !text.startsWith('attribute:')
  if (isCommand || text.includes('://')) return none
  const parts = [...text.matchAll(partOfText)].filter(([part]) => hasFormOfZone(part))
  return parts.map(({ 0: part, index }) => {
    return { start: start + index, end: start + index + part.length }
  })
}
