import assert from 'node:assert/strict'
import { limits } from '../../../src/api/rateLimiter.ts'
import {
  currentOf,
  parseConnections,
  type Connection,
} from '../../../src/connections/connection.ts'
import { sampleBaseUrl } from '../../../src/connections/sample.ts'
import { createServiceFor, type ServiceFor } from '../../../src/connections/services.ts'
import { useSandbox } from '../useSandbox.ts'
import { failureOf, pool, region } from '../api/helpers.ts'
import { closeServers, eventually, serve } from '../api/servers.ts'

describe('Connections: The services of connections', () => {
  const sandbox = useSandbox()
  afterEach(closeServers)

  describe('send the key only to the service in the settings', () => {
    const handedIn: Record<string, (known: Connection, other: Connection) => Connection> = {
      'another address': (known, { baseUrl }) => ({ ...known, baseUrl }),
      'another address, and its origin': (known, other) => ({ ...other, name: known.name }),
      'another origin, whose key is kept': (known, { origin }) => ({ ...known, origin }),
      'another path': (known) => ({ ...known, baseUrl: `${known.baseUrl}/elsewhere` }),
      'a name that is not there': (known) => ({ ...known, name: 'nobody' }),
    }
    for (const [what, make] of Object.entries(handedIn)) {
      it(`if a caller passes in ${what}`, async () => {
        const other = await serve((_, response) => response.end('{"zones":[]}'))
        const { serviceFor, connections } = createServices({ home: sandbox, other })
        const [home, away] = connections
        assert.ok(home && away)
        const connection = make(home, away)
        const error = await failureOf(
          serviceFor(connection).then((service) => service.zones(region)),
        )
        assert.deepEqual([error.kind, error.code], ['invalidInput', 'connectionChanged'])
        assert.deepEqual([other.received, sandbox.requests], [[], []])
      })
    }

    it('and send no key to the sample, which responds to no other connection', async () => {
      const { serviceFor, connections, sampled } = createServices({
        home: sandbox,
        made: { baseUrl: sampleBaseUrl, apiKey: sandbox.apiKey },
      })
      const [home, made] = connections
      assert.ok(home && made)
      const real = await serviceFor(home)
      await real.zones(region)
      await real.deleteMachinePool(pool)
      assert.equal(sampled.length, 0)
      sandbox.requests.length = 0
      // Even where a caller hands in a real key, or the sample under the name of a real connection.
      for (const connection of [made, { ...home, origin: made.origin, baseUrl: made.baseUrl }]) {
        const sample = await serviceFor(connection, { newKey: sandbox.apiKey })
        await sample.zones(region)
        await sample.deleteMachinePool(pool)
      }
      assert.deepEqual(sandbox.requests, [])
      assert.equal(sampled.length, 4)
      for (const { url, key } of sampled) {
        assert.ok(url.startsWith(`${sampleBaseUrl}/v1/`))
        assert.notEqual(key, sandbox.apiKey)
      }
    })

    it('as the settings are by now, and send a new key to a service that isn’t in them yet', async () => {
      const { serviceFor, connections } = createServices({ home: sandbox })
      const [home] = connections
      assert.ok(home)
      const inProject = await serviceFor({ ...home, projectUid: 'p1' })
      await inProject.projects() // which are those of the tenant
      await failureOf(inProject.zones(region)) // the sandbox does not know the project
      const added = { ...home, name: 'new' }
      await (await serviceFor(added, { newKey: 'a-new-key' })).whoAmI().catch(() => {})
      const sent = sandbox.requests.map(({ headers }) => [headers['apikey'], headers['projectuid']])
      assert.deepEqual(sent, [
        [sandbox.apiKey, undefined],
        [sandbox.apiKey, 'p1'],
        [sandbox.apiKey, undefined], // whether the key or the project is refused
        ['a-new-key', undefined],
      ])
    })
  })

  describe('share the rate limit of an origin', () => {
    it('between connections and projects', async () => {
      sandbox.addFault({ path: '/projects/', stall: 'beforeHeaders', times: null })
      const { serviceFor, connections } = createServices({ first: sandbox, second: sandbox })
      const [first, second] = connections
      assert.ok(first && second)
      const caller = new AbortController()
      const ask = async (connection: Connection) =>
        (await serviceFor(connection)).projects(caller.signal)
      const reads = [1, 2, 3, 4].map(() => ask(first))
      await eventually(() => sandbox.pendingRequests === 4)
      const otherConnections = [
        second,
        { ...first, projectUid: 'p1' },
        { ...second, projectUid: 'p2' },
      ]
      reads.push(...otherConnections.map(ask))
      // What has left after them and is answered tells that they have not left.
      const service = await serviceFor(second)
      for (let attempt = 0; attempt < 5; attempt++)
        await service.deleteMachinePool(pool).catch(() => {})
      const isRead = ({ url }: { url: string }) => url.includes('/projects/')
      assert.equal(sandbox.requests.filter(isRead).length, 4)
      caller.abort()
      for (const { status } of await Promise.allSettled(reads)) assert.equal(status, 'rejected')
      assert.equal(sandbox.requests.filter(isRead).length, 4)
    })

    it('but not with direct and optional requests, which aren’t retried either', async () => {
      sandbox.addFault({ stall: 'beforeHeaders', times: 4 })
      sandbox.addFault({ status: 503 })
      const { serviceFor, connections } = createServices({ home: sandbox })
      const [home] = connections
      assert.ok(home)
      const caller = new AbortController()
      const waiting = await serviceFor(home)
      const stalled = [1, 2, 3, 4].map(() => waiting.whoAmI(caller.signal))
      await eventually(() => sandbox.pendingRequests === 4)
      const direct = await serviceFor(home, { isDirect: true })
      assert.equal((await failureOf(direct.whoAmI())).status, 503)
      assert.equal(sandbox.requests.length, 5)
      caller.abort()
      await Promise.allSettled(stalled)
      sandbox.addFault({ status: 429 })
      const optional = await serviceFor(home, { isOptional: true })
      assert.equal((await failureOf(optional.whoAmI())).status, 429)
    })
  })
})

