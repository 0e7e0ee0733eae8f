import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, oddZones } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { getRequestedPaths, getLoadedPick, setLookups } from '../lookups.ts'
import {
  account,
  openAndCheck,
  selectCheckedAccount,
  createStorageKey,
  cacheZones,
  openDocument,
  useDocuments,
} from './documents.ts'

const { azureProduction, cloudstackEdge, gcpProduction, maasLab } = accounts
const bad = 'region = "us-east-1"\naz = "us-east-1z"\n'
const unknown = (zone: string, region = 'us-east-1', accountName = account.name) =>
  `Warning: Zone not found: “${zone}” in ${region} for ${accountName}.`
const noRegion = 'Zones without a known region were not checked.'
const publicIp = (location: string, zones: string) =>
  `resource "azurerm_public_ip" "p" {\n  location = ${location}\n  zones = [${zones}]\n}\n`

/** A file that is checked, and what comes of it. */
interface Case {
  readonly title: string
  readonly ending?: string
  readonly text: string
  readonly account?: typeof account
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
    title: 'finds unknown zones and IDs, with one request',
    ending: 'yaml',
    text: 'region: us-east-1\nzones:\n- us-east-1a\n- us-east-1z\n- use1-az1\n- use1-az9',
    finds: [`3:2 us-east-1z: ${unknown('us-east-1z')}`, `5:2 use1-az9: ${unknown('use1-az9')}`],
    status: 'Zones checked for aws-production: 4. Problems found: 2.',
    asks: ['regions', 'zones'],
  },
  {
    title: 'says nothing of unknown regions if all zones are of another cloud',
    text: publicIp('"eastus"', '"1"'),
    status: 'Zones checked for aws-production: 0. Problems found: 0.',
  },
  {
    title: 'reports that a part of a file wasn’t read, because it has too many values',
    ending: 'json',
    text: `{"numbers": [${'1,'.repeat(130_000)}1], "zone": "us-east-1z"}`,
    says: [
      'Zones checked for aws-production: 0. Problems found: 0. Files that are too large or can’t be opened: 1.',
    ],
    asks: [],
  },
  {
    title: 'reports that a file has no zones',
    text: 'name = "a"',
    says: ['No zones found in this file.'],
    asks: [],
  },
  {
    title: 'finds a misspelled region in a file without zones, with one request',
    isListed: true,
    text: 'region = "us-esat-1"',
    finds: [`0:10 us-esat-1: Warning: Region “us-esat-1” isn’t listed for ${account.name}.`],
    status: 'Zones checked for aws-production: 0. Problems found: 1.',
    asks: ['regions'],
  },
  {
    title: 'loads no zones for a file that names only a region',
    isListed: true,
    text: 'region = "us-east-1"',
    says: ['No zones found in this file.'],
    asks: ['regions'],
  },
  {
    title: 'asks for a file in a supported language',
    ending: 'txt',
    text: 'az = "us-east-1a"',
    says: ['Open a Terraform, HCL, YAML, or JSON file'],
    asks: [],
  },
  {
    title: 'suggests listing zones if regions are neither named nor listed',
    text: 'az = "us-east-1a"',
    says: [`${noRegion} Add the region to the file, or run “List Zones…”`, 'List Zones', 'Retry'],
    asks: ['regions'],
  },
  {
    title: 'suggests nothing that can’t help if two regions of Azure are pinned',
    account: azureProduction,
    pinned: ['westeurope', 'northeurope'],
    text: publicIp('var.location', '"1"'),
    says: [noRegion, 'Retry'],
  },
  {
    title: 'finds a number that no cached region of Azure has, although the region is unknown',
    account: azureProduction,
    pinned: ['westeurope', 'northeurope'],
    text: publicIp('var.location', '"1", "9"'),
    finds: [`2:17 9: Warning: Zone not found for ${azureProduction.name}: “9”.`],
  },
  {
    title: 'cannot be sent elsewhere by what a file names',
    ending: 'yaml',
    text: 'region: ../../../v1/users/info?x=\nregions: [a/b, ., ..]\nzone: us-east-1a',
    says: [noRegion, 'List Zones', 'Retry'],
    // Nothing but the account's regions, which might have been among them.
    asks: ['regions'],
  },
  {
    title: 'takes the regions from the account if the file names only zones',
    isListed: true,
    text: 'azs = ["us-east-1a", "us-east-1z"]',
    finds: [`0:22 us-east-1z: ${unknown('us-east-1z')}`],
  },
  {
    title: 'says that the account lacks the region of a file for another account',
    isListed: true,
    text: 'region = "us-gov-west-1"\nazs = ["us-gov-west-1a", "cn-north-1a"]',
    says: [
      `The zones in us-gov-west-1, cn-north-1 were not checked because ${account.name} has no such region.`,
      'Retry',
    ],
  },
  {
    title: 'names an account without regions if its zones can’t be loaded',
    account: maasLab,
    refused: ['/zones', '/azs'],
    text: 'azs = ["default"]',
    says: [`Couldn’t check the zones in ${maasLab.name}. `, 'Retry'],
  },
  {
    title: 'offers the only pinned region of Azure if the regions can’t be listed',
    account: azureProduction,
    isListed: true,
    pinned: ['westeurope'],
    refused: ['/clouds/azure/regions?'],
    text: publicIp('var.location', '"1"'),
    says: [`Couldn’t check the zones in ${azureProduction.name}. `, 'Check Zones in westeurope'],
  },
]

