import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession } from '../helpers.ts'

describe('Connections: The setting with the connections', () => {
  const session = useSession()

  it('may have invalid entries: one row in one view leads to them, and the other entries work', async () => {
    const { sandbox, name } = session
    const broken = { name: 'broken', baseUrl: 'http://api.example.com' }
    await session.writeConnections(broken, { name, baseUrl: sandbox.baseUrl })
    await session.run('pin', {
      provider: 'aws',
      configUid: 'c1',
      machinePoolName: 'workers',
    })
    const [row] = await session.rows('zones')
    assert.equal(row?.label, '“broken” can’t be used')
    assert.match(row.item.description as string, /^baseUrl: The URL must start with https/)
    assert.equal(row.item.command?.command, 'poolkeeper.editConnections')
    assert.deepEqual(await session.labels('machinePools'), ['c1'])
  })

  it('can’t be written for a workspace, nor can any other of Poolkeeper', async () => {
    const settings = vscode.workspace.getConfiguration()
    const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget
    for (const id of Object.values(settingIds)) {
      const value = settings.inspect(id)?.defaultValue
      for (const target of [Workspace, WorkspaceFolder])
        await assert.rejects(async () => settings.update(id, value, target))
    }
  })

  it('is taken from no file of a workspace', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0] ?? assert.fail()
    const directory = vscode.Uri.joinPath(folder.uri, '.vscode')
    const file = {
      'poolkeeper.connections': [{ name: session.name, baseUrl: 'https://evil.example.com' }],
      'poolkeeper.deletion.searchWorkspace': true,
    }
    const settings = () => vscode.workspace.getConfiguration()
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(directory, 'settings.json'),
      new TextEncoder().encode(JSON.stringify(file)),
    )
    try {
      // VS Code reads the file anew for a setting of its own, whether or not its watcher is ready.
      await settings().update('editor.rulers', [77], vscode.ConfigurationTarget.Workspace)
      const text = await vscode.workspace.openTextDocument(
        vscode.Uri.joinPath(directory, 'settings.json'),
      )
      assert.match(text.getText(), /evil[^]*77/)
      assert.deepEqual(settings().get('editor.rulers'), [77])
      assert.equal(settings().get('poolkeeper.deletion.searchWorkspace'), false)
      assert.match(parts.statusBarItem.tooltip as string, /\n127\.0\.0\.1:/)
    } finally {
      await vscode.workspace.fs.delete(directory, { recursive: true })
    }
  })

  it('is opened by Edit Connections in settings.json', async () => {
    await session.run('editConnections')
    const editor = await until('the settings', () =>
      vscode.window.visibleTextEditors.find(({ document }) =>
        document.fileName.endsWith('settings.json'),
      ),
    )
    assert.match(editor.document.getText(), new RegExp(session.name))
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })
})
