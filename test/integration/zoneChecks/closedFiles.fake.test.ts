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
  /** The searches for files, and the files that were read, without Poolkeeper’s own. */
  let calls: string[]
  /** All texts that were written to files. */
  let writtenTexts: string[]

  beforeEach(async () => {
    calls = []
    writtenTexts = []
    await selectCheckedAccount(session)
    const { fs } = vscode.workspace
    const files = {
      ...fs,
      stat: async (file: vscode.Uri) => {
        if (file.path !== uri.path) return fs.stat(file)
        calls.push('stat')
        return statOfSize(bad.length)
      },
      readFile: async (file: vscode.Uri) => {
        if (file.path !== uri.path) return fs.readFile(file)
        calls.push('read')
        return new TextEncoder().encode(bad)
      },
      writeFile: async (file: vscode.Uri, content: Uint8Array) => {
        writtenTexts.push(new TextDecoder().decode(content))
        return fs.writeFile(file, content)
      },
    }
    const event = new vscode.EventEmitter<vscode.Uri>()
    restores.push(...replaceFiles([uri], files, { changed: event, deleted: event }))
    const { findFiles } = vscode.workspace
    restores.push(
      replace(vscode.workspace, 'findFiles', async (...args) => {
        calls.push('search')
        return findFiles(...args)
      }),
    )
  })
  afterEach(() => {
    for (const restore of restores.splice(0).toReversed()) restore()
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
    assert.deepEqual(calls, ['search', 'stat', 'read'])
    assert.equal(vscode.languages.getDiagnostics(uri).length, 1)
  })

  it('are stored nowhere when they are checked', async () => {
    await session.run('checkZonesInFolder', vscode.Uri.file('/workspace/closed'))
    assert.equal(vscode.languages.getDiagnostics(uri).length, 1)
    const { globalState, workspaceState } = parts.context
    const values = [globalState, workspaceState].map((state) =>
      state.keys().map((key) => state.get(key)),
    )
    assert.doesNotMatch(JSON.stringify([values, writtenTexts]), new RegExp(canary))
  })
})
