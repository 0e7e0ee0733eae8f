import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { until } from '../helpers.ts'
import { asked, offer } from '../lookups.ts'
import { resetSetting, writeSetting } from '../settings.ts'
import { account, choose, useDocuments } from './documents.ts'

describe('Zone checks: Check Zones in Folder', () => {
  const session = useDocuments()
  let folder: vscode.Uri
  beforeEach(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? []
    folder = vscode.Uri.joinPath(workspace?.uri ?? assert.fail(), `zones-${Date.now()}`)
    await choose(session)
  })
  afterEach(() => vscode.workspace.fs.delete(folder, { recursive: true }))

  const write = async (name: string, text: string) => {
    const uri = vscode.Uri.joinPath(folder, name)
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text))
    return uri
  }
  const check = async () =>
    (await session.run('checkZonesInFolder', folder)) as {
      findings: { uri: string; line: number; column: number; code: string }[]
      skippedFiles: number
      checkedZones: number
      isPartial: boolean
    }

  it('finds unknown zones in closed files, asks once for each region, and returns them', async () => {
    const bad = await write(
      'a/main.tf',
      'region = "us-east-1"\r\nazs = ["us-east-1a", "us-east-1z"]\r\n',
    )
    await write('b.yaml', 'region: us-east-1\nzone: us-east-1b\n')
    await write('c.json', '{"name": "x"}')
    await write('d.txt', 'zone: us-east-1z\n')
    await write('big.yaml', `region: us-east-1\nzone: us-east-1z\n${'#'.repeat(1_000_001)}`)
    const { findings, ...rest } = await check()
    assert.deepEqual(
      findings.map(({ uri, line, column, code }) => [uri, line, column, code]),
      [[bad.toString(), 2, 23, 'unknownZone']],
    )
    assert.deepEqual([rest.skippedFiles, rest.checkedZones], [1, 3])
    assert.equal(session.zoneRequests().length, 1)
    const { text, buttons } = await session.dialogs.message()
    assert.equal(
      text,
      'Files with zones: 2. Zones checked: 3. Problems found: 1. Files that are too large or can’t be opened: 1.',
    )
    assert.deepEqual(buttons, ['Show Problems'])
    assert.equal(vscode.languages.getDiagnostics(bad).length, 1)
    assert.match(vscode.languages.getDiagnostics(bad)[0]?.message ?? '', new RegExp(account.name))
    // They stay while the file says the same, and move with what is typed.
    const document = await vscode.workspace.openTextDocument(bad)
    const editor = await vscode.window.showTextDocument(document)
    assert.equal(vscode.languages.getDiagnostics(bad).length, 1)
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'))
    await until('the move', () => vscode.languages.getDiagnostics(bad)[0]?.range.start.line === 2)
  })

  it('keeps the findings of a file with several kinds of line ends when it is opened', async () => {
    const uri = await write('main.tf', 'region = "us-east-1"\r\n\naz = "us-east-1z"\n')
    await check()
    const document = await vscode.workspace.openTextDocument(uri)
    await vscode.window.showTextDocument(document)
    const places = vscode.languages.getDiagnostics(uri).map(({ range }) => document.getText(range))
    assert.deepEqual(places, ['us-east-1z'])
  })

  it('shows nothing of a file that says something else by the time that it is opened', async () => {
    const uri = await write('main.tf', 'region = "us-east-1"\naz = "us-east-1z"\n')
    await check()
    await write('main.tf', 'az = "us-east-1a"\n')
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri))
    await until('no finding', () => vscode.languages.getDiagnostics(uri).length === 0)
  })

  it('shows nothing in the wrong place of a file that is opened and edited meanwhile', async () => {
    const uri = await write('a.tf', 'region = "us-east-1"\naz = "us-east-1z"\n')
    session.sandbox.addFault({ path: '/zones', delayMs: 400 })
    const checking = check()
    await until('the request', () => session.zoneRequests().length === 1)
    const document = await vscode.workspace.openTextDocument(uri)
    const editor = await vscode.window.showTextDocument(document)
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'x = 1\n'))
    await checking
    const places = vscode.languages.getDiagnostics(uri).map(({ range }) => document.getText(range))
    // None, if it was edited while it was checked; a slow window may open it only then.
    for (const place of places) assert.equal(place, 'us-east-1z')
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
  })

  it('shows nothing of files that are deleted, renamed, or changed by others', async () => {
    const bad = 'region = "us-east-1"\naz = "us-east-1z"\n'
    const uris = await Promise.all(
      ['a.tf', 'b.tf', 'c.tf', 'd/e.tf'].map((name) => write(name, bad)),
    )
    await check()
    const count = (uri: vscode.Uri) => vscode.languages.getDiagnostics(uri).length
    assert.deepEqual(uris.map(count), [1, 1, 1, 1])
    const [deleted, renamed, changed, inside] = uris as [
      vscode.Uri,
      vscode.Uri,
      vscode.Uri,
      vscode.Uri,
    ]
    await vscode.workspace.fs.delete(deleted)
    await vscode.workspace.fs.rename(renamed, vscode.Uri.joinPath(folder, 'renamed.tf'))
    await write('c.tf', 'az = "us-east-1a"\n')
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, 'd'), { recursive: true })
    for (const uri of [deleted, renamed, changed, inside]) {
      await until(`nothing of ${uri.path}`, () => count(uri) === 0)
    }
  })

  it('leaves out the copies that Terraform and Terragrunt make of modules', async () => {
    for (const name of ['a.tf', '.terraform/b.tf', 'c/.terragrunt-cache/d/e.tf']) {
      await write(name, 'region = "us-east-1"\naz = "us-east-1z"\n')
    }
    assert.equal((await check()).findings.length, 1)
  })

  it('leaves out what the user excludes, also by patterns with braces', async () => {
    const bad = 'region = "us-east-1"\naz = "us-east-1z"\n'
    const names = ['a.tf', 'b.gen.tf', 'c.auto.tf', 'skip1/d.tf', 'hidden/e.tf', 'masked/f.tf']
    for (const name of names) await write(name, bad)
    try {
      await writeSetting('search.exclude', { '**/*.{gen,auto}.tf': true, '**/skip{1,2}': true })
      await writeSetting('files.exclude', { '**/{hidden,masked}': true })
      const { findings } = await check()
      assert.deepEqual(
        findings.map(({ uri }) => uri.slice(uri.lastIndexOf('/') + 1)),
        ['a.tf'],
      )
    } finally {
      await resetSetting('search.exclude')
      await resetSetting('files.exclude')
    }
  })

  it('asks once for instance types that cannot be listed, and says that they were not checked', async () => {
    await offer(session, 'all')
    session.sandbox.addFault({ path: '/instancetypes', status: 500, times: null })
    const text =
      'x "y" {\n  region = "us-east-1"\n  azs = ["us-east-1e"]\n  instance_type = "m6i.xlarge"\n}\n'
    for (const name of ['a.tf', 'b.tf', 'c.tf']) await write(name, text)
    const { isPartial } = await check()
    const requests = asked(session).filter((path) => path.endsWith('/instancetypes'))
    assert.deepEqual([requests.length, isPartial], [1, true])
    const { text: said } = await session.dialogs.message()
    assert.equal(
      said,
      'Files with zones: 3. Zones checked: 3. Problems found: 0. Couldn’t check instance types in us-east-1.',
    )
  })

  it('takes the URI of a folder as text, as a keyboard shortcut gives it', async () => {
    await write('a/a.tf', 'region = "us-east-1"\naz = "us-east-1z"\n')
    await write('b/b.tf', 'region = "us-east-1"\naz = "us-east-1z"\n')
    const inside = vscode.Uri.joinPath(folder, 'a').toString()
    const found = (await session.run('checkZonesInFolder', inside)) as {
      findings: { uri: string }[]
    }
    assert.deepEqual(
      found.findings.map(({ uri }) => uri),
      [`${inside}/a.tf`],
    )
  })

  it('says so where a folder has no zones', async () => {
    await write('a.json', '{}')
    const { findings } = await check()
    assert.deepEqual(findings, [])
    const { text } = await session.dialogs.message()
    assert.equal(text, 'No zones found in this folder. Files searched: 1.')
    assert.deepEqual(session.zoneRequests(), [])
  })

  it('ends without a word where it is cancelled', async () => {
    await write('a.tf', 'region = "us-east-1"\naz = "us-east-1z"\n')
    session.sandbox.addFault({ path: '/zones', stall: 'beforeHeaders' })
    const checking = session.run('checkZonesInFolder', folder)
    await until('the request', () => session.zoneRequests().length === 1)
    session.dialogs.cancel()
    assert.equal(await checking, undefined)
    assert.deepEqual(session.dialogs.messages, [])
  })
})
