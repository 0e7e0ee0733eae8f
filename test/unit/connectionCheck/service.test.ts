import assert from 'node:assert/strict'
import { projects } from '../../sandbox/data.ts'
import { startSandbox, type Lookups, type Sandbox } from '../../sandbox/service.ts'
import { check, lineOf, outcomesOf } from './helpers.ts'

const always = { times: null }
const fine = {
  address: 'pass resolves',
  tls: 'notTried plainHttp',
  proxy: 'pass proxy',
  answers: 'pass answers',
  key: 'pass accepted',
  keyExpiry: 'pass keyExpiry',
  project: 'notTried noProject',
  whoAmI: 'pass offered',
  projects: 'pass offered',
  accounts: 'pass offered',
  clusters: 'pass offered',
  regions: 'notTried whenNeeded',
  clock: 'pass inStep',
}
const noneOffered = {
  whoAmI: 'pass notOffered',
  projects: 'pass notOffered',
  accounts: 'pass notOffered',
  clusters: 'pass notOffered',
  keyExpiry: 'pass notOffered',
}
const blocked = (by: string) => ({
  whoAmI: `notTried blocked ${by}`,
  projects: `notTried blocked ${by}`,
  accounts: `notTried blocked ${by}`,
  clusters: `notTried blocked ${by}`,
  keyExpiry: `notTried blocked ${by}`,
})

/** Keys of the same kind, told apart. */
const numbered = <T extends { name: string }>(key: T, nth: number): T => ({
  ...key,
  name: `${key.name} ${nth}`,
})

