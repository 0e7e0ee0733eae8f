import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { setClock, systemClock } from '../../../src/api/clock.ts'
import { TestClock } from '../../clock.ts'
import { startSandbox, type Fault, type Sandbox } from '../../sandbox/service.ts'
import { clientOf, failureOf, operations, pool, region } from './helpers.ts'
import { closeServers, eventually, serve } from './servers.ts'

describe('API client: the deadline', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  afterEach(closeServers)
  after(() => sandbox.close())

  const unused = () => new AbortController().signal
  const signals = { 'with a signal': unused, 'without a signal': () => undefined }

  for (const [how, signal] of Object.entries(signals)) {
    for (const stall of ['beforeHeaders', 'afterHeaders', 'midBody'] as const) {
      it(`ends a listing that stalls: ${stall}, ${how}`, async () => {
        sandbox.addFault({ stall })
        const client = clientOf(sandbox, { timeoutMs: 100 })
        const error = await failureOf(client.listZones(region, signal()))
        assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['timeout', false])
      })
    }

    it(`ends a listing that drips, and hangs up, ${how}`, async () => {
      const server = await serve((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        const drip = setInterval(() => response.write(' '), 5)
        response.on('close', () => clearInterval(drip))
      })
      const client = clientOf(server, { timeoutMs: 100 })
      assert.equal((await failureOf(client.listZones(region, signal()))).kind, 'timeout')
      await eventually(() => server.open() === 0)
    })

    for (const [name, run] of Object.entries(operations)) {
      it(`ends a fetch that ignores it: ${name}, ${how}`, async () => {
        const fetch = () => new Promise<never>(() => {})
        const error = await failureOf(run(clientOf(sandbox, { timeoutMs: 50, fetch }), signal()))
        assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['timeout', name === 'deleting'])
      })
    }

    it(`ends a body that ignores it, ${how}`, async () => {
      const fetch = () => Promise.resolve(new Response(new ReadableStream()))
      const client = clientOf(sandbox, { timeoutMs: 50, fetch })
      assert.equal((await failureOf(client.listZones(region, signal()))).kind, 'timeout')
    })

    it(`ends an error page that stalls, whose status is the answer, ${how}`, async () => {
      const fetch = () => Promise.resolve(new Response(new ReadableStream(), { status: 404 }))
      const client = clientOf(sandbox, { timeoutMs: 50, fetch })
      const error = await failureOf(client.listZones(region, signal()))
      assert.deepEqual([error.kind, error.serviceMessage], ['notFound', undefined])
    })
  }

  it('is not waited for where the status is known, and only its words stall', async () => {
    // The client's own deadline is longer than the test's.
    const fetch = () => Promise.resolve(new Response(new ReadableStream(), { status: 403 }))
    const error = await failureOf(clientOf(sandbox, { fetch }).listZones(region))
    assert.deepEqual([error.kind, error.serviceMessage], ['forbidden', undefined])
  })

  it('holds for both tries together', async () => {
    sandbox.addFault({ status: 503, headers: { 'Retry-After': '0' } })
    sandbox.addFault({ stall: 'beforeHeaders', times: Infinity })
    const clock = new TestClock()
    setClock(clock)
    try {
      const failing = failureOf(clientOf(sandbox).listZones(region))
      await eventually(() => sandbox.requests.length === 2)
      assert.equal(clock.askedFor('deadline').length, 1)
      clock.end('deadline')
      assert.equal((await failing).kind, 'timeout')
    } finally {
      setClock(systemClock)
    }
    assert.equal(sandbox.requests.length, 2)
  })

  describe('the caller’s signal', () => {
    const points: Fault[] = [
      { stall: 'beforeHeaders' },
      { stall: 'afterHeaders' },
      { stall: 'midBody' },
    ]
    for (const fault of points) {
      it(`ends a listing at once: ${fault.stall}`, async () => {
        sandbox.addFault(fault)
        const caller = new AbortController()
        const failing = failureOf(clientOf(sandbox).listZones(region, caller.signal))
        await eventually(() => sandbox.requests.length === 1)
        caller.abort(new Error('a reason of the caller'))
        const error = await failing
        assert.equal(error.kind, 'cancelled')
        assert.doesNotMatch(error.message, /reason/)
        assert.equal(sandbox.requests.length, 1)
      })
    }

    it('that has a deadline of its own is the caller’s still', async () => {
      sandbox.addFault({ stall: 'beforeHeaders' })
      const client = clientOf(sandbox)
      assert.equal(
        (await failureOf(client.listZones(region, AbortSignal.timeout(50)))).kind,
        'cancelled',
      )
    })
  })

  it('leaves nothing on a signal that lives longer than many requests', async () => {
    const { signal } = new AbortController()
    const fetch = () => Promise.resolve(Response.json({ zones: [] }))
    const refuse = () => Promise.resolve(Response.json({}, { status: 403 }))
    for (let n = 0; n < 100; n += 1) {
      await clientOf(sandbox, { fetch }).listZones(region, signal)
      await failureOf(clientOf(sandbox, { fetch: refuse }).deleteMachinePool(pool, signal))
    }
    assert.deepEqual(getEventListeners(signal, 'abort'), [])
  })

  describe('leaves no timer behind', () => {
    it('after a wait that the caller cut short', async () => {
      const caller = new AbortController()
      const headers = { 'Retry-After': '9' }
      const timers = await countTimers(async () => {
        const fetch = () => Promise.resolve(new Response('', { status: 503, headers }))
        const onExchange = () => setImmediate(() => caller.abort())
        await failureOf(clientOf(sandbox, { fetch, onExchange }).listZones(region, caller.signal))
      })
      assert.deepEqual(timers, { started: 3, left: 0 })
    })

    const outcomes: Record<string, () => Promise<Response>> = {
      'a success': () => Promise.resolve(Response.json({ zones: [] })),
      'a refusal': () => Promise.resolve(Response.json({ message: 'no' }, { status: 403 })),
      'a failure': () => Promise.reject(new TypeError('fetch failed')),
    }
    for (const [what, fetch] of Object.entries(outcomes)) {
      for (const [name, run] of Object.entries(operations)) {
        it(`after ${what}: ${name}`, async () => {
          const timers = await countTimers(async () => {
            await run(clientOf(sandbox, { fetch, timeoutMs: 400 }), unused()).catch(() => {})
          })
          assert.ok(timers.started > 0)
          assert.equal(timers.left, 0)
        })
      }
    }
  })
})

/** Runs something and counts the timers that it starts and those it leaves. */
async function countTimers(run: () => Promise<void>): Promise<{ started: number; left: number }> {
  const counting = new TestClock()
  let started = 0
  setClock({
    now: counting.now,
    elapsed: counting.elapsed,
    after: (...wait) => {
      started += 1
      return counting.after(...wait)
    },
  })
  try {
    await run()
    return { started, left: counting.waiting.length }
  } finally {
    setClock(systemClock)
  }
}
