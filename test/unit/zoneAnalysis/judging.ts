import type { InstanceType } from '../../../src/api/accountSchemas.ts'
import type { List } from '../../../src/api/list.ts'
import { judgeFile } from '../../../src/zoneAnalysis/judgeFile.ts'
import type { Evidence, Judgement } from '../../../src/zoneAnalysis/judgement.ts'
import type { RegionZones } from '../../../src/zoneAnalysis/regions.ts'
import { readBlocks } from '../../../src/syntax/blockReader.ts'
import type { BlockLanguage } from '../../../src/syntax/blocks.ts'
import { zonesIn } from '../../../src/syntax/scan.ts'

/** A region with its zones and instance types. */
export interface RegionFacts extends RegionZones {
  readonly types?: List<InstanceType> | undefined
}

/** Judges a text by the regions that it is to name, and what else is known of the account. */
export function judge(
  text: string,
  language: BlockLanguage,
  named: readonly RegionFacts[],
  of: Partial<Evidence> = {},
): Judgement {
  const blocks = readBlocks(text, language)
  const isHcl = language === 'hcl' || language === 'terraform'
  const file = { text, blocks, references: zonesIn(blocks, language), isHcl }
  const typesOf = (name: string) => {
    const value = named.find(({ region }) => region === name)?.types
    return value && { value, at: 0 }
  }
  return judgeFile(file, { provider: '', named, typesOf, ...of })
}
