import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, oddZones } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { asked, nextPick, offer, paths } from '../lookups.ts'
import { account, choose, know, open, type Opened, useDocuments } from './documents.ts'

const unknown = (zone: string, region = 'us-east-1', who = account.name) =>
  `Warning: Zone not found: “${zone}” in ${region} for ${who}.`

describe('Zone checks: Check Zones in File', () => {
  const session = useDocuments()

  /** Checks a document against the account that is chosen already. */
  async function check({ document }: Opened): Promise<void> {
    await choose(session)
    await session.run('checkZonesInFile', document.uri)
  }

  it('finds unknown zones and IDs, with one request', async () => {
    const text = 'region: us-east-1\nzones:\n- us-east-1a\n- us-east-1z\n- use1-az1\n- use1-az9'
    const opened = await open('yaml', text)
    await check(opened)
    assert.deepEqual(opened.diagnostics, [
      `3:2 us-east-1z: ${unknown('us-east-1z')}`,
      `5:2 use1-az9: ${unknown('use1-az9')}`,
    ])
    assert.deepEqual(session.dialogs.messages, [])
    assert.equal(session.zoneRequests().length, 1)
  })

  it('finds zones that are not available, and says how it went', async () => {
    const { region, zoneId } = oddZones.impaired
    const opened = await open('yaml', `region: ${region}\nzones: [eu-central-1a, ${zoneId}]`)
    await check(opened)
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
    const opened = await open('tf', 'region = "us-east-1"\naz = "us-east-1z"')
    await check(opened)
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
    await offer(session, 'all')
    const opened = await open('tf', 'region = "us-east-1"\naz = "us-east-1z"')
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
    pick.choose(accounts.awsAudit.name)
    await checking
    assert.deepEqual(opened.diagnostics, [
      `1:6 us-east-1z: ${unknown('us-east-1z', 'us-east-1', accounts.awsAudit.name)}`,
    ])
    await session.run('checkZonesInFile')
    assert.equal(session.dialogs.prompts.length, 1)
    for (const { url } of session.zoneRequests()) assert.ok(url.includes(accounts.awsAudit.uid))
  })

  it('does nothing where no account is chosen', async () => {
    const opened = await open('tf', 'region = "us-east-1"\naz = "us-east-1z"')
    const checking = session.run('checkZonesInFile')
    ;(await nextPick(session)).escape()
    await checking
    assert.deepEqual(opened.diagnostics, [])
    assert.deepEqual(session.zoneRequests(), [])
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('learns the regions from the account, where the zones alone are named', async () => {
    await offer(session, 'all')
    const opened = await open('tf', 'azs = ["us-east-1a", "us-east-1z"]')
    await check(opened)
    assert.equal(opened.diagnostics.length, 1)
  })

  it('says where a region cannot be read, and judges none of its zones', async () => {
    session.sandbox.addFault({ path: '/regions/eu-west-1/zones', status: 403 })
    const opened = await open(
      'tf',
      'azs = ["us-east-1z", "eu-west-1z", "us-esat-1z"]\nregions = ["us-east-1", "eu-west-1"]',
    )
    await check(opened)
    const { severity, text, buttons, press } = await session.dialogs.message()
    assert.equal(severity, 'error')
    assert.match(
      text,
      /^Couldn’t check the zones in eu-west-1\. .* doesn’t have permission .* \(403\)\./,
    )
    assert.deepEqual(
      opened.diagnostics.map((one) => one.split(': ')[0]),
      ['0:8 us-east-1z'],
    )
    assert.deepEqual(buttons, ['Retry'])
    press('Retry')
    await until('the others', () => opened.diagnostics.length === 3)
  })

  it('leaves out quietly what no service knows as a region, unless zones are written so', async () => {
    session.sandbox.addFault({ path: '/regions/emea/zones', status: 404, times: null })
    const opened = await open(
      'tf',
      'customer_region = "emea"\nregion = "us-east-1"\nazs = ["us-east-1z"]\n',
    )
    await check(opened)
    assert.deepEqual(
      opened.diagnostics.map((one) => one.split(': ')[0]),
      ['2:8 us-east-1z'],
    )
    assert.deepEqual(session.dialogs.messages, [])
    await opened.write(new vscode.Range(3, 0, 3, 0), 'zone = "emea-1a"')
    await check(opened)
    const { text } = await session.dialogs.message()
    assert.match(text, /^Couldn’t check the zones in emea\. /)
  })

  it('leaves everything as it was where it is cancelled', async () => {
    const opened = await open('tf', 'region = "us-east-1"\naz = "us-east-1z"')
    await check(opened)
    session.sandbox.addFault({ path: '/zones', stall: 'beforeHeaders' })
    const checking = session.run('checkZonesInFile')
    await until('the request', () => session.zoneRequests().length === 2)
    session.dialogs.cancel()
    await checking
    assert.equal(opened.diagnostics.length, 1)
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('does not judge what has come into the document meanwhile, and may be elsewhere', async () => {
    await know(session, 'eu-west-1')
    const opened = await open('tf', 'region = "us-east-1"\naz = "us-east-1z"\n')
    const held = session.hold('/zones')
    const checking = check(opened)
    await until('the request', held.isReached)
    await opened.write(new vscode.Range(2, 0, 2, 0), 'azs = ["eu-west-1a", "us-east-1y"]')
    held.letGo()
    await checking
    assert.deepEqual(
      opened.diagnostics.map((one) => one.split(': ')[0]),
      ['1:6 us-east-1z', '2:22 us-east-1y'],
    )
  })

  it('does not show what was found with an account that counts no more', async () => {
    const opened = await open('tf', 'region = "us-east-1"\naz = "us-east-1z"')
    const held = session.hold('/zones')
    const checking = check(opened)
    await until('the request', held.isReached)
    const choosing = session.run('selectCheckedAccount')
    ;(await nextPick(session)).answer(accounts.awsAudit.uid)
    ;(await session.dialogs.pick()).choose('aws')
    await choosing
    held.letGo()
    await checking
    assert.deepEqual(opened.diagnostics, [])
  })

  const silent: [why: string, ending: string, text: string, message: RegExp][] = [
    ['no zones', 'tf', 'region = "us-east-1"', /^No zones found in this file\.$/],
    [
      'no region',
      'tf',
      'az = "us-east-1a"',
      /^The zones were not checked because their region is unknown/,
    ],
    ['another language', 'txt', 'az = "us-east-1a"', /^Open a Terraform, HCL, YAML, or JSON file/],
  ]
  for (const [why, ending, text, message] of silent) {
    it(`says so where there is nothing to check: ${why}`, async () => {
      const opened = await open(ending, text)
      await check(opened)
      assert.match((await session.dialogs.message()).text, message)
      assert.deepEqual(session.zoneRequests(), [])
    })
  }

  it('cannot be sent elsewhere by what a file names', async () => {
    const opened = await open(
      'yaml',
      'region: ../../../v1/users/info?x=\nregions: [a/b, ., ..]\nzone: us-east-1a',
    )
    await check(opened)
    // Nothing but the account's regions, which might have been among them.
    assert.deepEqual(asked(session), [paths.awsRegions])
  })

  it('has an account that can be changed, and forgets what was found with the other', async () => {
    await know(session, 'eu-west-1')
    const opened = await open('tf', 'region = "us-east-1"\naz = "us-east-1z"')
    await check(opened)
    assert.equal(opened.diagnostics.length, 1)
    const choosing = session.run('selectCheckedAccount')
    ;(await session.dialogs.pick()).choose(account.name)
    await choosing
    assert.deepEqual(opened.diagnostics, [])
    const { provider, uid: cloudAccountUid } = account
    const { baseUrl } = session.sandbox
    assert.deepEqual(parts.context.workspaceState.get('checkedAccounts'), [
      { connection: session.name, baseUrl, provider, cloudAccountUid, name: account.name },
    ])
  })
})
