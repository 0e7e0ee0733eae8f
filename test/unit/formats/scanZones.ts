import { readBlocks } from '../../../src/formats/blockReader.ts'
import type { BlockLanguage } from '../../../src/formats/blocks.ts'
import { zonesIn } from '../../../src/formats/scan.ts'
import type { ZoneReference } from '../../../src/formats/zoneReferences.ts'

/** The zones and regions in a text. */
export function scanZones(text: string, language: BlockLanguage): ZoneReference[] {
  return zonesIn(readBlocks(text, language), language)
}
