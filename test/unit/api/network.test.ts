import assert from 'node:assert/strict'
import type { Client } from '../../../src/api/client.ts'
import { clientOf, failureOf, operations, pool } from './helpers.ts'

/** An error as Node.js makes them, wrapped as fetch does. */
function fetchError(cause: object): Error {
  return new TypeError('fetch failed', { cause })
}
function systemError(code: string, syscall?: string): Error {
  return Object.assign(new Error(code), { code, ...(syscall && { syscall }) })
}

/** A client whose fetch rejects, with no time left for a second try. */
function failing(error: unknown): Client {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors
  const fetch = () => Promise.reject(error)
  return clientOf({ baseUrl: 'https://example.com' }, { fetch, timeoutMs: 400 })
}

// What real sockets can show is in the fault matrix; here is the rest.
describe('API client: A failure below HTTP', () => {
  for (const [name, run] of Object.entries(operations)) {
    describe(`proves that nothing was sent, when ${name},`, () => {
      const neverConnected = [
        fetchError(systemError('ETIMEDOUT', 'connect')),
        fetchError(systemError('UND_ERR_CONNECT_TIMEOUT')),
        // Every address of a name was tried.
        fetchError(new AggregateError([systemError('EHOSTUNREACH', 'connect')])),
        // A proxy wants its password: for a tunnel, so nothing went through.
        fetchError(
          new Error('Request was cancelled.', {
            cause: Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), {
              code: 'UND_ERR_ABORTED',
            }),
          }),
        ),
      ]
      for (const [index, failed] of neverConnected.entries()) {
        it(`by the error of fetch (${index})`, async () => {
          const error = await failureOf(run(failing(failed)))
          assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['unreachable', false])
        })
      }
    })

    describe(`leaves open whether a request was sent, when ${name},`, () => {
      const maybe = name === 'deleting'

      it('if TLS fails at an unknown time', async () => {
        const failed = fetchError(systemError('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'))
        const error = await failureOf(run(failing(failed)))
        assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['tls', maybe])
      })

      const loop = new Error('of causes')
      loop.cause = loop
      const unclear: [failed: unknown, code?: string][] = [
        [fetchError(systemError('ECONNRESET', 'read')), 'ECONNRESET'],
        [fetchError(systemError('UND_ERR_SOCKET')), 'UND_ERR_SOCKET'],
        [new TypeError('Failed to fetch')], // all that a browser says
        [loop],
        [new DOMException('not by us', 'AbortError')],
        [undefined],
      ]
      for (const [index, [failed, code]] of unclear.entries()) {
        it(`by the error of fetch (${index})`, async () => {
          const error = await failureOf(run(failing(failed)))
          assert.deepEqual([error.kind, error.code], ['unreachable', code])
          assert.equal(error.mayHaveTakenEffect, maybe)
        })
      }
    })

    it(`is a response without a status, when ${name}`, async () => {
      const client = clientOf(
        { baseUrl: 'https://example.com' },
        { fetch: () => Promise.resolve(Response.error()) },
      )
      const error = await failureOf(run(client))
      assert.deepEqual([error.kind, error.status], ['invalidResponse', undefined])
      assert.equal(error.mayHaveTakenEffect, name === 'deleting')
    })
  }
})

// Web extensions share one worker, and any of them may add a `process` to it.
describe('API client: A client in a browser, whatever the worker’s globals are,', () => {
  const server = { baseUrl: 'https://example.com' }
  const { fetch } = globalThis
  after(() => {
    globalThis.fetch = fetch
  })

  it('sends no body with a deletion, which browsers would do over HTTP/2 only', async () => {
    const bodies: unknown[] = []
    globalThis.fetch = async (_, init) => {
      bodies.push(init?.body)
      return new Response(null, { status: 204 })
    }
    await clientOf(server, { isBrowser: true }).deleteMachinePool(pool)
    assert.deepEqual(bodies, [undefined])
  })

  it('leaves open what a deletion did if the response may be that to a second request', async () => {
    globalThis.fetch = async () => new Response('{}', { status: 409 })
    const client = clientOf(server, { isBrowser: true })
    const error = await failureOf(client.deleteMachinePool(pool))
    assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['conflict', true])
  })

  it('reports that the browser doesn’t explain a failure, unless there was a response', async () => {
    const failed = new TypeError('Failed to fetch')
    const broken = new ReadableStream({ start: (controller) => controller.error(failed) })
    const results = [Promise.reject(failed), Promise.resolve(new Response(broken))]
    for (const [index, code] of ['HIDDEN_BY_BROWSER', undefined].entries()) {
      globalThis.fetch = () => results[index]!
      const client = clientOf(server, { isBrowser: true, retries: false })
      const error = await failureOf(operations.listing(client))
      assert.deepEqual([error.kind, error.code], ['unreachable', code])
    }
  })
})
