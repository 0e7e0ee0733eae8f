import { strict as assert } from 'node:assert'
import { selfSigned } from '../../unit/api/certificates.ts'
import { closeServers, deadUrl, serve } from '../../unit/api/servers.ts'
import { useSession } from '../helpers.ts'
import { replace } from '../../replace.ts'
import { check, closeEditors, lineOf } from './checking.ts'

describe('Check Connection where the network is in the way', function () {
  this.timeout(30_000) // a name that is none may take its time
  const session = useSession()
  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })
  afterEach(closeEditors)
  afterEach(closeServers)

  /** Points the connection at another address, with a key for it. */
  async function goTo(baseUrl: string): Promise<void> {
    await session.reconnect({ baseUrl })
    await session.setKey(session.name, 'a-key')
  }

  it('the name does not resolve', async () => {
    await goTo('https://nowhere.invalid')
    const report = await check(session)
    assert.match(report, /\*\*1 of 12 checks failed\. Start with this: Check the host/)
    assert.match(
      lineOf(report, 'DNS'),
      /✗ .*Host name `nowhere\.invalid` doesn’t resolve \(`(ENOTFOUND|EAI_AGAIN)`\)/,
    )
    assert.match(
      report,
      /^- – Not checked because \*\*DNS\*\* failed: TLS, Response, Clock, API key, /m,
    )
  })

  it('nobody listens', async () => {
    await goTo(await deadUrl())
    const report = await check(session)
    assert.match(lineOf(report, 'DNS'), /✓/)
    assert.match(lineOf(report, 'Response'), /✗ .*The connection to \S+ failed \(`ECONNREFUSED`\)/)
    assert.match(report, /Start with this: Check the port/)
  })

  it('the certificate is not trusted', async () => {
    const certificate = await selfSigned('127.0.0.1')
    const server = await serve((_, response) => response.end('{}'), certificate)
    await goTo(server.baseUrl)
    const report = await check(session)
    assert.match(
      lineOf(report, 'TLS'),
      /✗ .*Couldn’t establish a secure connection to .+ \(`\w+`\)\. Check the URL and the service’s certificate\. Certificate subject: `127\.0\.0\.1`\. Issuer: `127\.0\.0\.1`\. Valid until: \d{4}-\d\d-\d\d\. Protocol: `TLSv1\.3`\.\n {2}- What to do: If you trust the issuer/,
    )
    assert.match(report, /^- – Not checked because \*\*TLS\*\* failed: Response, Clock, /m)
    assert.deepEqual(server.received, [])
  })

  it('the environment has a proxy, whose password is not told', async () => {
    await goTo('https://nowhere.invalid')
    const environment = { ...process.env, HTTPS_PROXY: `http://me:secret@127.0.0.1:9` }
    const restore = replace(process, 'env', environment)
    const report = await check(session).finally(restore)
    assert.match(lineOf(report, 'Proxy'), /Set: .*HTTPS_PROXY `http:\/\/127\.0\.0\.1:9`/)
    assert.match(lineOf(report, 'DNS'), /– .*Behind a proxy, it doesn’t have to\.$/)
    assert.ok(!report.includes('secret'))
  })
})
