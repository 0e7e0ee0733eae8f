import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, configs } from '../sandbox/data.ts'
import { confirmDeletion, shownPools } from './deletion/pools.ts'
import { activate } from './extensionParts.ts'
import { until, useSession } from './helpers.ts'
import { selectCheckedAccount, openDocument } from './zoneChecks/documents.ts'

// The tests usually run in a window with a folder; `--windows` runs them in the other kinds.
const windowKind = process.env['POOLKEEPER_WINDOW'] || 'folder'
const getSchemes = () => vscode.workspace.workspaceFolders?.map(({ uri }) => uri.scheme)

// A virtual workspace needs a file system.
if (windowKind === 'virtual') {
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

/** Writes the workspace file unchanged, so that VS Code reads it again. */
async function rewriteWorkspaceFile(): Promise<void> {
  const { fs, workspaceFile } = vscode.workspace
  if (workspaceFile) await fs.writeFile(workspaceFile, await fs.readFile(workspaceFile))
}

describe(`In a window with ${windowKind}`, () => {
  const session = useSession()
  before(() => activate())

  it('has the folders and the trust of its kind', async () => {
    const expectedFolders = new Map<string, number | undefined>([
      ['none', undefined],
      ['several', 2],
    ])
    const folders = expectedFolders.has(windowKind) ? expectedFolders.get(windowKind) : 1
    // VS Code may read a workspace file only after it has started the extensions. If it can’t access the file at that time,
    // it treats the file as empty until it changes.
    await until('the folders', async () => {
      if (getSchemes()?.length === folders) return true
      await rewriteWorkspaceFile()
      return false
    })
    assert.equal(vscode.workspace.isTrusted, windowKind !== 'restricted')
    assert.equal(getSchemes()?.includes('poolkeeper-virtual') ?? false, windowKind === 'virtual')
  })

  it('lists zones, and pins their region', async () => {
    const region = await session.pinRegion(accounts.awsProduction, 'us-east-1')
    assert.ok((await session.rows('zones', region)).length > 3)
  })

  it('deletes a machine pool after a confirmation', async () => {
    const row = await session.pinPool(configs.checkout, 'worker-pool')
    await confirmDeletion(session, row)
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: [^.]+\.$/)
    assert.deepEqual(await shownPools(session, configs.checkout), [])
  })

  it('checks the zones in code', async () => {
    await selectCheckedAccount(session)
    const opened = await openDocument(
      'tf',
      'region = "us-east-1"\nazs = ["us-east-1a", "us-east-1z"]',
    )
    await session.run('checkZonesInFile', opened.document.uri)
    assert.equal(opened.diagnostics.length, 1)
    assert.match(opened.diagnostics[0] ?? '', /Zone not found: “us-east-1z” in us-east-1 for /)
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
  })

  it('remembers the active connection', async () => {
    const otherConnection = await session.addConnection()
    await session.run('manageConnections', otherConnection.name)
    const { provider, uid: cloudAccountUid } = accounts.awsProduction
    await session.run('listZones', { provider, cloudAccountUid, region: 'us-east-1' })
    assert.equal(session.zoneRequests(otherConnection.sandbox).length, 1)
    assert.deepEqual(session.zoneRequests(), [])
    await session.run('manageConnections', session.name)
  })
})
