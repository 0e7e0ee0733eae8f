import assert from 'node:assert/strict'
import { startSandbox, type Lookups, type Sandbox } from '../../sandbox/service.ts'
import { blockedBy, check, lineIn, lookups, outcomesOf } from './findings.ts'

const always = { times: null }
const all = (outcome: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, outcome]))
const fine = {
  ...all('passed', ['DNS', 'Proxy', 'Response', 'API key', ...lookups]),
  TLS: 'skipped',
  Project: 'skipped',
}
const noneOffered = all('unavailable', lookups)
const blocked = (by: string) => blockedBy(by, lookups)

describe('Connection check: of a service', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  beforeEach(() => sandbox.reset())
  after(() => sandbox.close())

  it('only reads, each thing once', async () => {
    await check(sandbox)
    const asked = sandbox.requests.map(({ method, url }) => `${method} ${url}`)
    assert.deepEqual(asked.sort(), [
      'GET /v1/apiKeys',
      'GET /v1/cloudaccounts/summary?limit=50',
      'GET /v1/dashboard/projects/metadata',
      'GET /v1/users/info',
      'POST /v1/dashboard/spectroclusters/search?limit=50',
    ])
  })

  it('takes no lookup being offered for normal, and does not claim to know of the key', async () => {
    sandbox.lookups = 'none'
    const outcomes = outcomesOf(await check({ ...sandbox, projectUid: 'p1' }))
    assert.deepEqual(outcomes, { ...fine, ...noneOffered, 'API key': 'skipped' })
  })

  const withoutOne: [lookups: Lookups, changed: object][] = [
    [{ whoAmI: false }, { 'User info': 'unavailable' }],
    [{ whoAmI: 'unreadable' }, { 'User info': 'unavailable' }],
    [{ whoAmI: 500 }, { 'User info': 'failed' }],
    [{ clusterSearch: 'unreadable' }, { 'Cluster list': 'unavailable' }],
    [{ clusterSearch: 429 }, { 'Cluster list': 'failed' }],
    [{ apiKeys: 'unreadable' }, { 'API key expiry': 'unavailable' }],
  ]
  for (const [offered, changed] of withoutOne) {
    it(`judges by the other lookups: ${JSON.stringify(offered)}`, async () => {
      sandbox.lookups = offered
      assert.deepEqual(outcomesOf(await check(sandbox)), { ...fine, ...changed })
    })
  }

  const day = 86_400_000
  const never = '0001-01-01T00:00:00.000Z'
  const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
  const key = (expiry: string | undefined, isActive = true) => ({
    name: `key ${expiry} ${isActive}`,
    isActive,
    ...(expiry !== undefined && { expiry }),
  })
  const [soon, later] = [inDays(3), inDays(30)]
  const dateOf = (at: string) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(at))
  for (const [what, keys, expected] of [
    ['one key', [key(soon)], [1, soon]],
    ['one that never expires', [key(never)], [1, undefined]],
    ['several', [key(later), key(soon), key(never)], [3, soon]],
    ['one that was not the one in use: it expired', [key(later), key(inDays(-2))], [1, later]],
    ['one that a wrong clock takes for expired', [key(inDays(-0.5))], [1, inDays(-0.5)]],
    ['none that is active', [key(soon, false)], /^The service doesn’t list any/],
    ['one that does not tell', [key(later), key(undefined)], /^The service’s list couldn’t/],
  ] as const) {
    it(`tells when the key expires as far as that is known: ${what}`, async () => {
      sandbox.data.apiKeys = structuredClone(keys) as never
      const { text } = lineIn(await check(sandbox), 'API key expiry')
      if (expected instanceof RegExp) return assert.match(text, expected)
      const [count, at] = expected
      const prefix = count > 1 ? `Active API keys: ${count}. ` : ''
      assert.ok(text.startsWith(prefix), text)
      const when = at === undefined ? 'never' : dateOf(at)
      assert.ok(text.includes(when), text)
    })
  }

  it('does not tell when the key expires where a key in the list cannot be read', async () => {
    const good = { metadata: { uid: 'a' }, spec: { expiry: later }, status: { isActive: true } }
    const body = JSON.stringify({ items: [good, { metadata: {} }] })
    sandbox.addFault({ ...always, path: '/v1/apiKeys', body })
    const { outcome, text } = lineIn(await check(sandbox), 'API key expiry')
    assert.equal(outcome, 'skipped')
    assert.match(text, /couldn’t be loaded completely/)
  })

  it('asks no more where the key is refused', async () => {
    const report = await check({ ...sandbox, apiKey: 'not-the-key' })
    const expected = { ...fine, ...blocked('API key'), 'API key': 'failed' }
    assert.deepEqual(outcomesOf(report), expected)
    assert.equal(sandbox.requests.length, 1)
  })

  it('tells a key that is known but may do nothing from one that is refused', async () => {
    sandbox.addFault({ ...always, status: 403 })
    const expected = { ...fine, ...noneOffered, 'API key': 'failed' }
    assert.deepEqual(outcomesOf(await check(sandbox)), expected)
  })

  it('sends nothing without a key', async () => {
    for (const keyState of ['noKey', 'addressChanged'] as const) {
      const report = await check({ baseUrl: sandbox.baseUrl }, { keyState })
      const expected = { ...fine, ...blocked('API key'), 'API key': 'failed' }
      const response = 'Not checked because **API key** failed.'
      assert.deepEqual(outcomesOf(report), { ...expected, Response: response })
    }
    assert.deepEqual(sandbox.requests, [])
  })

  it('says that the project is missing, although the service refuses everything for it', async () => {
    const ofProject = ['Project', 'User info', 'Cloud account list', 'Cluster list']
    assert.deepEqual(outcomesOf(await check({ ...sandbox, projectUid: 'nowhere' })), {
      ...fine,
      ...all('failed', ofProject),
    })
  })

  it('does not say that the project is missing where it may be one that cannot be read', async () => {
    const body = JSON.stringify({ items: [{}, null] })
    sandbox.addFault({ ...always, path: '/projects/metadata', body })
    const outcomes = outcomesOf(await check({ ...sandbox, projectUid: 'nowhere' }))
    assert.equal(outcomes['Project'], 'skipped')
  })

  it('tells what a service says that is busy, at once', async () => {
    const body = '{"message":"maintenance"}'
    sandbox.addFault({ ...always, status: 503, body, headers: { 'Retry-After': '1' } })
    const report = await check(sandbox)
    assert.match(lineIn(report, 'Response').text, /\(503\).*maintenance/)
    const paths = sandbox.requests.map(({ url }) => url)
    assert.equal(new Set(paths).size, paths.length)
  })
})
