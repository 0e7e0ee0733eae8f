import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { accounts, configs, createData } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, fields, getRaw, poolPath, zonesPath } from './helpers.ts'

describe('Sandbox: service', () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = await startSandbox({ pathPrefix: '/gateway/api' })
  })
  afterEach(() => sandbox.close())

  const workers = poolPath(configs.checkout, 'worker-pool')
  const zones = zonesPath(accounts.awsProduction, 'us-east-1')
  const control = (method: string, path: string, body?: unknown) =>
    fetch(sandbox.baseUrl + path, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    })

  it('listens on loopback, with a key of its own each time', async () => {
    assert.match(sandbox.baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/gateway\/api$/)
    const other = await startSandbox()
    await other.close()
    assert.notEqual(sandbox.apiKey, other.apiKey)
  })

  it('answers under its path prefix only', async () => {
    assert.equal((await call(sandbox, 'GET', zones)).status, 200)
    const outside = new URL(zones, sandbox.baseUrl)
    const response = await fetch(outside, { headers: { ApiKey: sandbox.apiKey } })
    assert.equal(response.status, 404)
    const redirect = await getRaw(sandbox.baseUrl, '/gateway/api//v1')
    assert.deepEqual(redirect, [301, '/gateway/api/v1'])
  })

  it('records each request as it was received', async () => {
    const before = Date.now()
    const path = poolPath(configs.storefront, 'a/ü') + '?x=%20'
    await call(sandbox, 'DELETE', path, { ProjectUid: 'p' })
    const [request, ...others] = sandbox.requests
    assert.ok(request)
    assert.equal(others.length, 0)
    assert.equal(request.method, 'DELETE')
    assert.equal(request.url, `/gateway/api${path}`)
    assert.equal(request.headers['apikey'], sandbox.apiKey)
    assert.ok(request.rawHeaders.includes('ProjectUid'))
    assert.equal(request.body, '')
    assert.ok(request.at >= before && request.at <= Date.now())
  })

  it('is as at the start after a reset', async () => {
    await call(sandbox, 'DELETE', workers)
    sandbox.addFault({ status: 500 })
    assert.notDeepEqual(sandbox.data, createData())
    sandbox.reset()
    assert.deepEqual(sandbox.data, createData())
    assert.deepEqual(sandbox.requests, [])
    assert.equal((await call(sandbox, 'DELETE', workers)).status, 204)
  })

  it('destroys idle and stalled connections when it closes', async () => {
    const { port } = new URL(sandbox.baseUrl)
    const idle = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    await once(idle, 'connect')
    const idleClosed = once(idle, 'close')
    sandbox.addFault({ stall: 'afterHeaders' })
    const stalled = await call(sandbox, 'GET', zones)
    await sandbox.close()
    await assert.rejects(stalled.text(), TypeError)
    await idleClosed
    await assert.rejects(fetch(sandbox.baseUrl), TypeError)
  })

  it('rejects when the port is taken', async () => {
    const port = Number(new URL(sandbox.baseUrl).port)
    await assert.rejects(startSandbox({ port }), { code: 'EADDRINUSE' })
  })

  describe('control by another process', () => {
    it('adds and clears faults', async () => {
      assert.equal((await control('POST', '/sandbox/faults', { status: 503 })).status, 204)
      await control('POST', '/sandbox/faults', { status: 500 })
      assert.equal((await call(sandbox, 'GET', zones)).status, 503)
      assert.equal((await control('DELETE', '/sandbox/faults')).status, 204)
      assert.equal((await call(sandbox, 'GET', zones)).status, 200)
    })

    it('refuses a bad fault in words', async () => {
      const response = await control('POST', '/sandbox/faults', { statsu: 500 })
      assert.equal(response.status, 400)
      assert.match((await fields(response))['message'] ?? '', /statsu/)
    })

    it('tells the requests without any key, and not its own', async () => {
      const { apiKey } = sandbox
      await call(sandbox, 'GET', `${zones}&cloudAccountUid=${apiKey}`)
      await call(sandbox, 'GET', zones, { ApiKey: 'another-key' })
      const text = await (await control('GET', '/sandbox/requests')).text()
      assert.ok(!text.includes(apiKey) && !text.includes('another-key'))
      const requests = JSON.parse(text) as { url: string; headers: { apikey: string } }[]
      assert.deepEqual(
        requests.map(({ url, headers }) => [url, headers.apikey]),
        [
          [`/gateway/api${zones}&cloudAccountUid=<API_KEY>`, '<API_KEY>'],
          [`/gateway/api${zones}`, '<API_KEY>'],
        ],
      )
    })

    it('resets', async () => {
      await call(sandbox, 'DELETE', workers)
      assert.equal((await control('POST', '/sandbox/reset')).status, 204)
      assert.deepEqual(sandbox.data, createData())
    })
  })
})
