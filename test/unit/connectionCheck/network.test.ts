import assert from 'node:assert/strict'
import { ApiError } from '../../../src/api/errors.ts'
import { networkProbe } from '../../../src/node/nodeNetworkProbe.ts'
import { startSandbox } from '../../sandbox/service.ts'
import { failureOf } from '../api/helpers.ts'
import { selfSigned, trusting, type Certificate } from '../api/certificates.ts'
import { closeServers, deadUrl, eventually, serve, serveRaw } from '../api/servers.ts'
import { check, lineOf, outcomesOf } from './helpers.ts'

const apiKey = 'a-key'

/** The lines of a report of which nothing was answered. */
const silent = (by: string) => ({
  address: 'pass resolves',
  tls: 'notTried plainHttp',
  proxy: 'pass proxy',
  answers: `notTried blocked ${by}`,
  key: `notTried blocked ${by}`,
  keyExpiry: `notTried blocked ${by}`,
  project: 'notTried noProject',
  whoAmI: `notTried blocked ${by}`,
  projects: `notTried blocked ${by}`,
  accounts: `notTried blocked ${by}`,
  clusters: `notTried blocked ${by}`,
  regions: 'notTried whenNeeded',
  clock: `notTried blocked ${by}`,
})
const page = '<!doctype html><html><body>Sign in</body></html>'

