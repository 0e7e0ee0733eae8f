import assert from 'node:assert/strict'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { mock } from 'node:test'
import { limits, RateLimiter, type Priority } from '../../../src/api/rateLimiter.ts'
import { useSandbox } from '../useSandbox.ts'
import { config, lookupsOf } from '../lookups/helpers.ts'
import { clientOf, failureOf, pool } from './helpers.ts'
import { eventually } from './servers.ts'

const lists = 'http://localhost/v1/clouds/aws/regions'
const configs = 'http://localhost/v1/cloudconfigs/aws/c1'
const events = 'http://localhost/v1/events/components/spectrocluster/u1'

describe('API client: The rate limiter of a service', () => {
  const sandbox = useSandbox()

  describe('by its slots', () => {
    it('runs four reads of lists at once, and the next when one ends or fails', async () => {
      const reads = createReads()
      const all = Array.from({ length: 7 }, (_, index) => reads.start(index))
      await turnOfLoop()
      assert.deepEqual(reads.running, [0, 1, 2, 3])
      all[2]?.end()
      await turnOfLoop()
      assert.deepEqual(reads.running, [0, 1, 3, 4])
      all[0]?.fail(new Error('Failed'))
      await assert.rejects(all[0]?.over ?? assert.fail(), /Failed/)
      await turnOfLoop()
      assert.deepEqual(reads.running, [1, 3, 4, 5])
      for (const each of all) each.end()
      assert.deepEqual(await Promise.all(all.slice(1).map(({ over }) => over)), [1, 2, 3, 4, 5, 6])
    })

    it('counts reads of lists and of clusters separately', async () => {
      const reads = createReads()
      for (let id = 0; id < 12; id += 1) reads.start(id)
      for (let id = 20; id < 32; id += 1) reads.start(id, { url: id % 2 ? configs : events })
      await turnOfLoop()
      assert.deepEqual(reads.running, [0, 1, 2, 3, 20, 21, 22, 23, 24, 25, 26, 27])
    })

    it('reserves a slot for people, and serves them before batches', async () => {
      const reads = createReads()
      const batch = [0, 1, 2, 3, 4].map((id) => reads.start(id, { priority: 'batch' }))
      await turnOfLoop()
      assert.deepEqual(reads.running, [0, 1, 2])
      for (const id of [5, 6, 7]) reads.start(id, { priority: 'interactive' })
      await turnOfLoop()
      assert.deepEqual(reads.running, [0, 1, 2, 5])
      batch[0]?.end()
      batch[1]?.end()
      await turnOfLoop()
      assert.deepEqual(reads.running, [2, 5, 6, 7])
      batch[2]?.end()
      await turnOfLoop()
      assert.deepEqual(reads.running, [3, 5, 6, 7])
    })

    it('leaves slots to people while polls stall', async () => {
      const reads = createReads()
      for (let id = 0; id < 3; id += 1) reads.start(id, { priority: 'poll' })
      for (let id = 3; id < 6; id += 1) reads.start(id)
      await turnOfLoop()
      assert.deepEqual(reads.running, [0, 3, 4, 5]) // the second poll waits for its rate, the third for a slot
    })

    it('starts urgent reads at once, and outside of the slots', async () => {
      const reads = createReads()
      const all = [0, 1, 2, 3, 4].map((id) => reads.start(id))
      const [urgent] = [5, 6].map((id) => reads.start(id, { priority: 'urgent' }))
      await turnOfLoop()
      assert.deepEqual(reads.running, [0, 1, 2, 3, 5, 6])
      urgent?.end()
      await turnOfLoop()
      assert.deepEqual(reads.running, [0, 1, 2, 3, 6])
      all[0]?.end()
      await turnOfLoop()
      assert.deepEqual(reads.running, [1, 2, 3, 4, 6])
    })

    it('drops a read that is canceled while it waits', async () => {
      const reads = createReads()
      const caller = new AbortController()
      const [first] = [0, 1, 2, 3].map((id) => reads.start(id))
      const canceled = reads.start(4, { signal: caller.signal })
      const last = reads.start(5, { signal: caller.signal })
      reads.start(6)
      caller.abort()
      assert.equal((await failureOf(canceled.over)).kind, 'cancelled')
      assert.equal((await failureOf(last.over)).kind, 'cancelled')
      first?.end()
      await turnOfLoop()
      assert.deepEqual(reads.running, [1, 2, 3, 6])
    })

    it('starts a deletion, and the check before it, although reads stall', async () => {
      sandbox.addFault({ method: 'GET', stall: 'beforeHeaders', times: 8 })
      const limiter = new RateLimiter()
      const caller = new AbortController()
      const lookups = lookupsOf(sandbox, { limiter })
      const over = Promise.allSettled(
        Array.from({ length: 8 }, () => lookups.cloudConfig(config, caller.signal)),
      )
      await eventually(() => sandbox.pendingRequests === 8)
      await lookupsOf(sandbox, { limiter, priority: 'urgent' }).cloudConfig(config)
      await clientOf(sandbox, { limiter }).deleteMachinePool(pool)
      caller.abort()
      await over
    })

    it('releases the slot of a read during the delay before its retry', async () => {
      const busy = { status: 503, headers: { 'Retry-After': '9' } }
      sandbox.addFault({ ...busy, times: 4 })
      const limiter = new RateLimiter()
      const caller = new AbortController()
      const lookups = lookupsOf(sandbox, { limiter })
      const over = Promise.allSettled(
        Array.from({ length: 4 }, () => lookups.whoAmI(caller.signal)),
      )
      await eventually(() => sandbox.requests.length === 4 && sandbox.pendingRequests === 0)
      await lookups.projects(AbortSignal.timeout(5_000)) // long before those are sent again
      caller.abort()
      for (const result of await over) assert.equal(result.status, 'rejected')
      assert.equal(sandbox.requests.length, 5)
    })
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

    it('sends a burst at once, and then at an even rate, for each part of the service', async () => {
      for (const [url, { burst, perSecond }] of [
        [lists, limits.lists],
        [configs, limits.clusters],
      ] as const) {
        now = 0
        const limiter = new RateLimiter()
        const sent: number[] = []
        const send = async () => void sent.push(now)
        const all = times(burst + 4, () => run(limiter, url, 'interactive', send))
        for (let ms = 0; ms < 700; ms += 5) await pass(5)
        await Promise.all(all)
        const step = 1000 / perSecond
        const expected = [...times(burst, () => 0), step, 2 * step, 3 * step, 4 * step]
        assert.deepEqual(sent, expected)
      }
    })

    it('delays a person’s read for the rate, but not an urgent one', async () => {
      const limiter = new RateLimiter()
      const sent: [string, number][] = []
      const send = (what: string) => async () => void sent.push([what, now])
      await Promise.all(times(25, () => run(limiter, lists, 'batch', async () => {})))
      void run(limiter, lists, 'batch', send('batch'))
      void run(limiter, lists, 'interactive', send('interactive'))
      void run(limiter, lists, 'urgent', send('urgent'))
      for (let ms = 0; ms < 500; ms += 25) await pass(25)
      assert.deepEqual(sent, [
        ['urgent', 0],
        ['interactive', 125],
        ['batch', 250],
      ])
    })

    it('sends polls at the even rate of this window’s share, without a burst', async () => {
      for (const [url, share, expected] of [
        [configs, 1, [0, 50, 100, 150]],
        [configs, 1 / 2, [0, 100, 200, 300]],
        [configs, 1 / 18, [0, 900, 1800, 2700]],
        [lists, 1, [0, 250, 500, 750]],
      ] as const) {
        now = 0
        const limiter = new RateLimiter(() => share)
        const sent: number[] = []
        const send = async () => void sent.push(now)
        const all = times(4, () => run(limiter, url, 'poll', send))
        for (let ms = 0; ms < 2800; ms += 10) await pass(10)
        await Promise.all(all)
        assert.deepEqual(sent, expected)
      }
    })

    it('sends polls at the rate of a share that changes', async () => {
      let share = 1 / 2
      const limiter = new RateLimiter(() => share)
      const sent: number[] = []
      const send = async () => void sent.push(now)
      const all = times(5, () => run(limiter, configs, 'poll', send))
      for (let ms = 0; ms < 200; ms += 10) await pass(10)
      share = 1
      for (let ms = 0; ms < 400; ms += 10) await pass(10)
      await Promise.all(all)
      assert.deepEqual(sent, [0, 100, 200, 300, 350])
    })

    it('sends polls beside a long batch, and what people ask for beside polls', async () => {
      const limiter = new RateLimiter()
      const sent: [string, number][] = []
      const send = (what: string) => async () => void sent.push([what, now])
      await Promise.all(times(125, () => run(limiter, configs, 'batch', async () => {})))
      for (let index = 0; index < 3; index += 1) void run(limiter, configs, 'batch', send('batch'))
      void run(limiter, configs, 'poll', send('poll'))
      void run(limiter, configs, 'poll', send('poll'))
      void run(limiter, configs, 'interactive', send('interactive'))
      for (let ms = 0; ms < 200; ms += 5) await pass(5)
      assert.deepEqual(sent, [
        ['interactive', 25],
        ['poll', 50],
        ['batch', 75],
        ['poll', 100],
        ['batch', 125],
        ['batch', 150],
      ])
    })

    // Without a server: what HTTP itself waits for would stand still as well.
    it('starts the timeout of a read only when the read has a slot', async () => {
      const limiter = new RateLimiter()
      const stalling = lookupsOf(nowhere, { limiter, fetch: () => new Promise(() => {}) })
      const stalled = times(4, () => failureOf(stalling.whoAmI()))
      const waiting = lookupsOf(nowhere, { limiter, fetch: answer }).whoAmI()
      await pass(30_000)
      for (const { kind } of await Promise.all(stalled)) assert.equal(kind, 'timeout')
      assert.ok(await waiting)
    })

    it('reports the service’s error if the timeout ends before the retry', async () => {
      const limiter = new RateLimiter()
      let isBusy = true
      const fetch = () => {
        const response = new Response('{"message":"maintenance"}', {
          status: 503,
          headers: { 'Retry-After': '1' },
        })
        return isBusy ? Promise.resolve(response) : new Promise<Response>(() => {})
      }
      const lookups = lookupsOf(nowhere, { limiter, fetch, timeoutMs: 10_000 })
      const refused = failureOf(lookups.whoAmI())
      await turnOfLoop()
      isBusy = false
      const longer = lookupsOf(nowhere, { limiter, fetch, timeoutMs: 60_000 })
      const stalled = times(4, () => failureOf(longer.whoAmI()))
      for (let ms = 0; ms < 10_000; ms += 500) await pass(500)
      const { kind, status, serviceMessage } = await refused
      assert.deepEqual([kind, status, serviceMessage], ['server', 503, 'maintenance'])
      for (let ms = 0; ms < 60_000; ms += 5000) await pass(5000)
      await Promise.all(stalled)
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

/** Reads once there is a slot, and gives it back, more than once. */
async function run<T>(
  limiter: RateLimiter,
  url: string,
  priority: Priority,
  read: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const release = await limiter.waitForSlot(url, priority, signal)
  return read().finally(release).finally(release)
}

/** Reads through one limiter, each of which ends when it is told to. */
function createReads() {
  const limiter = new RateLimiter()
  const isRunning = new Set<number>()
  return {
    get running() {
      return [...isRunning].sort((a, b) => a - b)
    },

    start(id: number, of: { url?: string; priority?: Priority; signal?: AbortSignal } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const read = async () => {
        isRunning.add(id)
        return promise.finally(() => isRunning.delete(id))
      }
      const over = run(limiter, of.url ?? lists, of.priority ?? 'interactive', read, of.signal)
      over.catch(() => {}) // not every test looks at every end
      return { over, end: () => resolve(id), fail: reject }
    },
  }
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}
