import type { CodeFormat } from '../../../src/contributions.ts'
import { readBlocks } from '../../../src/syntax/readBlocks.ts'
import { findReferences } from '../../../src/syntax/findReferences.ts'
import type { ZoneReference } from '../../../src/syntax/zoneReferences.ts'

/** The zones and regions in a text. */
export function scanZones(text: string, format: CodeFormat): ZoneReference[] {
  return findReferences(readBlocks(text, format).blocks, format)
}
