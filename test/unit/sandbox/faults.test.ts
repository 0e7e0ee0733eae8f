import assert from 'node:assert/strict'
import { accounts, configs } from '../../sandbox/data.ts'
import { type Fault, type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, eventually, fields, poolPath, zonesPath } from './helpers.ts'

describe('Sandbox: faults', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const workers = poolPath(configs.checkout, 'worker-pool')
  const zones = zonesPath(accounts.awsProduction, 'us-east-1')
  const getZones = () => call(sandbox, 'GET', zones)
  const poolExists = () =>
    sandbox.data.configs.some(
      ({ uid, pools }) =>
        uid === configs.checkout.uid && pools.some(({ name }) => name === 'worker-pool'),
    )

  /** Starts a GET that gets as far as `reached`, and no further while others are answered. */
  async function assertStalls(reached: (response: Promise<Response>) => Promise<unknown>) {
    const leaving = new AbortController()
    const headers = { ApiKey: sandbox.apiKey }
    const response = fetch(sandbox.baseUrl + zones, { headers, signal: leaving.signal })
    await reached(response)
    const text = response.then((started) => started.text())
    assert.equal(
      await Promise.race([text, getZones().then(() => 'still waiting')]),
      'still waiting',
    )
    leaving.abort()
    await assert.rejects(text, { name: 'AbortError' })
  }

  describe('actions', () => {
    it('status, with an error body and headers', async () => {
      sandbox.addFault({ status: 429, headers: { 'Retry-After': '7' } })
      const response = await getZones()
      assert.equal(response.status, 429)
      assert.equal(response.headers.get('retry-after'), '7')
      assert.equal((await fields(response))['code'], 'TooManyRequests')
    })

    it('body', async () => {
      const headers = { 'Content-Type': 'text/html' }
      sandbox.addFault({ status: 502, headers, body: '<h1>Bad gateway</h1>' })
      const response = await getZones()
      assert.equal(response.status, 502)
      assert.equal(response.headers.get('content-type'), 'text/html')
      assert.equal(await response.text(), '<h1>Bad gateway</h1>')
    })

    it('delayMs', async () => {
      sandbox.addFault({ delayMs: 40 })
      const start = performance.now()
      assert.equal((await getZones()).status, 200)
      // Timers may fire a millisecond early.
      assert.ok(performance.now() - start >= 38)
    })

    it('stall before the headers', async () => {
      sandbox.addFault({ stall: 'beforeHeaders' })
      await assertStalls(() => eventually(() => sandbox.requests.length === 1))
    })

    it('stall after the headers', async () => {
      sandbox.addFault({ stall: 'afterHeaders' })
      await assertStalls(async (response) => assert.equal((await response).status, 200))
    })

    it('stall amid the body', async () => {
      sandbox.addFault({ stall: 'midBody' })
      await assertStalls(async (response) => {
        const reader = (await response).clone().body?.getReader()
        const part = await reader?.read()
        assert.match(new TextDecoder().decode(part?.value), /^{"zones":\[/)
      })
    })

    it('cut before the headers', async () => {
      sandbox.addFault({ cut: 'beforeHeaders' })
      await assert.rejects(getZones(), TypeError)
    })

    for (const cut of ['afterHeaders', 'midBody'] as const) {
      it(`cut: ${cut}`, async () => {
        sandbox.addFault({ cut })
        const response = await getZones()
        assert.equal(response.status, 200)
        await assert.rejects(response.text(), TypeError)
      })
    }

    it('redirect', async () => {
      sandbox.addFault({ redirect: 'http://elsewhere.example/' })
      sandbox.addFault({ redirect: '/v2', status: 308 })
      const first = await getZones()
      assert.deepEqual(
        [first.status, first.headers.get('location')],
        [302, 'http://elsewhere.example/'],
      )
      const second = await getZones()
      assert.deepEqual([second.status, second.headers.get('location')], [308, '/v2'])
    })

    it('malformed', async () => {
      sandbox.addFault({ malformed: true })
      const response = await getZones()
      assert.equal(response.status, 200)
      await assert.rejects(response.json(), SyntaxError)
    })

    it('oversize: valid JSON of more than 8 MiB without a Content-Length', async () => {
      sandbox.addFault({ oversize: true })
      const response = await getZones()
      assert.equal(response.headers.get('content-length'), null)
      const text = await response.text()
      assert.ok(text.length > 8 * 1024 * 1024)
      JSON.parse(text)
    })

    it('oversize, to a client that stops reading', async () => {
      sandbox.addFault({ oversize: true })
      await (await getZones()).body?.cancel()
      assert.equal((await getZones()).status, 200)
    })

    it('echoKey', async () => {
      sandbox.addFault({ echoKey: true })
      const response = await getZones()
      assert.equal(response.status, 401)
      assert.ok((await fields(response))['message']?.includes(sandbox.apiKey))
    })

    it('afterEffect: the pool is gone, whatever the answer', async () => {
      sandbox.addFault({ afterEffect: true, cut: 'beforeHeaders' })
      await assert.rejects(call(sandbox, 'DELETE', workers), TypeError)
      assert.ok(!poolExists())
    })

    it('without afterEffect the pool stays', async () => {
      sandbox.addFault({ status: 500 })
      assert.equal((await call(sandbox, 'DELETE', workers)).status, 500)
      assert.ok(poolExists())
    })
  })

  describe('choice', () => {
    const statuses = async (count: number) => {
      const seen: number[] = []
      while (seen.length < count) seen.push((await getZones()).status)
      return seen
    }

    it('plays the first that fits, each as often as it says', async () => {
      sandbox.addFault({ method: 'DELETE', status: 418 })
      sandbox.addFault({ path: '/eu-west-1/', status: 418 })
      sandbox.addFault({ method: 'GET', path: '/us-east-1/', times: 2, status: 503 })
      sandbox.addFault({ status: 500 })
      assert.deepEqual(await statuses(4), [503, 503, 500, 200])
    })

    for (const times of [Infinity, null]) {
      it(`plays on until cleared when times is ${times}`, async () => {
        sandbox.addFault({ times, status: 503 })
        assert.deepEqual(await statuses(3), [503, 503, 503])
        sandbox.clearFaults()
        assert.deepEqual(await statuses(1), [200])
      })
    }

    it('refuses what would do nothing, or two things', () => {
      const bad = [{ statsu: 500 }, { method: 'GET' }, { malformed: true, oversize: true }, null]
      for (const fault of bad) {
        assert.throws(() => sandbox.addFault(fault as Fault), TypeError)
      }
    })
  })
})
