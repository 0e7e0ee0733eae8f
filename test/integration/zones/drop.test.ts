import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { viewIds } from '../../../src/contributions.ts'
import { accounts } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { type Row, useSession } from '../helpers.ts'
import { closeAll, openEditor } from './editors.ts'

const account = accounts.awsProduction

describe('Zones: Dragging zones into an editor', () => {
  afterEach(closeAll) // before the session ends, so that nothing that is shown is read again
  const session = useSession()
  let region: Row
  let zones: Row[]

  beforeEach(async () => {
    region = await session.pinRegion(account, 'eu-west-1')
    zones = await session.rows('zones', region)
  })

  const token = () => new vscode.CancellationTokenSource().token

  /** What the view gives for rows that are dragged. */
  async function drag(...rows: (Row | undefined)[]): Promise<vscode.DataTransfer> {
    const data = new vscode.DataTransfer()
    const nodes = rows.map((row) => row?.node)
    await parts.dragControllers.get(viewIds.zones)?.handleDrag?.(nodes, data, token())
    return data
  }

  /** Drops at the cursor; returns the titles of what is offered. The first is done. */
  async function drop(editor: vscode.TextEditor, data: vscode.DataTransfer): Promise<string[]> {
    const { document, selection } = editor
    const given = await parts.dropProvider.provideDocumentDropEdits(
      document,
      selection.active,
      data,
      token(),
    )
    const edits = Array.isArray(given) ? given : given ? [given] : []
    const [first] = edits
    assert.equal(first?.insertText ?? '', '')
    if (first?.additionalEdit) await vscode.workspace.applyEdit(first.additionalEdit)
    return edits.map(({ title = '' }) => title)
  }

  it('adds missing commas', async () => {
    const editor = await openEditor('a.json', '[\n  "x"\n‸\n]')
    assert.deepEqual(await drop(editor, await drag(zones[1])), ['Insert Zones'])
    assert.equal(editor.document.getText(), '[\n  "x",\n  "eu-west-1b"\n]')
  })

  it('loads a region only once it is dropped', async () => {
    const editor = await openEditor('main.tf', 'azs = ‸')
    await session.run('refresh', region.node)
    const asked = session.zoneRequests().length
    const data = await drag(region)
    assert.equal(session.zoneRequests().length, asked)
    await drop(editor, data)
    assert.equal(session.zoneRequests().length, asked + 1)
    assert.equal(editor.document.getText(), 'azs = ["eu-west-1a", "eu-west-1b", "eu-west-1c"]')
  })

  it('says why a region couldn’t be loaded, and changes nothing', async () => {
    const editor = await openEditor('main.tf', 'azs = ‸')
    await session.run('refresh', region.node)
    session.sandbox.addFault({ path: '/regions/eu-west-1/zones', status: 403 })
    assert.deepEqual(await drop(editor, await drag(region)), [])
    assert.match((await session.dialogs.message()).text, /the key has no permission for this/)
    assert.equal(editor.document.getText(), 'azs = ')
  })

  it('says how many zones of a region couldn’t be read', async () => {
    const body = '{"zones":[{"name":"a"},{"name":""}]}'
    session.sandbox.addFault({ path: '/regions/eu-west-1/zones', body })
    const editor = await openEditor('main.tf', 'azs = ‸')
    await session.run('refresh', region.node)
    assert.deepEqual(await drop(editor, await drag(region)), ['Insert Zones'])
    assert.match((await session.dialogs.message()).text, /^Zones not shown: 1\. /)
    assert.equal(editor.document.getText(), 'azs = ["a"]')
  })

  it('carries only a number, and accepts no data from elsewhere', async () => {
    const editor = await openEditor('main.tf', 'azs = ‸')
    const data = await drag(region)
    const [[mime, item] = [], ...otherEdits] = [...data]
    assert.deepEqual(otherEdits, [])
    assert.match((await item?.asString()) ?? '', /^\d+$/)
    const foreign = new vscode.DataTransfer()
    foreign.set(mime ?? '', new vscode.DataTransferItem(JSON.stringify(region.node)))
    assert.deepEqual(await drop(editor, foreign), [])
    assert.deepEqual(await drop(editor, new vscode.DataTransfer()), [])
  })

  it('drags no account, and accepts no drop on the view', async () => {
    assert.deepEqual([...(await drag(await session.row('zones', account.name)))], [])
    const controller = parts.dragControllers.get(viewIds.zones)
    assert.deepEqual(controller?.dropMimeTypes, [])
    assert.ok(controller && !('handleDrop' in controller))
  })
})
