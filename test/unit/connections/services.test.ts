import assert from 'node:assert/strict'
import type { LogOutputChannel } from 'vscode'
import type { ApiKeys } from '../../../src/connections/apiKeys.ts'
import { isUnsupported, needsProject } from '../../../src/api/errors.ts'
import {
  currentOf,
  parseConnections,
  type Connection,
} from '../../../src/connections/connection.ts'
import { sampleBaseUrl } from '../../../src/connections/sample.ts'
import { servicesFrom, type Services } from '../../../src/connections/services.ts'
import { startSandbox, type Fault, type Sandbox } from '../../sandbox/service.ts'
import { failureOf, pool, region } from '../api/helpers.ts'
import { closeServers, eventually, serve } from '../api/servers.ts'

describe('Connections: the services of connections', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  afterEach(closeServers)
  after(() => sandbox.close())

  describe('send the key only where the settings say', () => {
    const handedIn: Record<string, (own: Connection, other: Connection) => Connection> = {
      'another address': (own, { baseUrl }) => ({ ...own, baseUrl }),
      'another address, and its origin': (own, other) => ({ ...other, name: own.name }),
      'another origin, whose key is kept': (own, { origin }) => ({ ...own, origin }),
      'another path': (own) => ({ ...own, baseUrl: `${own.baseUrl}/elsewhere` }),
      'a name that is not there': (own) => ({ ...own, name: 'nobody' }),
    }
    for (const [what, make] of Object.entries(handedIn)) {
      it(`where ${what} is handed in`, async () => {
        const other = await serve((_, response) => response.end('{"zones":[]}'))
        const { services, connections } = servicesOf({ home: sandbox, other })
        const [home, away] = connections
        assert.ok(home && away)
        const connection = make(home, away)
        const error = await failureOf(
          services.serviceFor(connection).then((service) => service.listZones(region)),
        )
        assert.deepEqual([error.kind, error.code], ['invalidInput', 'connectionChanged'])
        assert.equal((await failureOf(services.ping(connection))).code, 'connectionChanged')
        assert.deepEqual([other.received, sandbox.requests], [[], []])
      })
    }

    it('and none to the sample, which answers for no other connection, nor another service for it', async () => {
      const { services, connections, sampled } = servicesOf({
        home: sandbox,
        made: { baseUrl: sampleBaseUrl, apiKey: sandbox.apiKey },
      })
      const [home, made] = connections
      assert.ok(home && made)
      const real = await services.serviceFor(home)
      await real.listZones(region)
      await real.deleteMachinePool(pool)
      await services.ping(home)
      assert.equal(sampled.length, 0)
      sandbox.requests.length = 0
      // Even where a caller hands in a real key, or the sample under the name of a real connection.
      for (const own of [made, { ...home, origin: made.origin, baseUrl: made.baseUrl }]) {
        const sample = await services.serviceFor(own, { newKey: sandbox.apiKey })
        await sample.listZones(region)
        await sample.deleteMachinePool(pool)
      }
      assert.deepEqual(sandbox.requests, [])
      assert.equal(sampled.length, 4)
      for (const { url, key } of sampled) {
        assert.ok(url.startsWith(`${sampleBaseUrl}/v1/`))
        assert.notEqual(key, sandbox.apiKey)
      }
    })

    it('as they are by now, and a new key to a service that is not in them yet', async () => {
      const { services, connections } = servicesOf({ home: sandbox })
      const [home] = connections
      assert.ok(home)
      const inProject = await services.serviceFor({ ...home, projectUid: 'p1' })
      await inProject.projects() // which are those of the tenant
      await failureOf(inProject.listZones(region)) // the sandbox does not know the project
      const added = { ...home, name: 'new' }
      await (await services.serviceFor(added, { newKey: 'a-new-key' })).whoAmI().catch(() => {})
      const sent = sandbox.requests.map(({ headers }) => [headers['apikey'], headers['projectuid']])
      assert.deepEqual(sent, [
        [sandbox.apiKey, undefined],
        [sandbox.apiKey, 'p1'],
        ['a-new-key', undefined],
      ])
    })
  })

  describe('say of a 403 whether the key may be wrong', () => {
    const always = { status: 403, times: null }
    const forbidden = { code: 'OperationForbidden', message: 'No tenant-wide access' }

    async function errorOf(services: Services, connection: Connection | undefined) {
      assert.ok(connection)
      const service = await services.serviceFor(connection)
      return failureOf(service.listZones(region))
    }

    it('which it may be where all that was asked is 403', async () => {
      sandbox.addFault(always)
      const { services, connections } = servicesOf({ home: sandbox })
      for (let nth = 0; nth < 2; nth += 1) {
        const error = await errorOf(services, connections[0])
        assert.deepEqual([error.kind, error.keyMayBeWrong], ['forbidden', true])
        assert.ok(!isUnsupported(error))
      }
      const asked = sandbox.requests.map(({ url }) => /zones|info/.exec(url)?.[0])
      assert.deepEqual(asked, ['zones', 'info', 'zones']) // who one is is asked once
      sandbox.reset()
      sandbox.addFault({ ...always, path: '/zones' })
      for (const listener of listeners) listener() // another key is set
      assert.equal((await errorOf(services, connections[0])).keyMayBeWrong, undefined)
    })

    it('which it is not where it was accepted for anything else', async () => {
      sandbox.addFault({ ...always, path: '/zones', body: JSON.stringify(forbidden) })
      const { services, connections } = servicesOf({ home: sandbox })
      const error = await errorOf(services, connections[0])
      assert.deepEqual([error.kind, error.keyMayBeWrong], ['forbidden', undefined])
      assert.ok(isUnsupported(error) && needsProject(error))
      await errorOf(services, connections[0])
      assert.equal(sandbox.requests.length, 3)
    })

    it('which it is not where the project is refused', async () => {
      sandbox.projectRefusal = 'ResourceAccessDenied'
      const { services, connections } = servicesOf({ home: sandbox })
      const error = await errorOf(
        services,
        connections[0] && { ...connections[0], projectUid: 'p1' },
      )
      assert.deepEqual([error.kind, error.keyMayBeWrong], ['forbidden', undefined])
      const projects = sandbox.requests.map(({ headers }) => headers['projectuid'])
      assert.deepEqual(projects, ['p1', undefined])
    })

    for (const fault of [{ cut: 'beforeHeaders' }, { status: 503 }, { status: 429 }] as Fault[]) {
      it(`which is asked again where that could not be told: ${JSON.stringify(fault)}`, async () => {
        sandbox.addFault({ ...always, path: '/zones' })
        sandbox.addFault({ path: '/users/info', ...fault })
        sandbox.addFault({ ...always, path: '/users/info' })
        const { services, connections } = servicesOf({ home: sandbox })
        assert.equal((await errorOf(services, connections[0])).keyMayBeWrong, undefined)
        assert.equal((await errorOf(services, connections[0])).keyMayBeWrong, true)
      })
    }

    it('which it is not where anything else is answered', async () => {
      sandbox.lookups = 'none'
      sandbox.addFault({ ...always, path: '/zones' })
      const { services, connections } = servicesOf({ home: sandbox })
      assert.equal((await errorOf(services, connections[0])).keyMayBeWrong, undefined)
    })

    it('of a deletion, too, which is sent once', async () => {
      sandbox.addFault(always)
      const { services, connections } = servicesOf({ home: sandbox })
      assert.ok(connections[0])
      const service = await services.serviceFor(connections[0])
      const error = await failureOf(service.deleteMachinePool(pool))
      assert.deepEqual([error.keyMayBeWrong, error.mayHaveTakenEffect], [true, false])
      assert.deepEqual(
        sandbox.requests.map(({ method, url }) => `${method} ${/info/.exec(url)?.[0]}`),
        ['DELETE undefined', 'GET info'],
      )
    })
  })

  describe('share the limits of an origin', () => {
    it('between connections and projects', async () => {
      sandbox.addFault({ method: 'GET', stall: 'beforeHeaders', times: null })
      const { services, connections } = servicesOf({ one: sandbox, two: sandbox })
      const [one, two] = connections
      assert.ok(one && two)
      const caller = new AbortController()
      const ask = async (connection: Connection) =>
        (await services.serviceFor(connection)).whoAmI(caller.signal)
      const reads = [1, 2, 3, 4].map(() => ask(one))
      await eventually(() => sandbox.load.underWay === 4)
      const others = [two, { ...one, projectUid: 'p1' }, { ...two, projectUid: 'p2' }]
      reads.push(...others.map(ask))
      // What has left after them and is answered tells that they have not left.
      const service = await services.serviceFor(two)
      for (let nth = 0; nth < 5; nth++) await service.deleteMachinePool(pool).catch(() => {})
      const isRead = ({ method }: { method: string }) => method === 'GET'
      assert.equal(sandbox.requests.filter(isRead).length, 4)
      caller.abort()
      for (const { status } of await Promise.allSettled(reads)) assert.equal(status, 'rejected')
      assert.equal(sandbox.requests.filter(isRead).length, 4)
    })

    it('but not what is asked directly, which is not sent once more either', async () => {
      sandbox.addFault({ stall: 'beforeHeaders', times: 4 })
      sandbox.addFault({ status: 503 })
      const { services, connections } = servicesOf({ home: sandbox })
      const [home] = connections
      assert.ok(home)
      const caller = new AbortController()
      const waiting = await services.serviceFor(home)
      const stalled = [1, 2, 3, 4].map(() => waiting.whoAmI(caller.signal))
      await eventually(() => sandbox.load.underWay === 4)
      const direct = await services.serviceFor(home, { isDirect: true })
      assert.equal((await failureOf(direct.whoAmI())).status, 503)
      assert.equal((await services.ping(home)).status, 200)
      assert.equal(sandbox.requests.length, 6)
      caller.abort()
      await Promise.allSettled(stalled)
    })
  })
})

