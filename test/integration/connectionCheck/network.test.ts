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
    assert.match(report, /\*\*1 of 12 checks failed\. First: Check the host/)
    assert.match(
      lineOf(report, 'Address'),
      /✗ .*The name `nowhere\.invalid` does not resolve \(`(ENOTFOUND|EAI_AGAIN)`\)/,
    )
    assert.match(lineOf(report, 'Answer'), /– .*\(not tried\): The address comes first\.$/)
  })

  it('nobody listens', async () => {
    await goTo(await deadUrl())
    const report = await check(session)
    assert.match(lineOf(report, 'Address'), /✓/)
    assert.match(lineOf(report, 'Answer'), /✗ .*cannot be reached \(`ECONNREFUSED`\)/)
    assert.match(report, /First: Check the port/)
  })

  it('the certificate is not trusted', async () => {
    const certificate = await selfSigned('127.0.0.1')
    const server = await serve((_, response) => response.end('{}'), certificate)
    await goTo(server.baseUrl)
    const report = await check(session)
    assert.match(
      lineOf(report, 'TLS'),
      /✗ .*No trusted connection to .+ \(`\w+`\)\. Check its address and its certificate\. It is for `127\.0\.0\.1`, issued by `127\.0\.0\.1`, valid until \d{4}-\d\d-\d\d \(`TLSv1\.3`\)\.\n {2}- To do: If you trust the issuer/,
    )
    assert.match(lineOf(report, 'Answer'), /– .*A trusted connection comes first\.$/)
    assert.deepEqual(server.received, [])
  })

  it('the environment has a proxy, whose password is not told', async () => {
    await goTo('https://nowhere.invalid')
    const environment = { ...process.env, HTTPS_PROXY: `http://me:secret@127.0.0.1:9` }
    const restore = replace(process, 'env', environment)
    const report = await check(session).finally(restore)
    assert.match(
      lineOf(report, 'Proxy'),
      /go through `http:\/\/127\.0\.0\.1:9`, as the environment/,
    )
    assert.match(lineOf(report, 'Address'), /– .*behind a proxy it need not\.$/)
    assert.ok(!report.includes('secret'))
  })
})
