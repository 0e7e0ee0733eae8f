import { readBlocks } from '../../../src/syntax/blockReader.ts'
import type { BlockLanguage } from '../../../src/syntax/blocks.ts'
import { findReferences } from '../../../src/syntax/findReferences.ts'
import type { ZoneReference } from '../../../src/syntax/zoneReferences.ts'

/** The zones and regions in a text. */
export function scanZones(text: string, language: BlockLanguage): ZoneReference[] {
  return findReferences(readBlocks(text, language), language)
}
