import { strict as assert } from 'node:assert'
import { mayBeProxied, readProxySettings } from '../../../src/features/connectionCheck/proxy.ts'
import { unresolvableHost } from '../../faults/fault.ts'
import { check, lineIn } from './findings.ts'

const url = 'https://api.example.com/gateway'
const proxy = 'http://proxy.example:3128'

describe('Check Connection: A host that is excepted from the proxy', () => {
  const read = (
    settings: Readonly<Record<string, unknown>>,
    environment: Readonly<Record<string, string>> = {},
  ) => readProxySettings({ get: (name) => settings[name] }, environment)

  type Case = [what: string, ...Parameters<typeof read>]
  const cases: Case[] = [
    ['by its name', { 'http.proxy': proxy, 'http.noProxy': ['api.example.com'] }],
    ['by its domain', { 'http.proxy': proxy, 'http.noProxy': ['.example.com'] }],
    ['with all others', { 'http.proxy': proxy, 'http.noProxy': ['*'] }],
    ['in the environment', {}, { https_proxy: proxy, NO_PROXY: 'localhost,api.example.com' }],
    ['in the environment, in small letters', {}, { HTTPS_PROXY: proxy, no_proxy: 'example.com' }],
    ['as fetch has no proxy', { 'http.proxy': proxy, 'http.fetchAdditionalSupport': false }],
  ]
  for (const [what, settings, environment] of cases) {
    it(`isn’t requested over it: ${what}`, () => {
      assert.equal(mayBeProxied(url, read(settings, environment)), false)
    })
  }

  it('is the reason of a failure if it doesn’t resolve', async () => {
    const settings = { 'http.proxy': proxy, 'http.noProxy': [unresolvableHost] }
    const report = await check(
      { baseUrl: `https://${unresolvableHost}`, apiKey: 'a-key' },
      { proxy: read(settings) },
    )
    assert.equal(lineIn(report, 'DNS').outcome, 'failed')
  })
})
