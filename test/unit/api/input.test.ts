import assert from 'node:assert/strict'
import { createClient } from '../../../src/api/client.ts'
import { parseBaseUrl } from '../../../src/api/baseUrl.ts'
import { encodeProvider } from '../../../src/api/requests.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { useSandbox } from '../useSandbox.ts'
import { clientOf, failureOf, operations, pool, region } from './helpers.ts'

/** Checks that something throws `invalidInput` with a field and a code, there and then. */
function assertRefused(run: () => unknown, field: string, code: string) {
  assert.throws(run, (error: unknown) => {
    assert.ok(error instanceof ApiError)
    assert.deepEqual(
      [error.kind, error.field, error.code, error.mayHaveTakenEffect],
      ['invalidInput', field, code, false],
    )
    return true
  })
}

describe('API client: The validation before a request', () => {
  const sandbox = useSandbox()

  describe('of the address', () => {
    const refused: [baseUrl: string, code: string][] = [
      ['', 'empty'],
      ['example.com', 'addressForm'],
      ['ftp://example.com', 'addressForm'],
      ['https:example.com', 'addressForm'],
      ['https://', 'addressForm'],
      ['https:////user:word@example.com', 'addressForm'],
      ['https://exa mple.com', 'addressForm'],
      ['https://example.com:99999', 'addressPort'],
      ['https://example.com:80a', 'addressPort'],
      ['https://example.com:0', 'addressPort'],
      ['https://example.com/a//b', 'addressPath'],
      ['https://example.com/a/../b', 'addressPath'],
      ['https://example.com/a/%2E%2e', 'addressPath'],
      ['http://example.com', 'addressInsecure'],
      ['HTTP://example.com', 'addressInsecure'],
      ['http://localhost.example.com', 'addressInsecure'],
      ['http://notlocalhost', 'addressInsecure'],
      ['http://0.0.0.0', 'addressInsecure'],
      ['http://[::2]', 'addressInsecure'],
      ['https://user:word@example.com', 'addressCredentials'],
      ['https://@example.com', 'addressCredentials'],
      ['http://localhost@example.com', 'addressCredentials'],
      ['https://example.com?a=b', 'addressQuery'],
      ['https://example.com/#', 'addressQuery'],
      ['https://exam\tple.com', 'addressCharacter'],
      ['https://example.com\\@evil.example', 'addressCharacter'],
      ['https://example.com/\u200B', 'addressCharacter'],
    ]
    for (const [baseUrl, code] of refused) {
      it(`rejects ${JSON.stringify(baseUrl)} as ${code}`, () =>
        assertRefused(() => createClient({ baseUrl, apiKey: 'a-key' }), 'baseUrl', code))
    }

    it('rejects http to an address of this computer that VS Code may request over a proxy', () => {
      for (const baseUrl of ['http://127.1.2.3', 'http://127.0.0.2:8080', 'http://[::ffff:7f00:1]'])
        assertRefused(
          () => createClient({ baseUrl, apiKey: 'a-key' }),
          'baseUrl',
          'addressInsecure',
        )
    })

    it('rejects what isn’t text', () => {
      for (const baseUrl of [undefined, null, 7, {}] as unknown as string[]) {
        assertRefused(() => createClient({ baseUrl, apiKey: 'a-key' }), 'baseUrl', 'empty')
      }
    })

    const accepted: [baseUrl: string, href: string][] = [
      ['https://example.com', 'https://example.com'],
      [' \thttps://example.com/ \r\n', 'https://example.com'],
      ['HTTPS://Example.COM:443/Path/', 'https://example.com/Path'],
      ['https://example.com:8443/a/b@c', 'https://example.com:8443/a/b@c'],
      ['https://example.com/v1', 'https://example.com'],
      ['https://example.com/gateway/v1/', 'https://example.com/gateway'],
      ['https://example.com/v1/v1', 'https://example.com'],
      ['https://example.com/V1', 'https://example.com/V1'],
      ['https://v1/v1', 'https://v1'],
      ['https://example.com/a.b/..c', 'https://example.com/a.b/..c'],
      ['https://bücher.example', 'https://xn--bcher-kva.example'],
      ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
      ['http://LOCALHOST:8080/', 'http://localhost:8080'],
      ['http://127.1', 'http://127.0.0.1'],
      ['http://[::1]:9', 'http://[::1]:9'],
    ]
    for (const [baseUrl, href] of accepted) {
      it(`accepts ${JSON.stringify(baseUrl)}`, () =>
        assert.deepEqual(parseBaseUrl(baseUrl), { origin: new URL(href).origin, href }))
    }
  })

  describe('of a header', () => {
    const refused: [value: string, code: string][] = [
      ['a\r\nInjected: yes', 'header'],
      ['a\u0000b', 'header'],
      ['a\u0085b', 'header'],
      ['schlüssel-🔑', 'header'],
    ]
    for (const [value, code] of refused) {
      it(`rejects ${JSON.stringify(value)} as ${code}`, () => {
        assertRefused(() => clientOf(sandbox, { apiKey: value }), 'apiKey', code)
        assertRefused(() => clientOf(sandbox, { projectUid: value }), 'projectUid', code)
      })
    }

    it('rejects an empty key', () => {
      for (const apiKey of ['', ' \t\r\n', undefined, null, 7] as string[]) {
        assertRefused(() => createClient({ baseUrl: sandbox.baseUrl, apiKey }), 'apiKey', 'empty')
      }
    })

    it('accepts white space around a pasted key', async () => {
      await clientOf(sandbox, { apiKey: `\n ${sandbox.apiKey}\r\n` }).listZones(region)
      assert.equal(sandbox.requests[0]?.headers['apikey'], sandbox.apiKey)
    })

    it('accepts a key of unusual characters', async () => {
      const apiKey = '$& "quoted" \\ %2F (a+)+ é ÿ'
      await failureOf(clientOf(sandbox, { apiKey }).listZones(region))
      assert.equal(sandbox.requests[0]?.headers['apikey'], apiKey)
    })
  })

  it('rejects a timeout that no timer can have', () => {
    for (const timeoutMs of [0, -1, NaN, Infinity, 2 ** 31]) {
      assertRefused(() => clientOf(sandbox, { timeoutMs }), 'timeoutMs', 'timeout')
    }
    assert.ok(clientOf(sandbox, { timeoutMs: 2 ** 31 - 1 }))
  })

  describe('of a path', () => {
    const names: [value: unknown, code: string][] = [
      ['', 'empty'],
      [undefined, 'empty'],
      [7, 'empty'],
      [' ', 'empty'],
      ['..', 'dots'],
      // A proxy that decodes these would delete a pool of another cloud config.
      ['../../66235aeae3a3bc7258b04299/machinePools/prod', 'dots'],
      ['a/./b', 'dots'],
      ['a\\..', 'dots'],
      ['a\nb', 'control'],
      ['a\uD800', 'malformed'],
    ]
    const providers: [value: unknown, code: string][] = [
      ...names,
      ['AWS', 'provider'],
      ['a/b', 'provider'],
      ['aws ', 'provider'],
      ['%2e%2e', 'provider'],
      ['cloudTypes', 'provider'],
      ['cloudTypes/x/y', 'provider'],
      ['x/cloudTypes/y', 'provider'],
      ['cloudTypes/', 'empty'],
      ['cloudTypes/..', 'dots'],
    ]
    const cases = [
      ...providers.map(([value, code]) => ({ field: 'provider', value, code })),
      ...['region', 'cloudAccountUid', 'configUid', 'machinePoolName'].flatMap((field) =>
        names.map(([value, code]) => ({ field, value, code })),
      ),
    ]
    for (const { field, value, code } of cases) {
      it(`rejects ${field} ${JSON.stringify(value) ?? 'left out'} as ${code}`, async () => {
        const client = clientOf(sandbox)
        const bad = { [field]: value }
        const attempts = [
          ...(field in region ? [client.listZones({ ...region, ...bad })] : []),
          ...(field in pool ? [client.deleteMachinePool({ ...pool, ...bad })] : []),
        ]
        assert.ok(attempts.length > 0)
        for (const attempt of attempts) {
          const error = await failureOf(attempt)
          assert.deepEqual([error.kind, error.code], ['invalidInput', code])
          assert.equal(error.mayHaveTakenEffect, false)
          assert.ok(error.message.startsWith(field))
        }
        assert.deepEqual(sandbox.requests, [])
      })
    }

    for (const provider of ['apache-cloudstack', 'x_1.2']) {
      it(`accepts the provider ${provider}`, () => assert.equal(encodeProvider(provider), provider))
    }
    it('accepts a custom cloud of any name', () =>
      assert.equal(encodeProvider('cloudTypes/My Cloud'), 'cloudTypes/My%20Cloud'))
  })

  for (const [name, run] of Object.entries(operations)) {
    it(`sends nothing after the caller has canceled, when ${name}`, async () => {
      const events: object[] = []
      const client = clientOf(sandbox, { onExchange: (event) => events.push(event) })
      const { kind, mayHaveTakenEffect } = await failureOf(run(client, AbortSignal.abort()))
      assert.deepEqual([kind, mayHaveTakenEffect], ['cancelled', false])
      assert.deepEqual(sandbox.requests, [])
      assert.deepEqual(events, [])
    })
  }
})
