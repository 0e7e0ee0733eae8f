import type { ClusterEvent } from '../api/clusterSchemas.ts'
import { underlyingProvider } from '../api/providers.ts'
import { isZoneOfRegion } from '../syntax/zoneNames.ts'

/** A line of a message by which a cloud refuses capacity; each line of a message may be about another machine. */
export interface RefusalLine {
  /**
   * The words after the code, which come first: before the code, a line may name other zones. Then all of the line.
   */
  readonly words: readonly string[]
  /** The words of the whole message. */
  readonly messageWords: readonly string[]
  /** When the event was created, in epoch ms. */
  readonly at: number
}

/**
 * The codes by which the messages of each cloud are recognized as refusals of capacity. Other words aren’t interpreted.
 */
const refusalCodes = new Map([
  ['aws', /\bInsufficient(?:Instance|Host)Capacity\b/],
  ['gcp', /\bZONE_RESOURCE_POOL_EXHAUSTED(?:_WITH_DETAILS)?\b/],
  [
    'azure',
    /\b(?:SkuNotAvailable|(?:Zonal)?AllocationFailed|OverconstrainedZonalAllocationRequest)\b/,
  ],
])

/** The age at which a refusal no longer counts, in ms. */
const maxAgeMs = 24 * 3_600_000

/** The maximum number of lines that are kept of a cluster: these are searched again whenever a row is drawn. */
const maxLines = 200

/**
 * Returns the lines of a cluster’s events that report refusals of capacity, the newest first. Autoscalers repeat the
 * same message for hours: only the newest event with it counts. Lines beyond the maximum number are left out.
 */
export function parseRefusalLines(
  events: readonly ClusterEvent[],
  provider: string,
): RefusalLine[] {
  const code = refusalCodes.get(underlyingProvider(provider))
  if (!code) return []
  const refusals = events.filter((event) => isRecentRefusal(event) && code.test(event.message))
  const parsed: RefusalLine[] = []
  const seenMessages = new Set<string>()
  for (const { message, at } of refusals.sort((a, b) => b.at - a.at)) {
    if (seenMessages.has(message)) continue
    if (parsed.length >= maxLines) break
    seenMessages.add(message)
    for (const line of parseMessage(message, at, code)) parsed.push(line)
  }
  return parsed.slice(0, maxLines)
}

function parseMessage(message: string, at: number, code: RegExp): RefusalLine[] {
  const messageWords = splitWords(message)
  const parsed: RefusalLine[] = []
  for (const line of new Set(message.split('\n'))) {
    const found = code.exec(line)
    if (!found) continue
    const words = [...splitWords(line.slice(found.index)), ...splitWords(line)]
    parsed.push({ words, messageWords, at })
  }
  return parsed
}

/**
 * Returns whether a refusal still counts. Those that are as far in the future don’t, because their time is wrong: they
 * would be shown for too long.
 */
export function isRecentRefusal({ at }: Pick<RefusalLine, 'at'>): boolean {
  return Math.abs(Date.now() - at) < maxAgeMs
}

/** Returns the zone of a cluster’s region, and the one of its instance types, that a line names. */
export function findRefusalInLine(
  { words, messageWords }: RefusalLine,
  region: string,
  instanceTypes: ReadonlySet<string | undefined>,
) {
  const isType = (word: string) => instanceTypes.has(word)
  return {
    zone: findZone(words, region),
    instanceType: words.find(isType) ?? messageWords.find(isType),
  }
}

/** Returns the first of the words that is a zone of the region. */
function findZone(words: readonly string[], region: string): string | undefined {
  const name = words.find((word) => isZoneOfRegion(word, region))
  // Azure’s zones are numbers, which Kubernetes writes after the region: `westeurope-1`.
  return name?.replace(/.*-(?=\d$)/, '')
}

/**
 * Splits a message at the characters that the names of zones and instance types don’t have, such as spaces and commas.
 */
function splitWords(message: string): string[] {
  return message.split(/[^\w.-]+/).map(trimPunctuation)
}

/**
 * Returns a word without the dots and hyphens at its end. A regular expression would look for the end from each of the
 * dots in a word.
 */
function trimPunctuation(word: string): string {
  let end = word.length
  while (end > 0 && '.-'.includes(word.charAt(end - 1))) end -= 1
  return word.slice(0, end)
}
