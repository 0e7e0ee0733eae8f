import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { configs } from '../../sandbox/data.ts'
import { useSandbox } from '../useSandbox.ts'
import { clientOf, operations, pool, region } from './helpers.ts'
import { closeServers, serve } from './servers.ts'

// Written out rather than computed: as a path segment, and as a query value where that differs.
const encodings: [name: string, path: string, query?: string][] = [
  ['a/b', 'a%2Fb'],
  ['100%', '100%25'],
  ['two words', 'two%20words'],
  ['東京', '%E6%9D%B1%E4%BA%AC'],
  ['a#b', 'a%23b'],
  ['a+b', 'a%2Bb'],
  ['a&b=c', 'a%26b%3Dc'],
  ['a\\b', 'a%5Cb'],
  ['"<[{|}]>^`', '%22%3C%5B%7B%7C%7D%5D%3E%5E%60'],
  ["it's", "it's", 'it%27s'],
  ['(a)!*~-_.', '(a)!*~-_.'],
  ['😀', '%F0%9F%98%80'],
  ['constructor', 'constructor'],
]

/** Answers a deletion without a body, and any other request with an empty list of zones. */
function answerEmpty({ method }: IncomingMessage, response: ServerResponse): void {
  response.end(method === 'DELETE' ? '' : '{"zones":[]}')
}

describe('API client: A client by the contract', () => {
  const sandbox = useSandbox()
  afterEach(closeServers)

  it('lists the zones of a region', async () => {
    const zones = await clientOf(sandbox).listZones(region)
    assert.ok(zones.length >= 3)
    for (const { name, zoneId } of zones) {
      assert.match(name, /^us-east-1[a-z]$/)
      assert.match(zoneId ?? '', /^use1-az\d$/)
    }
    const [request, ...more] = sandbox.requests
    assert.deepEqual(more, [])
    assert.equal(request?.method, 'GET')
    assert.equal(
      request.url,
      `/v1/clouds/aws/regions/us-east-1/zones?cloudAccountUid=${region.cloudAccountUid}`,
    )
  })

  it('deletes a machine pool', async () => {
    assert.equal(await clientOf(sandbox).deleteMachinePool(pool), undefined)
    const [request, ...more] = sandbox.requests
    assert.deepEqual(more, [])
    assert.equal(request?.method, 'DELETE')
    assert.equal(
      request.url,
      `/v1/cloudconfigs/${pool.provider}/${pool.configUid}/machinePools/worker-pool`,
    )
    const config = sandbox.data.configs.find(({ uid }) => uid === pool.configUid)
    assert.ok(config?.pools.every(({ name }) => name !== 'worker-pool'))
  })

  for (const [name, path, query = path] of encodings) {
    it(`encodes ${JSON.stringify(name)}`, async () => {
      const server = await serve(answerEmpty)
      const client = clientOf(server)
      await client.deleteMachinePool({ provider: 'aws', configUid: name, machinePoolName: name })
      await client.deleteMachinePool({
        provider: `cloudTypes/x${name.replaceAll('/', '')}`,
        configUid: 'c',
        machinePoolName: 'p',
      })
      await client.listZones({ provider: 'gcp', region: name, cloudAccountUid: name })
      assert.deepEqual(server.received, [
        `DELETE /v1/cloudconfigs/aws/${path}/machinePools/${path}`,
        `DELETE /v1/cloudconfigs/cloudTypes/x${path.replaceAll('%2F', '')}/c/machinePools/p`,
        `GET /v1/clouds/gcp/regions/${path}/zones?cloudAccountUid=${query}`,
      ])
    })
  }

  for (const prefix of ['/', '/gateway/', '/a/b%20c//']) {
    it(`appends the paths to the base URL’s path ${JSON.stringify(prefix)}`, async () => {
      const server = await serve(answerEmpty)
      const client = clientOf({ baseUrl: server.baseUrl + prefix })
      for (const run of Object.values(operations)) await run(client)
      const path = prefix.replace(/\/+$/, '')
      assert.deepEqual(
        server.received.map((line) => line.replace(/\/v1\/.*/, '')),
        [`GET ${path}`, `DELETE ${path}`],
      )
    })
  }

  for (const [name, run] of Object.entries(operations)) {
    it(`sends the key and Accept, and neither a body nor a project, when ${name}`, async () => {
      await run(clientOf(sandbox))
      const [request] = sandbox.requests
      assert.ok(request)
      assert.equal(request.headers['apikey'], sandbox.apiKey)
      assert.equal(request.headers.accept, 'application/json')
      assert.equal(request.body, '')
      for (const header of [
        'projectuid',
        'content-type',
        'content-length',
        'transfer-encoding',
        'authorization',
        'cookie',
      ]) {
        assert.equal(request.headers[header], undefined, header)
      }
    })

    it(`sends ProjectUid if a project is set, when ${name}`, async () => {
      const { projectUid } = configs.checkout
      await run(clientOf(sandbox, { projectUid: ` ${projectUid}\n` }))
      assert.equal(sandbox.requests[0]?.headers['projectuid'], projectUid)
    })

    it(`sends no ProjectUid if the project is white space, when ${name}`, async () => {
      await run(clientOf(sandbox, { projectUid: ' \t\n' }))
      assert.equal(sandbox.requests[0]?.headers['projectuid'], undefined)
    })

    it(`reports the method, path, status, and time to an observer, when ${name}`, async () => {
      const events: object[] = []
      const startedAt = performance.now()
      await run(clientOf(sandbox, { onExchange: (event) => events.push(event) }))
      const totalMs = performance.now() - startedAt
      const [request] = sandbox.requests
      assert.ok(request)
      assert.equal(events.length, 1)
      const { ms, ...event } = events[0] as { ms: unknown }
      assert.deepEqual(event, {
        method: request.method,
        path: request.url.split('?')[0],
        status: name === 'listing' ? 200 : 204,
      })
      assert.ok(typeof ms === 'number' && ms >= 0 && ms <= totalMs)
    })

    it(`ignores an observer that rejects, when ${name}`, async () => {
      const unhandled: unknown[] = []
      const listener = (reason: unknown) => unhandled.push(reason)
      process.on('unhandledRejection', listener)
      const onExchange = () => Promise.reject(new Error('observer'))
      // oxlint-disable-next-line typescript/no-misused-promises -- the mistake that is tested
      await run(clientOf(sandbox, { onExchange }))
      await turn() // Node.js tells of it when the promises are through
      process.off('unhandledRejection', listener)
      assert.deepEqual(unhandled, [])
    })

    it(`asks fetch for no cookies, no cache and no redirect, when ${name}`, async () => {
      const inits: (RequestInit | undefined)[] = []
      const fetch: typeof globalThis.fetch = (input, init) => {
        inits.push(init)
        return globalThis.fetch(input, init)
      }
      await run(clientOf(sandbox, { fetch }))
      const [{ credentials, cache, redirect, body } = {}, ...more] = inits
      assert.deepEqual([credentials, cache, redirect], ['omit', 'no-store', 'manual'])
      assert.deepEqual([body, more], [undefined, []])
    })
  }

  describe('reports a successful deletion', () => {
    for (const status of [200, 205, 299]) {
      it(`after a ${status}`, async () => {
        sandbox.addFault({ status })
        await clientOf(sandbox).deleteMachinePool(pool)
        assert.equal(sandbox.requests.length, 1)
      })
    }
  })
})
