import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { replace } from '../../replace.ts'
import { configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import {
  openDocument,
  replaceFiles,
  selectCheckedAccount,
  statOfSize,
  useDocuments,
} from './documents.ts'

const canary = 'canary-text-7f3a'
const bad = `# ${canary}\nregion = "us-east-1"\naz = "us-east-1z"\n`

describe('Zone checks: Files that aren’t open', () => {
  const session = useDocuments()
  const uri = vscode.Uri.file('/workspace/closed/main.tf')
  const restores: (() => void)[] = []
  /** The searches for files, and the files that were read or written, without Poolkeeper’s own. */
  let calls: string[]

  beforeEach(async () => {
    calls = []
    await selectCheckedAccount(session)
    const { fs } = vscode.workspace
    const note =
      <T>(name: string, call: (file: vscode.Uri, ...args: never[]) => T) =>
      (file: vscode.Uri, ...args: never[]) => {
        if (!file.path.startsWith('/storage/')) calls.push(`${name} ${file.path}`)
        return call(file, ...args)
      }
    const event = new vscode.EventEmitter<vscode.Uri>()
    const files = {
      ...fs,
      stat: note('stat', async () => statOfSize(bad.length)),
      readFile: note('read', async () => Promise.resolve(new TextEncoder().encode(bad))),
      writeFile: note('write', fs.writeFile.bind(fs) as never),
    }
    restores.push(...replaceFiles([uri], files, { changed: event, deleted: event }))
    restores.push(
      replace(vscode.workspace, 'findFiles', async () => {
        calls.push('search')
        return Promise.resolve([uri])
      }),
    )
  })
  afterEach(() => {
    for (const restore of restores.splice(0)) restore()
  })

  it('are neither looked for nor read until their folder is checked', async () => {
    const opened = await openDocument('tf', 'region = "us-east-1"\naz = "‸us-east-1z"\n')
    await opened.hovers()
    await opened.completions()
    await session.run('checkZonesInFile', opened.document.uri)
    await vscode.commands.executeCommand('vscode.executeCodeLensProvider', opened.document.uri)
    const { provider, uid: configUid } = configs.checkout
    await session.readDeletionQuestion({ provider, configUid, machinePoolName: 'gpu-inference' })
    assert.deepEqual(calls, [])
    await session.run('checkZonesInFolder', vscode.Uri.file('/workspace/closed'))
    assert.deepEqual(calls, ['search', `stat ${uri.path}`, `read ${uri.path}`])
    assert.equal(vscode.languages.getDiagnostics(uri).length, 1)
  })

  it('are stored nowhere when they are checked', async () => {
    await session.run('checkZonesInFolder', vscode.Uri.file('/workspace/closed'))
    assert.equal(vscode.languages.getDiagnostics(uri).length, 1)
    const { globalState, workspaceState } = parts.context
    const values = [globalState, workspaceState].map((state) =>
      state.keys().map((key) => state.get(key)),
    )
    assert.doesNotMatch(JSON.stringify(values), new RegExp(canary))
    assert.deepEqual(
      calls.filter((call) => call.startsWith('write')),
      [],
    )
  })
})
