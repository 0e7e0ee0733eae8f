import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { until, useSession } from '../helpers.ts'
import { closeAll, openEditor } from './editors.ts'

describe('Zones: Insert Zones at Cursor in a large file', () => {
  afterEach(closeAll) // before the session ends, so that nothing that is shown is read again
  const session = useSession()

  it('inserts at the cursor if the file is edited while it is read', async () => {
    const region = await session.pinRegion(accounts.awsProduction, 'eu-west-1')
    const all = '"eu-west-1a", "eu-west-1b", "eu-west-1c"'
    const rest = '\nregion = "eu-west-1"'.repeat(20_000)
    const editor = await openEditor('main.tf', `azs = [‸]${rest}`)
    const inserting = session.run('insertZones', region.node)
    setTimeout(() => {
      void editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'a = 1\n'))
      // VS Code moves the cursor; the fake doesn’t.
      const cursor = new vscode.Position(1, 'azs = ['.length)
      editor.selection = new vscode.Selection(cursor, cursor)
    })
    await inserting
    await until('the edit', () => editor.document.lineCount === 20_002)
    assert.equal(editor.document.getText(), `a = 1\nazs = [${all}]${rest}`)
  })
})
