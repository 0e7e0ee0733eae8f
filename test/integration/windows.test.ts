import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, configs } from '../sandbox/data.ts'
import { confirmDeletion, poolsShown } from './deletion/pools.ts'
import { activate } from './extensionParts.ts'
import { until, useSession } from './helpers.ts'
import { choose, open } from './zoneChecks/documents.ts'

// In the ordinary run there is one window, with a folder; `--window others` opens the others.
const has = process.env['POOLKEEPER_WINDOW'] || 'folder'
const schemes = () => vscode.workspace.workspaceFolders?.map(({ uri }) => uri.scheme)

// The folder of a virtual workspace has to come from somewhere.
if (has === 'virtual') {
  const missing = () => {
    throw vscode.FileSystemError.FileNotFound()
  }
  vscode.workspace.registerFileSystemProvider('poolkeeper-virtual', {
    onDidChangeFile: new vscode.EventEmitter<never>().event,
    watch: () => new vscode.Disposable(() => {}),
    stat: ({ path }) =>
      path === '/folder'
        ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 }
        : missing(),
    readDirectory: () => [],
    readFile: missing,
    createDirectory: missing,
    writeFile: missing,
    delete: missing,
    rename: missing,
  })
}

/** Writes a workspace's file as it is, for VS Code to read it again. */
async function rewriteWorkspaceFile(): Promise<void> {
  const { fs, workspaceFile } = vscode.workspace
  if (workspaceFile) await fs.writeFile(workspaceFile, await fs.readFile(workspaceFile))
}

describe(`In a window with ${has}`, () => {
  const session = useSession()
  before(() => activate())

  it('is as it is called', async () => {
    const folders = has === 'none' ? undefined : has === 'several' ? 2 : 1
    // VS Code may read a workspace's file only after it has started the extensions; and where it does
    // before it can reach the file, it takes the file for empty until that changes.
    await until('the folders', async () => {
      if (schemes()?.length === folders) return true
      await rewriteWorkspaceFile()
      return false
    })
    assert.equal(vscode.workspace.isTrusted, has !== 'restricted')
    assert.equal(schemes()?.includes('poolkeeper-virtual') ?? false, has === 'virtual')
  })

  it('lists zones, and keeps them', async () => {
    const region = await session.pinRegion(accounts.awsProduction, 'us-east-1')
    assert.ok((await session.rows('zones', region)).length > 3)
  })

  it('deletes a machine pool once that is confirmed', async () => {
    const row = await session.pinPool(configs.checkout, 'worker-pool')
    await confirmDeletion(session, row)
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: [^.]+\.$/)
    assert.deepEqual(await poolsShown(session, configs.checkout), [])
  })

  it('checks the zones in code', async () => {
    await choose(session)
    const opened = await open('tf', 'region = "us-east-1"\nazs = ["us-east-1a", "us-east-1z"]')
    await session.run('checkZonesInFile', opened.document.uri)
    assert.equal(opened.diagnostics.length, 1)
    assert.match(opened.diagnostics[0] ?? '', /Zone not found: “us-east-1z” in us-east-1 for /)
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
  })

  it('remembers which connection is the active one', async () => {
    const other = await session.addConnection()
    await session.run('manageConnections', other.name)
    const { provider, uid: cloudAccountUid } = accounts.awsProduction
    await session.run('listZones', { provider, cloudAccountUid, region: 'us-east-1' })
    assert.equal(session.zoneRequests(other.sandbox).length, 1)
    assert.deepEqual(session.zoneRequests(), [])
    await session.run('manageConnections', session.name)
  })
})
