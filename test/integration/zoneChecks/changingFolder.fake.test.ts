import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { replace } from '../../replace.ts'
import { until } from '../../until.ts'
import { replaceFiles, selectCheckedAccount, statOfSize, useDocuments } from './documents.ts'

const bad = 'region = "us-east-1"\naz = "us-east-1z"\n'
const good = 'region = "us-east-1"\naz = "us-east-1a"\n'
const poolIn = (zone: string) =>
  `region = "us-east-1"\npool {\n  instance_type = "m6i.xlarge"\n  azs = ["us-east-1b", "us-east-1${zone}"]\n}\n`
const names = ['changed.tf', 'deleted.tf', 'folder/inDeleted.tf', 'kept.tf']

let folderCount = 0

describe('Zone checks: A folder that changes on disk while it is checked', () => {
  const session = useDocuments()
  const restores: (() => void)[] = []
  /** The texts of the files on disk, by URI. */
  const texts = new Map<string, string>()
  const watcherEvents = {
    changed: new vscode.EventEmitter<vscode.Uri>(),
    deleted: new vscode.EventEmitter<vscode.Uri>(),
  }
  let folder: vscode.Uri
  let readCount = 0
  let afterRead = (_uri: vscode.Uri) => {}

  beforeEach(async () => {
    await selectCheckedAccount(session)
    readCount = 0
    afterRead = () => {}
    // A folder that was checked before is watched already.
    folder = vscode.Uri.file(`/workspace/changing-${++folderCount}`)
    const uris = names.map(uriOf)
    texts.clear()
    for (const uri of uris) {
      texts.set(uri.toString(), bad)
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(bad)) // for an editor
    }
    const readText = (uri: vscode.Uri) =>
      texts.get(uri.toString()) ?? assert.fail(vscode.FileSystemError.FileNotFound(uri))
    const fs = {
      stat: async (uri: vscode.Uri) => statOfSize(readText(uri).length),
      readFile: async (uri: vscode.Uri) => {
        const text = readText(uri)
        readCount += 1
        afterRead(uri)
        return Promise.resolve(new TextEncoder().encode(text))
      },
    }
    restores.push(...replaceFiles(uris, fs, watcherEvents))
  })
  afterEach(() => {
    for (const restore of restores.splice(0)) restore()
  })

  const uriOf = (name: string) => vscode.Uri.joinPath(folder, name)
  const change = (name: string) => {
    texts.set(uriOf(name).toString(), good)
    watcherEvents.changed.fire(uriOf(name))
  }
  const namesWithProblems = () =>
    names.filter((name) => vscode.languages.getDiagnostics(uriOf(name)).length > 0).join()

  it('shows the problems of what is on disk, although its regions were loading meanwhile', async () => {
    const held = session.holdRequests('/zones')
    const checking = session.run('checkZonesInFolder', folder)
    await until('the request', () => held.hasRequest() && readCount === names.length)
    change('changed.tf')
    texts.delete(uriOf('deleted.tf').toString())
    watcherEvents.deleted.fire(uriOf('deleted.tf'))
    texts.delete(uriOf('folder/inDeleted.tf').toString())
    watcherEvents.deleted.fire(uriOf('folder')) // VS Code reports only the folder’s deletion
    held.release()
    await checking
    await until('the problems on disk', () => namesWithProblems() === 'kept.tf')
  })

  it('shows the problems of a file that has changed while the first files were read', async () => {
    afterRead = ({ path }) => {
      if (path.endsWith('/changed.tf') && readCount <= names.length) change('changed.tf')
    }
    await session.run('checkZonesInFolder', folder)
    const unchanged = names.filter((name) => name !== 'changed.tf').join()
    await until('the problems on disk', () => namesWithProblems() === unchanged)
  })

  /** Opens a file, and changes its text without saving it. */
  async function openUnsaved(name: string, text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uriOf(name))
    const editor = await vscode.window.showTextDocument(document)
    const all = new vscode.Range(0, 0, document.lineCount, 0)
    await editor.edit((builder) => builder.replace(all, text))
  }

  for (const [title, onDisk, unsaved] of [
    ['finds no problem in a file that has one only in unsaved changes', 'a', 'z'],
    ['finds the problem of a file that hasn’t it in unsaved changes', 'z', 'a'],
  ] as const) {
    for (const path of ['/zones', '/instancetypes']) {
      it(`${title}, which are discarded while ${path} is requested`, async () => {
        session.sandbox.lookups = 'all'
        texts.set(uriOf('changed.tf').toString(), poolIn(onDisk))
        await openUnsaved('changed.tf', poolIn(unsaved))
        const held = session.holdRequests(path)
        const checking = session.run('checkZonesInFolder', folder)
        await until('the request', () => held.hasRequest() && readCount === names.length - 1)
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
        const expected = names.filter((name) => name !== 'changed.tf' || onDisk === 'z').join()
        const areShown = () => namesWithProblems() === expected
        // The problems of zones are shown before instance types are loaded.
        if (path === '/instancetypes') await until('the problems on disk', areShown)
        held.release()
        await checking
        await until('the problems on disk', areShown)
      })
    }
  }

  it('shows no problems any more of files that a later check leaves out', async () => {
    await session.run('checkZonesInFolder', folder)
    assert.equal(namesWithProblems(), names.join())
    texts.set(uriOf('changed.tf').toString(), '# no zones\n')
    const findFiles = async () => [uriOf('changed.tf'), uriOf('kept.tf')]
    restores.unshift(replace(vscode.workspace, 'findFiles', findFiles))
    await session.run('checkZonesInFolder', vscode.Uri.joinPath(folder, 'folder'))
    assert.equal(namesWithProblems(), 'changed.tf,deleted.tf,kept.tf')
    await session.run('checkZonesInFolder', folder)
    assert.equal(namesWithProblems(), 'kept.tf')
  })

  it('shows the problems on disk again once an editor is closed that had it in another language', async () => {
    await session.run('checkZonesInFolder', folder)
    const otherNames = names.filter((name) => name !== 'changed.tf').join()
    const document = await vscode.workspace.openTextDocument(uriOf('changed.tf'))
    await vscode.languages.setTextDocumentLanguage(document, 'html')
    await until('no problem', () => namesWithProblems() === otherNames)
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    await until('the problems on disk', () => namesWithProblems() === names.join())
  })

  it('goes on without a file that is opened in another language', async () => {
    const held = session.holdRequests('/zones')
    const checking = session.run('checkZonesInFolder', folder)
    await until('the request', () => held.hasRequest() && readCount === names.length)
    const document = await vscode.workspace.openTextDocument(uriOf('changed.tf'))
    await vscode.languages.setTextDocumentLanguage(document, 'html')
    held.release()
    await checking
    assert.equal(namesWithProblems(), 'deleted.tf,folder/inDeleted.tf,kept.tf')
    assert.match((await session.dialogs.message()).text, /^Files with zones: 3\./)
  })

  it('counts a file as done once it is checked', async () => {
    const held = session.holdRequests('/zones')
    const checking = session.run('checkZonesInFolder', folder)
    await until('the request', () => held.hasRequest() && readCount === names.length)
    const counts = () =>
      session.dialogs.progress.flatMap((progress) => progress.texts.map((text) => text.slice(-3)))
    assert.deepEqual(counts(), ['0/4'])
    held.release()
    await checking
    assert.deepEqual(counts(), ['0/4', '1/4', '2/4', '3/4', '4/4'])
  })
})
