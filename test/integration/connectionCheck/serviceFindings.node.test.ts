import assert from 'node:assert/strict'
import type { Fault, SupportedLookups } from '../../sandbox/service.ts'
import { useSandbox } from '../../unit/useSandbox.ts'
import { blockedBy, check, lineIn, lookups, outcomesOf, type Checked } from './findings.ts'

const all = (outcome: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, outcome]))
const fine = {
  ...all('passed', ['DNS', 'Proxy', 'Response', 'API key', ...lookups]),
  TLS: 'skipped',
  Project: 'skipped',
}
const noneOffered = all('unavailable', lookups)
const blocked = (by: string) => blockedBy(by, lookups)

const plain = { 'Content-Type': 'text/plain' }
const readableKey = {
  metadata: { uid: 'a' },
  spec: { expiry: '2050-01-01T00:00:00.000Z' },
  status: { isActive: true },
}

/** What a service does, and what of the report is other than of one that works. */
interface Case {
  offers?: SupportedLookups
  /** For all requests; a body that isn’t text is JSON. */
  fault?: Omit<Fault, 'body'> & { body?: string | object }
  given?: Partial<Checked>
  changes: object
  /** What lines say and advise. */
  says?: Record<string, RegExp>
  requests?: number
}

describe('Check Connection: The check of a service', () => {
  const sandbox = useSandbox()

  it('sends only reads, each once', async () => {
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

  const cases: Record<string, Case> = {
    'offers no lookup, which is normal, and tells nothing of the key': {
      offers: 'none',
      given: { projectUid: 'p1' },
      changes: { ...noneOffered, 'API key': 'skipped' },
    },
    'offers no “who am I”': { offers: { whoAmI: false }, changes: { 'User info': 'unavailable' } },
    'offers an unreadable one': {
      offers: { whoAmI: 'unreadable' },
      changes: { 'User info': 'unavailable' },
    },
    'fails at it': { offers: { whoAmI: 500 }, changes: { 'User info': 'failed' } },
    'has an unreadable list of clusters': {
      offers: { clusterSearch: 'unreadable' },
      changes: { 'Cluster list': 'unavailable' },
    },
    'is busy at it': { offers: { clusterSearch: 429 }, changes: { 'Cluster list': 'failed' } },
    'has no list of keys': {
      offers: { apiKeys: 'unreadable' },
      changes: { 'API key expiry': 'unavailable' },
    },
    'has a key in that list that cannot be read': {
      fault: { path: '/v1/apiKeys', body: { items: [readableKey, { metadata: {} }] } },
      changes: { 'API key expiry': 'skipped' },
      says: { 'API key expiry': /couldn’t be loaded completely/ },
    },
    'refuses the key, and is asked no more': {
      given: { apiKey: 'not-the-key' },
      changes: { ...blocked('API key'), 'API key': 'failed' },
      requests: 1,
    },
    'knows the key, which may do nothing': {
      fault: { status: 403 },
      changes: { ...noneOffered, 'API key': 'failed' },
    },
    'refuses everything for a project that is missing': {
      given: { projectUid: 'nowhere' },
      changes: all('failed', ['Project', 'Cloud account list', 'Cluster list']),
    },
    'has projects that cannot be read, of which it may be one': {
      given: { projectUid: 'nowhere' },
      fault: { path: '/projects/metadata', body: { items: [{}, null] } },
      changes: {
        ...all('failed', ['Cloud account list', 'Cluster list']),
        Project: 'skipped',
      },
    },
    'asks for a project': {
      fault: { path: '/search', status: 403, body: { code: 'OperationForbidden' } },
      changes: { 'Cluster list': 'failed' },
      says: { 'Cluster list': /\(403\).* Select a project\.$/ },
    },
    'is busy, and is asked each thing once': {
      fault: { status: 503, body: { message: 'maintenance' }, headers: { 'Retry-After': '1' } },
      changes: { ...all('failed', ['Response', ...lookups]), 'API key': 'skipped' },
      says: { Response: /\(503\).*maintenance/ },
      requests: 5,
    },
    'speaks TLS where it is asked in plain http': {
      fault: { status: 400, body: 'Client sent an HTTP request', headers: plain },
      changes: { ...all('failed', ['Response', ...lookups]), 'API key': 'skipped' },
      says: {
        Response: /rejected the request \(400\)\. .*: Client sent an .*https:\/\/(?!.*later)/,
      },
    },
  }
  for (const [what, { offers, fault, given, changes, says = {}, requests }] of Object.entries(
    cases,
  )) {
    it(`reports a service that ${what}`, async () => {
      if (offers !== undefined) sandbox.lookups = offers
      const text = typeof fault?.body === 'object' ? JSON.stringify(fault.body) : fault?.body
      if (fault) sandbox.addFault({ ...fault, times: null, ...(text && { body: text }) } as Fault)
      const report = await check({ ...sandbox, ...given })
      assert.deepEqual(outcomesOf(report), { ...fine, ...changes })
      for (const [name, said] of Object.entries(says)) {
        const line = lineIn(report, name)
        assert.match(`${line.text} ${line.advice}`, said)
      }
      if (requests !== undefined) assert.equal(sandbox.requests.length, requests)
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
  const [expiresFirst, expiresLater] = [inDays(3), inDays(30)]
  const formatDate = (at: string) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(at))
  for (const [what, keys, expected] of [
    ['one key', [key(expiresFirst)], [1, expiresFirst]],
    ['one that never expires', [key(never)], [1, undefined]],
    ['several', [key(expiresLater), key(expiresFirst), key(never)], [3, expiresFirst]],
    [
      'one that was not the one in use: it expired',
      [key(expiresLater), key(inDays(-2))],
      [1, expiresLater],
    ],
    ['one that a wrong clock takes for expired', [key(inDays(-0.5))], [1, inDays(-0.5)]],
    [
      'one beside one that is off',
      [key(expiresLater), key(expiresFirst, false)],
      [1, expiresLater],
    ],
    [
      'none that is active',
      [key(inDays(-2)), key(expiresFirst, false)],
      /^The service doesn’t list any/,
    ],
    ['one that does not tell', [key(expiresLater), key(undefined)], /^The service’s list couldn’t/],
  ] as const) {
    it(`shows when the key expires: ${what}`, async () => {
      sandbox.data.apiKeys = structuredClone(keys) as never
      const { text } = lineIn(await check(sandbox), 'API key expiry')
      if (expected instanceof RegExp) return assert.match(text, expected)
      const [count, at] = expected
      const prefix = count > 1 ? `Active API keys: ${count}. ` : ''
      assert.ok(text.startsWith(prefix), text)
      const when = at === undefined ? 'never' : formatDate(at)
      assert.ok(text.includes(when), text)
    })
  }

  it('sends nothing without a key', async () => {
    for (const keyState of ['noKey', 'hostChanged', 'lost'] as const) {
      const report = await check({ baseUrl: sandbox.baseUrl }, { keyState })
      const expected = { ...fine, ...blocked('API key'), 'API key': 'failed' }
      const response = 'Not checked because **API key** failed.'
      assert.deepEqual(outcomesOf(report), { ...expected, Response: response })
    }
    assert.deepEqual(sandbox.requests, [])
  })
})
