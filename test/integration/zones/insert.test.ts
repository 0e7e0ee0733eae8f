import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { getItemName, type FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { getLoadedPick, requireRow, useSessionWithLookups } from '../lookups.ts'
import { deselectCheckedAccount, selectCheckedAccount } from '../zoneChecks/documents.ts'
import { type Row, type Session, until, useSession } from '../helpers.ts'
import { closeAll, markedText, openEditor } from './editors.ts'

const account = accounts.awsProduction
const nodes = (rows: (Row | undefined)[]) => rows.map((row) => row?.node)

describe('Zones: Insert Zones at Cursor', () => {
  afterEach(closeAll) // before the session ends, so that nothing that is shown is read again
  const session = useSession()
  let zones: Row[]
  let region: Row

  beforeEach(async () => {
    region = await session.pinRegion(account, 'eu-west-1')
    zones = await session.rows('zones', region)
  })

  const insert = (...rows: (Row | undefined)[]) =>
    session.run('insertZones', rows[0]?.node, nodes(rows))

  const before = '  azs = ‸\n'
  const all = '"eu-west-1a", "eu-west-1b", "eu-west-1c"'
  for (const [name, marked, expected] of [
    ['main.tf', before, `  azs = [${all}]‸\n`],
    [
      'a.yaml',
      'a: 1\r\nazs: ‸\r\n',
      'a: 1\r\nazs:\r\n  - eu-west-1a\r\n  - eu-west-1b\r\n  - eu-west-1c‸\r\n',
    ],
    ['a.jsonc', '{ "azs": ‸ }', `{ "azs": [${all}]‸ }`],
    ['b.tf', 'a = [‸]\nb = "‹x›"', `a = [${all}‸]\nb = "eu-west-1a,eu-west-1b,eu-west-1c‸"`],
    ['a.txt', '\t‸', '\teu-west-1a\n\teu-west-1b\n\teu-west-1c‸'],
  ] as const) {
    it(`inserts all zones of a region into ${name}`, async () => {
      const editor = await openEditor(name, marked)
      await insert(region)
      assert.equal(markedText(editor), expected)
      assert.ok(session.dialogs.isSilent)
    })
  }

  it('inserts all zones of an account without regions', async () => {
    session.sandbox.lookups = 'all'
    const { provider, uid: cloudAccountUid } = accounts.maasLab
    const label = accounts.maasLab.name
    const query = { provider, cloudAccountUid, region: '', cloudAccountLabel: label }
    await session.run('listZones', { ...query, connection: session.name })
    const editor = await openEditor('main.tf', before)
    await insert(await session.row('zones', accounts.maasLab.name))
    assert.equal(markedText(editor), '  azs = ["default", "rack-east", "rack-west"]‸\n')
  })

  it('says where no value is allowed, and inserts nothing at any cursor', async () => {
    const editor = await openEditor('main.tf', 'azs = [‸]\nresource ‸ {\n}\n')
    const text = editor.document.getText()
    await insert(zones[0])
    const { text: message } = await session.dialogs.message()
    assert.match(message, /^The zones were not inserted because line 2 doesn’t allow zones/)
    assert.equal(editor.document.getText(), text)
  })

  for (const [reason, text] of [
    [/because the key in line 2 takes a single zone\. Select one/, 'azs = [‸]\nzone = ‸\n'],
    [/because the list in line 1 already has them\.$/, `azs = [${all}‸]\n`],
  ] as const) {
    it(`says why nothing is inserted: ${JSON.stringify(text)}`, async () => {
      const editor = await openEditor('main.tf', text)
      const textBefore = editor.document.getText()
      await insert(region)
      const { text: message } = await session.dialogs.message()
      assert.match(message, reason)
      assert.equal(editor.document.getText(), textBefore)
    })
  }

  it('inserts IDs under a key for IDs, and says so if the service has none', async () => {
    const editor = await openEditor('main.tf', 'az_ids = ‸')
    await insert(zones[0])
    assert.match(markedText(editor), /^az_ids = \["euw1-az\d"\]‸$/)
    const gcpZones = await session.rows(
      'zones',
      await session.pinRegion(accounts.gcpProduction, 'europe-west1'),
    )
    await openEditor('main.tf', 'az_ids = ‸')
    await insert(gcpZones[0])
    const { text: message } = await session.dialogs.message()
    assert.match(message, /the key in line 1 takes zone IDs, and the service doesn’t report an ID/)
  })

  it('prompts for zones if their states differ', async () => {
    const odd = await session.pinRegion(account, 'eu-central-1')
    const editor = await openEditor('main.tf', 'azs = ‸')
    const inserting = insert(odd)
    const list = await session.dialogs.pick()
    assert.equal(list.title, 'Zones in eu-central-1')
    assert.deepEqual(
      list.items.map(({ label, picked }) => [label, picked]),
      [
        ['eu-central-1a', true],
        ['eu-central-1b', false],
        ['eu-central-1c', true],
      ],
    )
    list.select('eu-central-1b')
    await inserting
    assert.equal(markedText(editor), 'azs = ["eu-central-1b"]‸')
  })

  it('does not prompt for zones that were selected', async () => {
    const odd = await session.rows('zones', await session.pinRegion(account, 'eu-central-1'))
    const editor = await openEditor('main.tf', 'azs = ‸')
    await insert(...odd)
    const azs = '"eu-central-1a", "eu-central-1b", "eu-central-1c"'
    assert.equal(editor.document.getText(), `azs = [${azs}]`)
  })

  it('loads a region that wasn’t expanded, and says why it couldn’t be loaded', async () => {
    const editor = await openEditor('main.tf', 'azs = ‸')
    await session.run('refresh', region.node)
    session.sandbox.addFault({ path: '/regions/eu-west-1/zones', status: 403 })
    await insert(region)
    const { text, press } = await session.dialogs.message()
    assert.match(text, /the key has no permission for this \(403\)/)
    press('Retry')
    await until('the zones', () => editor.document.getText().includes('"eu-west-1c"'))
  })

  it('says what to do without an editor, before any prompt', async () => {
    await closeAll()
    const asked = session.zoneRequests().length
    for (const row of [[region.node], []]) {
      await session.run('insertZones', ...row)
      const { text } = await session.dialogs.message()
      assert.match(text, /the editor is read-only or not open\. Place/)
    }
    assert.equal(session.zoneRequests().length, asked)
    assert.deepEqual(session.dialogs.prompts, [])
  })

  it('says so if the editor is read-only', async () => {
    const content = { provideTextDocumentContent: () => '' }
    const scheme = 'poolkeeper-test-read-only'
    const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, content)
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`${scheme}:a.yaml`))
    await vscode.window.showTextDocument(document)
    await insert(region)
    registration.dispose()
    assert.match(
      (await session.dialogs.message()).text,
      /^The zones were not inserted because the editor is read-only/,
    )
    assert.equal(document.getText(), '')
  })

  it('says so if the editor was closed in the meantime', async () => {
    await openEditor('main.tf', 'azs = ‸')
    const inserting = insert(await session.pinRegion(account, 'eu-central-1'))
    const list = await session.dialogs.pick()
    await closeAll()
    list.select('eu-central-1a')
    await inserting
    assert.match(
      (await session.dialogs.message()).text,
      /^The zones were not inserted because .* not open/,
    )
  })
})