describe('Connection check: of a network', function () {
  // A resolver may take its time to say that a name is none.
  this.timeout(30_000)
  let certificate: Certificate
  before(async () => {
    certificate = await selfSigned('127.0.0.1')
  })
  afterEach(closeServers)

  it('finds that a name does not resolve', async () => {
    const report = await check({ baseUrl: 'https://nowhere.invalid', apiKey })
    assert.deepEqual(outcomesOf(report), {
      ...silent('address'),
      address: 'fail unresolved',
      tls: 'notTried blocked address',
    })
    const { found } = lineOf(report, 'address')
    assert.ok('error' in found)
    assert.match(found.error.code ?? '', /^(ENOTFOUND|EAI_AGAIN)$/)
  })

  it('does not blame a name that a proxy has to resolve', async () => {
    const use = { kind: 'proxy', address: 'http://proxy', from: 'setting' } as const
    const report = await check({ baseUrl: 'https://nowhere.invalid', apiKey }, { proxy: use })
    assert.deepEqual(outcomesOf(report), {
      ...silent('answers'),
      address: 'notTried proxyResolves',
      tls: 'notTried blocked answers',
      answers: 'fail failure',
    })
  })

  it('takes an answer for proof, whatever the look at the name says', async () => {
    const sandbox = await startSandbox()
    const probe = {
      resolve: () => Promise.reject(new ApiError('unreachable', 'No', { code: 'ENOTFOUND' })),
      handshake: () => Promise.reject(new ApiError('tls', 'No')),
      environment: () => ({}),
    }
    const report = await check(sandbox, { probe })
    await sandbox.close()
    const outcomes = outcomesOf(report)
    assert.equal(outcomes['address'], 'pass resolvedByProxy')
    assert.equal(outcomes['answers'], 'pass answers')
  })

  it('finds that nobody listens', async () => {
    const report = await check({ baseUrl: await deadUrl(), apiKey })
    assert.deepEqual(outcomesOf(report), { ...silent('answers'), answers: 'fail failure' })
    const { found } = lineOf(report, 'answers')
    assert.ok('error' in found)
    assert.deepEqual([found.error.kind, found.error.code], ['unreachable', 'ECONNREFUSED'])
  })

  it('finds a certificate that is not trusted, and tells whose it is', async () => {
    const server = await serve((_, response) => response.end('{}'), certificate)
    const report = await check({ ...server, apiKey })
    assert.deepEqual(outcomesOf(report), { ...silent('tls'), tls: 'fail untrusted' })
    const { found } = lineOf(report, 'tls')
    assert.ok('certificate' in found && 'error' in found)
    assert.equal(found.error.code, 'DEPTH_ZERO_SELF_SIGNED_CERT')
    const { protocol, subject, issuer, validTo, chain } = found.certificate ?? {}
    assert.deepEqual([protocol, subject, issuer], ['TLSv1.3', '127.0.0.1', '127.0.0.1'])
    assert.ok(Math.abs((validTo ?? 0) - Date.now() - 86_400_000) < 3_600_000)
    assert.deepEqual(chain, [])
    assert.deepEqual(server.received, [])
  })

  it('passes a certificate that the request trusts, and tells it too', async () => {
    const server = await serve((_, response) => response.end('{}'), certificate)
    await trusting([certificate], async () => {
      const report = await check({ ...server, apiKey })
      const { outcome, found } = lineOf(report, 'tls')
      assert.equal(`${outcome} ${found.kind}`, 'pass trusted')
      assert.ok('certificate' in found && found.certificate?.subject === '127.0.0.1')
    })
  })

  it('finds that no TLS is spoken there', async () => {
    const server = await serve((_, response) => response.end('{}'))
    const baseUrl = server.baseUrl.replace('http:', 'https:')
    const report = await check({ baseUrl, apiKey })
    assert.deepEqual(outcomesOf(report), { ...silent('tls'), tls: 'fail untrusted' })
    const { found } = lineOf(report, 'tls')
    assert.ok('certificate' in found && found.certificate === undefined)
  })

  const odd: [what: string, status: number, headers: Record<string, string>, kind: string][] = [
    ['a page', 200, { 'Content-Type': 'text/html' }, 'page'],
    ['a page that says that nothing is there', 404, { 'Content-Type': 'text/html' }, 'page'],
    ['a failed gateway, with a page', 502, { 'Content-Type': 'text/html' }, 'failure'],
    ['a text', 200, { 'Content-Type': 'text/plain' }, 'failure'],
    ['a redirect', 302, { Location: 'https://sso.example.com/login' }, 'failure'],
  ]
  for (const [what, status, headers, kind] of odd) {
    it(`does not take ${what} for the API, with a key or without`, async () => {
      const server = await serve((_, response) => response.writeHead(status, headers).end(page))
      for (const key of [{ apiKey }, {}]) {
        const report = await check({ ...server, ...key })
        const { outcome, found } = lineOf(report, 'answers')
        assert.equal(`${outcome} ${found.kind}`, `fail ${kind}`)
      }
    })
  }

  it('names the origin that a redirect leads to, and does not follow it', async () => {
    const target = await serve((_, response) => response.end('{}'))
    const server = await serve((_, response) =>
      response.writeHead(302, { Location: `${target.baseUrl}/login` }).end(),
    )
    const report = await check({ ...server, apiKey })
    assert.deepEqual(outcomesOf(report), {
      ...silent('answers'),
      answers: 'fail failure',
      clock: 'pass inStep',
    })
    const { found } = lineOf(report, 'answers')
    assert.ok('error' in found)
    assert.equal(found.error.redirectOrigin, target.baseUrl)
    assert.deepEqual(target.received, [])
  })

  it('takes what refuses the key for the service, even with a page', async () => {
    const server = await serve((_, response) =>
      response.writeHead(401, { 'Content-Type': 'text/html' }).end(page),
    )
    const outcomes = outcomesOf(await check({ ...server, apiKey }))
    assert.deepEqual([outcomes['answers'], outcomes['key']], ['pass answers', 'fail failure'])
  })

  it('does not wait longer than its time for an answer, and hangs up', async () => {
    const server = await serve(() => {})
    const report = await check({ ...server, apiKey }, { deadlineMs: 500 })
    assert.deepEqual(outcomesOf(report), { ...silent('answers'), answers: 'fail failure' })
    const { found } = lineOf(report, 'answers')
    assert.ok('error' in found && found.error.kind === 'timeout')
    await eventually(() => server.open() === 0)
  })

  it('does not wait longer than its time for a handshake', async () => {
    const server = await serveRaw(() => {})
    const baseUrl = server.baseUrl.replace('http:', 'https:')
    const report = await check({ baseUrl, apiKey }, { deadlineMs: 500 })
    assert.deepEqual(outcomesOf(report), {
      ...silent('answers'),
      answers: 'fail failure',
      tls: 'notTried blocked answers',
    })
  })

  it('leaves no connection behind where it does not wait for a handshake', async () => {
    const server = await serveRaw(() => {})
    const controller = new AbortController()
    const url = new URL(server.baseUrl.replace('http:', 'https:'))
    const shaking = assert.rejects(networkProbe.handshake(url, controller.signal))
    await eventually(() => server.open() === 1)
    controller.abort()
    await shaking
    await eventually(() => server.open() === 0)
  })

  it('ends at once when it is cancelled', async () => {
    const server = await serve(() => {})
    const controller = new AbortController()
    const checking = failureOf(check({ ...server, apiKey }, {}, controller.signal))
    await eventually(() => server.received.length === 1)
    controller.abort()
    assert.equal((await checking).kind, 'cancelled')
    await eventually(() => server.open() === 0)
  })

  it('does not miss the time that a service does not tell', async () => {
    const server = await serve((_, response) => {
      response.sendDate = false
      response.end('{}')
    })
    assert.equal(outcomesOf(await check({ ...server, apiKey }))['clock'], 'notTried noDate')
  })

  it('leaves out what a browser cannot see', async () => {
    const server = await serve((_, response) => response.end('{}'))
    const tools = { probe: undefined, proxy: undefined }
    const outcomes = outcomesOf(await check({ ...server, apiKey }, tools))
    assert.deepEqual(
      [outcomes['address'], outcomes['proxy'], outcomes['answers']],
      ['notTried noProbe', 'notTried noProbe', 'pass answers'],
    )
  })
})
