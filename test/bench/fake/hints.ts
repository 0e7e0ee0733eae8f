import * as vscode from 'vscode'
import { completeList } from '../../../src/api/list.ts'
import type { CapacityRefusals } from '../../../src/cloud/capacityRefusals.ts'
import type { Clouds } from '../../../src/cloud/clouds.ts'
import { CodeFile } from '../../../src/documents/codeFile.ts'
import type { SelectedAccounts } from '../../../src/features/zones/selectedAccounts.ts'
import { ZoneFacts, type DescribedZone } from '../../../src/features/zoneChecks/zoneFacts.ts'
import { hintText } from '../../../src/features/zoneChecks/zoneTexts.ts'
import { isZone } from '../../../src/syntax/zoneReferences.ts'
import { memoize } from '../../../src/cache/memoize.ts'
import { connection } from '../../unit/sources.ts'
import { sampleCpuTime, type Summary } from '../samples.ts'

const accountCount = 1_000
const zonesPerAccount = 20
const hintCount = 500

/** Finds what hints show of the zones in a file, whose zones are cached for many accounts. */
export async function measureHints(): Promise<Summary> {
  const entries = Array.from({ length: accountCount }, (_, index) => ({
    ref: { connection, provider: 'aws', cloudAccountUid: `account-${index}`, region: 'us-east-1' },
    value: completeList(createZones()),
    at: index,
  }))
  const items = Array.from({ length: hintCount }, (_, index) => `  - ${zoneName(index % 25)}\n`)
  const text = `region: us-east-1\nazs:\n${items.join('')}`
  const file = new CodeFile(vscode.Uri.file('/workspace/zones.yaml'), 'yaml', text)
  const zones = file.references.filter(isZone)
  const refusals = { createRefusalFinder: () => () => undefined } as unknown as CapacityRefusals
  const accounts = { get: () => undefined } as unknown as SelectedAccounts
  return sampleCpuTime(() => {
    // The list of entries is a new one after each response.
    const clouds = { zones: { entries: [...entries] } } as unknown as Clouds
    const facts = new ZoneFacts(file, connection, clouds, refusals, accounts)
    const labelOf = memoize((zone: DescribedZone) => hintText(zone.name, zone.facts))
    return zones.filter((zone) => labelOf(facts.describe(zone))).length
  })
}

function createZones() {
  return Array.from({ length: zonesPerAccount }, (_, index) => {
    return { name: zoneName(index), zoneId: `use1-az${index}`, state: 'available' }
  })
}

function zoneName(index: number): string {
  return `us-east-1${String.fromCharCode(97 + index)}`
}
