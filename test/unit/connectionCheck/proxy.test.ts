import assert from 'node:assert/strict'
import { proxyFor, type ProxySettings } from '../../../src/features/connectionCheck/proxy.ts'

const url = 'https://api.example.com/gateway'
type Environment = Record<string, string>

describe('Connection check: the proxy of an address', () => {
  const cases: [
    what: string,
    address: string,
    settings: ProxySettings,
    environment: Environment,
    expected: object,
  ][] = [
    ['nothing is set', url, {}, {}, { kind: 'none' }],
    ['the setting is empty', url, { proxy: ' ' }, {}, { kind: 'none' }],
    [
      'the setting comes first',
      url,
      { proxy: 'http://one:3128' },
      { HTTPS_PROXY: 'http://two:3128' },
      { kind: 'proxy', address: 'http://one:3128', from: 'setting' },
    ],
    [
      'the environment comes next',
      url,
      {},
      { HTTPS_PROXY: 'http://two:3128', HTTP_PROXY: 'http://three' },
      { kind: 'proxy', address: 'http://two:3128', from: 'environment' },
    ],
    [
      'the one for http does for https',
      url,
      {},
      { http_proxy: 'three:3128' },
      { kind: 'proxy', address: 'http://three:3128', from: 'environment' },
    ],
    [
      'the one for https does not do for http',
      'http://api.example.com',
      {},
      { HTTPS_PROXY: 'two' },
      { kind: 'none' },
    ],
    [
      'its name and password are not told',
      url,
      { proxy: 'http://user:secret@one:3128/path?secret' },
      {},
      { kind: 'proxy', address: 'http://one:3128', from: 'setting' },
    ],
    [
      'nor where the scheme is missing',
      url,
      {},
      { https_proxy: 'user:secret@two:3128' },
      { kind: 'proxy', address: 'http://two:3128', from: 'environment' },
    ],
    [
      'nor where it cannot be read',
      url,
      { proxy: 'http://user:sec ret@:x' },
      {},
      { kind: 'unreadable', from: 'setting' },
    ],
    [
      'it is off',
      url,
      { proxy: 'http://one', proxySupport: 'off' },
      { HTTPS_PROXY: 'two' },
      { kind: 'off' },
    ],
    [
      'this machine is reached without',
      'http://127.0.0.1:4010',
      { proxy: 'http://one' },
      {},
      { kind: 'loopback' },
    ],
    [
      'but not at another of its addresses',
      'https://127.0.0.2',
      { proxy: 'http://one' },
      {},
      { kind: 'proxy', address: 'http://one', from: 'setting' },
    ],
  ]
  for (const [what, address, settings, environment, expected] of cases) {
    it(what, () => {
      assert.deepEqual(proxyFor(new URL(address), settings, environment), expected)
    })
  }

  const exceptions: [list: string, excepted: boolean][] = [
    ['*', true],
    ['api.example.com', true],
    ['.example.com', true],
    ['*.example.com', true],
    ['example.com', true],
    ['other.org, Example.COM', true],
    ['example.com:443', true],
    ['example.com:8443', false],
    ['ample.com', false],
    ['api.example.com.org', false],
    ['', false],
  ]
  for (const [list, excepted] of exceptions) {
    const expected = excepted ? 'excepted' : 'proxy'
    it(`has exceptions: “${list}” is ${expected}`, () => {
      const environment = { HTTPS_PROXY: 'one', NO_PROXY: list }
      assert.equal(proxyFor(new URL(url), {}, environment).kind, expected)
      const settings = { proxy: 'one', noProxy: list.split(',') }
      if (list !== '') assert.equal(proxyFor(new URL(url), settings, {}).kind, expected)
    })
  }

  const ofIpv6: [list: string, excepted: boolean][] = [
    ['fd00::1', true],
    ['FD00:0::1', true],
    ['[fd00::1]', true],
    ['[fd00::1]:8443', true],
    ['[fd00::1]:443', false],
    ['fd00::2', false],
    ['fd00:', false],
  ]
  for (const [list, excepted] of ofIpv6) {
    const expected = excepted ? 'excepted' : 'proxy'
    it(`has exceptions of IPv6: “${list}” is ${expected}`, () => {
      const environment = { HTTPS_PROXY: 'one', NO_PROXY: list }
      const url6 = new URL('https://[fd00::1]:8443')
      assert.equal(proxyFor(url6, {}, environment).kind, expected)
    })
  }
})