describe('Zone checks: Check Zones in File', () => {
  const session = useDocuments()
  const openChecked = async (text: string, checkedAccount = account, ending = 'tf') =>
    openAndCheck(session, ending, text, checkedAccount)

  for (const {
    title,
    text,
    account: checkedAccount = account,
    finds = [],
    says,
    status,
    asks,
    ...rest
  } of cases) {
    it(title, async () => {
      const { pinned = [], refused = [] } = rest
      await setLookups(session, rest.isListed ? 'all' : 'none')
      for (const region of pinned) await session.pinRegion(checkedAccount, region)
      for (const path of refused) session.sandbox.addFault({ path, status: 403 })
      session.sandbox.requests.length = 0
      const opened = await openChecked(text, checkedAccount, rest.ending)
      assert.deepEqual(opened.diagnostics, finds)
      if (status !== undefined) assert.equal(session.dialogs.statusMessages.at(-1), status)
      const last = (path: string) => path.split('/').at(-1)
      // The view of machine pools may still load clusters meanwhile.
      const paths = getRequestedPaths(session).filter((path) => path.includes('/clouds/'))
      if (asks) assert.deepEqual(paths.map(last), asks)
      if (!says) assert.deepEqual(session.dialogs.messages, [])
      if (!says) return
      const [start, ...buttons] = says
      const message = await session.dialogs.message()
      assert.ok(message.text.startsWith(start), message.text)
      assert.deepEqual(message.buttons, buttons)
    })
  }

  for (const [regionlessAccount, goodZone, wrongZone] of [
    [maasLab, 'rack-east', 'hall-9'],
    [cloudstackEdge, 'edge-north', 'edge-9'],
  ] as const) {
    it(`compares with the only list of an account without regions, whatever the file names: ${regionlessAccount.provider}`, async () => {
      await setLookups(session, 'all')
      const block = `resource "cluster_${regionlessAccount.provider}" "a" {\n  azs = ["${goodZone}", "${wrongZone}"]\n}\n`
      const opened = await openChecked(`${block}region = "us-east-1"\n`, regionlessAccount)
      const [found = '', ...otherDiagnostics] = opened.diagnostics
      assert.ok(
        found.endsWith(`Warning: Zone not found for ${regionlessAccount.name}: “${wrongZone}”.`),
        found,
      )
      assert.deepEqual(otherDiagnostics, [])
      assert.ok(!getRequestedPaths(session).some((path) => path.endsWith('/regions')))
      const [hover] = await opened.hovers(opened.findPosition(goodZone))
      assert.ok(
        hover?.value.startsWith(`Zone \`${goodZone}\`\n\n- \`${regionlessAccount.name}\``),
        hover?.value,
      )
    })
  }

  it('finds zones that aren’t available, and reports the numbers', async () => {
    const { region, zoneId } = oddZones.impaired
    const opened = await openChecked(
      `region: ${region}\nzones: [eu-central-1a, ${zoneId}]`,
      account,
      'yaml',
    )
    const [finding, ...otherDiagnostics] = opened.diagnostics
    assert.match(
      finding ?? '',
      /^1:23 euc1-az3: Information: Zone in state “impaired”: eu-central-1[abc] \(euc1-az3\) for /,
    )
    const [diagnostic] = vscode.languages.getDiagnostics(opened.document.uri)
    assert.equal(diagnostic?.code, 'zoneNotAvailable')
    assert.equal(diagnostic.source, 'Poolkeeper')
    // Which of the names is that zone's depends on the account.
    assert.ok(otherDiagnostics.length <= 1)
    assert.equal(
      session.dialogs.statusMessages.at(-1),
      `Zones checked for aws-production: 2. Problems found: ${1 + otherDiagnostics.length}.`,
    )
  })

  it('loads the zones again each time, and removes problems that are fixed', async () => {
    const opened = await openChecked(bad)
    assert.equal(opened.diagnostics.length, 1)
    const zones = [{ name: 'us-east-1z', state: 'available' }]
    session.sandbox.addFault({ path: '/zones', body: JSON.stringify({ zones }) })
    await session.run('checkZonesInFile')
    assert.deepEqual(opened.diagnostics, [])
    assert.equal(
      session.dialogs.statusMessages.at(-1),
      'Zones checked for aws-production: 1. Problems found: 0.',
    )
    assert.equal(session.zoneRequests().length, 2)
  })

  it('takes the only pinned account, names it, and stores it for the workspace, and nothing of the file', async () => {
    await cacheZones(session, 'eu-west-1', accounts.awsAudit)
    await setLookups(session, 'all')
    await openDocument('tf', bad)
    await session.run('checkZonesInFile')
    assert.equal(session.dialogs.prompts.length, 0)
    assert.equal(
      session.dialogs.statusMessages.at(-1),
      `Zones checked for ${accounts.awsAudit.name}: 1. Problems found: 1.`,
    )
    const { globalState, workspaceState } = parts.context
    assert.deepEqual(workspaceState.get(createStorageKey(session)), {
      provider: accounts.awsAudit.provider,
      cloudAccountUid: accounts.awsAudit.uid,
      cloudAccountLabel: accounts.awsAudit.name,
    })
    const stored = [globalState, workspaceState].map((state) => {
      return state.keys().map((key) => state.get(key))
    })
    assert.ok(!JSON.stringify(stored).includes('us-east-1z'))
  })

  it('asks for the account the first time if several are pinned, and stores it for the workspace', async () => {
    await cacheZones(session, 'eu-west-1', accounts.awsStaging)
    await cacheZones(session, 'eu-west-1')
    await setLookups(session, 'all')
    const opened = await openDocument('tf', bad)
    const checking = session.run('checkZonesInFile')
    const pick = await session.dialogs.pick()
    assert.equal(pick.title, 'Select Account for Zone Checks')
    await until('the accounts', () => !pick.busy)
    assert.deepEqual(pick.labels.slice(0, 3), [
      account.name,
      accounts.awsStaging.name,
      accounts.awsAudit.name,
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

  it('does nothing if no account is selected', async () => {
    const opened = await openDocument('tf', bad)
    const checking = session.run('checkZonesInFile')
    ;(await getLoadedPick(session)).escape()
    await checking
    assert.deepEqual(opened.diagnostics, [])
    assert.deepEqual(session.zoneRequests(), [])
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('loads no regions of other accounts, even if they are cached', async () => {
    const { provider, uid: cloudAccountUid } = gcpProduction
    await session.run('listZones', { provider, cloudAccountUid, region: 'us-central1' })
    session.sandbox.requests.length = 0
    await openChecked('region = "us-east-1"\ngcp_region = "us-central1"\nazs = ["us-east-1a"]')
    assert.equal(session.zoneRequests().length, 1)
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('says why each region can’t be loaded, checks none of its zones, and offers each button once', async () => {
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
    const opened = await openChecked(
      `azs = ["us-east-1z", "eu-west-1z", "us-esat-1z"]\nregions = ["us-east-1", "${Object.keys(faults).join('", "')}"]`,
    )
    const { severity, text, buttons, press } = await session.dialogs.message()
    assert.equal(severity, 'error')
    const reasons = text.split('Couldn’t check the zones in ').slice(1)
    assert.deepEqual(
      reasons.map((reason) => reason.replace(/^([^.]*)\..*?(\(\d+\)|redirected).*$/, '$1 $2')),
      ['eu-west-1, eu-west-2 (403)', 'eu-west-3 (500)', 'us-east-2 redirected', 'us-west-1 (418)'],
    )
    // VS Code would cut a longer one.
    assert.match(text, / Other regions that couldn’t be checked: 3\.$/)
    // The misspelled zone is probably of a region that was loaded.
    assert.deepEqual(opened.diagnosedPositions, ['0:8 us-east-1z', '0:36 us-esat-1z'])
    assert.deepEqual(buttons, ['Edit Connections', 'Check Connection', 'Retry'])
    session.sandbox.clearFaults()
    press('Retry')
    await until('the others', () => opened.diagnostics.length === 3)
  })

  it('says why the regions can’t be listed if only the list could tell the region', async () => {
    const path = '/clouds/aws/regions?'
    session.sandbox.addFault({ path, status: 401, times: null })
    await openChecked('azs = ["us-east-1a"]')
    const { severity, text, buttons } = await session.dialogs.message()
    assert.equal(severity, 'error')
    assert.match(text, new RegExp(`^Couldn’t check the zones in ${account.name}\\. .* \\(401\\)`))
    assert.deepEqual(buttons, ['Set API Key', 'Retry'])
    await openChecked('region = "us-east-1"\nazs = ["us-east-1a"]')
    assert.equal(session.dialogs.messages.length, 1)
  })

  it('ignores a region that isn’t found, unless zones are written as if it were one', async () => {
    session.sandbox.addFault({ path: '/regions/emea/zones', status: 404, times: null })
    const opened = await openChecked(`customer_region = "emea"\n${bad}`)
    assert.deepEqual(opened.diagnosedPositions, ['2:6 us-east-1z'])
    assert.deepEqual(session.dialogs.messages, [])
    await opened.replace(new vscode.Range(3, 0, 3, 0), 'zone = "emea-1a"')
    await session.run('checkZonesInFile', opened.document.uri)
    const { text } = await session.dialogs.message()
    assert.match(text, /^Couldn’t check the zones in emea\. /)
  })

  it('loads any region if none are listed, unlike hovers, which load no half-typed region', async () => {
    await selectCheckedAccount(session)
    for (const region of ['us', 'us-e', 'us-east', 'us-east-1']) {
      const opened = await openDocument('tf', `region = "${region}"\naz = "‸us-east-1a"`)
      await opened.hovers()
    }
    const regions = () => {
      const named = session.zoneRequests().map(({ url }) => /regions\/([^/]+)/.exec(url)?.[1])
      return [...new Set(named)]
    }
    assert.deepEqual(regions(), ['us-east-1'])
    await openChecked('region = "moon"\naz = "moon-a"')
    assert.deepEqual(regions(), ['us-east-1', 'moon'])
  })

  it('offers the only pinned region of Azure if the file names no region', async () => {
    // A region without zones, with which no number could be compared before.
    await session.pinRegion(azureProduction, 'westus')
    const opened = await openChecked(publicIp('var.location', '"1"'), azureProduction)
    const { text, buttons, press } = await session.dialogs.message()
    assert.deepEqual([text, buttons], [noRegion, ['Check Zones in westus']])
    press('Check Zones in westus')
    await until('the finding', () => opened.diagnostics.length > 0)
    assert.deepEqual(opened.diagnostics, [
      `2:12 1: ${unknown('1', 'westus', azureProduction.name)}`,
    ])
  })

  it('changes nothing if it is canceled', async () => {
    const opened = await openChecked(bad)
    session.sandbox.addFault({ path: '/zones', stall: 'beforeHeaders' })
    const checking = session.run('checkZonesInFile')
    await until('the request', () => session.zoneRequests().length === 2)
    session.dialogs.cancel()
    await checking
    assert.equal(opened.diagnostics.length, 1)
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('checks the document as it is when the zones are loaded', async () => {
    const opened = await openDocument('tf', bad)
    await selectCheckedAccount(session)
    const held = session.holdRequests('/zones')
    const checking = session.run('checkZonesInFile')
    await until('the request', held.hasRequest)
    await opened.replace(new vscode.Range(0, 0, 0, 0), 'azs = ["us-east-1y"]\n# a\n')
    held.release()
    await checking
    assert.deepEqual(opened.diagnosedPositions, ['0:8 us-east-1y', '3:6 us-east-1z'])
  })

  const changes: [change: string, apply: () => Promise<unknown>][] = [
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
  for (const [change, apply] of changes) {
    it(`ends without a message or diagnostics if the ${change} changes meanwhile`, async () => {
      const opened = await openDocument('tf', bad)
      await selectCheckedAccount(session)
      const held = session.holdRequests('/zones')
      const checking = session.run('checkZonesInFile')
      await until('the request', held.hasRequest)
      await apply()
      held.release()
      await checking
      assert.deepEqual(opened.diagnostics, [])
      assert.deepEqual(session.dialogs.messages, [])
    })
  }

  it('removes the problems when another account is selected', async () => {
    await setLookups(session, 'all')
    const opened = await openChecked(bad)
    assert.equal(opened.diagnostics.length, 1)
    const choosing = session.run('selectCheckedAccount')
    ;(await getLoadedPick(session)).select(account.name)
    await choosing
    assert.deepEqual(opened.diagnostics, [])
    const { provider, uid: cloudAccountUid, name: cloudAccountLabel } = account
    const chosen = parts.context.workspaceState.get(createStorageKey(session))
    assert.deepEqual(chosen, { provider, cloudAccountUid, cloudAccountLabel })
    // Its name is kept for a window in which nothing is listed.
    await setLookups(session, 'none')
    await session.run('checkZonesInFile', opened.document.uri)
    assert.deepEqual(opened.diagnostics, [`1:6 us-east-1z: ${unknown('us-east-1z')}`])
  })

  it('sends no request for an account that was selected for another service of the connection', async () => {
    await selectCheckedAccount(session)
    const elsewhere = await session.startSandbox()
    await session.changeConnection({ baseUrl: elsewhere.baseUrl })
    await session.setKey(session.name, elsewhere.apiKey)
    elsewhere.requests.length = 0
    assert.deepEqual(await (await openDocument('tf', 'az = "‸us-east-1a"')).hovers(), [])
    assert.deepEqual(elsewhere.requests, [])
  })
})
