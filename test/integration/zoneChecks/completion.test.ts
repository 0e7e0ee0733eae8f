import { strict as assert } from 'node:assert'
import { type CompletionItem, MarkdownString } from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { setLookups } from '../lookups.ts'
import {
  selectCheckedAccount,
  cacheZones,
  getLabel,
  openDocument,
  useDocuments,
  listZones,
} from './documents.ts'

const usEast1 = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `us-east-1${letter}`)

describe('Zone checks: Completion of zones in code', () => {
  const session = useDocuments()

  it('loads the zones of the selected account once', async () => {
    await selectCheckedAccount(session)
    const opened = await openDocument('yaml', 'region: us-east-1\nzone: ‸')
    await until('the zones', async () => (await opened.completions()).length > 0)
    assert.deepEqual((await opened.completions()).map(getLabel), usEast1)
    assert.equal(session.zoneRequests().length, 1)
  })

  const completed: [ending: string, text: string, expected: string][] = [
    ['tf', 'region = "us-east-1"\naz = ‸\n', 'region = "us-east-1"\naz = "us-east-1b"\n'],
    ['hcl', 'azs = [\n  "us-east-1a",\n  ‸\n]', 'azs = [\n  "us-east-1a",\n  "us-east-1b"\n]'],
    ['json', '{"zones": ["us-east-1a", "us‸"]}', '{"zones": ["us-east-1a", "us-east-1b"]}'],
    ['yaml', "zones: [us-east-1a, '‸']", "zones: [us-east-1a, 'us-east-1b']"],
  ]
  for (const [ending, text, expected] of completed) {
    it(`writes a zone: ${ending}, ${JSON.stringify(text)}`, async () => {
      await cacheZones(session, 'us-east-1')
      const opened = await openDocument(ending, text)
      assert.equal(await opened.complete('us-east-1b'), expected)
      assert.deepEqual(session.requests(), [])
    })
  }

  it('suggests the zones of the regions that the document names, with their states and accounts', async () => {
    await cacheZones(session, 'us-east-1')
    await cacheZones(session, 'eu-west-1')
    await cacheZones(session, 'us-east-1', accounts.awsAudit)
    const opened = await openDocument('tf', 'region = "us-east-1"\nazs = ["‸"]')
    const items = await opened.completions()
    assert.deepEqual(items.map(getLabel), usEast1)
    const [first] = items
    assert.match(getDescription(first), /^use1-az\d · available$/)
    const text = first?.documentation
    assert.ok(text instanceof MarkdownString)
    assert.match(text.value, /`aws-production`.*\n- `aws-audit`/)
  })

  it('suggests numbers of Azure only for the region of their block', async () => {
    await cacheZones(session, 'westeurope', accounts.azureProduction)
    const block = (location: string) =>
      `resource "azurerm_public_ip" "p" {\n  location = ${location}\n  zones = ["‸"]\n}\n`
    const other = 'resource "azurerm_storage_account" "s" {\n  location = "westeurope"\n}\n'
    const unknownBlock = await openDocument('tf', block('var.location') + other)
    assert.deepEqual(await unknownBlock.completions(), [])
    const westeuropeBlock = await openDocument('tf', block('"westeurope"'))
    assert.deepEqual((await westeuropeBlock.completions()).map(getLabel), ['1', '2', '3'])
  })

  it('suggests zone IDs under a key that takes IDs', async () => {
    await cacheZones(session, 'us-east-1')
    const opened = await openDocument('tf', 'region = "us-east-1"\navailability_zone_id = "‸"')
    const items = await opened.completions()
    assert.deepEqual(
      items.map(getLabel).sort(),
      [1, 2, 3, 4, 5, 6].map((number) => `use1-az${number}`),
    )
    assert.match(getDescription(items[0]), /^us-east-1[a-f] · available$/)
  })

  it('suggests the zones of an account without regions once it is selected for checks', async () => {
    await setLookups(session, 'all')
    await listZones(session, 'hall-1', accounts.maasLab)
    await cacheZones(session, 'us-east-1')
    const opened = await openDocument('tf', 'region = "us-east-1"\nazs = ["‸"]')
    assert.deepEqual((await opened.completions()).map(getLabel), usEast1)
    await selectCheckedAccount(session, accounts.maasLab)
    assert.deepEqual((await opened.completions()).map(getLabel), [
      'default',
      'rack-east',
      'rack-west',
      ...usEast1,
    ])
  })

  it('puts the zones last that the list has already', async () => {
    await cacheZones(session, 'us-east-1')
    const opened = await openDocument(
      'yaml',
      'zones:\n  - us-east-1b\n  - us-east-1a\n  - ‸\nazs: [us-east-1c]',
    )
    assert.deepEqual((await opened.completions()).map(getLabel), [
      ...usEast1.slice(2),
      ...usEast1.slice(0, 2),
    ])
  })

  it('escapes the signs in a name as the language requires', async () => {
    const name = 'us-east-1"x\'${y}'
    session.sandbox.addFault({ path: '/zones', body: JSON.stringify({ zones: [{ name }] }) })
    await cacheZones(session, 'us-east-1')
    const texts = [
      ['tf', 'region = "us-east-1"\naz = ‸', '"us-east-1\\"x\'$${y}"'],
      ['json', '{"region": "us-east-1", "az": "‸"}', 'us-east-1\\"x\'${y}'],
      ['yaml', "region: us-east-1\naz: '‸'", "us-east-1\"x''${y}"],
      ['yaml', 'region: us-east-1\naz: ‸', '"us-east-1\\"x\'${y}"'],
    ] as const
    for (const [ending, text, written] of texts) {
      const [item] = await (await openDocument(ending, text)).completions()
      assert.equal(item?.insertText, written)
    }
  })

  it('writes the space that YAML requires behind a colon or a dash', async () => {
    await cacheZones(session, 'us-east-1')
    const texts = [
      ['zone:‸', 'zone: us-east-1a'],
      ['zone: ‸', 'zone: us-east-1a'],
      ['zone: &x‸', 'zone: &x us-east-1a'],
      ['azs:\n  -‸', 'azs:\n  - us-east-1a'],
      ['azs: [‸]', 'azs: [us-east-1a]'],
      ['azs: [us-east-1b,‸]', 'azs: [us-east-1b,us-east-1a]'],
    ] as const
    for (const [text, written] of texts) {
      const opened = await openDocument('yaml', `region: us-east-1\n${text}`)
      assert.equal(await opened.complete('us-east-1a'), `region: us-east-1\n${written}`)
    }
  })

  it('makes the documentation of a suggestion when the suggestion is selected', async () => {
    await cacheZones(session, 'us-east-1')
    const opened = await openDocument('yaml', 'region: us-east-1\nzone: ‸')
    const [selected, next] = await opened.completions()
    assert.ok(selected?.documentation)
    assert.equal(next?.documentation, undefined)
  })

  it('suggests no name with invisible characters, or that is too long to be shown', async () => {
    const names = ['us-east-1\u200ba', `us-east-1${'a'.repeat(200)}`, 'us-east-1b']
    const zones = names.map((name) => ({ name }))
    session.sandbox.addFault({ path: '/zones', body: JSON.stringify({ zones }) })
    await cacheZones(session, 'us-east-1')
    const opened = await openDocument('yaml', 'region: us-east-1\nzone: ‸')
    assert.deepEqual((await opened.completions()).map(getLabel), ['us-east-1b'])
  })

  const otherPlaces: [place: string, ending: string, text: string][] = [
    ['in other values', 'tf', 'region = "us-east-1"\nname = "‸"'],
    ['where no region is named', 'tf', 'az = "‸"'],
    ['under the keys of regions', 'yaml', 'region: ‸us-east-1'],
  ]
  for (const [place, ending, text] of otherPlaces) {
    it(`suggests nothing ${place}`, async () => {
      await cacheZones(session, 'us-east-1')
      const opened = await openDocument(ending, text)
      assert.deepEqual((await opened.completions()).map(getLabel), [])
      assert.deepEqual(session.requests(), [])
    })
  }
})

function getDescription(item: CompletionItem | undefined): string {
  const label = item?.label
  return (typeof label === 'object' && label.description) || ''
}
