import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { ApiError } from '../../../src/api/errors.ts'
import { certificateAdvice } from '../../../src/features/connectionCheck/networkVerdicts.ts'
import { until, useSession } from '../helpers.ts'
import { check, closeEditors, shownReport } from './checking.ts'

describe('Check Connection: The report', () => {
  const session = useSession()
  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })
  afterEach(closeEditors)

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
