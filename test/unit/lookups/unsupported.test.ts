import assert from 'node:assert/strict'
import { isUnsupported } from '../../../src/api/errors.ts'
import type { Fault } from '../../sandbox/service.ts'
import { useSandbox } from '../useSandbox.ts'
import { failureOf } from '../api/helpers.ts'
import { cases, lookupsOf } from './helpers.ts'

describe('Lookups: An unsupported lookup', () => {
  const sandbox = useSandbox()

  const whoAmI = (options = {}, signal?: AbortSignal) => lookupsOf(sandbox, options).whoAmI(signal)

  const unreadable: Record<string, Fault> = {
    'malformed JSON': { body: '{"zones":[{' },
    'too large': { body: `["${'x'.repeat(9 * 1024 ** 2)}"]` },
    'an empty 204': { status: 204 },
    '403': { status: 403 },
    '404': { status: 404 },
    'a 405 of a proxy': { status: 405, body: 'no', headers: { 'Content-Type': 'text/plain' } },
  }
  for (const [what, fault] of Object.entries(unreadable)) {
    it(`is recognized by ${what}`, async () => {
      sandbox.addFault(fault)
      assert.ok(isUnsupported(await failureOf(whoAmI())))
    })
  }

  const errors: Record<string, Fault> = {
    '400': { status: 400 },
    '401': { status: 401 },
    '401 that echoes the key': { echoKey: true },
    '408': { status: 408 },
    '429': { status: 429, headers: { 'Retry-After': '60' } },
    '500': { status: 500 },
    '501': { status: 501 },
    '503': { status: 503, headers: { 'Retry-After': '60' } },
    'an HTML page of a 502': {
      status: 502,
      body: '<p>Bad gateway',
      headers: { 'Content-Type': 'text/html', 'Retry-After': '60' },
    },
    'a cut': { cut: 'midBody', times: 2 },
    'a redirect': { redirect: 'https://sign-in.example/' },
  }
  for (const [what, fault] of Object.entries(errors)) {
    it(`isn’t suggested by ${what}`, async () => {
      sandbox.addFault(fault)
      const error = await failureOf(whoAmI())
      assert.ok(!isUnsupported(error), error.kind)
      assert.ok(!`${error.stack} ${JSON.stringify(error)}`.includes(sandbox.apiKey))
    })
  }

  it('isn’t suggested by a wrong key', async () => {
    for (const { run } of Object.values(cases)) {
      const error = await failureOf(run(lookupsOf(sandbox, { apiKey: 'wrong' })))
      assert.deepEqual([error.kind, isUnsupported(error)], ['unauthorized', false])
    }
  })
})
