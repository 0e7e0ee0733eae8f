import assert from 'node:assert/strict'
import { createClient } from '../../../src/api/client.ts'
import { findKeyExposure, type Environment } from '../../../src/api/keyExposure.ts'
import { failureOf } from './helpers.ts'
import { closeServers, serve } from './servers.ts'

const proxy = 'http://proxy.example:3128'
const loopback = 'http://127.0.0.1:8080/v1'

describe('API: The environment exposes the key', () => {
  afterEach(closeServers)

  const exposures: [url: string, environment: Environment][] = [
    ['https://api.example.com/v1', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['https://127.0.0.1/v1', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    [loopback, { NODE_USE_ENV_PROXY: '1', http_proxy: proxy }],
    [loopback, { NODE_USE_ENV_PROXY: 'true', HTTP_PROXY: proxy }],
    [loopback, { NODE_OPTIONS: '--no-warnings --use-env-proxy', HTTP_PROXY: proxy }],
    [loopback, { NODE_USE_ENV_PROXY: '1', http_proxy: proxy, no_proxy: 'localhost,127.0.0.1:80' }],
    [loopback, { NODE_USE_ENV_PROXY: '1', http_proxy: proxy, no_proxy: '127.0.0.0/8, .0.0.1' }],
    // Node.js reads the second variable only without the first.
    [loopback, { NODE_USE_ENV_PROXY: '1', http_proxy: proxy, no_proxy: '', NO_PROXY: '*' }],
  ]
  for (const [url, environment] of exposures) {
    it(`for ${url} with ${JSON.stringify(environment)}`, () => {
      assert.ok(findKeyExposure(url, environment))
    })
  }

  const harmless: [url: string, environment: Environment][] = [
    ['https://api.example.com/v1', {}],
    ['https://api.example.com/v1', { NODE_TLS_REJECT_UNAUTHORIZED: '1' }],
    ['https://api.example.com/v1', { NODE_USE_ENV_PROXY: '1', http_proxy: proxy }],
    [loopback, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    [loopback, { http_proxy: proxy }],
    [loopback, { NODE_USE_ENV_PROXY: '1' }],
    [loopback, { NODE_USE_ENV_PROXY: '1', https_proxy: proxy }],
    [loopback, { NODE_USE_ENV_PROXY: '1', http_proxy: proxy, NO_PROXY: 'localhost, 127.0.0.1' }],
    [loopback, { NODE_USE_ENV_PROXY: '1', http_proxy: proxy, no_proxy: '127.0.0.1:8080' }],
    ['http://[::1]/v1', { NODE_USE_ENV_PROXY: '1', http_proxy: proxy, no_proxy: '[::1]:80' }],
    [loopback, { NODE_USE_ENV_PROXY: '1', http_proxy: proxy, no_proxy: '*' }],
  ]
  for (const [url, environment] of harmless) {
    it(`not for ${url} with ${JSON.stringify(environment)}`, () => {
      assert.equal(findKeyExposure(url, environment), undefined)
    })
  }

  it('so that nothing is sent, by the variables at the time of each request', async () => {
    const server = await serve((_, response) => response.end('{"zones":[]}'))
    let environment: Environment = {}
    const { baseUrl } = server
    const client = createClient({ baseUrl, apiKey: 'a-key', environment: () => environment })
    const query = { provider: 'aws', region: 'us-east-1', cloudAccountUid: 'a' }
    await client.listZones(query)
    environment = { NODE_USE_ENV_PROXY: '1', http_proxy: proxy }
    const pool = { provider: 'aws', configUid: 'c', machinePoolName: 'p' }
    for (const request of [client.listZones(query), client.deleteMachinePool(pool)]) {
      const { kind, code, mayHaveTakenEffect } = await failureOf(request)
      const exposure = findKeyExposure(baseUrl, environment)
      assert.deepEqual([kind, code, mayHaveTakenEffect], ['tls', exposure, false])
    }
    assert.equal(server.received.length, 1)
  })
})