describe('Zones: Insert Zones at Cursor without a row', () => {
  afterEach(closeAll) // before the session ends, so that nothing that is shown is read again
  const session = useSession()
  beforeEach(async () => deselectCheckedAccount(session))

  it('prompts for an account, a region, which is pinned, and its zones', async () => {
    const editor = await openEditor('a.yaml', 'azs: ‸')
    const inserting = session.run('insertZones')
    await askedRegion(session)
    const list = await session.dialogs.pick()
    assert.ok(list.items.length > 1 && list.items.every(({ picked }) => picked))
    list.select('us-west-1a')
    await inserting
    assert.equal(markedText(editor), 'azs:\n  - us-west-1a‸')
    assert.ok(await session.row('zones', 'production', 'us-west-1'))
  })

  it('ends without a message if the prompt for zones is canceled', async () => {
    const editor = await openEditor('a.yaml', 'azs: ‸')
    const inserting = session.run('insertZones')
    await askedRegion(session)
    ;(await session.dialogs.pick()).escape()
    await inserting
    assert.equal(markedText(editor), 'azs: ‸')
    assert.deepEqual(session.dialogs.messages, [])
  })
})

describe('Zones: Insert Zones at Cursor offers first what the file is about', () => {
  afterEach(closeAll)
  const session = useSessionWithLookups()
  const { awsAudit } = accounts
  const firstLabels = ({ items }: FakeQuickPick, count: number) =>
    items.slice(0, count).map(({ label }) => label)

  /** Answers the prompt for an account, and returns the prompt for a region. */
  async function askForRegion(text: string): Promise<FakeQuickPick> {
    await selectCheckedAccount(session, awsAudit)
    await openEditor('main.tf', text)
    void session.run('insertZones')
    const list = await getLoadedPick(session)
    assert.deepEqual(firstLabels(list, 2), ['for this file', awsAudit.name])
    assert.deepEqual(list.activeItems.map(getItemName), [awsAudit.name])
    assert.equal(list.labels.filter((label) => label === awsAudit.name).length, 1)
    list.pressEnter()
    return getLoadedPick(session)
  }

  it('the account for zone checks, and the regions in the file, that of the block at the cursor first', async () => {
    const regions = await askForRegion(
      'provider "aws" {\n  region = "eu-west-1"\n}\n' +
        'module "vpc" {\n  region = "us-west-2"\n  azs = [‸]\n}\n',
    )
    assert.deepEqual(firstLabels(regions, 3), ['for this file', 'us-west-2', 'eu-west-1'])
    assert.deepEqual(regions.activeItems.map(getItemName), ['us-west-2'])
    assert.equal(regions.labels.filter((label) => label === 'us-west-2').length, 1)
  })

  it('no region of the file that the account is known to lack', async () => {
    await requireRow(session, awsAudit.name, 'us-east-1')
    const regions = await askForRegion('region = "us-narnia-1"\nazs = ["us-east-1a"‸]\n')
    assert.deepEqual(firstLabels(regions, 2), ['for this file', 'us-east-1'])
    assert.ok(!regions.labels.includes('us-narnia-1'))
  })
})

/** Enters an account and a region. */
async function askedRegion(session: Session): Promise<void> {
  ;(await getLoadedPick(session)).answer(account.uid)
  ;(await session.dialogs.pick()).answer('aws')
  ;(await session.dialogs.box()).answer('production')
  ;(await getLoadedPick(session)).answer('us-west-1')
}
