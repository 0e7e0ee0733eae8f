import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { check, closeEditors, lineOf } from '../connectionCheck/checking.ts'
import { useSession } from '../helpers.ts'

const { provider, uid: cloudAccountUid } = accounts.awsProduction
const query = { provider, cloudAccountUid, region: 'eu-west-1' }

describe('Browser: A service that does not let web pages ask', () => {
  const session = useSession()
  afterEach(closeEditors)
  beforeEach(() => {
    session.sandbox.lookups = 'all'
    session.sandbox.cors = false
  })

  it('is told apart from none by nobody: so both are said, and what to do', async () => {
    await session.run('listZones', query)
    const { text, buttons } = await session.dialogs.message()
    const { host } = new URL(session.sandbox.baseUrl)
    assert.equal(
      text,
      `${host} cannot be reached, or it does not allow requests from web pages at ` +
        `${globalThis.origin} (CORS): a browser does not say which. Ask who runs the service to ` +
        'allow them, or use VS Code on the desktop.',
    )
    assert.deepEqual(buttons, ['Check Connection', 'Try Again'])
    assert.deepEqual([...new Set(session.requests().map(({ method }) => method))], ['OPTIONS'])
  })

  it('gets no request with the key', async () => {
    await session.run('listZones', query)
    await session.dialogs.message()
    const keys = session.requests().map(({ headers }) => headers['apikey'])
    assert.deepEqual([...new Set(keys)], [undefined])
  })

  it('fails the connection check at its answer, with what to do', async () => {
    const report = await check(session)
    assert.match(report, /\*\*1 of 12 checks failed\. First: Check the address and the network\./)
    assert.match(
      lineOf(report, 'Answer'),
      /✗ .*cannot be reached, or .*\(CORS\).*\n {2}- To do: .*allow requests from this web page/,
    )
    assert.match(lineOf(report, 'API key'), /– .*An answer comes first\.$/)
  })
})

describe('Browser: The connection check in a browser', () => {
  const session = useSession()
  afterEach(closeEditors)
  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })

  it('says what a browser does not see', async () => {
    const report = await check(session)
    assert.match(
      report,
      /\*\*The API key was accepted\. Zones and deletions are tried only when you use them\.\*\*/,
    )
    for (const name of ['Address', 'Proxy']) {
      assert.match(lineOf(report, name), /– .*\(not tried\): In a browser this cannot be seen\.$/)
    }
    assert.match(lineOf(report, 'Clock'), /✓/)
  })

  it('does not blame the service for a clock that the browser hides', async () => {
    const headers = { 'Access-Control-Expose-Headers': 'X-Other' }
    session.sandbox.addFault({ times: null, headers })
    const report = await check(session)
    assert.match(lineOf(report, 'Clock'), /– .*\(not tried\): In a browser this cannot be seen\.$/)
  })
})
