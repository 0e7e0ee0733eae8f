import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { useSandbox } from '../useSandbox.ts'
import { clientOf, failureOf, pool } from './helpers.ts'
import { closeServers, eventually, serve, serveRaw } from './servers.ts'

describe('API client: A deletion is sent once', () => {
  const sandbox = useSandbox()
  afterEach(closeServers)

  it('if the connection is cut before the headers, after its effect', async () => {
    sandbox.addFault({ cut: 'beforeHeaders', afterEffect: true, times: Infinity })
    const error = await failureOf(clientOf(sandbox).deleteMachinePool(pool))
    assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['unreachable', true])
    assert.equal(sandbox.requests.length, 1)
  })

  for (const stall of ['afterHeaders', 'midBody'] as const) {
    it(`if it is rejected, and the caller cancels while the body stalls: ${stall}`, async () => {
      sandbox.addFault({ stall, status: 403 })
      const caller = new AbortController()
      const fetch: typeof globalThis.fetch = async (...request) => {
        const response = await globalThis.fetch(...request)
        setImmediate(() => caller.abort())
        return response
      }
      const client = clientOf(sandbox, { fetch })
      const error = await failureOf(client.deleteMachinePool(pool, caller.signal))
      assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['forbidden', false])
      assert.equal(sandbox.requests.length, 1)
    })

    it(`if it is rejected, and the body is cut: ${stall}`, async () => {
      sandbox.addFault({ cut: stall, status: 502 })
      const error = await failureOf(clientOf(sandbox).deleteMachinePool(pool))
      assert.deepEqual([error.kind, error.status], ['server', 502])
      assert.equal(error.mayHaveTakenEffect, true)
      assert.equal(sandbox.requests.length, 1)
    })
  }

  it('if the caller cancels after it was sent', async () => {
    sandbox.addFault({ stall: 'beforeHeaders', times: Infinity })
    const caller = new AbortController()
    const failing = failureOf(clientOf(sandbox).deleteMachinePool(pool, caller.signal))
    await eventually(() => sandbox.requests.length === 1)
    caller.abort()
    const error = await failing
    assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['cancelled', true])
    assert.equal(sandbox.requests.length, 1)
  })

  it('if the server says that it was sent to the wrong one, after which fetch would send it again', async () => {
    const server = await serve((_, response) => response.writeHead(421).end())
    const error = await failureOf(clientOf(server).deleteMachinePool(pool))
    assert.deepEqual([error.kind, error.status], ['rejected', 421])
    assert.equal(server.received.length, 1)
  })

  it('if it is redirected, which the message says', async () => {
    sandbox.addFault({ status: 307, headers: { Location: 'https://login.example.com/?a=b' } })
    const { message } = await failureOf(clientOf(sandbox).deleteMachinePool(pool))
    assert.match(message, /^DELETE [^ ]+: 307 redirected to https:\/\/login\.example\.com$/)
    assert.equal(sandbox.requests.length, 1)
  })

  it('if it is redirected in a browser, which hides the status', async () => {
    const hidden = Object.defineProperties(new Response(), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    })
    const client = clientOf(sandbox, { fetch: async () => hidden })
    const error = await failureOf(client.deleteMachinePool(pool))
    assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['redirected', true])
  })

  describe('over a connection that is cut', () => {
    const cuts: Record<string, (socket: Socket) => void> = {
      closed: (socket) => socket.end(),
      reset: (socket) => socket.resetAndDestroy(),
      'closed within the headers': (socket) => socket.end('HTTP/1.1 204 No Con'),
    }
    for (const [how, cut] of Object.entries(cuts)) {
      it(`${how}, after an earlier request`, async () => {
        const used = new Set<Socket>()
        const server = await serveRaw((socket) => {
          if (used.has(socket)) return cut(socket)
          used.add(socket)
          socket.write('HTTP/1.1 204 No Content\r\n\r\n')
        })
        const client = clientOf(server)
        // A pool of connections need not reuse one at the first chance.
        let sent = 0
        const error = await failureOf(
          (async () => {
            for (;;) {
              sent += 1
              await client.deleteMachinePool(pool)
            }
          })(),
        )
        assert.deepEqual([error.kind, error.mayHaveTakenEffect], ['unreachable', true])
        assert.ok(sent > 1)
        assert.equal(server.received.length, sent)
      })
    }
  })
})
