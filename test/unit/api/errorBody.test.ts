import assert from 'node:assert/strict'
import { useSandbox } from '../useSandbox.ts'
import { clientOf, failureOf, operations } from './helpers.ts'

describe('API client: The reader of error bodies', () => {
  const sandbox = useSandbox()

  const json = 'application/json'
  const cases: [
    what: string,
    body: string,
    type: string,
    message?: string | undefined,
    code?: string,
  ][] = [
    ['code and message', '{"code":"PoolBusy","message":"In use"}', json, 'In use', 'PoolBusy'],
    ['details without a message', '{"code":"A","details":"c"}', json, 'c', 'A'],
    ['details beside an empty message', '{"message":" ","details":"c"}', json, 'c'],
    ['a code only', '{"code":"PoolBusy"}', json, undefined, 'PoolBusy'],
    ['a number for a code', '{"code":42,"message":"x"}', json, 'x', '42'],
    ['objects', '{"code":{},"message":["x"]}', json],
    ['malformed JSON', '{"message":"In', json],
    ['plain text', ' upstream is busy\n', 'text/plain', 'upstream is busy'],
    ['a page by its type', 'Sign in', 'text/html; charset=utf-8'],
    ['a page by its looks', '\n <!DOCTYPE html><p>Sign in', 'text/plain'],
    ['a page in a message', '{"code":"E","message":"<html>Sign in"}', json, undefined, 'E'],
    ['a pointed bracket', '{"message":"size must be <5"}', json, 'size must be <5'],
    ['several lines', '{"message":" a\\r\\n\\tb\\u2028c  d "}', json, 'a b c d'],
    ['control characters', '{"message":"a\\u0000\\u001b[31mb\\u0085c"}', json, 'a [31mb c'],
    [
      'characters that turn the direction',
      '{"message":"a\\u202Eb\\u2066c\\u200Bd"}',
      json,
      'a b c d',
    ],
    ['names of what objects inherit', '{"__proto__":{"message":"x"},"toString":1}', json],
  ]
  for (const [what, body, type, message, code] of cases) {
    it(`reads ${what}`, async () => {
      for (const run of Object.values(operations)) {
        sandbox.addFault({ status: 409, body, headers: { 'Content-Type': type } })
        const error = await failureOf(run(clientOf(sandbox)))
        assert.deepEqual(
          [error.kind, error.status, error.serviceMessage, error.code],
          ['conflict', 409, message, code],
        )
        assert.ok(error.message.endsWith(message ?? error.code ?? 'conflict'))
      }
    })
  }

  const lengths: [what: string, message: string, shown: string][] = [
    ['300 characters whole', 'x'.repeat(300), 'x'.repeat(300)],
    ['more of them cut', 'x'.repeat(301), `${'x'.repeat(299)}…`],
    ['no half of an emoji', `${'x'.repeat(298)}😀😀`, `${'x'.repeat(298)}…`],
    ['what 300 characters become', ` ${'x'.repeat(300)} `, 'x'.repeat(300)],
  ]
  for (const [what, message, shown] of lengths) {
    it(`shows ${what}`, async () => {
      sandbox.addFault({ status: 400, body: JSON.stringify({ message }) })
      const error = await failureOf(operations.deleting(clientOf(sandbox)))
      assert.equal(error.serviceMessage, shown)
    })
  }

  it('shows only codes that are short', async () => {
    sandbox.addFault({ status: 400, body: JSON.stringify({ code: 'x'.repeat(1000) }) })
    const { code } = await failureOf(operations.deleting(clientOf(sandbox)))
    assert.equal(code, `${'x'.repeat(59)}…`)
  })
})
