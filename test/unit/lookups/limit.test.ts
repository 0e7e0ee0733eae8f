import assert from 'node:assert/strict'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { mock } from 'node:test'
import { createLimit, type Limit } from '../../../src/api/limit.ts'
import { mostInASecond } from '../../sandbox/load.ts'
import { startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { clientOf, failureOf, pool, region } from '../api/helpers.ts'
import { eventually } from '../api/servers.ts'
import { lookupsOf } from './helpers.ts'

describe('the limit of a connection', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  describe('at once', () => {
    it('four reads run, and the next when one has ended, well or not', async () => {
      const limit = createLimit()
      const reads = Array.from({ length: 7 }, (_, n) => read(limit, n))
      await turnOfLoop()
      assert.deepEqual(running(reads), [0, 1, 2, 3])
      reads[2]?.end()
      await turnOfLoop()
      assert.deepEqual(running(reads), [0, 1, 3, 4])
      reads[0]?.fail(new Error('Failed'))
      await assert.rejects(reads[0]?.over ?? assert.fail(), /Failed/)
      await turnOfLoop()
      assert.deepEqual(running(reads), [1, 3, 4, 5])
      for (const each of reads) each.end()
      assert.deepEqual(
        await Promise.all(reads.slice(1).map(({ over }) => over)),
        [1, 2, 3, 4, 5, 6],
      )
    })

    it('a read that is given up while it waits is not run, and holds no place', async () => {
      const limit = createLimit()
      const caller = new AbortController()
      const first = Array.from({ length: 4 }, (_, n) => read(limit, n))
      const givenUp = read(limit, 4, caller.signal)
      const last = read(limit, 5, caller.signal)
      const other = read(limit, 6)
      caller.abort()
      assert.equal((await failureOf(givenUp.over)).kind, 'cancelled')
      assert.equal((await failureOf(last.over)).kind, 'cancelled')
      first[0]?.end()
      await turnOfLoop()
      assert.deepEqual(running([...first, givenUp, last, other]), [1, 2, 3, 6])
    })

    it('a read that is given up in the moment it is let in gives its place back', async () => {
      const limit = createLimit()
      const caller = new AbortController()
      const first = Array.from({ length: 4 }, (_, n) => read(limit, n))
      const late = read(limit, 4, caller.signal)
      const others = [5, 6, 7, 8].map((n) => read(limit, n))
      for (const each of first) each.end()
      void first[0]?.over.then(() => caller.abort())
      await turnOfLoop()
      late.end()
      await turnOfLoop()
      assert.deepEqual(running(others), [5, 6, 7, 8])
    })

    it('nothing runs for a caller who has given up before', async () => {
      const limit = createLimit()
      const given = read(limit, 0, AbortSignal.abort())
      assert.equal((await failureOf(given.over)).kind, 'cancelled')
      assert.ok(!given.isRunning)
      const others = [1, 2, 3, 4].map((n) => read(limit, n))
      await turnOfLoop()
      assert.deepEqual(running(others), [1, 2, 3, 4])
    })

    it('a service sees four requests, of clients and lookups together', async () => {
      sandbox.addFault({ stall: 'midBody', times: 4 })
      const limit = createLimit()
      const caller = new AbortController()
      const client = clientOf(sandbox, { limit })
      const lookups = lookupsOf(sandbox, { limit })
      const stalled = [
        client.listZones(region, caller.signal),
        lookups.whoAmI(caller.signal),
        lookups.clusters(caller.signal).next(),
        lookups.projects(caller.signal),
      ]
      const over = Promise.allSettled(stalled)
      const waiting = [client.listZones(region), lookups.whoAmI()]
      await eventually(() => sandbox.load.underWay === 4)
      caller.abort()
      await over
      await Promise.all(waiting)
      assert.equal(sandbox.requests.length, 6)
      assert.equal(sandbox.load.mostAtOnce, 4)
    })

    it('a deletion waits for nothing', async () => {
      sandbox.addFault({ method: 'GET', stall: 'beforeHeaders', times: 4 })
      const limit = createLimit()
      const caller = new AbortController()
      const lookups = lookupsOf(sandbox, { limit })
      const over = Promise.allSettled(
        Array.from({ length: 4 }, () => lookups.whoAmI(caller.signal)),
      )
      await eventually(() => sandbox.load.underWay === 4)
      await clientOf(sandbox, { limit }).deleteMachinePool(pool)
      caller.abort()
      await over
    })
  })

  it('a service sees no more than it should', async () => {
    sandbox.addFault({ status: 503, headers: { 'Retry-After': '0' }, times: 2 })
    // Seen from here: how long a request takes to arrive is not for a test to rely on.
    const sent: { at: number }[] = []
    const fetch: typeof globalThis.fetch = (input, init) => {
      sent.push({ at: performance.now() })
      return globalThis.fetch(input, init)
    }
    const limit = createLimit()
    const lookups = lookupsOf(sandbox, { limit, fetch })
    const client = clientOf(sandbox, { limit, fetch })
    await Promise.all([
      ...times(4, 0).map(() => lookups.whoAmI()),
      ...times(4, 0).map(() => client.listZones(region)),
    ])
    assert.equal(sandbox.requests.length, 10)
    assert.equal(mostInASecond(sent), 7)
    assert.ok(sandbox.load.mostAtOnce <= 4)
  })

  describe('by the clock', () => {
    let now: number
    beforeEach(() => {
      now = 0
      mock.timers.enable({ apis: ['setTimeout'] })
      mock.method(performance, 'now', () => now)
    })
    afterEach(() => {
      mock.restoreAll()
      mock.timers.reset()
    })

    it('seven requests are sent at once, and the next as the first of them is far enough away', async () => {
      const limit = createLimit()
      const { signal } = new AbortController()
      const sent: number[] = []
      const all = Array.from({ length: 16 }, () => limit.turn(signal).then(() => sent.push(now)))
      for (let ms = 0; ms <= 3000; ms += 50) await pass(50)
      await Promise.all(all)
      assert.deepEqual(sent, [...times(7, 0), ...times(7, 1100), ...times(2, 2200)])
    })

    it('any second counts, not the clock’s', async () => {
      const limit = createLimit()
      const sent: number[] = []
      const send = () => limit.turn(new AbortController().signal).then(() => sent.push(now))
      for (const wait of [0, 900, 50, 50, 50, 10, 10, 0, 0, 0]) {
        await pass(wait)
        void send()
      }
      for (let ms = 0; ms <= 2000; ms += 10) await pass(10)
      assert.deepEqual(sent, [0, 900, 950, 1000, 1050, 1060, 1070, 1100, 2000, 2050])
    })

    it('a timer that fires early is waited for once more', async () => {
      const limit = createLimit()
      const sent = Array.from({ length: 8 }, () => limit.turn(new AbortController().signal))
      await Promise.all(sent.slice(0, 7))
      let isSent = false
      void sent[7]?.then(() => (isSent = true))
      await turnOfLoop()
      now = 1099
      mock.timers.tick(1100)
      await turnOfLoop()
      assert.ok(!isSent)
      await pass(1)
      assert.ok(isSent)
    })

    it('a turn that is given up is the next one’s, and rejects at once', async () => {
      const limit = createLimit()
      const { signal } = new AbortController()
      await Promise.all(Array.from({ length: 7 }, () => limit.turn(signal)))
      const caller = new AbortController()
      const givenUp = Array.from({ length: 7 }, () => limit.turn(caller.signal))
      let isSent = false
      void limit.turn(signal).then(() => (isSent = true))
      await pass(500)
      caller.abort()
      for (const { status } of await Promise.allSettled(givenUp)) assert.equal(status, 'rejected')
      await pass(600)
      assert.ok(isSent)
      // And six more at the same time: the seven given up count for nothing.
      await Promise.all(Array.from({ length: 6 }, () => limit.turn(signal)))
    })

    it('a turn for a caller who has given up before is none', async () => {
      const limit = createLimit()
      const turns = (signal: AbortSignal) => Array.from({ length: 7 }, () => limit.turn(signal))
      const givenUp = await Promise.allSettled(turns(AbortSignal.abort()))
      assert.ok(givenUp.every(({ status }) => status === 'rejected'))
      await Promise.all(turns(new AbortController().signal))
    })

    it('no timer is left when all is sent or given up', async () => {
      const set = mock.method(globalThis, 'setTimeout')
      const clear = mock.method(globalThis, 'clearTimeout')
      const limit = createLimit()
      const caller = new AbortController()
      await Promise.all(Array.from({ length: 7 }, () => limit.turn(caller.signal)))
      assert.equal(set.mock.callCount(), 0)
      const givenUp = limit.turn(caller.signal)
      await turnOfLoop()
      assert.equal(set.mock.callCount(), 1)
      caller.abort()
      await assert.rejects(givenUp)
      await turnOfLoop()
      assert.deepEqual(
        clear.mock.calls.map(({ arguments: [timer] }) => timer),
        set.mock.calls.map(({ result }) => result),
      )
    })

    // Without a server: what HTTP itself waits for would stand still as well.
    it('waiting behind others does not use up the time of a read', async () => {
      const limit = createLimit()
      const stalling = lookupsOf(nowhere, { limit, fetch: () => new Promise(() => {}) })
      const stalled = Array.from({ length: 4 }, () => failureOf(stalling.whoAmI()))
      const waiting = lookupsOf(nowhere, { limit, fetch: answer }).whoAmI()
      await pass(30_000)
      for (const { kind } of await Promise.all(stalled)) assert.equal(kind, 'timeout')
      assert.ok(await waiting)
    })

    it('what is sent once more waits for its turn, too', async () => {
      const sent: number[] = []
      const headers = { 'Retry-After': '0' }
      const fetch = () => {
        sent.push(now)
        return sent.length > 5
          ? answer()
          : Promise.resolve(new Response('', { status: 503, headers }))
      }
      const lookups = lookupsOf(nowhere, { limit: createLimit(), fetch })
      const reads = Promise.allSettled(Array.from({ length: 12 }, () => lookups.whoAmI()))
      for (let ms = 0; ms < 3000; ms += 50) await pass(50)
      await reads
      assert.ok(sent.length > 14)
      assert.equal(mostInASecond(sent.map((at) => ({ at }))), 7)
    })

    /** Time goes on, and what waited for it runs. */
    async function pass(ms: number): Promise<void> {
      await turnOfLoop() // what is asked for before comes before
      now += ms
      mock.timers.tick(ms)
      await turnOfLoop()
    }
  })
})

const nowhere = { baseUrl: 'http://localhost' }
const answer = () => Promise.resolve(new Response('{}'))

/** A read that ends when it is told to. */
function read(limit: Limit, n: number, signal?: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const state = {
    n,
    isRunning: false,
    over: limit.run(async () => {
      state.isRunning = true
      return promise.finally(() => (state.isRunning = false))
    }, signal),
    end: () => resolve(n),
    fail: reject,
  }
  // Not every test looks at every end.
  state.over.catch(() => {})
  return state
}

function running(reads: { n: number; isRunning: boolean }[]): number[] {
  return reads.filter(({ isRunning }) => isRunning).map(({ n }) => n)
}

function times(count: number, at: number): number[] {
  return Array.from({ length: count }, () => at)
}
