import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { getRequestedPaths, getLoadedPick, setLookups } from '../lookups.ts'
import { resetSetting, writeSetting } from '../settings.ts'
import { account, selectCheckedAccount, useDocuments } from './documents.ts'

const bad = 'region = "us-east-1"\naz = "us-east-1z"\n'

describe('Zone checks: Check Zones in Folder', () => {
  const session = useDocuments()
  let folder: vscode.Uri
  beforeEach(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? []
    folder = vscode.Uri.joinPath(workspace?.uri ?? assert.fail(), `zones-${Date.now()}`)
    await selectCheckedAccount(session)
  })
  afterEach(() => vscode.workspace.fs.delete(folder, { recursive: true }))

  const write = async (name: string, text: string | Uint8Array) => {
    const uri = vscode.Uri.joinPath(folder, name)
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    await vscode.workspace.fs.writeFile(uri, bytes)
    return uri
  }
  const checkFolder = (target: vscode.Uri | string = folder) =>
    session.run('checkZonesInFolder', target)
  const readMessage = async () => (await session.dialogs.message()).text
  /** Returns the file, the position, and the message of each problem in the folder. */
  const describeDiagnostics = () =>
    vscode.languages.getDiagnostics().flatMap(([{ path }, diagnostics]) =>
      path.startsWith(folder.path)
        ? diagnostics.map(({ range: { start }, message }) => {
            const place = `${start.line + 1}:${start.character + 1}`
            return `${path.slice(folder.path.length + 1)}:${place}: ${message}`
          })
        : [],
    )
  const filesWithProblems = () =>
    describeDiagnostics().map((diagnostic) => diagnostic.split(':')[0])

  const sorted = (values: (string | undefined)[]) =>
    values.sort((a = '', b = '') => a.localeCompare(b))

  it('finds unknown zones in closed files, loads each region once, and reports the numbers', async () => {
    await write('a/main.tf', 'region = "us-east-1"\r\nazs = ["us-east-1a", "us-east-1z"]\r\n')
    await write('b.yaml', 'region: us-east-1\nzone: us-east-1b\n')
    await write('c.json', '{"name": "x"}')
    await write('d.txt', 'zone: us-east-1z\n')
    await write('big.yaml', `region: us-east-1\nzone: us-east-1z\n${'#'.repeat(1_000_001)}`)
    await write('many.json', `{"numbers": [${'1,'.repeat(130_000)}1], "zone": "us-east-1z"}`)
    await write('.terraform/b.tf', bad)
    await write('c/.terragrunt-cache/d/e.tf', bad)
    await checkFolder()
    const [diagnostic, ...otherDiagnostics] = describeDiagnostics()
    assert.match(diagnostic ?? '', new RegExp(`^a/main\\.tf:2:23: .*${account.name}`))
    assert.deepEqual(otherDiagnostics, [])
    assert.equal(session.zoneRequests().length, 1)
    const { text, buttons } = await session.dialogs.message()
    assert.equal(
      text,
      'Files with zones: 2. Zones checked for aws-production: 3. Problems found: 1. Files that are too large or can’t be opened: 2.',
    )
    assert.deepEqual(buttons, ['Show Problems'])
  })

  it('reads files in UTF-16, as PowerShell writes them', async () => {
    const units = Array.from(`\uFEFF${bad}`, (char) => char.charCodeAt(0))
    await write('little.tf', new Uint8Array(units.flatMap((unit) => [unit & 255, unit >> 8])))
    await write('big.tf', new Uint8Array(units.flatMap((unit) => [unit >> 8, unit & 255])))
    await checkFolder()
    assert.deepEqual(sorted(filesWithProblems()), ['big.tf', 'little.tf'])
    assert.ok(describeDiagnostics().every((diagnostic) => diagnostic.includes('.tf:2:7: ')))
  })

  it('shows the problems of files as they are opened, edited, or changed on disk', async () => {
    const uri = await write('a.tf', bad)
    const names = ['b.tf', 'c.tf', 'd/e.tf', 'f.tf']
    for (const name of names) await write(name, bad)
    await checkFolder()
    assert.equal(filesWithProblems().length, 5)
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, 'b.tf'))
    const renamed = vscode.Uri.joinPath(folder, 'renamed.tf')
    await vscode.workspace.fs.rename(vscode.Uri.joinPath(folder, 'c.tf'), renamed)
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, 'd'), { recursive: true })
    await write('f.tf', `\n${bad}`)
    const positions = () => describeDiagnostics().map((diagnostic) => diagnostic.split(': ')[0])
    await until('what is left', () => sorted(positions()).join() === 'a.tf:2:7,f.tf:3:7')

    const document = await vscode.workspace.openTextDocument(uri)
    const editor = await vscode.window.showTextDocument(document)
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'))
    await until('the move', () => positions().includes('a.tf:3:7'))
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    await until('what is on disk', () => positions().includes('a.tf:2:7'))
  })

  it('leaves out files that the user excludes, also by patterns with braces', async () => {
    const names = ['a.tf', 'b.gen.tf', 'c.auto.tf', 'skip1/d.tf', 'hidden/e.tf', 'masked/f.tf']
    for (const name of names) await write(name, bad)
    try {
      await writeSetting('search.exclude', { '**/*.{gen,auto}.tf': true, '**/skip{1,2}': true })
      await writeSetting('files.exclude', { '**/{hidden,masked}': true })
      await checkFolder()
      assert.deepEqual(filesWithProblems(), ['a.tf'])
    } finally {
      await resetSetting('search.exclude')
      await resetSetting('files.exclude')
    }
  })

  it('requests instance types that can’t be listed once, and says that they weren’t checked', async () => {
    await setLookups(session, 'all')
    session.sandbox.addFault({ path: '/instancetypes', status: 500, times: null })
    const text =
      'x "y" {\n  region = "us-east-1"\n  azs = ["us-east-1e"]\n  instance_type = "m6i.xlarge"\n}\n'
    for (const name of ['a.tf', 'b.tf', 'c.tf']) await write(name, text)
    await checkFolder()
    const requests = getRequestedPaths(session).filter((path) => path.endsWith('/instancetypes'))
    assert.equal(requests.length, 1)
    assert.equal(
      await readMessage(),
      'Files with zones: 3. Zones checked for aws-production: 3. Problems found: 0. Couldn’t check instance types in us-east-1.',
    )
  })

  it('says why regions can’t be listed, and what helps', async () => {
    session.sandbox.addFault({ path: '/clouds/aws/regions?', status: 401, times: null })
    for (const name of ['a.tf', 'b.tf']) await write(name, 'azs = ["us-east-1a"]')
    await checkFolder()
    const { severity, text, buttons } = await session.dialogs.message()
    assert.equal(severity, 'warning')
    assert.match(text, new RegExp(`^Couldn’t check the zones in ${account.name}\\. .* \\(401\\)`))
    assert.match(text, /Files with zones: 2\. Zones checked for .+: 0\./)
    assert.deepEqual(buttons, ['Set API Key'])
  })

  it('takes the URI of a folder as text, as from a keyboard shortcut', async () => {
    await write('a/a.tf', bad)
    await write('b/b.tf', bad)
    await checkFolder(vscode.Uri.joinPath(folder, 'a').toString())
    assert.deepEqual(filesWithProblems(), ['a/a.tf'])
  })

  it('finds misspelled regions in files without zones', async () => {
    await setLookups(session, 'all')
    await write('a.yaml', 'region: us-esat-1\n')
    await write('b.yaml', 'region: us-east-1\n')
    await checkFolder()
    assert.deepEqual(filesWithProblems(), ['a.yaml'])
    assert.equal(
      await readMessage(),
      'Files with zones: 0. Zones checked for aws-production: 0. Problems found: 1.',
    )
    assert.deepEqual(session.zoneRequests(), [])
  })

  it('says which zones weren’t checked, and why', async () => {
    await setLookups(session, 'all')
    await write('a.tf', 'az = "us-gov-west-1a"\n')
    await write('b.yaml', 'region: us-east-1\nzone: us-east-1b\n')
    await write('c.yaml', 'cloud: azure\nzones: ["1"]\n')
    await write('d.yaml', 'region: us-gov-east-1\n')
    await checkFolder()
    assert.equal(
      await readMessage(),
      'Files with zones: 3. Zones checked for aws-production: 1. Problems found: 0. ' +
        'The zones in us-gov-west-1 were not checked because aws-production has no such region.',
    )
  })

  it('says that zones without a known region weren’t checked', async () => {
    await selectCheckedAccount(session, accounts.azureProduction)
    await write('a.yaml', 'cloud: azure\nzones: ["1"]\n')
    await checkFolder()
    assert.match(
      await readMessage(),
      /^Files with zones: 1\. .*: 0\. Problems found: 0\. Zones without a known region were not checked\.$/,
    )
  })

  it('reports that a folder has no zones', async () => {
    await write('a.json', '{}')
    await write('b.yaml', 'region: us-east-1\n')
    await checkFolder()
    assert.equal(await readMessage(), 'No zones found in this folder. Files searched: 2.')
    assert.deepEqual(session.zoneRequests(), [])
  })

  it('ends without a message if it is canceled', async () => {
    await write('a.tf', bad)
    session.sandbox.addFault({ path: '/zones', stall: 'beforeHeaders' })
    const checking = checkFolder()
    await until('the request', () => session.zoneRequests().length === 1)
    session.dialogs.cancel()
    await checking
    assert.deepEqual(filesWithProblems(), [])
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('ends without diagnostics if another account is selected meanwhile', async () => {
    for (const name of ['a.tf', 'b.tf', 'c.tf']) await write(name, bad)
    const held = session.holdRequests('/zones')
    const checking = checkFolder()
    await until('the request', held.hasRequest)
    const choosing = session.run('selectCheckedAccount')
    ;(await getLoadedPick(session)).answer(accounts.awsAudit.uid)
    ;(await session.dialogs.pick()).select('aws')
    await choosing
    held.release()
    await checking
    assert.deepEqual(filesWithProblems(), [])
    assert.deepEqual(session.dialogs.messages, [])
  })
})
