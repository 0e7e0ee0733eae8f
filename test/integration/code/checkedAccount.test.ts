import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { asked, nextPick, offer, paths } from '../lookups.ts'
import { account, choose, findingsIn, openFile, rangeOf, useFiles } from './files.ts'

const { azureProduction, cloudstackEdge, gcpProduction, maasLab } = accounts
const azurePlace = { provider: 'azure', cloudAccountUid: azureProduction.uid }

describe('Code: the account that zones are checked against', () => {
  const session = useFiles()
  beforeEach(() => offer(session, 'all'))
  afterEach(() => offer(session, 'none'))

  async function check(text: string, of = account, ending = 'tf') {
    await choose(session, of)
    const document = await openFile(ending, text)
    await session.run('checkZonesInFile', document.uri)
    return document
  }

  it('is of one cloud: zones of others are left out, and a region that it does not list is told once', async () => {
    const text = `aws_region = "us-east-1"
aws_availability_zones = ["us-east-1a", "us-east-1z", "us-gov-west-1a"]
gcp_region = "us-central1"
node_locations = ["us-central1-a", "us-central1-b"]
other_azs = ["us-east-9a", "us-east-9b"]
`
    const document = await check(text)
    const [zone, region, ...others] = findingsIn(document)
    assert.match(zone ?? '', /^us-east-1z: Zone not found: “us-east-1z” in us-east-1 for /)
    assert.equal(region, `us-east-9a: Region “us-east-9” isn’t listed for ${account.uid}.`)
    assert.deepEqual(others, [])
    assert.deepEqual(session.dialogs.messages, [])
    // Regions of other accounts, which are loaded too, are none of this one.
    await session.run('listZones', {
      provider: 'gcp',
      cloudAccountUid: gcpProduction.uid,
      region: 'us-central1',
    })
    await check(text)
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('may have a name, which is kept with it for a window in which nothing is listed', async () => {
    const choosing = session.run('selectCheckedAccount')
    ;(await nextPick(session)).choose(account.name)
    await choosing
    await offer(session, 'none')
    const document = await openFile(
      'tf',
      'region = "us-east-1"\naz = "us-east-1z"\nzone = "us-east-1a"',
    )
    await session.run('checkZonesInFile', document.uri)
    assert.deepEqual(findingsIn(document), [
      `us-east-1z: Zone not found: “us-east-1z” in us-east-1 for ${account.name}.`,
    ])
    assert.match(await hoverOn(document, 'us-east-1a'), new RegExp(`- \`${account.name}\``))
  })

  for (const [of, good, bad] of [
    [maasLab, 'rack-east', 'hall-9'],
    [cloudstackEdge, 'edge-north', 'edge-9'],
  ] as const) {
    it(`may have no regions: its only list counts, whatever a file names: ${of.provider}`, async () => {
      const text = `resource "cluster_${of.provider}" "a" {\n  azs = ["${good}", "${bad}"]\n}\nregion = "us-east-1"\n`
      const document = await check(text, of)
      assert.deepEqual(findingsIn(document), [`${bad}: Zone not found for ${of.uid}: “${bad}”.`])
      assert.equal(session.dialogs.statusMessages.at(-1), 'Zones checked: 2. Problems found: 1.')
      assert.ok(!asked(session).some((path) => path.endsWith('/regions')))
      assert.match(
        await hoverOn(document, good),
        new RegExp(`^Zone \`${good}\`\n\n- \`${of.uid}\``),
      )
    })
  }

  it('is named where zones without a region cannot be loaded', async () => {
    for (const path of ['/zones', '/azs']) session.sandbox.addFault({ path, status: 403 })
    await check('azs = ["default"]', maasLab).catch(() => {})
    const { text } = await session.dialogs.message()
    assert.ok(text.startsWith(`Couldn’t check the zones in ${maasLab.uid}. `), text)
  })

  it('offers its only pinned region of azure where a file names none', async () => {
    const text =
      'resource "azurerm_public_ip" "p" {\n  location = var.location\n  zones = ["1", "9"]\n}\n'
    await check(text, azureProduction)
    const none = 'The zones were not checked because their region is unknown.'
    const first = await session.dialogs.message()
    assert.deepEqual([first.text, first.buttons], [none, ['Retry']])
    await session.addRegion(azureProduction, 'westeurope')
    const document = await check(text, azureProduction)
    const second = await session.dialogs.message()
    assert.deepEqual([second.text, second.buttons], [none, ['Check Zones in westeurope']])
    second.press('Check Zones in westeurope')
    await until('the finding', () => findingsIn(document).length > 0)
    assert.deepEqual(findingsIn(document), [
      `9: Zone not found: “9” in westeurope for ${azureProduction.name}.`,
    ])
  })

  it('has hovers on numbers of azure only for the region of their own block', async () => {
    for (const region of ['westus', 'westeurope']) {
      await session.run('listZones', { ...azurePlace, region }).catch(() => {})
    }
    const text = `resource "azurerm_public_ip" "p" {
  location = "westus"
  zones = ["1"]
}
resource "azurerm_public_ip" "q" {
  location = "westeurope"
  zones = ["2"]
}
`
    const document = await check(text, azureProduction)
    assert.equal(findingsIn(document).length, 1)
    assert.equal(await hoverOn(document, '1"'), '')
    assert.match(await hoverOn(document, '2"'), /^Zone `2` in `westeurope`/)
  })

  it('tells that it has no such region of azure, beside others, too', async () => {
    const block = (location: string) =>
      `resource "azurerm_public_ip" "p" {\n  location = "${location}"\n  zones = ["1"]\n}\n`
    const document = await check(block('narniacentral') + block('westeurope'), azureProduction)
    assert.deepEqual(findingsIn(document), [
      `1: Region “narniacentral” isn’t listed for ${azureProduction.uid}.`,
    ])
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('gives no advice that cannot help where it has two pinned regions of azure', async () => {
    await session.addRegion(azureProduction, 'westeurope')
    await session.addRegion(azureProduction, 'northeurope')
    await offer(session, 'none')
    await check(
      'resource "azurerm_public_ip" "p" {\n  location = var.location\n  zones = ["9"]\n}\n',
      azureProduction,
    )
    const { text, buttons } = await session.dialogs.message()
    assert.equal(text, 'The zones were not checked because their region is unknown.')
    assert.deepEqual(buttons, ['Retry'])
  })

  it('gives advice where its regions cannot be listed, so that listing zones helps', async () => {
    await offer(session, 'none')
    await check('az = "us-east-1a"')
    const { text, buttons } = await session.dialogs.message()
    assert.match(text, /known\. Add the region to the file, or run “List Zones…”/)
    assert.deepEqual(buttons, ['List Zones', 'Retry'])
    assert.deepEqual(asked(session), [paths.awsRegions])
  })

  it('is of one service: nothing is asked about it where its connection has another', async () => {
    await choose(session)
    const elsewhere = await session.startSandbox()
    await session.reconnect({ baseUrl: elsewhere.baseUrl })
    await session.setKey(session.name, elsewhere.apiKey)
    elsewhere.requests.length = 0
    const document = await openFile('tf', 'region = "us-east-1"\naz = "us-east-1a"')
    assert.equal(await hoverOn(document, 'us-east-1a'), '')
    assert.deepEqual(elsewhere.requests, [])
  })

  it('is asked for no half-typed region where none are listed, except by a check', async () => {
    await offer(session, 'none')
    await choose(session)
    for (const region of ['us', 'us-e', 'us-east', 'us-east-1']) {
      const document = await openFile('tf', `region = "${region}"\naz = "us-east-1a"`)
      await hoverOn(document, 'us-east-1a')
    }
    const regions = () => {
      const named = session.zoneRequests().map(({ url }) => /regions\/([^/]+)/.exec(url)?.[1])
      return [...new Set(named)]
    }
    assert.deepEqual(regions(), ['us-east-1'])
    await check('region = "moon"\naz = "moon-a"').catch(() => {})
    assert.deepEqual(regions(), ['us-east-1', 'moon'])
  })

  it('has a zone in another state, and without an instance type: the graver finding is shown', async () => {
    const zone = 'us-east-1e'
    const zones = ['us-east-1a', zone].map((name) => ({ name, state: 'impaired' }))
    session.sandbox.addFault({ path: '/zones', body: JSON.stringify({ zones }) })
    const text = `region = "us-east-1"\npool {\n  instance_type = "m6i.xlarge"\n  azs = ["us-east-1a", "${zone}"]\n}`
    const found = findingsIn(await check(text))
    assert.equal(found.length, 2)
    assert.match(found[0] ?? '', /^us-east-1a: Zone not available \(state “impaired”\)/)
    assert.match(found[1] ?? '', /^us-east-1e: Instance type not available: m6i.xlarge/)
  })
})

async function hoverOn(document: vscode.TextDocument, zone: string): Promise<string> {
  const { start } = rangeOf(document, zone)
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    start,
  )
  const [text] = hovers.flatMap(({ contents }) => contents.flat() as vscode.MarkdownString[])
  return text?.value ?? ''
}
