import type { WrittenValue } from './blocks.ts'
import type { OffsetRange } from './offsets.ts'

/** A zone in a path of Google Cloud, such as `projects/p/zones/us-central1-a/disks/d`, also with a hyphen too many. */
const zoneInPath = /(?:^|\/)(?:zones|locations)\/([a-z]+-[a-z]+-?\d{1,2}-[a-z])(?=\/|$)/

/**
 * Returns where a value that is a path of Google Cloud names a zone. Undefined for other values: for texts that contain
 * more than a path, such as a command, and for URLs, which are links in recorded responses rather than code.
 */
export function findZoneInPath({ text, start }: WrittenValue): OffsetRange | undefined {
  // This rejects most values fast.
  if (
    text.length < 16 ||
    text.includes('://') ||
    !text.includes('s/') ||
    /\s(?![^{]*\}\})/.test(text)
  )
    return undefined
  const match = zoneInPath.exec(text)
  const zone = match?.[1]
  if (!match || zone === undefined) return undefined
  const end = start + match.index + match[0].length
  return { start: end - zone.length, end }
}
