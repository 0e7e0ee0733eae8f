import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, oddZones } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { getRequestedPaths, getLoadedPick, setLookups } from '../lookups.ts'
import { account, check, choose, chosenKey, know, open, useDocuments } from './documents.ts'

const { azureProduction, cloudstackEdge, gcpProduction, maasLab } = accounts
const bad = 'region = "us-east-1"\naz = "us-east-1z"\n'
const unknown = (zone: string, region = 'us-east-1', who = account.name) =>
  `Warning: Zone not found: “${zone}” in ${region} for ${who}.`
const noRegion = 'The zones were not checked because their region is unknown.'
const publicIp = (location: string, zones: string) =>
  `resource "azurerm_public_ip" "p" {\n  location = ${location}\n  zones = [${zones}]\n}\n`

/** A file that is checked, and what comes of it. */
interface Case {
  readonly what: string
  readonly ending?: string
  readonly text: string
  readonly of?: typeof account
  /** True if the service lists regions. */
  readonly isListed?: boolean
  /** The regions that are pinned. */
  readonly pinned?: readonly string[]
  /** The paths that aren’t allowed. */
  readonly refused?: readonly string[]
  readonly finds?: readonly string[]
  /** The start of the message, and its buttons; else there is none. */
  readonly says?: readonly [text: string, ...buttons: string[]]
  readonly status?: string
  /** The last parts of the paths that are asked for, if they matter. */
  readonly asks?: readonly string[]
}

const cases: Case[] = [
  {
    what: 'finds unknown zones and IDs, with one request',
    ending: 'yaml',
    text: 'region: us-east-1\nzones:\n- us-east-1a\n- us-east-1z\n- use1-az1\n- use1-az9',
    finds: [`3:2 us-east-1z: ${unknown('us-east-1z')}`, `5:2 use1-az9: ${unknown('use1-az9')}`],
    status: 'Zones checked: 4. Problems found: 2.',
    asks: ['regions', 'zones'],
  },
  {
    what: 'says so where there are no zones',
    text: 'region = "us-east-1"',
    says: ['No zones found in this file.'],
    asks: [],
  },
  {
    what: 'says so in another language',
    ending: 'txt',
    text: 'az = "us-east-1a"',
    says: ['Open a Terraform, HCL, YAML, or JSON file'],
    asks: [],
  },
  {
    what: 'gives advice where regions are neither named nor listed, so that listing zones helps',
    text: 'az = "us-east-1a"',
    says: [`${noRegion} Add the region to the file, or run “List Zones…”`, 'List Zones', 'Retry'],
    asks: ['regions'],
  },
  {
    what: 'gives no advice that cannot help where two regions of azure are pinned',
    of: azureProduction,
    pinned: ['westeurope', 'northeurope'],
    text: publicIp('var.location', '"9"'),
    says: [noRegion, 'Retry'],
  },
  {
    what: 'cannot be sent elsewhere by what a file names',
    ending: 'yaml',
    text: 'region: ../../../v1/users/info?x=\nregions: [a/b, ., ..]\nzone: us-east-1a',
    says: [noRegion, 'List Zones', 'Retry'],
    // Nothing but the account's regions, which might have been among them.
    asks: ['regions'],
  },
  {
    what: 'learns the regions from the account, where the zones alone are named',
    isListed: true,
    text: 'azs = ["us-east-1a", "us-east-1z"]',
    finds: [`0:22 us-east-1z: ${unknown('us-east-1z')}`],
  },
  {
    what: 'leaves out the zones of other clouds, and tells once of a region that is not listed',
    isListed: true,
    text: `aws_region = "us-east-1"
aws_availability_zones = ["us-east-1a", "us-east-1z", "us-gov-west-1a"]
gcp_region = "us-central1"
node_locations = ["us-central1-a", "us-central1-b"]
other_azs = ["us-east-9a", "us-east-9b"]
`,
    finds: [
      `1:41 us-east-1z: ${unknown('us-east-1z')}`,
      `4:14 us-east-9a: Warning: Region “us-east-9” isn’t listed for ${account.name}.`,
    ],
  },
  {
    what: 'tells that there is no such region of azure, beside others, too',
    of: azureProduction,
    isListed: true,
    text: publicIp('"narniacentral"', '"1"') + publicIp('"westeurope"', '"1"'),
    finds: [`2:12 1: Warning: Region “narniacentral” isn’t listed for ${azureProduction.name}.`],
  },
  {
    what: 'names an account without regions where its zones cannot be loaded',
    of: maasLab,
    refused: ['/zones', '/azs'],
    text: 'azs = ["default"]',
    says: [`Couldn’t check the zones in ${maasLab.name}. `, 'Retry'],
  },
  {
    what: 'offers the only pinned region of azure where its regions cannot be listed, too',
    of: azureProduction,
    isListed: true,
    pinned: ['westeurope'],
    refused: ['/clouds/azure/regions?'],
    text: publicIp('var.location', '"1"'),
    says: [`Couldn’t check the zones in ${azureProduction.name}. `, 'Check Zones in westeurope'],
  },
]