const listeners: (() => void)[] = []

/** A request to the sample. */
interface Sampled {
  url: string
  key: string | null
}

/** Services over connections, each with a key that is its own. */
function servicesOf(servers: Record<string, { baseUrl: string; apiKey?: string }>): {
  services: Services
  connections: readonly Connection[]
  sampled: Sampled[]
} {
  const sampled: Sampled[] = []
  const sampleFetch: typeof fetch = async (input, init) => {
    sampled.push({ url: input as string, key: new Headers(init?.headers).get('ApiKey') })
    return Response.json({ zones: [{ name: 'made-up' }] })
  }
  const entries = Object.entries(servers).map(([name, { baseUrl }]) => ({ name, baseUrl }))
  const { connections } = parseConnections(entries)
  const current = (ref: Connection) => currentOf(ref, connections)
  const keys = Object.values(servers).map(({ baseUrl, apiKey = 'a-key' }) => ({
    origin: new URL(baseUrl).origin,
    apiKey,
  }))
  const apiKeys = {
    onDidChange: (listener: () => void) => listeners.push(listener),
    get: async ({ origin }: Connection) => keys.find((one) => one.origin === origin)?.apiKey,
  } as unknown as ApiKeys
  const log = { debug: () => {} } as unknown as LogOutputChannel
  return { services: servicesFrom({ current }, apiKeys, log, sampleFetch), connections, sampled }
}
