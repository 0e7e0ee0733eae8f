import assert from 'node:assert/strict'
import { mostInASecond } from '../../sandbox/load.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, eventually } from './helpers.ts'

describe('Sandbox: load', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const ask = () => call(sandbox, 'GET', '/v1/users/info')

  it('latencyMs holds up every answer', async () => {
    sandbox.latencyMs = 40
    const start = performance.now()
    assert.equal((await ask()).status, 200)
    // Timers may fire a millisecond early.
    assert.ok(performance.now() - start >= 38)
  })

  it('tells how many requests are under way, and the most there were', async () => {
    sandbox.addFault({ stall: 'beforeHeaders', times: 3 })
    const leaving = new AbortController()
    const { signal } = leaving
    const stalled = Array.from({ length: 3 }, () => fetch(sandbox.baseUrl, { signal }))
    const over = Promise.allSettled(stalled)
    await eventually(() => sandbox.load.underWay === 3)
    leaving.abort()
    await over
    await eventually(() => sandbox.load.underWay === 0)
    await ask()
    assert.equal(sandbox.load.mostAtOnce, 3)
    assert.equal(sandbox.load.mostInASecond, mostInASecond(sandbox.requests))
    sandbox.reset()
    assert.deepEqual([sandbox.load.mostAtOnce, sandbox.load.mostInASecond], [0, 0])
  })

  it('counts the requests of any second, not of the clock’s', () => {
    const most = (...times: number[]) => mostInASecond(times.map((at) => ({ at })))
    assert.equal(most(), 0)
    assert.equal(most(0, 900, 1100, 1899, 1900), 3)
    assert.equal(most(0, 1000, 2000), 1)
  })

  describe('rate limit', () => {
    // So slow that nothing is refilled while a test runs.
    const slow = { perSecond: 1e-6, burst: 2 }
    const statuses = async () => [(await ask()).status, (await ask()).status, (await ask()).status]

    it('answers 429 past it, without Retry-After and without a body of use', async () => {
      sandbox.rateLimit = slow
      assert.deepEqual(await statuses(), [200, 200, 429])
      const refusal = await ask()
      assert.equal(refusal.headers.get('retry-after'), null)
      assert.equal(refusal.headers.get('content-type'), 'text/plain')
    })

    it('answers 429 with Retry-After where it says so', async () => {
      sandbox.rateLimit = { ...slow, burst: 0, retryAfter: 7 }
      assert.equal((await ask()).headers.get('retry-after'), '7')
    })

    it('as published: of each prefix by itself, some of them more', async () => {
      sandbox.rateLimit = 'published'
      /** Asks until one is refused, in turn for each; time goes on meanwhile, and lets more through. */
      const check = async (perSecond: number, burst: number, ...requests: string[]) => {
        const start = performance.now()
        const answers: number[] = []
        do {
          const some = Array.from({ length: burst + 100 }, (_, index) => {
            const [method = '', path = ''] = (requests[index % requests.length] ?? '').split(' ')
            return call(sandbox, method, path)
          })
          answers.push(...(await Promise.all(some)).map(({ status }) => status))
        } while (!answers.includes(429))
        const passed = answers.filter((status) => status !== 429).length
        const refilled = (perSecond * (performance.now() - start)) / 1000
        const isInBounds = passed >= burst && passed <= burst + refilled + 1
        assert.ok(isInBounds, `${requests.join()}: ${passed} of ${burst} and ${refilled}`)
      }
      await check(10, 50, 'GET /v1/users/info')
      await check(10, 50, 'GET /v1/cloudaccounts/summary')
      await check(10, 50, 'GET /v1/clouds/azure/regions')
      await check(
        10,
        50,
        'POST /v1/dashboard/spectroclusters/search',
        'GET /v1/dashboard/projects/metadata',
      )
      await check(50, 250, 'GET /v1/cloudconfigs/aws/none')
      await check(50, 250, 'GET /v1/spectroclusters/none')
      await check(50, 250, 'GET /v1/events/components/spectrocluster/none')
    })

    it('lets through again as time passes, and all when lifted', async () => {
      sandbox.rateLimit = { perSecond: 100, burst: 1 }
      assert.equal((await ask()).status, 200)
      while ((await ask()).status === 429);
      sandbox.rateLimit = slow
      await statuses()
      sandbox.rateLimit = null
      assert.deepEqual(await statuses(), [200, 200, 200])
    })
  })
})