describe('Connections: A coded 404', () => {
  const sandbox = useSandbox()
  const always = { status: 404, times: null }
  const missing = { ...always, path: '/machines', body: '{"code":"ResourceNotFound"}' }
  const cases: [what: string, isKeyAccepted: boolean, faults: readonly object[]][] = [
    ['“who am I” works', true, []],
    ['clusters are listed, and “who am I” isn’t supported', true, [{ path: '/users/info' }]],
    [
      'clusters are listed, and “who am I” isn’t allowed',
      true,
      [{ path: '/users/info', status: 403 }],
    ],
    [
      'clusters fail, and “who am I” isn’t supported',
      false,
      [{ path: '/users/info' }, { path: '/spectroclusters/search' }],
    ],
    [
      '“who am I” fails, although clusters are listed',
      false,
      [{ path: '/users/info', status: 503 }],
    ],
  ]
  for (const [what, isKeyAccepted, faults] of cases) {
    it(`is ${isKeyAccepted ? '' : 'not '}known to come despite a right key if ${what}`, async () => {
      for (const fault of [missing, ...faults]) sandbox.addFault({ ...always, ...fault })
      const { serviceFor, connections } = createServices({ home: sandbox })
      const service = await serviceFor(connections[0]!)
      const error = await failureOf(service.machines(pool))
      assert.equal(error.isKeyAccepted ?? false, isKeyAccepted)
    })
  }

  describe('while no slot of the rate limiter is free', () => {
    const whoAmI = () => sandbox.requests.filter(({ url }) => url.endsWith('/users/info'))

    /** Takes all slots, with reads that end when the returned controller aborts. */
    async function takeSlots(serviceFor: ServiceFor, connection: Connection) {
      sandbox.addFault({ path: '/projects/', stall: 'beforeHeaders', times: null })
      sandbox.addFault(missing)
      const caller = new AbortController()
      const service = await serviceFor(connection)
      const reads = Array.from({ length: limits.lists.slots }, () =>
        service.projects(caller.signal).catch(() => {}),
      )
      await eventually(() => sandbox.pendingRequests === reads.length)
      return caller
    }

    it('is explained at once for what a person or a deletion reads', async () => {
      const { serviceFor, connections } = createServices({ home: sandbox })
      const [home] = connections
      assert.ok(home)
      const caller = await takeSlots(serviceFor, home)
      for (const priority of ['urgent', 'interactive'] as const) {
        const service = await serviceFor(home, { priority })
        assert.equal((await failureOf(service.machines(pool))).isKeyAccepted, true)
      }
      assert.equal(whoAmI().length, 2)
      caller.abort()
    })

    it('is explained by one request for all reads of a batch, which waits for a slot', async () => {
      const { serviceFor, connections } = createServices({ home: sandbox })
      const [home] = connections
      assert.ok(home)
      const caller = await takeSlots(serviceFor, home)
      const batch = await serviceFor(home, { priority: 'batch' })
      const failures = [1, 2, 3].map(async () => failureOf(batch.machines(pool)))
      const urgent = await serviceFor(home, { priority: 'urgent' })
      const answered = () => sandbox.requests.filter(({ url }) => url.endsWith('/machines'))
      await eventually(() => answered().length === failures.length)
      // What has left after them and is answered tells that the batch has asked nothing.
      await urgent.cloudConfig(pool)
      await urgent.cloudConfig(pool)
      assert.equal(whoAmI().length, 0)
      caller.abort()
      for (const { isKeyAccepted } of await Promise.all(failures)) assert.equal(isKeyAccepted, true)
      assert.equal(whoAmI().length, 1)
    })
  })
})

/** A request to the sample. */
interface Sampled {
  url: string
  key: string | null
}

/** Services over connections, each with a key that is its own. */
function createServices(servers: Record<string, { baseUrl: string; apiKey?: string }>) {
  const sampled: Sampled[] = []
  const sampleFetch: typeof fetch = async (input, init) => {
    sampled.push({ url: input as string, key: new Headers(init?.headers).get('ApiKey') })
    if (init?.method === 'DELETE') return new Response(null, { status: 204 })
    return Response.json({ zones: [{ name: 'made-up' }] })
  }
  const entries = Object.entries(servers).map(([name, { baseUrl }]) => ({ name, baseUrl }))
  const { connections } = parseConnections(entries)
  const current = (ref: Connection) => currentOf(ref, connections)
  const keys = Object.values(servers).map(({ baseUrl, apiKey = 'a-key' }) => ({
    origin: new URL(baseUrl).origin,
    apiKey,
  }))
  const get = async ({ origin }: Connection) => keys.find((key) => key.origin === origin)?.apiKey
  const serviceFor = createServiceFor({
    connections: { current },
    apiKeys: { get },
    log: { debug: () => {} },
    sampleFetch,
    isBrowser: false,
    environment: () => ({}),
  })
  return { serviceFor, connections, sampled }
}
