import assert from 'node:assert/strict'
import { useSandbox } from '../useSandbox.ts'
import { clientOf, failureOf, pool } from './helpers.ts'
import { closeServers, serve } from './servers.ts'

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

const page = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body></body></html>'

describe('API client: The response to a deletion', () => {
  const sandbox = useSandbox()
  afterEach(closeServers)

  const pages: [what: string, type: string | undefined, body: string | Buffer][] = [
    ['that calls itself text', 'text/plain', page],
    ['that calls itself JSON', 'application/json', page],
    ['that calls itself a file', 'application/octet-stream', page],
    ['without a type', undefined, page],
    ['behind a byte order mark and a comment', 'text/plain', `\ufeff\n<!-- proxy -->\n${page}`],
    ['in UTF-16', 'text/plain', utf16(page)],
    [
      'in UTF-16, big-endian, without a byte order mark',
      'text/plain',
      utf16(page).subarray(2).swap16(),
    ],
    ['behind a zero-width space', 'text/plain', `\u200b${page}`],
    ['behind more white space than is read', 'text/plain', ' '.repeat(2048) + page],
    ['within a JSON text', 'application/json', JSON.stringify(page)],
    ['behind a guard against scripts', 'text/plain', `)]}'\n${page}`],
    ['behind a long text', 'text/plain', `${'x'.repeat(1100)}${page}`],
    ['with nothing but a link', 'text/plain', 'Please <a href=/login>sign in</a>'],
    ['that begins with a script', 'text/plain', ' \n// \n<script>location="/login"</script>'],
    ['by its type alone', 'text/html', 'OK'],
    ['in capitals', 'text/plain', '<HTML><BODY>Sign in</BODY></HTML>'],
  ]
  for (const [what, type, body] of pages) {
    it(`says nothing of the pool if it is a web page ${what}`, async () => {
      const headers = type === undefined ? {} : { 'Content-Type': type }
      const server = await serve((_, response) => response.writeHead(200, headers).end(body))
      const error = await failureOf(clientOf(server).deleteMachinePool(pool))
      assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['invalidResponse', true])
      assert.equal(server.received.length, 1)
    })
  }

  const errors = [
    '{"code":"OperationForbidden","message":"no"}',
    `{"message":"${'long '.repeat(400)}","code":"Internal"}`,
    '{"Code":"AccessDenied"}',
    '[{"code":"Forbidden"}]',
    '{"error":"Forbidden"}',
    '{"errors":[{"message":"no"}]}',
    '{"success":false}',
    `)]}'\n{"code":"OperationForbidden"}`,
    '{"details":{},"code":"OperationForbidden","mess',
    '{"metadata":{"name":"gpu"},"spec":{',
    'upstream connect error or disconnect/reset before headers',
    'The machine pool could not be deleted',
    '"Forbidden"',
    'false',
    '502',
    '{"message":"Forbidden"}',
    '{"detail":"Authentication credentials were wrong."}',
    '{"status":502,"title":"Bad Gateway"}',
    '{"statusCode":"503"}',
    '{"status":"error","data":null}',
    '{"error_code":"E1"}',
    '{"fault":{"faultstring":"Invalid key"}}',
    '{"a":{"b":{"error":"x"}}}',
    '{"metadata":{"name":"gpu"},"items":[1,"code"]}',
    'Sign in to complete your request.',
    'Access restricted. Click OK to continue.',
    '{"success":"false"}',
    '{"status":false}',
    '{"deleted":false}',
    '{"state":"failed"}',
    '{"description":"Forbidden"}',
    '{"errcode":403,"errmsg":"no"}',
    '{"failed":true,"status":"ok"}',
    '{"redirect":"https://login"}',
    '["Forbidden"]',
    'Deletion not accepted',
    'Machine pool isn’t deleted',
    'Request partially completed',
    'Request removed',
    '{"code":0,"message":"Pool not removed"}',
    '{"statusCode":200,"body":"Forbidden"}',
    '{"status":"ok","authenticated":false}',
    '{"status":"success","data":["Forbidden"]}',
    '{"data":{"result":{"code":"Forbidden"}}}',
    '\ufffd\ufffd',
    '['.repeat(30_000),
    '['.repeat(30_000) + ']'.repeat(30_000),
  ]
  for (const body of errors) {
    it(`says nothing of the pool if its body doesn’t say success, whatever its status: ${body.slice(0, 48)}`, async () => {
      const server = await serve((_, response) => response.writeHead(200).end(body))
      const error = await failureOf(clientOf(server).deleteMachinePool(pool))
      assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['invalidResponse', true])
    })
  }

  for (const status of [400, 401, 403, 404, 409, 429]) {
    it(`says nothing of the pool if a proxy refuses it with a web page: ${status}`, async () => {
      const headers = { 'Content-Type': 'text/html' }
      const server = await serve((_, response) => response.writeHead(status, headers).end(page))
      const error = await failureOf(clientOf(server).deleteMachinePool(pool))
      assert.deepEqual([error.status, error.mayHaveTakenEffect], [status, true])
    })
  }

  for (const point of ['afterHeaders', 'midBody'] as const) {
    for (const fault of [{ stall: point }, { cut: point }]) {
      it(`says nothing of the pool if its body stalls or breaks: ${JSON.stringify(fault)}`, async () => {
        sandbox.addFault({ method: 'DELETE', status: 200, ...fault })
        const error = await failureOf(clientOf(sandbox).deleteMachinePool(pool))
        assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['invalidResponse', true])
      })
    }
  }

  const successes = [
    '{"error":null,"errors":[],"success":true,"code":""}',
    '{"result":{"code":"OK"}}',
    '{"status":{"code":200}}',
    '{"code":0,"message":"ok"}',
    '[]',
    '{}',
    'null',
    'Deleted',
    'The deletion was accepted.',
    ' \n',
    '"OK"',
    '{"message":"Machine pool is being deleted."}',
    '{"status":"success","data":{"name":"default-pool"}}',
    '{"status":{"state":"Deleting","errors":[]},"error":"none"}',
  ]
  for (const body of successes) {
    it(`is a success if its body says so, or nothing: ${body}`, async () => {
      const server = await serve((_, response) => response.end(body))
      await clientOf(server).deleteMachinePool(pool)
    })
  }

  for (const status of [200, 204]) {
    it(`is a success if it has no body, whatever type it announces: ${status}`, async () => {
      const headers = { 'Content-Type': 'text/html' }
      const server = await serve((_, response) => response.writeHead(status, headers).end())
      await clientOf(server).deleteMachinePool(pool)
    })
  }

  for (const status of [408, 460, 499, 300, 303, 304]) {
    it(`says nothing of the pool if a gateway has stopped waiting, or it may report what was done: ${status}`, async () => {
      sandbox.addFault({ method: 'DELETE', status, afterEffect: true })
      const error = await failureOf(clientOf(sandbox).deleteMachinePool(pool))
      assert.deepEqual([error.status, error.mayHaveTakenEffect], [status, true])
    })
  }

  for (const status of [301, 302, 307, 308]) {
    it(`is a refusal if it asks to send the request elsewhere: ${status}`, async () => {
      sandbox.addFault({ method: 'DELETE', status })
      const error = await failureOf(clientOf(sandbox).deleteMachinePool(pool))
      assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['redirected', false])
    })
  }

  for (const status of [409, 410]) {
    it(`says nothing of the pool if a browser may have sent the request twice: ${status}`, async () => {
      for (const isBrowser of [true, false]) {
        sandbox.addFault({ method: 'DELETE', status })
        const client = clientOf(sandbox, { isBrowser })
        const error = await failureOf(client.deleteMachinePool(pool))
        assert.deepEqual([error.status, error.mayHaveTakenEffect], [status, isBrowser])
      }
    })
  }
})
