import assert from 'node:assert/strict'
import type { LogOutputChannel } from 'vscode'
import type { ApiKeys } from '../../../src/connections/apiKeys.ts'
import { parseConnections, type Connection } from '../../../src/connections/connection.ts'
import { servicesFrom, type Services } from '../../../src/connections/services.ts'
import { startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { failureOf, region } from '../api/helpers.ts'
import { closeServers, eventually, serve } from '../api/servers.ts'

describe('The services of connections', () => {
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
        assert.equal((await failureOf(services.greet(connection))).code, 'connectionChanged')
        assert.deepEqual([other.received, sandbox.requests], [[], []])
      })
    }

    it('as they are by now, and a new key to a service that is not in them yet', async () => {
      const { services, connections } = servicesOf({ home: sandbox })
      const [home] = connections
      assert.ok(home)
      const inProject = await services.serviceFor({ ...home, projectUid: 'p1' })
      await failureOf(inProject.listZones(region)) // which the sandbox does not know
      const added = { ...home, name: 'new' }
      await (await services.serviceFor(added, { newKey: 'a-new-key' })).whoAmI().catch(() => {})
      const sent = sandbox.requests.map(({ headers }) => [headers['apikey'], headers['projectuid']])
      assert.deepEqual(sent, [
        [sandbox.apiKey, 'p1'],
        ['a-new-key', undefined],
      ])
    })
  })

  describe('share the limits of an origin', () => {
    it('between connections and projects', async () => {
      sandbox.addFault({ stall: 'beforeHeaders', times: 4 })
      const { services, connections } = servicesOf({ one: sandbox, two: sandbox })
      const [one, two] = connections
      assert.ok(one && two)
      const caller = new AbortController()
      const places = [one, two, { ...one, projectUid: 'p1' }, { ...two, projectUid: 'p2' }, one]
      const reads = places.map(async (connection) =>
        (await services.serviceFor(connection)).whoAmI(caller.signal),
      )
      await eventually(() => sandbox.load.underWay === 4)
      assert.equal(sandbox.requests.length, 4)
      caller.abort()
      for (const { status } of await Promise.allSettled(reads)) assert.equal(status, 'rejected')
      assert.equal(sandbox.requests.length, 4)
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
      assert.equal((await services.greet(home)).status, 200)
      assert.equal(sandbox.requests.length, 6)
      caller.abort()
      await Promise.allSettled(stalled)
    })
  })
})

/** Services over connections, each with a key that is its own. */
function servicesOf(servers: Record<string, { baseUrl: string; apiKey?: string }>): {
  services: Services
  connections: readonly Connection[]
} {
  const entries = Object.entries(servers).map(([name, { baseUrl }]) => ({ name, baseUrl }))
  const { connections } = parseConnections(entries)
  const find = (wanted: string) => connections.find(({ name }) => name === wanted)
  const keys = Object.values(servers).map(({ baseUrl, apiKey = 'a-key' }) => ({
    origin: new URL(baseUrl).origin,
    apiKey,
  }))
  const apiKeys = {
    get: async ({ origin }: Connection) => keys.find((one) => one.origin === origin)?.apiKey,
  } as ApiKeys
  const log = { debug: () => {} } as unknown as LogOutputChannel
  return { services: servicesFrom({ find }, apiKeys, log), connections }
}
