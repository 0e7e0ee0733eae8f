import assert from 'node:assert/strict'
import { useSandbox } from '../useSandbox.ts'
import { clientOf, failureOf, pool } from './helpers.ts'
import { closeServers, serve } from './servers.ts'

const page = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body></body></html>'

describe('API client: the response to a deletion', () => {
  const sandbox = useSandbox()
  afterEach(closeServers)

  const pages: [what: string, type: string | undefined, body: string][] = [
    ['that calls itself text', 'text/plain', page],
    ['that calls itself JSON', 'application/json', page],
    ['that calls itself a file', 'application/octet-stream', page],
    ['without a type', undefined, page],
    ['behind a byte order mark and a comment', 'text/plain', `\ufeff\n<!-- proxy -->\n${page}`],
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

  for (const status of [460, 499]) {
    it(`says nothing of the pool if a gateway has stopped waiting: ${status}`, async () => {
      sandbox.addFault({ method: 'DELETE', status, afterEffect: true })
      const error = await failureOf(clientOf(sandbox).deleteMachinePool(pool))
      assert.deepEqual([error.status, error.mayHaveTakenEffect], [status, true])
    })
  }
})
