import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { writeSetting } from './settings.ts'
import {
  selectCheckedAccount,
  cacheZones,
  getLabel,
  openDocument,
  useDocuments,
} from './zoneChecks/documents.ts'

// VS Code calls the providers here; their results are tested on the fake VS Code.
describe('Zones in an editor of VS Code', () => {
  const session = useDocuments()
  afterEach(() => writeSetting('poolkeeper.zones.showIds', undefined))

  it('are completed, explained by a hover, hinted, marked, and replaced by an edit that can be undone', async () => {
    await cacheZones(session, 'us-east-1')
    await selectCheckedAccount(session)
    await writeSetting('poolkeeper.zones.showIds', true)
    const opened = await openDocument(
      'yaml',
      'region: us-east-1\nzones: [us-east-1a, us-east-1z, ‸]\n',
    )
    const { document } = opened
    assert.ok((await opened.completions()).map(getLabel).includes('us-east-1b'))
    assert.equal((await opened.hovers(opened.findPosition('us-east-1a'))).length, 1)
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      document.uri,
      new vscode.Range(0, 0, 9, 0),
    )
    assert.equal(hints.length, 1)
    await session.run('checkZonesInFile', document.uri)
    assert.match(opened.diagnostics.join(), /^1:20 us-east-1z: Warning: Zone not found/)
    const [fix] = await opened.fixes(opened.findPosition('us-east-1z'))
    await vscode.workspace.applyEdit(fix?.edit ?? assert.fail())
    assert.ok(opened.text.includes('[us-east-1a, us-east-1b, ]'))
    await vscode.commands.executeCommand('undo')
    assert.ok(opened.text.includes('us-east-1z'))
  })
})
