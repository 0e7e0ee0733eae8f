import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { completeList } from '../../../src/api/list.ts'
import type { CapacityRefusals } from '../../../src/cloud/capacityRefusals.ts'
import type { Clouds } from '../../../src/cloud/clouds.ts'
import { CodeFile } from '../../../src/documents/codeFile.ts'
import type { SelectedAccounts } from '../../../src/features/zones/selectedAccounts.ts'
import { ZoneFacts } from '../../../src/features/zoneChecks/zoneFacts.ts'
import { isZone } from '../../../src/syntax/zoneReferences.ts'
import { connection } from '../../unit/sources.ts'

const refusals = { createRefusalFinder: () => () => undefined } as unknown as CapacityRefusals
const accounts = { get: () => undefined } as unknown as SelectedAccounts

/** A list of zones `1` and `2`. `onProviderRead` is called whenever its provider is read. */
function createEntry(provider: string, region: string, onProviderRead = () => {}) {
  const ref = {
    connection,
    get provider() {
      onProviderRead()
      return provider
    },
    cloudAccountUid: provider,
    region,
  }
  const zones = ['1', '2'].map((name) => ({ name, state: 'available' }))
  return { ref, value: completeList(zones), at: 0 }
}

function createFacts(text: string, entries: ReturnType<typeof createEntry>[]) {
  const file = new CodeFile(vscode.Uri.file('/workspace/zones.yaml'), 'yaml', text)
  const clouds = { zones: { entries } } as unknown as Clouds
  const facts = new ZoneFacts(file, connection, clouds, refusals, accounts)
  return { facts, zones: file.references.filter(isZone) }
}

function numbersIn(regions: readonly string[]): string {
  const blocks = regions.map(
    (region) => `- location: ${region}\n  resource: azurerm\n  zones: ["1"]\n`,
  )
  return blocks.join('')
}

describe('Zone checks: What is cached about the zones of a file', () => {
  it('is for a number of Azure that of its region, beside that of other clouds, in the order of the regions', () => {
    const entries = [
      createEntry('azure', 'eastus'),
      createEntry('azure', 'westeurope'),
      createEntry('aws', 'westeurope'),
      createEntry('azure', 'uksouth'),
    ]
    const { facts, zones } = createFacts(numbersIn(['westeurope', 'eastus']), entries)
    const described = zones.map((zone) =>
      facts.describe(zone).facts.map(({ ref }) => `${ref.provider} ${ref.region}`),
    )
    assert.deepEqual(described, [
      ['azure westeurope', 'aws westeurope'],
      ['aws westeurope', 'azure eastus'],
    ])
  })

  it('is found by region, without a look at the lists of all other regions', () => {
    let readCount = 0
    const regions = Array.from({ length: 100 }, (_, index) => `eastus${index}`)
    const entries = regions.map((region) => createEntry('azure', region, () => readCount++))
    const { facts, zones } = createFacts(numbersIn(regions), entries)
    readCount = 0
    const factCounts = zones.map((zone) => facts.describe(zone).facts.length)
    assert.deepEqual(new Set(factCounts), new Set([1]))
    assert.equal(zones.length, regions.length)
    assert.ok(readCount <= regions.length, `the provider of a list was read ${readCount} times`)
  })

  it('is looked for in a list that is indexed once, and not again after each response', () => {
    let readCount = 0
    const zone = {
      get name() {
        readCount++
        return 'us-east-1a'
      },
      state: 'available',
    }
    const list = completeList([zone])
    const countReads = () => {
      const entries = [{ ...createEntry('aws', 'us-east-1'), value: list }]
      const { facts, zones } = createFacts('region: us-east-1\nzone: us-east-1b\n', entries)
      readCount = 0
      assert.deepEqual(zones.map((reference) => facts.describe(reference).facts).flat(), [])
      return readCount
    }
    assert.ok(countReads() > 0)
    assert.equal(countReads(), 0)
  })

  it('is looked for only in the regions that have a zone of the name', () => {
    let readCount = 0
    const regions = Array.from({ length: 8 }, (_, index) => `us-east-${index + 1}`)
    const accountUids = Array.from({ length: 20 }, (_, index) => `account-${index}`)
    const entries = accountUids.flatMap((cloudAccountUid, account) =>
      regions.map((region) => {
        const zones = [{ name: `${region}${account === 0 ? 'b' : 'a'}`, state: 'available' }]
        const value = {
          ...completeList(zones),
          get unreadable() {
            readCount++
            return 0
          },
        }
        const ref = { connection, provider: 'aws', cloudAccountUid, region }
        return { ref, value, at: 0 }
      }),
    )
    const names = regions.flatMap((region) => [`${region}a`, `${region}x`])
    const text = `regions: [${regions.join(', ')}]\nazs: [${names.join(', ')}]\n`
    const { facts, zones } = createFacts(text, entries)
    readCount = 0
    const described = zones.map((zone) => facts.describe(zone).facts)
    const expected = names.map((name) => (name.endsWith('a') ? accountUids.length : 0))
    assert.deepEqual(
      described.map(({ length }) => length),
      expected,
    )
    // Of each region, only one account lacks the zone.
    assert.equal(readCount, regions.length)
  })
})
