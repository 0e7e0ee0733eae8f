import { readBlocks } from '../../../src/syntax/blockReader.ts'
import type { BlockLanguage } from '../../../src/syntax/blocks.ts'
import { zonesIn } from '../../../src/syntax/scan.ts'
import type { ZoneReference } from '../../../src/syntax/zoneReferences.ts'

/** The zones and regions in a text. */
export function scanZones(text: string, language: BlockLanguage): ZoneReference[] {
  return zonesIn(readBlocks(text, language), language)
}