describe('Connection check: of a service', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  beforeEach(() => sandbox.reset())
  after(() => sandbox.close())

  it('finds everything in order, in the order of the report', async () => {
    const report = await check(sandbox)
    assert.deepEqual(Object.entries(outcomesOf(report)), Object.entries(fine))
    const { found } = lineOf(report, 'key')
    assert.deepEqual(found, { kind: 'accepted', organization: 'Northwind Traders' })
    assert.deepEqual(lineOf(report, 'address').found, {
      kind: 'resolves',
      addresses: ['127.0.0.1'],
    })
  })

  it('only reads, each thing once', async () => {
    await check(sandbox)
    const asked = sandbox.requests.map(({ method, url }) => `${method} ${url}`)
    assert.deepEqual(asked.sort(), [
      'GET /v1/apiKeys',
      'GET /v1/cloudaccounts/summary?limit=50',
      'GET /v1/dashboard/projects/metadata',
      'GET /v1/users/info', // the first question
      'GET /v1/users/info',
      'POST /v1/dashboard/spectroclusters/search?limit=50',
    ])
  })

  it('takes no lookup being offered for normal, and does not claim to know of the key', async () => {
    sandbox.lookups = 'none'
    const outcomes = outcomesOf(await check({ ...sandbox, projectUid: 'p1' }))
    const expected = { ...fine, ...noneOffered, key: 'notTried noLookup' }
    assert.deepEqual(outcomes, { ...expected, project: 'notTried noLookup' })
  })

  const withoutOne: [lookups: Lookups, changed: object][] = [
    [{ whoAmI: false }, { whoAmI: 'pass notOffered' }],
    [{ whoAmI: 405 }, { whoAmI: 'pass notOffered' }],
    [{ whoAmI: 403 }, { whoAmI: 'pass notOffered' }],
    [{ whoAmI: 'unreadable' }, { whoAmI: 'pass notOffered' }],
    [{ whoAmI: 500 }, { whoAmI: 'fail failure' }],
    [{ projects: false }, { projects: 'pass notOffered' }],
    [{ accounts: 403 }, { accounts: 'pass notOffered' }],
    [{ clusterSearch: 'unreadable' }, { clusters: 'pass notOffered' }],
    [{ clusterSearch: 429 }, { clusters: 'fail failure' }],
    [{ apiKeys: 403 }, { keyExpiry: 'pass notOffered' }],
    [{ apiKeys: 'unreadable' }, { keyExpiry: 'pass notOffered' }],
    [{ apiKeys: 500 }, { keyExpiry: 'fail failure' }],
  ]
  for (const [lookups, changed] of withoutOne) {
    it(`judges by the other lookups: ${JSON.stringify(lookups)}`, async () => {
      sandbox.lookups = lookups
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
  for (const [what, keys, expected] of [
    ['one key', [key(soon)], [1, soon]],
    ['one that never expires', [key(never)], [1, undefined]],
    ['one that is active', [key(soon), key(inDays(1), false)], [1, soon]],
    ['several', [key(later), key(soon), key(never)], [3, soon]],
    ['several that never expire', [key(never), key(never)].map(numbered), [2, undefined]],
    ['one that was not the one in use: it expired', [key(later), key(inDays(-2))], [1, later]],
    ['one that a wrong clock takes for expired', [key(inDays(-0.5))], [1, inDays(-0.5)]],
    ['none', [], 'noListedKey'],
    ['none that is active', [key(soon, false)], 'noListedKey'],
    ['one that does not tell', [key(later), key(undefined)], 'incompleteList'],
  ] as const) {
    it(`tells when the key expires as far as that is known: ${what}`, async () => {
      sandbox.data.apiKeys = structuredClone(keys) as never
      const { found } = lineOf(await check(sandbox), 'keyExpiry')
      if (typeof expected === 'string') return assert.equal(found.kind, expected)
      assert.ok(found.kind === 'keyExpiry')
      const [count, at] = expected
      const { keys: counted, expiresAt } = found.expiry
      assert.equal(counted, count)
      const isNear = at !== undefined && Math.abs((expiresAt ?? 0) - Date.parse(at)) < 60_000
      assert.ok(at === undefined ? expiresAt === undefined : isNear)
    })
  }

  it('does not tell when the key expires where a key in the list cannot be read', async () => {
    const good = { metadata: { uid: 'a' }, spec: { expiry: later }, status: { isActive: true } }
    const body = JSON.stringify({ items: [good, { metadata: {} }] })
    sandbox.addFault({ ...always, path: '/v1/apiKeys', body })
    assert.equal(outcomesOf(await check(sandbox))['keyExpiry'], 'notTried incompleteList')
  })

  it('does not take for normal what is refused until a project is chosen', async () => {
    const body = JSON.stringify({ code: 'OperationForbidden', message: 'No tenant-wide access' })
    sandbox.addFault({ ...always, path: '/search', status: 403, body })
    const outcomes = outcomesOf(await check(sandbox))
    assert.deepEqual(outcomes, { ...fine, clusters: 'fail failure' })
  })

  it('asks no more where the key is refused', async () => {
    const report = await check({ ...sandbox, apiKey: 'not-the-key' })
    const expected = { ...fine, ...blocked('key'), key: 'fail failure' }
    assert.deepEqual(outcomesOf(report), expected)
    assert.equal(sandbox.requests.length, 1)
  })

  it('asks no more where the key is refused only by the first lookup', async () => {
    sandbox.addFault({ headers: { 'X-First': 'passes' } })
    sandbox.addFault({ status: 401 })
    const outcomes = outcomesOf(await check(sandbox))
    const expected = { ...fine, ...blocked('key'), key: 'fail failure', whoAmI: 'fail failure' }
    assert.deepEqual(outcomes, expected)
    assert.equal(sandbox.requests.length, 2)
  })

  it('tells a key that is refused by a lookup beside one that is not offered', async () => {
    sandbox.lookups = { whoAmI: false }
    sandbox.addFault({ ...always, path: 'users/info', status: 404 })
    sandbox.addFault({ ...always, status: 401 })
    assert.equal(outcomesOf(await check(sandbox))['key'], 'fail failure')
  })

  it('tells a key that is known but may do nothing from one that is refused', async () => {
    sandbox.addFault({ ...always, status: 403 })
    const expected = { ...fine, ...noneOffered, key: 'fail keyForbidden' }
    assert.deepEqual(outcomesOf(await check(sandbox)), expected)
  })

  it('sends nothing but the first question without a key, and that as nobody', async () => {
    for (const keyState of ['noKey', 'addressChanged'] as const) {
      sandbox.requests.length = 0
      const report = await check({ baseUrl: sandbox.baseUrl }, { keyState })
      const expected = { ...fine, ...blocked('key'), key: `fail ${keyState}` }
      assert.deepEqual(outcomesOf(report), expected)
      const keys = sandbox.requests.map(({ headers }) => headers['apikey'])
      assert.deepEqual(keys, [undefined])
      assert.deepEqual(lineOf(report, 'answers').found, { kind: 'answers', status: 401 })
    }
  })

  it('finds the project of the connection by name', async () => {
    const { uid: projectUid, name } = projects.staging
    const report = await check({ ...sandbox, projectUid })
    assert.deepEqual(outcomesOf(report), { ...fine, project: 'pass project' })
    assert.deepEqual(lineOf(report, 'project').found, { kind: 'project', name })
  })

  it('says that the project is missing, although the service refuses everything for it', async () => {
    const ofProject = ['whoAmI', 'accounts', 'clusters']
    const failed = Object.fromEntries(ofProject.map((id) => [id, 'fail failure']))
    assert.deepEqual(outcomesOf(await check({ ...sandbox, projectUid: 'nowhere' })), {
      ...fine,
      ...failed,
      project: 'fail projectMissing',
    })
  })

  it('does not know of the project where the projects cannot be read', async () => {
    const { uid: projectUid } = projects.staging
    for (const [offer, kind] of [
      [false, 'noLookup'],
      [500, 'noAnswer'],
    ] as const) {
      sandbox.lookups = { projects: offer }
      const outcomes = outcomesOf(await check({ ...sandbox, projectUid }))
      assert.equal(outcomes['project'], `notTried ${kind}`)
    }
  })

  it('does not say that the project is missing where it may be one that cannot be read', async () => {
    const body = JSON.stringify({ items: [{}, null] })
    sandbox.addFault({ ...always, path: '/projects/metadata', body })
    const outcomes = outcomesOf(await check({ ...sandbox, projectUid: 'nowhere' }))
    assert.equal(outcomes['project'], 'notTried incompleteList')
  })

  for (const [ahead, outcome] of [
    [600, 'fail skewed'],
    [-600, 'fail skewed'],
    [30, 'pass inStep'],
  ] as const) {
    it(`compares the clocks: ${ahead} seconds`, async () => {
      const date = new Date(Date.now() + ahead * 1000).toUTCString()
      sandbox.addFault({ ...always, headers: { Date: date } })
      const report = await check(sandbox)
      assert.deepEqual(outcomesOf(report), { ...fine, clock: outcome })
      const { found } = lineOf(report, 'clock')
      assert.ok(
        'clockSkewSeconds' in found && Math.abs(found.clockSkewSeconds - ahead) <= 15,
        JSON.stringify(found),
      )
    })
  }

  for (const retryAfter of ['10', '1']) {
    it(`tells what a service says that is busy, at once: Retry-After ${retryAfter}`, async () => {
      sandbox.addFault({
        ...always,
        status: 503,
        body: '{"message":"maintenance"}',
        headers: { 'Retry-After': retryAfter },
      })
      const report = await check(sandbox)
      const { found } = lineOf(report, 'answers')
      assert.ok('error' in found)
      const { kind, status, serviceMessage } = found.error
      assert.deepEqual([kind, status, serviceMessage], ['server', 503, 'maintenance'])
      assert.equal(outcomesOf(report)['clock'], 'pass inStep')
      const paths = sandbox.requests.map(({ url }) => url)
      assert.equal(new Set(paths).size, paths.length - 1) // the first question is who am I
    })
  }

  it('tells that it was answered, though the body never comes', async () => {
    sandbox.addFault({ ...always, stall: 'midBody' })
    const report = await check(sandbox, { deadlineMs: 500 })
    assert.deepEqual(lineOf(report, 'answers').found, { kind: 'answers', status: 200 })
    const outcomes = outcomesOf(report)
    assert.deepEqual([outcomes['clock'], outcomes['whoAmI']], ['pass inStep', 'fail failure'])
  })

  it('tells plain http on a TLS port from a lookup that is not there', async () => {
    sandbox.addFault({ ...always, status: 400 })
    assert.equal(outcomesOf(await check(sandbox))['answers'], 'fail failure')
    sandbox.reset()
    sandbox.addFault({ ...always, status: 405 })
    assert.equal(outcomesOf(await check(sandbox))['answers'], 'pass answers')
  })

  it('tells where no path is there from where no lookup is offered', async () => {
    const allNotFound = async () => {
      const { found } = lineOf(await check(sandbox), 'key')
      return 'isAllNotFound' in found && found.isAllNotFound
    }
    sandbox.addFault({ ...always, status: 404 })
    assert.equal(await allNotFound(), true)
    sandbox.clearFaults()
    sandbox.addFault({ ...always, path: 'summary', status: 405 })
    sandbox.addFault({ ...always, status: 404 })
    assert.equal(await allNotFound(), false)
  })

  it('tells what a stalled lookup leaves open', async () => {
    sandbox.addFault({ ...always, path: 'summary', stall: 'midBody' })
    const expected = { ...fine, accounts: 'fail failure' }
    assert.deepEqual(outcomesOf(await check(sandbox, { deadlineMs: 500 })), expected)
  })
})
