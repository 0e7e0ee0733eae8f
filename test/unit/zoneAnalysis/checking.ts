import type { CodeFormat } from '../../../src/contributions.ts'
import type { InstanceType } from '../../../src/api/accountSchemas.ts'
import type { List } from '../../../src/api/list.ts'
import type { KnownZones } from '../../../src/zoneAnalysis/knownZones.ts'
import type { ZoneCheckResult } from '../../../src/zoneAnalysis/problems.ts'
import type { RegionZones } from '../../../src/zoneAnalysis/regionZones.ts'
import { readBlocks, findReferences, checkText } from '../syntax/atOnce.ts'

/** A region with its zones and instance types. */
export interface RegionFacts extends RegionZones {
  readonly types?: List<InstanceType> | undefined
}

/** Checks a text against the zones of the regions that it names, and what else is known of the account. */
export function check(
  text: string,
  language: CodeFormat,
  regions: readonly RegionFacts[],
  known: Partial<KnownZones> = {},
): ZoneCheckResult {
  const blocks = readBlocks(text, language).blocks
  const isHcl = language === 'hcl' || language === 'terraform'
  const file = { text, blocks, references: findReferences(blocks, language), isHcl }
  const typesOf = (name: string) => {
    const value = regions.find(({ region }) => region === name)?.types
    return value && { value, at: 0 }
  }
  return checkText(file, { provider: '', regions, instanceTypesIn: typesOf, ...known })
}
