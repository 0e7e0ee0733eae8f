import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { useTestClock } from '../clock.ts'
import { useSandbox } from '../useSandbox.ts'
import { clientOf, failureOf, operations, pool, region } from './helpers.ts'
import { closeServers, eventually, serve } from './servers.ts'

describe('API client: The deadline', () => {
  const clock = useTestClock()
  const sandbox = useSandbox()
  afterEach(closeServers)

  for (const stall of ['beforeHeaders', 'afterHeaders', 'midBody'] as const) {
    it(`ends a listing that stalls: ${stall}`, async () => {
      sandbox.addFault({ stall })
      const error = await failureOf(clientOf(sandbox, { timeoutMs: 100 }).listZones(region))
      assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['timeout', false])
    })
  }

  it('is 30 seconds unless something else is set', async () => {
    await clientOf(sandbox).listZones(region)
    assert.deepEqual(clock.allDelays('deadline'), [30_000])
  })

  it('ends a listing that drips, and hangs up', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(drip))
    })
    const error = await failureOf(clientOf(server, { timeoutMs: 100 }).listZones(region))
    assert.equal(error.kind, 'timeout')
    await eventually(() => server.open() === 0)
  })

  for (const [name, run] of Object.entries(operations)) {
    it(`ends a fetch that ignores it, when ${name}`, async () => {
      const fetch = () => new Promise<never>(() => {})
      const error = await failureOf(run(clientOf(sandbox, { timeoutMs: 50, fetch })))
      assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['timeout', name === 'deleting'])
    })
  }

  it('ends a body that ignores it', async () => {
    const fetch = () => Promise.resolve(new Response(new ReadableStream()))
    const error = await failureOf(clientOf(sandbox, { timeoutMs: 50, fetch }).listZones(region))
    assert.equal(error.kind, 'timeout')
  })

  it('isn’t waited for if the status is known, and only the body of the error stalls', async () => {
    // The client's own deadline is longer than the test's.
    const fetch = () => Promise.resolve(new Response(new ReadableStream(), { status: 403 }))
    const error = await failureOf(clientOf(sandbox, { fetch }).listZones(region))
    assert.deepEqual([error.kind, error.serviceMessage], ['forbidden', undefined])
  })

  it('holds for the request and its retry together', async () => {
    sandbox.addFault({ status: 503, headers: { 'Retry-After': '0' } })
    sandbox.addFault({ stall: 'beforeHeaders', times: Infinity })
    const failing = failureOf(clientOf(sandbox).listZones(region))
    await eventually(() => sandbox.requests.length === 2)
    assert.equal(clock.pendingDelays('deadline').length, 1)
    clock.endWaits('deadline')
    assert.equal((await failing).kind, 'timeout')
    assert.equal(sandbox.requests.length, 2)
  })

  describe('can be preceded by the caller’s signal, which', () => {
    it('ends a listing at once', async () => {
      sandbox.addFault({ stall: 'midBody' })
      const caller = new AbortController()
      const failing = failureOf(clientOf(sandbox).listZones(region, caller.signal))
      await eventually(() => sandbox.requests.length === 1)
      caller.abort(new Error('a reason of the caller'))
      const error = await failing
      assert.equal(error.kind, 'cancelled')
      assert.doesNotMatch(error.message, /reason/)
    })

    it('counts as canceled by the caller, also if it has a timeout', async () => {
      sandbox.addFault({ stall: 'beforeHeaders' })
      const client = clientOf(sandbox)
      assert.equal(
        (await failureOf(client.listZones(region, AbortSignal.timeout(50)))).kind,
        'cancelled',
      )
    })
  })

  it('leaves no listener on a signal that outlives many requests', async () => {
    const { signal } = new AbortController()
    const fetch = () => Promise.resolve(Response.json({ zones: [] }))
    const refuse = () => Promise.resolve(Response.json({}, { status: 403 }))
    for (let run = 0; run < 100; run += 1) {
      await clientOf(sandbox, { fetch }).listZones(region, signal)
      await failureOf(clientOf(sandbox, { fetch: refuse }).deleteMachinePool(pool, signal))
    }
    assert.deepEqual(getEventListeners(signal, 'abort'), [])
  })

  describe('leaves no timer behind', () => {
    it('after the caller cancels the delay before a retry', async () => {
      const caller = new AbortController()
      const headers = { 'Retry-After': '9' }
      const fetch = () => Promise.resolve(new Response('', { status: 503, headers }))
      const onExchange = () => setImmediate(() => caller.abort())
      await failureOf(clientOf(sandbox, { fetch, onExchange }).listZones(region, caller.signal))
      assert.deepEqual(clock.allDelays('retry'), [9_000])
      assert.deepEqual(clock.pendingWaits, [])
    })

    for (const [name, run] of Object.entries(operations)) {
      it(`after an error response, when ${name}`, async () => {
        const fetch = () => Promise.resolve(Response.json({ message: 'no' }, { status: 403 }))
        const { signal } = new AbortController()
        await run(clientOf(sandbox, { fetch, timeoutMs: 400 }), signal).catch(() => {})
        assert.ok(clock.allDelays('deadline').includes(400))
        assert.deepEqual(clock.pendingWaits, [])
      })
    }
  })
})
