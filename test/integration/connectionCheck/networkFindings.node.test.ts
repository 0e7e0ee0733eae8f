import assert from 'node:assert/strict'
import { unresolvableHost } from '../../faults/fault.ts'
import { failureOf } from '../../unit/api/helpers.ts'
import { selfSigned, type Certificate } from '../../unit/api/certificates.ts'
import { closeServers, deadUrl, eventually, serve, serveRaw } from '../../unit/api/servers.ts'
import { blockedBy, check, lineIn, lookups, outcomesOf } from './findings.ts'
import { readProxySettings } from '../../../src/features/connectionCheck/proxy.ts'

const apiKey = 'a-key'

/** The lines of a report of which nothing was answered. */
const silent = (by: string) => ({
  DNS: 'passed',
  TLS: 'skipped',
  Proxy: 'passed',
  Project: 'skipped',
  ...blockedBy(by, ['Response', 'API key', ...lookups]),
})
const page = '<!doctype html><html><body>Sign in</body></html>'

describe('Check Connection: The check of the network', () => {
  let certificate: Certificate
  before(async () => {
    certificate = await selfSigned('127.0.0.1')
  })
  afterEach(closeServers)

  it('finds that a host name doesn’t resolve', async () => {
    const report = await check({ baseUrl: `https://${unresolvableHost}`, apiKey })
    assert.deepEqual(outcomesOf(report), {
      ...silent('DNS'),
      DNS: 'failed',
      ...blockedBy('DNS', ['TLS']),
    })
    const { text, advice } = lineIn(report, 'DNS')
    assert.match(text, /^Host name x+\.invalid doesn’t resolve \((ENOTFOUND|EAI_FAIL)\)\.$/)
    assert.match(advice ?? '', /^Check the host name/)
  })

  it('accepts a host name that only a proxy has to resolve', async () => {
    const settings: Readonly<Record<string, unknown>> = { 'http.proxy': 'http://proxy' }
    const proxy = readProxySettings({ get: (name) => settings[name] }, {})
    const report = await check({ baseUrl: `https://${unresolvableHost}`, apiKey }, { proxy })
    assert.deepEqual(outcomesOf(report), {
      ...silent('Response'),
      DNS: 'skipped',
      ...blockedBy('Response', ['TLS']),
      Response: 'failed',
    })
    assert.match(lineIn(report, 'DNS').text, /That’s fine behind a proxy\.$/)
  })

  it('finds that no server listens', async () => {
    const report = await check({ baseUrl: await deadUrl(), apiKey })
    assert.deepEqual(outcomesOf(report), { ...silent('Response'), Response: 'failed' })
    const { text, advice } = lineIn(report, 'Response')
    assert.match(text, /^The connection to \S+ failed \(ECONNREFUSED\)/)
    assert.match(advice ?? '', /^Check the port/)
  })

  it('finds an untrusted certificate, and shows its subject', async () => {
    const server = await serve((_, response) => response.end('{}'), certificate)
    const report = await check({ ...server, apiKey })
    assert.deepEqual(outcomesOf(report), { ...silent('TLS'), TLS: 'failed' })
    const { text, advice } = lineIn(report, 'TLS')
    assert.match(
      text,
      /^Couldn’t establish a secure connection to .+ \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .* subject: 127\.0\.0\.1\. Issuer: 127\.0\.0\.1\. Valid until: \d{4}-\d\d-\d\d\. Protocol: TLSv1\.3\.$/,
    )
    assert.match(advice ?? '', /^If you trust the issuer/)
    assert.deepEqual(server.received, [])
  })

  it('finds that the server doesn’t use TLS', async () => {
    const server = await serve((_, response) => response.end('{}'))
    const baseUrl = server.baseUrl.replace('http:', 'https:')
    const report = await check({ baseUrl, apiKey })
    assert.deepEqual(outcomesOf(report), { ...silent('TLS'), TLS: 'failed' })
    assert.doesNotMatch(lineIn(report, 'TLS').text, /Certificate subject/)
  })

  const odd: [what: string, status: number, headers: Record<string, string>, said: RegExp][] = [
    ['a page', 200, { 'Content-Type': 'text/html' }, /a web page/],
    ['a page that says that nothing is there', 404, { 'Content-Type': 'text/html' }, /a web page/],
    ['a failed gateway, with a page', 502, { 'Content-Type': 'text/html' }, /502/],
    ['a page that is called a text', 200, { 'Content-Type': 'text/plain' }, /a web page/],
    ['a redirect', 302, { Location: 'https://sso.example.com/login' }, /redirected/],
  ]
  for (const [what, status, headers, said] of odd) {
    it(`doesn’t mistake ${what} for the API`, async () => {
      const server = await serve((_, response) => response.writeHead(status, headers).end(page))
      const { outcome, text } = lineIn(await check({ ...server, apiKey }), 'Response')
      assert.equal(outcome, 'failed')
      assert.match(text, said)
    })
  }

  it('stops waiting for a response after the timeout, and closes the connection', async () => {
    const server = await serve(() => {})
    const report = await check({ ...server, apiKey }, { timeoutMs: 500 })
    assert.deepEqual(outcomesOf(report), { ...silent('Response'), Response: 'failed' })
    assert.match(lineIn(report, 'Response').text, /timed out/)
    await eventually(() => server.open() === 0)
  })

  it('stops waiting for a handshake after the timeout', async () => {
    const server = await serveRaw(() => {})
    const baseUrl = server.baseUrl.replace('http:', 'https:')
    const report = await check({ baseUrl, apiKey }, { timeoutMs: 500 })
    assert.deepEqual(outcomesOf(report), {
      ...silent('Response'),
      Response: 'failed',
      ...blockedBy('Response', ['TLS']),
    })
  })

  it('ends at once when it is canceled', async () => {
    const server = await serve(() => {})
    const controller = new AbortController()
    const checking = failureOf(check({ ...server, apiKey }, {}, controller.signal))
    await eventually(() => server.received.length === 1)
    controller.abort()
    assert.equal((await checking).kind, 'cancelled')
    await eventually(() => server.open() === 0)
  })

  it('omits what a browser can’t check', async () => {
    const server = await serve((_, response) => response.end('{}'))
    const tools = { probe: undefined, proxy: undefined }
    const { DNS, Proxy, Response } = outcomesOf(await check({ ...server, apiKey }, tools))
    const hidden = 'Browsers don’t allow this check.'
    assert.deepEqual([DNS, Proxy, Response], [hidden, hidden, 'passed'])
  })
})
