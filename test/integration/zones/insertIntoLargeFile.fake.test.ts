import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { replace } from '../../replace.ts'
import { useSession, type Row } from '../helpers.ts'
import { closeAll, openEditor } from './editors.ts'

describe('Zones: Insert Zones at Cursor, while a large file is read,', () => {
  afterEach(closeAll) // before the session ends, so that nothing that is shown is read again
  const session = useSession()
  const all = '"eu-west-1a", "eu-west-1b", "eu-west-1c"'
  const rest = '\nregion = "eu-west-1"'.repeat(20_000)
  let region: Row
  beforeEach(async () => (region = await session.pinRegion(accounts.awsProduction, 'eu-west-1')))

  /** Inserts the zones of the region, and does something in the first pause of the reading. */
  async function insertAnd(act: () => unknown): Promise<void> {
    const { setTimeout } = globalThis
    const restore = replace(globalThis, 'setTimeout', ((run: () => void, ...args: unknown[]) => {
      if (args.length === 0) {
        restore()
        act()
      }
      return setTimeout(run, ...(args as [number]))
    }) as typeof setTimeout)
    await session.run('insertZones', region.node)
    restore()
  }

  it('inserts where the cursor was if text is inserted above', async () => {
    const editor = await openEditor('main.tf', `azs = [‸]${rest}`)
    const start = new vscode.Position(0, 0)
    await insertAnd(() => editor.edit((builder) => builder.insert(start, 'a = 1\n')))
    assert.equal(editor.document.getText(), `a = 1\nazs = [${all}]${rest}`)
  })

  it('inserts where the cursor was if the user goes on elsewhere, and leaves the cursor there', async () => {
    const editor = await openEditor('main.tf', `azs = [‸]\nzones = []${rest}`)
    const other = new vscode.Position(1, 'zones = ['.length)
    await insertAnd(() => {
      editor.selection = new vscode.Selection(other, other)
      return editor.edit((builder) => builder.insert(other, '"x"'))
    })
    assert.equal(editor.document.getText(), `azs = [${all}]\nzones = ["x"]${rest}`)
    assert.equal(editor.selection.active.line, 1)
  })

  it('leaves the cursor where the user has moved it', async () => {
    const editor = await openEditor('main.tf', `azs = [‸]${rest}`)
    const end = new vscode.Position(20_000, 0)
    await insertAnd(() => (editor.selection = new vscode.Selection(end, end)))
    assert.equal(editor.document.getText(), `azs = [${all}]${rest}`)
    assert.deepEqual(editor.selection.active, end)
  })

  it('inserts after what is typed at the cursor', async () => {
    const editor = await openEditor('main.tf', `azs = [‸]${rest}`)
    const cursor = editor.selection.active
    await insertAnd(() => editor.edit((builder) => builder.insert(cursor, '"x", ')))
    assert.equal(editor.document.getText(), `azs = ["x", ${all}]${rest}`)
  })

  it('replaces only what was selected, and not what is typed after it', async () => {
    const editor = await openEditor('main.tf', `azs = [‹"x"›]${rest}`)
    const { end } = editor.selection
    await insertAnd(() => editor.edit((builder) => builder.insert(end, ', "y"')))
    assert.equal(editor.document.getText(), `azs = [${all}, "y"]${rest}`)
  })

  it('doesn’t replace what is typed over the end of what was selected', async () => {
    const editor = await openEditor('main.tf', `azs = [‹"x", "z"›]${rest}`)
    const { end } = editor.selection
    const last = new vscode.Range(end.translate(0, -3), end)
    await insertAnd(() => editor.edit((builder) => builder.replace(last, '"y"')))
    assert.equal(editor.document.getText(), `azs = [${all}, "y"]${rest}`)
  })

  it('inserts where the cursor was if the line breaks are changed', async () => {
    const editor = await openEditor('main.tf', `a = 1\nazs = [‸]${rest}`)
    await insertAnd(() => editor.edit((builder) => builder.setEndOfLine(vscode.EndOfLine.CRLF)))
    const expected = `a = 1\nazs = [${all}]${rest}`.replaceAll('\n', '\r\n')
    assert.equal(editor.document.getText(), expected)
  })

  it('inserts once where the text between two cursors is deleted', async () => {
    const editor = await openEditor('main.tf', `azs = [‸]\nzones = [‸]${rest}`)
    const [first, second] = editor.selections.map(({ active }) => active)
    const between = new vscode.Range(first ?? assert.fail(), second ?? assert.fail())
    await insertAnd(() => editor.edit((builder) => builder.delete(between)))
    assert.equal(editor.document.getText(), `azs = [${all}]${rest}`)
  })

  it('says that nothing was inserted where what is typed allows no zones', async () => {
    const editor = await openEditor('main.tf', `azs = [‸]${rest}`)
    const cursor = editor.selection.active
    await insertAnd(() => editor.edit((builder) => builder.insert(cursor, 'var.azs...')))
    assert.equal(editor.document.getText(), `azs = [var.azs...]${rest}`)
    assert.match((await session.dialogs.message()).text, /because line 1 doesn’t allow zones/)
  })
})