describe('Zone checks: Check Zones in File', () => {
  const session = useDocuments()
  const checked = async (text: string, of = account, ending = 'tf') =>
    check(session, ending, text, of)

  for (const { what, text, of = account, finds = [], says, status, asks, ...rest } of cases) {
    it(what, async () => {
      const { pinned = [], refused = [] } = rest
      await setLookups(session, rest.isListed ? 'all' : 'none')
      for (const region of pinned) await session.pinRegion(of, region)
      for (const path of refused) session.sandbox.addFault({ path, status: 403 })
      session.sandbox.requests.length = 0
      const opened = await checked(text, of, rest.ending)
      assert.deepEqual(opened.diagnostics, finds)
      if (status !== undefined) assert.equal(session.dialogs.statusMessages.at(-1), status)
      const last = (path: string) => path.split('/').at(-1)
      if (asks) assert.deepEqual(getRequestedPaths(session).map(last), asks)
      if (!says) assert.deepEqual(session.dialogs.messages, [])
      if (!says) return
      const [start, ...buttons] = says
      const message = await session.dialogs.message()
      assert.ok(message.text.startsWith(start), message.text)
      assert.deepEqual(message.buttons, buttons)
    })
  }

  for (const [of, good, wrong] of [
    [maasLab, 'rack-east', 'hall-9'],
    [cloudstackEdge, 'edge-north', 'edge-9'],
  ] as const) {
    it(`goes by the only list of an account without regions, whatever is named: ${of.provider}`, async () => {
      await setLookups(session, 'all')
      const block = `resource "cluster_${of.provider}" "a" {\n  azs = ["${good}", "${wrong}"]\n}\n`
      const opened = await checked(`${block}region = "us-east-1"\n`, of)
      const [found = '', ...others] = opened.diagnostics
      assert.ok(found.endsWith(`Warning: Zone not found for ${of.name}: “${wrong}”.`), found)
      assert.deepEqual(others, [])
      assert.ok(!getRequestedPaths(session).some((path) => path.endsWith('/regions')))
      const [hover] = await opened.hovers(opened.at(good))
      assert.ok(hover?.value.startsWith(`Zone \`${good}\`\n\n- \`${of.name}\``), hover?.value)
    })
  }

  it('finds zones that are not available, and says how it went', async () => {
    const { region, zoneId } = oddZones.impaired
    const opened = await checked(
      `region: ${region}\nzones: [eu-central-1a, ${zoneId}]`,
      account,
      'yaml',
    )
    const [finding, ...others] = opened.diagnostics
    assert.match(
      finding ?? '',
      /^1:23 euc1-az3: Information: Zone not available \(state “impaired”\): eu-central-1[abc] \(euc1-az3\) for /,
    )
    const [diagnostic] = vscode.languages.getDiagnostics(opened.document.uri)
    assert.equal(diagnostic?.code, 'zoneNotAvailable')
    assert.equal(diagnostic.source, 'Poolkeeper')
    // Which of the names is that zone's depends on the account.
    assert.ok(others.length <= 1)
    assert.equal(
      session.dialogs.statusMessages.at(-1),
      `Zones checked: 2. Problems found: ${1 + others.length}.`,
    )
  })

  it('reads anew each time, and takes back what is mended', async () => {
    const opened = await checked(bad)
    assert.equal(opened.diagnostics.length, 1)
    const zones = [{ name: 'us-east-1z', state: 'available' }]
    session.sandbox.addFault({ path: '/zones', body: JSON.stringify({ zones }) })
    await session.run('checkZonesInFile')
    assert.deepEqual(opened.diagnostics, [])
    assert.equal(session.dialogs.statusMessages.at(-1), 'Zones checked: 1. Problems found: 0.')
    assert.equal(session.zoneRequests().length, 2)
  })

  it('asks for the account the first time, and keeps it for the workspace', async () => {
    await know(session, 'eu-west-1')
    await setLookups(session, 'all')
    const opened = await open('tf', bad)
    const checking = session.run('checkZonesInFile')
    const pick = await session.dialogs.pick()
    assert.equal(pick.title, 'Select Account for Zone Checks')
    await until('the accounts', () => !pick.busy)
    assert.deepEqual(pick.labels.slice(0, 3), [
      account.name,
      accounts.awsAudit.name,
      accounts.awsStaging.name,
    ])
    assert.ok(!pick.labels.includes(accounts.vsphereFactory.name))
    pick.select(accounts.awsAudit.name)
    await checking
    assert.deepEqual(opened.diagnostics, [
      `1:6 us-east-1z: ${unknown('us-east-1z', 'us-east-1', accounts.awsAudit.name)}`,
    ])
    await session.run('checkZonesInFile')
    assert.equal(session.dialogs.prompts.length, 1)
    for (const { url } of session.zoneRequests()) assert.ok(url.includes(accounts.awsAudit.uid))
  })

  it('does nothing where no account is chosen', async () => {
    const opened = await open('tf', bad)
    const checking = session.run('checkZonesInFile')
    ;(await getLoadedPick(session)).escape()
    await checking
    assert.deepEqual(opened.diagnostics, [])
    assert.deepEqual(session.zoneRequests(), [])
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('takes no regions of other accounts that are loaded, too', async () => {
    const { provider, uid: cloudAccountUid } = gcpProduction
    await session.run('listZones', { provider, cloudAccountUid, region: 'us-central1' })
    session.sandbox.requests.length = 0
    await checked('region = "us-east-1"\ngcp_region = "us-central1"\nazs = ["us-east-1a"]')
    assert.equal(session.zoneRequests().length, 1)
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('says of each region why it cannot be read, judges none of its zones, and offers each way out once', async () => {
    const few = { 'eu-west-1': 403, 'eu-west-2': 403, 'eu-west-3': 500, 'us-east-2': 307 }
    const faults = {
      ...few,
      'us-west-1': 418,
      'us-west-2': 451,
      'eu-north-1': 451,
      'sa-east-1': 410,
    }
    for (const [region, status] of Object.entries(faults)) {
      session.sandbox.addFault({ path: `/regions/${region}/zones`, status, times: null })
    }
    const opened = await checked(
      `azs = ["us-east-1z", "eu-west-1z", "us-esat-1z"]\nregions = ["us-east-1", "${Object.keys(faults).join('", "')}"]`,
    )
    const { severity, text, buttons, press } = await session.dialogs.message()
    assert.equal(severity, 'error')
    const reasons = text.split('Couldn’t check the zones in ').slice(1)
    assert.deepEqual(
      reasons.map((one) => one.replace(/^([^.]*)\..*?(\(\d+\)|redirected).*$/, '$1 $2')),
      ['eu-west-1, eu-west-2 (403)', 'eu-west-3 (500)', 'us-east-2 redirected', 'us-west-1 (418)'],
    )
    // VS Code would cut a longer one.
    assert.match(text, / Other regions that couldn’t be checked: 3\.$/)
    assert.deepEqual(opened.places, ['0:8 us-east-1z'])
    assert.deepEqual(buttons, ['Edit Connections', 'Check Connection', 'Retry'])
    session.sandbox.clearFaults()
    press('Retry')
    await until('the others', () => opened.diagnostics.length === 3)
  })

  it('says why the regions cannot be listed where only they could tell the region', async () => {
    const path = '/clouds/aws/regions?'
    session.sandbox.addFault({ path, status: 401, times: null })
    await checked('azs = ["us-east-1a"]')
    const { severity, text, buttons } = await session.dialogs.message()
    assert.equal(severity, 'error')
    assert.match(text, new RegExp(`^Couldn’t check the zones in ${account.name}\\. .* \\(401\\)`))
    assert.deepEqual(buttons, ['Set API Key', 'Retry'])
    await checked('region = "us-east-1"\nazs = ["us-east-1a"]')
    assert.equal(session.dialogs.messages.length, 1)
  })

  it('leaves out quietly what no service knows as a region, unless zones are written so', async () => {
    session.sandbox.addFault({ path: '/regions/emea/zones', status: 404, times: null })
    const opened = await checked(`customer_region = "emea"\n${bad}`)
    assert.deepEqual(opened.places, ['2:6 us-east-1z'])
    assert.deepEqual(session.dialogs.messages, [])
    await opened.write(new vscode.Range(3, 0, 3, 0), 'zone = "emea-1a"')
    await session.run('checkZonesInFile', opened.document.uri)
    const { text } = await session.dialogs.message()
    assert.match(text, /^Couldn’t check the zones in emea\. /)
  })

  it('asks for a region that is half typed where none are listed, unlike hovers', async () => {
    await choose(session)
    for (const region of ['us', 'us-e', 'us-east', 'us-east-1']) {
      const opened = await open('tf', `region = "${region}"\naz = "‸us-east-1a"`)
      await opened.hovers()
    }
    const regions = () => {
      const named = session.zoneRequests().map(({ url }) => /regions\/([^/]+)/.exec(url)?.[1])
      return [...new Set(named)]
    }
    assert.deepEqual(regions(), ['us-east-1'])
    await checked('region = "moon"\naz = "moon-a"')
    assert.deepEqual(regions(), ['us-east-1', 'moon'])
  })

  it('offers its only pinned region of azure where a file names none', async () => {
    await session.pinRegion(azureProduction, 'westeurope')
    const opened = await checked(publicIp('var.location', '"1", "9"'), azureProduction)
    const { text, buttons, press } = await session.dialogs.message()
    assert.deepEqual([text, buttons], [noRegion, ['Check Zones in westeurope']])
    press('Check Zones in westeurope')
    await until('the finding', () => opened.diagnostics.length > 0)
    assert.deepEqual(opened.diagnostics, [
      `2:17 9: ${unknown('9', 'westeurope', azureProduction.name)}`,
    ])
  })

  it('leaves everything as it was where it is cancelled', async () => {
    const opened = await checked(bad)
    session.sandbox.addFault({ path: '/zones', stall: 'beforeHeaders' })
    const checking = session.run('checkZonesInFile')
    await until('the request', () => session.zoneRequests().length === 2)
    session.dialogs.cancel()
    await checking
    assert.equal(opened.diagnostics.length, 1)
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('judges what has come into the document meanwhile, where it is by then', async () => {
    await know(session, 'eu-west-1')
    const opened = await open('tf', bad)
    await choose(session)
    const held = session.holdRequests('/zones')
    const checking = session.run('checkZonesInFile')
    await until('the request', held.hasRequest)
    await opened.write(new vscode.Range(0, 0, 0, 0), 'azs = ["eu-west-1a", "us-east-1y"]\n')
    held.release()
    await checking
    assert.deepEqual(opened.places, ['0:22 us-east-1y', '2:6 us-east-1z'])
  })

  const changes: [what: string, change: () => Promise<unknown>][] = [
    [
      'account',
      async () => {
        const choosing = session.run('selectCheckedAccount')
        ;(await getLoadedPick(session)).answer(accounts.awsAudit.uid)
        ;(await session.dialogs.pick()).select('aws')
        await choosing
      },
    ],
    ['key', () => session.clearKey()],
  ]
  for (const [what, change] of changes) {
    it(`ends without a word, and shows nothing, where the ${what} changes meanwhile`, async () => {
      const opened = await open('tf', bad)
      await choose(session)
      const held = session.holdRequests('/zones')
      const checking = session.run('checkZonesInFile')
      await until('the request', held.hasRequest)
      await change()
      held.release()
      await checking
      assert.deepEqual(opened.diagnostics, [])
      assert.deepEqual(session.dialogs.messages, [])
    })
  }

  it('has an account that can be changed, and forgets what was found with the other', async () => {
    await setLookups(session, 'all')
    const opened = await checked(bad)
    assert.equal(opened.diagnostics.length, 1)
    const choosing = session.run('selectCheckedAccount')
    ;(await getLoadedPick(session)).select(account.name)
    await choosing
    assert.deepEqual(opened.diagnostics, [])
    const { provider, uid: cloudAccountUid, name: cloudAccountLabel } = account
    const chosen = parts.context.workspaceState.get(chosenKey(session))
    assert.deepEqual(chosen, { provider, cloudAccountUid, cloudAccountLabel })
    // Its name is kept for a window in which nothing is listed.
    await setLookups(session, 'none')
    await session.run('checkZonesInFile', opened.document.uri)
    assert.deepEqual(opened.diagnostics, [`1:6 us-east-1z: ${unknown('us-east-1z')}`])
  })

  it('asks nothing about the account of another service that its connection had', async () => {
    await choose(session)
    const elsewhere = await session.startSandbox()
    await session.changeConnection({ baseUrl: elsewhere.baseUrl })
    await session.setKey(session.name, elsewhere.apiKey)
    elsewhere.requests.length = 0
    assert.deepEqual(await (await open('tf', 'az = "‸us-east-1a"')).hovers(), [])
    assert.deepEqual(elsewhere.requests, [])
  })
})
