import assert from 'node:assert/strict'
import { limits, RateLimiter } from '../../../src/api/rateLimiter.ts'
import type { Fault } from '../../sandbox/service.ts'
import { useSandbox } from '../useSandbox.ts'
import { useTestClock } from '../clock.ts'
import { clientOf, failureOf, region } from './helpers.ts'
import { closeServers, serve } from './servers.ts'
import { until } from '../../until.ts'

describe('API client: The retry of a listing', () => {
  const clock = useTestClock('retry')
  const sandbox = useSandbox()
  afterEach(closeServers)

  const now = { 'Retry-After': '0' }
  const list = (options = {}, signal?: AbortSignal) =>
    clientOf(sandbox, options).listZones(region, signal)

  const passing: Record<string, Fault> = {
    '429': { status: 429, headers: now },
    '502': { status: 502, headers: now },
    '503 without Retry-After': { status: 503 },
    'a cut before the headers': { cut: 'beforeHeaders' },
    'a cut in the body': { cut: 'midBody' },
  }
  for (const [what, fault] of Object.entries(passing)) {
    it(`is sent after ${what}`, async () => {
      sandbox.addFault(fault)
      const events: object[] = []
      const zones = await list({ onExchange: (event: object) => events.push(event) })
      assert.ok(zones.length > 0)
      assert.deepEqual([sandbox.requests.length, events.length], [2, 2])
    })

    it(`is sent only once after ${what}`, async () => {
      sandbox.addFault({ ...fault, times: Infinity })
      const { kind } = await failureOf(list())
      assert.match(kind, /^(rateLimited|server|unreachable)$/)
      assert.equal(sandbox.requests.length, 2)
    })
  }

  it('closes the connection of a first response that never ends', async () => {
    const bodies: boolean[] = []
    const server = await serve((_, response) => {
      const index = bodies.push(true) - 1
      response.on('close', () => (bodies[index] = false))
      if (index > 0) return void response.end('{"zones":[]}')
      response.writeHead(503, { ...now, 'Content-Length': '99' })
      response.write('{')
    })
    assert.deepEqual(await clientOf(server).listZones(region), [])
    await until('the end of both', () => !bodies.includes(true))
    assert.equal(bodies.length, 2)
  })

  it('isn’t sent after 500, which doesn’t suggest a retry', async () => {
    sandbox.addFault({ status: 500 })
    assert.equal((await failureOf(list())).kind, 'server')
    assert.equal(sandbox.requests.length, 1)
  })

  it('decides the error', async () => {
    sandbox.addFault({ status: 503, headers: now })
    sandbox.addFault({ status: 401 })
    assert.equal((await failureOf(list())).kind, 'unauthorized')
  })

  const waits: [header: string, ms: number][] = [
    ['1', 1000],
    ['soon', 500],
  ]
  for (const [header, ms] of waits) {
    it(`is sent after ${ms} ms for a Retry-After of ${JSON.stringify(header)}`, async () => {
      sandbox.addFault({ status: 429, headers: { 'Retry-After': header } })
      await list()
      assert.equal(sandbox.requests.length, 2)
      assert.deepEqual(clock.allDelays('retry'), [ms])
    })
  }

  const delayFor = async (header: string) => {
    const headers = { 'Retry-After': header }
    let requests = 0
    const fetch = async () => {
      requests += 1
      return new Response('', { status: 429, headers })
    }
    const { retryAfterMs } = await failureOf(list({ fetch, retries: false }))
    assert.equal(requests, 1)
    return retryAfterMs
  }
  const delays: [header: string, ms: number | undefined][] = [
    ['90', 90_000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['1.5', undefined],
    ['soon', undefined],
  ]
  for (const [header, ms] of delays) {
    it(`is replaced by the delay of the service: ${header.slice(0, 30)}`, async () =>
      assert.equal(await delayFor(header), ms))
  }

  it('isn’t sent if the service asks for more than ten seconds, which are reported instead', async () => {
    sandbox.addFault({ status: 503, headers: { 'Retry-After': '11' } })
    const { kind, retryAfterMs } = await failureOf(list())
    assert.deepEqual([kind, retryAfterMs], ['server', 11_000])
    assert.equal(sandbox.requests.length, 1)
  })

  it('isn’t sent if the delay would pass the deadline', async () => {
    sandbox.addFault({ status: 429, headers: { 'Retry-After': '9' } })
    const { kind, retryAfterMs } = await failureOf(list({ timeoutMs: 9000 }))
    assert.deepEqual([kind, retryAfterMs], ['rateLimited', 9000])
    assert.equal(sandbox.requests.length, 1)
  })

  it('isn’t sent if the caller cancels during the delay, which ends at once', async () => {
    clock.shorten('retry', 3_600_000) // the test would time out
    sandbox.addFault({ status: 503, headers: { 'Retry-After': '9' } })
    const caller = new AbortController()
    const onExchange = () => setImmediate(() => caller.abort())
    const { kind } = await failureOf(list({ onExchange }, caller.signal))
    assert.equal(kind, 'cancelled')
    assert.equal(sandbox.requests.length, 1)
  })
  it('isn’t sent if the caller cancels while it waits for its slot', async () => {
    sandbox.addFault({ status: 503, headers: now })
    const caller = new AbortController()
    const limiter = new RateLimiter()
    const waitForSlot = limiter.waitForSlot.bind(limiter)
    limiter.waitForSlot = async (url, priority, signal) => {
      if (signal === caller.signal) return waitForSlot(url, priority, signal)
      // The retry has a signal that also ends by the timeout. Before it, others take all slots.
      for (let slot = 0; slot < limits.lists.slots; slot++) void waitForSlot(url, 'interactive')
      setImmediate(() => caller.abort())
      return waitForSlot(url, priority, signal)
    }
    const { kind } = await failureOf(list({ limiter }, caller.signal))
    assert.equal(kind, 'cancelled')
    assert.equal(sandbox.requests.length, 1)
  })
})
