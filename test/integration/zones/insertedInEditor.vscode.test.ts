import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { type Row, useSession } from '../helpers.ts'
import { closeAll, markedText, openEditor } from './editors.ts'

// What VS Code makes of it; what is written is tested on the fake one.
describe('Zones: Inserted in an editor of VS Code', () => {
  afterEach(closeAll)
  const session = useSession()
  let zones: Row[]

  beforeEach(async () => {
    zones = await session.rows(
      'zones',
      await session.pinRegion(accounts.awsProduction, 'eu-west-1'),
    )
  })

  const insert = () => session.run('insertZones', zones[0]?.node, [zones[0]?.node])

  it('are undone at all cursors in one step, and redone in another', async () => {
    const editor = await openEditor('main.tf', 'a = [‸]\nzone = ‸\n')
    const text = editor.document.getText()
    await insert()
    const written = editor.document.getText()
    assert.equal(written, 'a = ["eu-west-1a"]\nzone = "eu-west-1a"\n')
    await vscode.commands.executeCommand('undo')
    assert.equal(editor.document.getText(), text)
    await vscode.commands.executeCommand('redo')
    assert.equal(editor.document.getText(), written)
  })

  it('don’t overwrite what is typed at the same moment', async () => {
    const editor = await openEditor('main.tf', 'azs = ‸\n')
    // It arrives first, and isn’t known here when the zones are written.
    const typing = vscode.commands.executeCommand('type', { text: ' ' })
    await insert()
    await typing
    assert.equal(markedText(editor), 'azs =  ["eu-west-1a"]‸\n')
    assert.ok(session.dialogs.isSilent)
  })

  it('leave the focus in the editor, where the user goes on', async () => {
    const editor = await openEditor('main.tf', 'azs = ‸')
    // Not to our own view: shown, it would read what other tests count.
    await vscode.commands.executeCommand('workbench.files.action.focusFilesExplorer')
    await insert()
    await vscode.commands.executeCommand('type', { text: ' #' })
    assert.equal(markedText(editor), 'azs = ["eu-west-1a"] #‸')
  })
})
