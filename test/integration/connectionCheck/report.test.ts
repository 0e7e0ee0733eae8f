import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { ApiError } from '../../../src/api/errors.ts'
import { certificateAdvice } from '../../../src/features/connectionCheck/networkVerdicts.ts'
import { replace } from '../../replace.ts'
import { until, useSession } from '../helpers.ts'
import { itInNode, itInVSCode } from '../inBrowser.ts'
import { check, closeEditors, lineOf, shownReport } from './checking.ts'

describe('Check Connection: The report', () => {
  const session = useSession()
  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })
  afterEach(closeEditors)

  const marks = (report: string) =>
    report
      .match(/^\| [✓✗–]/gm)
      ?.map((mark) => mark.slice(2))
      .join('')

  itInNode('shows in a few lines that everything works', async () => {
    const report = await check(session)
    const { host } = new URL(session.sandbox.baseUrl)
    assert.match(
      report,
      /^# Connection check: `sandbox`\n\n\*\*The API key was accepted\. Listing zones and deleting machine pools aren’t part of this check\.\*\*\n/,
    )
    assert.ok(report.includes(`\`http://${host}\`, checked at 20`))
    assert.equal(marks(report), '✓–✓✓✓✓–✓✓✓✓', report)
    assert.equal(
      lineOf(report, 'API key'),
      `| ✓\u00a0passed | **API key** | \`${host}\` accepted the API key for organization \`Northwind Traders\`. |`,
    )
    assert.match(lineOf(report, 'TLS'), /skipped .* The URL uses http, so/)
    assert.ok(!report.includes('What to do'))
    assert.ok(session.dialogs.isSilent)
    assert.equal(session.dialogs.progress[0]?.title, 'Checking connection “sandbox”…')
    const lines = session.log.filter((line) => line.includes('check of'))
    assert.deepEqual(lines, [`info check of “sandbox” host ${host}: 0 of 11 checks failed`])
  })

  itInVSCode('is a read-only Markdown document with a name, shown as a preview', async () => {
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

  itInVSCode('is updated by another check, in the same editor', async () => {
    await check(session)
    const document = shownReport()
    session.sandbox.lookups = { projects: false }
    await session.run('checkConnection')
    await until('the news', () => document.getText().includes('Not found (404).'))
    assert.equal(shownReport(), document)
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1)
    assert.match(lineOf(document.getText(), 'Project list'), /^\| –.not available \| /)
  })

  itInNode('shows the proxy of the environment, without its password', async () => {
    const environment = { ...process.env, HTTPS_PROXY: 'http://me:secret@127.0.0.1:9' }
    const restore = replace(process, 'env', environment)
    const report = await check(session).finally(restore)
    assert.match(lineOf(report, 'Proxy'), /Proxy settings: .*HTTPS_PROXY `http:\/\/127\.0\.0\.1:9`/)
    assert.ok(!report.includes('secret'))
  })

  it('has buttons for its connection, whichever is active', async () => {
    await check(session)
    const report = shownReport().uri
    const other = await session.addConnection()
    await session.run('manageConnections', other.name)
    session.sandbox.requests.length = 0
    other.sandbox.requests.length = 0
    await session.run('checkConnection', report, { groupId: 0 })
    assert.ok(session.sandbox.requests.length > 0)
    assert.deepEqual(other.sandbox.requests, [])
    const setting = session.run('setApiKey', report, { groupId: 0 })
    const box = await session.dialogs.box()
    assert.ok((box.prompt ?? '').includes(new URL(session.sandbox.baseUrl).host))
    box.escape()
    await setting
  })

  it('isn’t created without a connection, or for an unknown name', async () => {
    await session.run('checkConnection', { connection: 'unheard-of' })
    assert.match((await session.dialogs.message()).text, /Connection “unheard-of” doesn’t exist/)
    await session.writeConnections()
    const checking = session.run('checkConnection')
    ;(await session.dialogs.box()).escape() // of Add Connection
    await checking
    assert.deepEqual(session.dialogs.unseenTexts, [])
  })

  it('isn’t shown after Cancel', async () => {
    session.sandbox.addFault({ stall: 'beforeHeaders' })
    const checking = session.run('checkConnection')
    await until('the request', () => session.requests().length === 1)
    session.dialogs.cancel()
    await checking
    assert.ok(session.dialogs.isSilent)
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined)
  })

  it('is that of the latest check, which cancels an earlier check', async () => {
    session.sandbox.addFault({ stall: 'beforeHeaders' })
    const first = session.run('checkConnection')
    await until('the request', () => session.requests().length === 1)
    const report = await check(session)
    await first
    assert.match(report, /The API key was accepted/)
    assert.ok(session.dialogs.isSilent)
  })

  it('advises to trust an issuer only if the certificate lacks nothing but trust', () => {
    const advice = (code: string) => certificateAdvice(new ApiError('tls', 'No', { code }))
    const trust = /^If you trust the issuer/
    assert.match(advice('DEPTH_ZERO_SELF_SIGNED_CERT'), trust)
    assert.match(advice('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), trust)
    assert.equal(
      advice('CERT_REVOKED'),
      'Ask the service administrator to replace the certificate.',
    )
    assert.match(advice('CERT_HAS_EXPIRED'), /^Check your computer’s clock/)
    assert.match(advice('EPROTO'), /^Check the port/)
  })
})
