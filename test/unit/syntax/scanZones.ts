import type { CodeFormat } from '../../../src/contributions.ts'
import type { ZoneReference } from '../../../src/syntax/zoneReferences.ts'
import { readBlocks, findReferences } from './atOnce.ts'

/** The zones and regions in a text. */
export function scanZones(text: string, format: CodeFormat): ZoneReference[] {
  return findReferences(readBlocks(text, format).blocks, format)
}
