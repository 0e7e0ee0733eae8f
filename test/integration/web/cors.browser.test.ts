import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { check, closeEditors, lineOf } from '../connectionCheck/checking.ts'
import { useSession } from '../helpers.ts'

const { provider, uid: cloudAccountUid } = accounts.awsProduction
const query = { provider, cloudAccountUid, region: 'eu-west-1' }

describe('Browser: A service that does not allow requests from web pages', () => {
  const session = useSession()
  afterEach(closeEditors)
  beforeEach(() => {
    session.sandbox.lookups = 'all'
    session.sandbox.cors = false
  })

  it('can’t be distinguished from an unreachable service, so the message names both, with advice', async () => {
    await session.run('listZones', query)
    const { text, buttons } = await session.dialogs.message()
    const { host } = new URL(session.sandbox.baseUrl)
    assert.equal(
      text,
      `The connection to ${host} failed, or the service doesn’t allow requests from ` +
        `${globalThis.origin} (CORS). Browsers don’t report which. Ask the service administrator to ` +
        'allow this origin, or use VS Code Desktop.',
    )
    assert.deepEqual(buttons, ['Check Connection', 'Retry'])
    assert.deepEqual([...new Set(session.requests().map(({ method }) => method))], ['OPTIONS'])
  })

  it('gets no request with the key', async () => {
    await session.run('listZones', query)
    await session.dialogs.message()
    const keys = session.requests().map(({ headers }) => headers['apikey'])
    assert.deepEqual([...new Set(keys)], [undefined])
  })

  it('fails the connection check at its response, with advice', async () => {
    const report = await check(session)
    assert.match(
      report,
      /\*\*1 of 11 checks failed\. Start with this: Ask the service administrator to allow this origin/,
    )
    assert.match(
      lineOf(report, 'Response'),
      /✗.*The connection to \S+ failed, or .*\(CORS\).*allow this origin/,
    )
    assert.match(lineOf(report, 'API key'), /○.skipped.*Not checked because \*\*Response\*\*/)
  })
})

describe('Browser: The connection check in a browser', () => {
  const session = useSession()
  afterEach(closeEditors)
  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })

  it('reports the checks that a browser does not allow', async () => {
    const report = await check(session)
    assert.match(
      report,
      /\*\*The API key was accepted\. Listing zones and deleting machine pools aren’t part of this check\.\*\*/,
    )
    assert.match(lineOf(report, 'DNS'), /○.skipped.*Browsers don’t allow this check\./)
  })
})
