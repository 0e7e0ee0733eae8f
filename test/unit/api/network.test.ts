import assert from 'node:assert/strict'
import type { Client } from '../../../src/api/client.ts'
import { clientOf, failureOf, operations } from './helpers.ts'
import { selfSigned, trusting, type Certificate } from './certificates.ts'
import { closeServers, deadUrl, serve, serveRaw } from './servers.ts'

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

describe('failures below HTTP', function () {
  // A resolver may take its time to say that a name is none.
  this.timeout(30_000)

  let valid: Certificate
  let expired: Certificate
  let elsewhere: Certificate
  before(async () => {
    valid = await selfSigned('127.0.0.1')
    expired = await selfSigned('127.0.0.1', -1)
    elsewhere = await selfSigned('127.0.0.2')
  })
  afterEach(closeServers)

  const reply: Parameters<typeof serve>[0] = (_, response) => response.end('{"zones":[]}')

  for (const [name, run] of Object.entries(operations)) {
    describe(`${name}: surely nothing was sent`, () => {
      it('nobody listens', async () => {
        const error = await failureOf(run(clientOf({ baseUrl: await deadUrl() })))
        assert.deepEqual([error.kind, error.code], ['unreachable', 'ECONNREFUSED'])
        assert.equal(error.mayHaveTakenEffect, false)
      })

      it('no such name', async () => {
        const error = await failureOf(run(clientOf({ baseUrl: 'https://no-such-host.invalid' })))
        assert.equal(error.kind, 'unreachable')
        assert.match(error.code ?? '', /^(ENOTFOUND|EAI_AGAIN)$/)
        assert.equal(error.mayHaveTakenEffect, false)
      })

      it('a port that fetch never connects to', async () => {
        const error = await failureOf(run(clientOf({ baseUrl: 'http://127.0.0.1:1' })))
        assert.deepEqual([error.kind, error.code], ['unreachable', 'BAD_PORT'])
        assert.equal(error.mayHaveTakenEffect, false)
      })

      const refusals: [
        what: string,
        certificate: () => Certificate,
        trusted: boolean,
        code: string,
      ][] = [
        ['a self-signed certificate', () => valid, false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
        ['an expired one', () => expired, true, 'CERT_HAS_EXPIRED'],
        ['one for another host', () => elsewhere, true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
      ]
      for (const [what, certificate, trusted, code] of refusals) {
        it(what, async () => {
          const server = await serve(reply, certificate())
          await trusting(trusted ? [certificate()] : [], async () => {
            const error = await failureOf(run(clientOf(server)))
            assert.deepEqual([error.kind, error.code], ['tls', code])
            assert.equal(error.mayHaveTakenEffect, false)
          })
          assert.deepEqual(server.received, [])
          assert.equal(server.connections, 1) // refused for good: not tried again
        })
      }

      it('no TLS spoken there', async () => {
        const server = await serve(reply)
        const baseUrl = server.baseUrl.replace('http:', 'https:')
        const error = await failureOf(run(clientOf({ baseUrl })))
        assert.equal(error.kind, 'tls')
        assert.equal(error.mayHaveTakenEffect, false)
        assert.deepEqual([server.received, server.connections], [[], 1])
      })

      it('no common version of TLS', async () => {
        const server = await serve(reply, { ...valid, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })
        const error = await failureOf(run(clientOf(server)))
        assert.equal(error.kind, 'tls')
        assert.equal(error.mayHaveTakenEffect, false)
        assert.deepEqual(server.received, [])
      })

      it('a host name that TLS does not know, as fetch says it', async () => {
        const failed = fetchError(systemError('ERR_SSL_TLSV1_UNRECOGNIZED_NAME'))
        const error = await failureOf(run(failing(failed)))
        assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['tls', false])
      })

      it('TLS 1.2 asks for a certificate', async () => {
        const server = await serve(reply, { ...valid, requestCert: true, maxVersion: 'TLSv1.2' })
        await trusting([valid], async () => {
          const error = await failureOf(run(clientOf(server)))
          assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['tls', false])
        })
        assert.deepEqual(server.received, [])
      })

      const neverConnected = [
        fetchError(systemError('ETIMEDOUT', 'connect')),
        fetchError(systemError('EHOSTUNREACH', 'connect')),
        fetchError(systemError('UND_ERR_CONNECT_TIMEOUT')),
        // Every address of a name was tried.
        fetchError(
          Object.assign(
            new AggregateError([
              systemError('ENETUNREACH', 'connect'),
              systemError('ETIMEDOUT', 'connect'),
            ]),
            { code: 'ENETUNREACH' },
          ),
        ),
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
      for (const [nth, failed] of neverConnected.entries()) {
        it(`as fetch says it (${nth})`, async () => {
          const error = await failureOf(run(failing(failed)))
          assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['unreachable', false])
        })
      }
    })

    describe(`${name}: it may have been sent`, () => {
      const maybe = name === 'deleting'

      it('TLS 1.3 asks for a certificate: the client learns of it after it has sent', async () => {
        const server = await serve(reply, { ...valid, requestCert: true, rejectUnauthorized: true })
        await trusting([valid], async () => {
          const error = await failureOf(run(clientOf(server)))
          assert.match(error.kind, /^(tls|unreachable)$/)
          assert.equal(error.mayHaveTakenEffect, maybe)
        })
        assert.deepEqual(server.received, [])
      })

      it('TLS fails, as fetch says it', async () => {
        const failed = fetchError(systemError('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'))
        const error = await failureOf(run(failing(failed)))
        assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['tls', maybe])
      })

      const answers = {
        'what is not HTTP': 'SSH-2.0-OpenSSH_9.6\r\n',
        'a header without an end': `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`,
        'an impossible length': 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n',
        'an impossible status': 'HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n',
      }
      for (const [what, answer] of Object.entries(answers)) {
        it(what, async () => {
          const server = await serveRaw((socket) => socket.end(answer))
          const error = await failureOf(run(clientOf(server)))
          assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['invalidResponse', maybe])
          assert.equal(server.received.length, 1)
        })
      }

      const loop = new Error('of causes')
      loop.cause = loop
      const unclear: unknown[] = [
        fetchError(systemError('ECONNRESET', 'read')),
        fetchError(systemError('ETIMEDOUT', 'read')),
        fetchError(systemError('EPIPE', 'write')),
        fetchError(systemError('UND_ERR_SOCKET')),
        new TypeError('Failed to fetch'), // all that a browser says
        loop,
        new DOMException('not by us', 'AbortError'),
        'a text',
        undefined,
      ]
      for (const [nth, failed] of unclear.entries()) {
        it(`as fetch says it (${nth})`, async () => {
          const error = await failureOf(run(failing(failed)))
          assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['unreachable', maybe])
        })
      }
    })

    it(`${name}: an answer that says nothing, not even a status`, async () => {
      const client = clientOf(
        { baseUrl: 'https://example.com' },
        { fetch: () => Promise.resolve(Response.error()) },
      )
      const error = await failureOf(run(client))
      assert.deepEqual([error.kind, error.status], ['invalidResponse', undefined])
      assert.equal(error.mayHaveTakenEffect, name === 'deleting')
    })

    it(`${name}: works over TLS that is trusted`, async () => {
      const server = await serve(reply, valid)
      await trusting([valid], async () => {
        await run(clientOf(server))
      })
      assert.equal(server.received.length, 1)
    })
  }
})
