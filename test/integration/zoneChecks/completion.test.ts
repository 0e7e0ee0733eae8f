import { strict as assert } from 'node:assert'
import { type CompletionItem, MarkdownString } from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { setLookups } from '../lookups.ts'
import { choose, know, labelOf, open, useDocuments, zonesOf } from './documents.ts'

const usEast1 = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `us-east-1${letter}`)

describe('Zone checks: Completion of zones in code', () => {
  const session = useDocuments()

  it('loads the zones of the account that is selected, once', async () => {
    await choose(session)
    const opened = await open('yaml', 'region: us-east-1\nzone: ‸')
    await until('the zones', async () => (await opened.completions()).length > 0)
    assert.deepEqual((await opened.completions()).map(labelOf), usEast1)
    assert.equal(session.zoneRequests().length, 1)
  })

  const completed: [ending: string, text: string, becomes: string][] = [
    ['tf', 'region = "us-east-1"\naz = ‸\n', 'region = "us-east-1"\naz = "us-east-1b"\n'],
    ['hcl', 'azs = [\n  "us-east-1a",\n  ‸\n]', 'azs = [\n  "us-east-1a",\n  "us-east-1b"\n]'],
    ['json', '{"zones": ["us-east-1a", "us‸"]}', '{"zones": ["us-east-1a", "us-east-1b"]}'],
    ['yaml', "zones: [us-east-1a, '‸']", "zones: [us-east-1a, 'us-east-1b']"],
  ]
  for (const [ending, text, becomes] of completed) {
    it(`writes a zone: ${ending}, ${JSON.stringify(text)}`, async () => {
      await know(session, 'us-east-1')
      const opened = await open(ending, text)
      assert.equal(await opened.complete('us-east-1b'), becomes)
      assert.deepEqual(session.requests(), [])
    })
  }

  it('offers the zones of the regions that the document names, and tells of them', async () => {
    await know(session, 'us-east-1')
    await know(session, 'eu-west-1')
    await know(session, 'us-east-1', accounts.awsAudit)
    const opened = await open('tf', 'region = "us-east-1"\nazs = ["‸"]')
    const items = await opened.completions()
    assert.deepEqual(items.map(labelOf), usEast1)
    const [first] = items
    assert.match(described(first), /^use1-az\d · available$/)
    const text = first?.documentation
    assert.ok(text instanceof MarkdownString)
    assert.match(text.value, /`aws-production`.*\n- `aws-audit`/)
  })

  it('offers numbers of azure only for the region of their own block', async () => {
    await know(session, 'westeurope', accounts.azureProduction)
    const block = (location: string) =>
      `resource "azurerm_public_ip" "p" {\n  location = ${location}\n  zones = ["‸"]\n}\n`
    const other = 'resource "azurerm_storage_account" "s" {\n  location = "westeurope"\n}\n'
    const none = await open('tf', block('var.location') + other)
    assert.deepEqual(await none.completions(), [])
    const own = await open('tf', block('"westeurope"'))
    assert.deepEqual((await own.completions()).map(labelOf), ['1', '2', '3'])
  })

  it('offers the IDs of zones where an ID is wanted', async () => {
    await know(session, 'us-east-1')
    const opened = await open('tf', 'region = "us-east-1"\navailability_zone_id = "‸"')
    const items = await opened.completions()
    assert.deepEqual(
      items.map(labelOf).sort(),
      [1, 2, 3, 4, 5, 6].map((nth) => `use1-az${nth}`),
    )
    assert.match(described(items[0]), /^us-east-1[a-f] · available$/)
  })

  it('offers the zones of an account without regions, once zones are checked against it', async () => {
    await setLookups(session, 'all')
    await zonesOf(session, 'hall-1', accounts.maasLab)
    await know(session, 'us-east-1')
    const opened = await open('tf', 'region = "us-east-1"\nazs = ["‸"]')
    assert.deepEqual((await opened.completions()).map(labelOf), usEast1)
    await choose(session, accounts.maasLab)
    assert.deepEqual((await opened.completions()).map(labelOf), [
      'default',
      'rack-east',
      'rack-west',
      ...usEast1,
    ])
  })

  it('puts those last that the list has', async () => {
    await know(session, 'us-east-1')
    const opened = await open(
      'yaml',
      'zones:\n  - us-east-1b\n  - us-east-1a\n  - ‸\nazs: [us-east-1c]',
    )
    assert.deepEqual((await opened.completions()).map(labelOf), [
      ...usEast1.slice(2),
      ...usEast1.slice(0, 2),
    ])
  })

  it('writes a name with signs in it as the language has them', async () => {
    const name = 'us-east-1"x\'${y}'
    session.sandbox.addFault({ path: '/zones', body: JSON.stringify({ zones: [{ name }] }) })
    await know(session, 'us-east-1')
    const texts = [
      ['tf', 'region = "us-east-1"\naz = ‸', '"us-east-1\\"x\'$${y}"'],
      ['json', '{"region": "us-east-1", "az": "‸"}', 'us-east-1\\"x\'${y}'],
      ['yaml', "region: us-east-1\naz: '‸'", "us-east-1\"x''${y}"],
      ['yaml', 'region: us-east-1\naz: ‸', '"us-east-1\\"x\'${y}"'],
    ] as const
    for (const [ending, text, written] of texts) {
      const [item] = await (await open(ending, text)).completions()
      assert.equal(item?.insertText, written)
    }
  })

  it('writes the space that YAML requires behind a colon or a dash', async () => {
    await know(session, 'us-east-1')
    const texts = [
      ['zone:‸', 'zone: us-east-1a'],
      ['zone: ‸', 'zone: us-east-1a'],
      ['zone: &x‸', 'zone: &x us-east-1a'],
      ['azs:\n  -‸', 'azs:\n  - us-east-1a'],
      ['azs: [‸]', 'azs: [us-east-1a]'],
      ['azs: [us-east-1b,‸]', 'azs: [us-east-1b,us-east-1a]'],
    ] as const
    for (const [text, written] of texts) {
      const opened = await open('yaml', `region: us-east-1\n${text}`)
      assert.equal(await opened.complete('us-east-1a'), `region: us-east-1\n${written}`)
    }
  })

  it('offers no name that has something invisible', async () => {
    const zones = [{ name: 'us-east-1\u200ba' }, { name: 'us-east-1b' }]
    session.sandbox.addFault({ path: '/zones', body: JSON.stringify({ zones }) })
    await know(session, 'us-east-1')
    const opened = await open('yaml', 'region: us-east-1\nzone: ‸')
    assert.deepEqual((await opened.completions()).map(labelOf), ['us-east-1b'])
  })

  const nothing: [why: string, ending: string, text: string][] = [
    ['in other values', 'tf', 'region = "us-east-1"\nname = "‸"'],
    ['where no region is named', 'tf', 'az = "‸"'],
    ['under the keys of regions', 'yaml', 'region: ‸us-east-1'],
  ]
  for (const [why, ending, text] of nothing) {
    it(`offers nothing ${why}`, async () => {
      await know(session, 'us-east-1')
      const opened = await open(ending, text)
      assert.deepEqual((await opened.completions()).map(labelOf), [])
      assert.deepEqual(session.requests(), [])
    })
  }
})

function described(item: CompletionItem | undefined): string {
  const label = item?.label
  return (typeof label === 'object' && label.description) || ''
}
