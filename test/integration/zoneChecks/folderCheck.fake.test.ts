import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { checkFolder } from '../../../src/features/zoneChecks/folderCheck.ts'
import type { ZoneChecker } from '../../../src/features/zoneChecks/zoneChecker.ts'
import type { ListLoader } from '../../../src/features/zoneChecks/zoneLoading.ts'
import { connection } from '../../unit/sources.ts'
import { replaceFiles } from './documents.ts'

describe('Zone checks: The result of a folder', () => {
  const restores: (() => void)[] = []
  afterEach(() => {
    for (const restore of restores.splice(0)) restore()
  })

  it('has the number of problems in each file, and keeps none of them, with their texts', async () => {
    const folder = vscode.Uri.file('/workspace/folder')
    const uris = ['a', 'b'].map((name) => vscode.Uri.joinPath(folder, `${name}.yaml`))
    const event = {
      event: () => ({ dispose: () => {} }),
    } as unknown as vscode.EventEmitter<vscode.Uri>
    const events = { changed: event, deleted: event }
    restores.push(...replaceFiles(uris, vscode.workspace.fs, events))
    const checker = {
      runFolderCheck: async (_: vscode.Uri, run: () => Promise<unknown>) => run(),
      check: async () => ({ problems: ['first', 'second'], checkedCount: 2, hasZones: true }),
    }
    const result = await checkFolder({
      folder,
      account: { connection, provider: 'aws', cloudAccountUid: 'a' },
      checker: checker as unknown as ZoneChecker,
      loader: { signal: new AbortController().signal } as ListLoader,
      readFile: async () => new TextEncoder().encode('zone: us-east-1a\n'),
      reportProgress: () => {},
    })
    const fileResult = { checkedCount: 2, hasZones: true, problemCount: 2 }
    assert.deepEqual(result.fileResults, [fileResult, fileResult])
  })
})
