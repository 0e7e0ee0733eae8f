import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { until, useSession } from '../helpers.ts'
import { check, closeEditors, lineOf, shownReport } from './checking.ts'

describe('Check Connection: The report in an editor', () => {
  const session = useSession()
  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })
  afterEach(closeEditors)

  it('is a read-only Markdown document with a name, shown as a preview', async () => {
    await check(session)
    const { uri, languageId } = shownReport()
    assert.equal(languageId, 'markdown')
    assert.equal(uri.path, '/Connection check: sandbox.md')
    const { activeTab } = vscode.window.tabGroups.activeTabGroup
    assert.equal(activeTab?.label, 'Connection check: sandbox.md')
    assert.equal(activeTab.isPreview, true)
    const { input } = activeTab
    assert.ok(input instanceof vscode.TabInputCustom, 'it is rendered')
    assert.equal(input.viewType, 'vscode.markdown.preview.editor')
    assert.equal(vscode.workspace.fs.isWritableFileSystem(uri.scheme), undefined)
  })

  it('is updated by another check, in the same editor', async () => {
    await check(session)
    const document = shownReport()
    session.sandbox.lookups = { projects: false }
    await session.run('checkConnection')
    await until('the news', () => document.getText().includes('Not found (404).'))
    assert.equal(shownReport(), document)
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1)
    assert.match(lineOf(document.getText(), 'Project list'), /^\| ○.not available \| /)
  })
})
