import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { getRequestedPaths, getLoadedPick, setLookups } from '../lookups.ts'
import { resetSetting, writeSetting } from '../settings.ts'
import { account, choose, useDocuments } from './documents.ts'

const bad = 'region = "us-east-1"\naz = "us-east-1z"\n'

describe('Zone checks: Check Zones in Folder', () => {
  const session = useDocuments()
  let folder: vscode.Uri
  beforeEach(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? []
    folder = vscode.Uri.joinPath(workspace?.uri ?? assert.fail(), `zones-${Date.now()}`)
    await choose(session)
  })
  afterEach(() => vscode.workspace.fs.delete(folder, { recursive: true }))

  const write = async (name: string, text: string | Uint8Array) => {
    const uri = vscode.Uri.joinPath(folder, name)
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    await vscode.workspace.fs.writeFile(uri, bytes)
    return uri
  }
  const check = (of: vscode.Uri | string = folder) => session.run('checkZonesInFolder', of)
  const said = async () => (await session.dialogs.message()).text
  /** What is found in the folder: the file, the place, and the message of each. */
  const findings = () =>
    vscode.languages.getDiagnostics().flatMap(([{ path }, all]) =>
      path.startsWith(folder.path)
        ? all.map(({ range: { start }, message }) => {
            const place = `${start.line + 1}:${start.character + 1}`
            return `${path.slice(folder.path.length + 1)}:${place}: ${message}`
          })
        : [],
    )
  const files = () => findings().map((one) => one.split(':')[0])

  const inOrder = (all: (string | undefined)[]) => all.sort((a = '', b = '') => a.localeCompare(b))

  it('finds unknown zones in closed files, asks once for each region, and says how it went', async () => {
    await write('a/main.tf', 'region = "us-east-1"\r\nazs = ["us-east-1a", "us-east-1z"]\r\n')
    await write('b.yaml', 'region: us-east-1\nzone: us-east-1b\n')
    await write('c.json', '{"name": "x"}')
    await write('d.txt', 'zone: us-east-1z\n')
    await write('big.yaml', `region: us-east-1\nzone: us-east-1z\n${'#'.repeat(1_000_001)}`)
    await write('.terraform/b.tf', bad)
    await write('c/.terragrunt-cache/d/e.tf', bad)
    await check()
    const [found, ...others] = findings()
    assert.match(found ?? '', new RegExp(`^a/main\\.tf:2:23: .*${account.name}`))
    assert.deepEqual(others, [])
    assert.equal(session.zoneRequests().length, 1)
    const { text, buttons } = await session.dialogs.message()
    assert.equal(
      text,
      'Files with zones: 2. Zones checked: 3. Problems found: 1. Files that are too large or can’t be opened: 1.',
    )
    assert.deepEqual(buttons, ['Show Problems'])
  })

  it('reads files in UTF-16, as PowerShell writes them', async () => {
    const units = Array.from(`\uFEFF${bad}`, (char) => char.charCodeAt(0))
    await write('little.tf', new Uint8Array(units.flatMap((unit) => [unit & 255, unit >> 8])))
    await write('big.tf', new Uint8Array(units.flatMap((unit) => [unit >> 8, unit & 255])))
    await check()
    assert.deepEqual(inOrder(files()), ['big.tf', 'little.tf'])
    assert.ok(findings().every((one) => one.includes('.tf:2:7: ')))
  })

  it('shows what a file says by the time that it is opened, edited, or changed by others', async () => {
    const uri = await write('a.tf', bad)
    const names = ['b.tf', 'c.tf', 'd/e.tf', 'f.tf']
    for (const name of names) await write(name, bad)
    await check()
    assert.equal(files().length, 5)
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, 'b.tf'))
    const renamed = vscode.Uri.joinPath(folder, 'renamed.tf')
    await vscode.workspace.fs.rename(vscode.Uri.joinPath(folder, 'c.tf'), renamed)
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, 'd'), { recursive: true })
    await write('f.tf', `\n${bad}`)
    const left = () => findings().map((one) => one.split(': ')[0])
    await until('what is left', () => inOrder(left()).join() === 'a.tf:2:7,f.tf:3:7')

    const document = await vscode.workspace.openTextDocument(uri)
    const editor = await vscode.window.showTextDocument(document)
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'))
    await until('the move', () => left().includes('a.tf:3:7'))
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    await until('what is on disk', () => left().includes('a.tf:2:7'))
  })

  it('leaves out what the user excludes, also by patterns with braces', async () => {
    const names = ['a.tf', 'b.gen.tf', 'c.auto.tf', 'skip1/d.tf', 'hidden/e.tf', 'masked/f.tf']
    for (const name of names) await write(name, bad)
    try {
      await writeSetting('search.exclude', { '**/*.{gen,auto}.tf': true, '**/skip{1,2}': true })
      await writeSetting('files.exclude', { '**/{hidden,masked}': true })
      await check()
      assert.deepEqual(files(), ['a.tf'])
    } finally {
      await resetSetting('search.exclude')
      await resetSetting('files.exclude')
    }
  })

  it('asks once for instance types that cannot be listed, and says that they were not checked', async () => {
    await setLookups(session, 'all')
    session.sandbox.addFault({ path: '/instancetypes', status: 500, times: null })
    const text =
      'x "y" {\n  region = "us-east-1"\n  azs = ["us-east-1e"]\n  instance_type = "m6i.xlarge"\n}\n'
    for (const name of ['a.tf', 'b.tf', 'c.tf']) await write(name, text)
    await check()
    const requests = getRequestedPaths(session).filter((path) => path.endsWith('/instancetypes'))
    assert.equal(requests.length, 1)
    assert.equal(
      await said(),
      'Files with zones: 3. Zones checked: 3. Problems found: 0. Couldn’t check instance types in us-east-1.',
    )
  })

  it('says why regions cannot be listed, and what helps', async () => {
    session.sandbox.addFault({ path: '/clouds/aws/regions?', status: 401, times: null })
    for (const name of ['a.tf', 'b.tf']) await write(name, 'azs = ["us-east-1a"]')
    await check()
    const { severity, text, buttons } = await session.dialogs.message()
    assert.equal(severity, 'warning')
    assert.match(text, new RegExp(`^Couldn’t check the zones in ${account.name}\\. .* \\(401\\)`))
    assert.match(text, /Files with zones: 2\. Zones checked: 0\./)
    assert.deepEqual(buttons, ['Set API Key'])
  })

  it('takes the URI of a folder as text, as a keyboard shortcut gives it', async () => {
    await write('a/a.tf', bad)
    await write('b/b.tf', bad)
    await check(vscode.Uri.joinPath(folder, 'a').toString())
    assert.deepEqual(files(), ['a/a.tf'])
  })

  it('says so where a folder has no zones', async () => {
    await write('a.json', '{}')
    await check()
    assert.equal(await said(), 'No zones found in this folder. Files searched: 1.')
    assert.deepEqual(session.zoneRequests(), [])
  })

  it('ends without a word where it is cancelled', async () => {
    await write('a.tf', bad)
    session.sandbox.addFault({ path: '/zones', stall: 'beforeHeaders' })
    const checking = check()
    await until('the request', () => session.zoneRequests().length === 1)
    session.dialogs.cancel()
    await checking
    assert.deepEqual(files(), [])
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('ends, and shows nothing of an account that counts no more', async () => {
    for (const name of ['a.tf', 'b.tf', 'c.tf']) await write(name, bad)
    const held = session.holdRequests('/zones')
    const checking = check()
    await until('the request', held.hasRequest)
    const choosing = session.run('selectCheckedAccount')
    ;(await getLoadedPick(session)).answer(accounts.awsAudit.uid)
    ;(await session.dialogs.pick()).select('aws')
    await choosing
    held.release()
    await checking
    assert.deepEqual(files(), [])
    assert.deepEqual(session.dialogs.messages, [])
  })
})
