import assert from 'node:assert/strict'
import {
  mayBeProxied,
  proxyVerdict,
  readProxySettings,
} from '../../../src/features/connectionCheck/proxy.ts'

const url = 'https://api.example.com/gateway'
type Values = Record<string, string>

/** The text of the line, where settings and environment have these values. */
function reportedProxies(settings: Values, environment: Values): string {
  const proxy = readSettings(settings, environment)
  return proxyVerdict(proxy, url, (text) => `‹${text}›`).text
}

function readSettings(settings: Values, environment: Values = {}) {
  return readProxySettings({ get: (name) => settings[name] }, environment)
}

describe('Check Connection: The check of proxies', () => {
  const none = /^No proxy is set\. /
  const cases: [what: string, settings: Values, environment: Values, expected: RegExp][] = [
    ['none', {}, { NO_PROXY: '*', PATH: '/bin' }, none],
    ['an empty one', { 'http.proxy': ' ' }, { HTTPS_PROXY: '' }, none],
    [
      'both kinds',
      { 'http.proxy': 'http://one:3128' },
      { https_proxy: 'two:3128' },
      /^Proxy settings: http\.proxy ‹http:\/\/one:3128›, https_proxy ‹http:\/\/two:3128›\. /,
    ],
    [
      'one that is off',
      { 'http.proxy': 'http://one', 'http.proxySupport': 'off' },
      {},
      /^Proxy settings: http\.proxy ‹http:\/\/one›\. .* don’t use a proxy because of http\.proxySupport\.$/,
    ],
    [
      'one that the host is excepted from',
      { 'http.proxy': 'http://one' },
      { NO_PROXY: 'localhost, example.com' },
      /^Proxy settings: http\.proxy ‹http:\/\/one›\. .* don’t use a proxy because of NO_PROXY\.$/,
    ],
  ]
  for (const [what, settings, environment, expected] of cases) {
    it(`lists the settings: ${what}`, () => {
      assert.match(reportedProxies(settings, environment), expected)
    })
  }

  for (const value of [
    'http://user:secret@one:3128/path?secret',
    'user:secret@one:3128',
    'http://user:sec ret@:x',
    'http://secret:1/2@one',
    'http://secret:1?2@one',
  ]) {
    it(`hides user names and passwords: ${value}`, () => {
      for (const text of [
        reportedProxies({ 'http.proxy': value }, {}),
        reportedProxies({}, { HTTP_PROXY: value }),
      ]) {
        assert.doesNotMatch(text, /user|sec/)
        assert.match(
          text,
          /^(Proxy settings: \S+ ‹http:\/\/one:3128›|The value of \S+ isn’t a valid URL)/,
        )
      }
    })
  }

  it('assumes no proxy for this computer, nor if proxies are off', () => {
    const settings = { 'http.proxy': 'http://one' }
    assert.ok(mayBeProxied(url, readSettings(settings)))
    assert.ok(!mayBeProxied('https://127.0.0.1', readSettings(settings)))
    assert.ok(!mayBeProxied(url, readSettings({ ...settings, 'http.proxySupport': 'off' })))
  })
})
