import assert from 'node:assert/strict'
import { clientOf, failureOf, operations } from './helpers.ts'
import { closeServers, serve } from './servers.ts'

describe('redirects', () => {
  afterEach(closeServers)

  for (const [name, run] of Object.entries(operations)) {
    for (const status of [300, 301, 302, 303, 307, 308]) {
      it(`${name}: a ${status} to another origin is not followed, but named`, async () => {
        const other = await serve((_, response) => response.end('{"zones":[]}'))
        const server = await serve((_, response) => {
          response.writeHead(status, { Location: `${other.baseUrl}/a/path?a=query` }).end()
        })
        const error = await failureOf(run(clientOf(server)))
        assert.equal(error.kind, 'redirected')
        assert.equal(error.status, status)
        assert.equal(error.redirectOrigin, other.baseUrl)
        assert.ok(error.message.includes(other.baseUrl))
        assert.equal(error.mayHaveTakenEffect, false)
        assert.deepEqual([server.received.length, other.connections], [1, 0])
      })

      it(`${name}: a ${status} within the origin is not followed either`, async () => {
        const server = await serve((_, response) =>
          response.writeHead(status, { Location: '/elsewhere' }).end('{"zones":[]}'),
        )
        const error = await failureOf(run(clientOf(server)))
        assert.equal(error.kind, 'redirected')
        assert.equal(error.redirectOrigin, server.baseUrl)
        assert.equal(server.received.length, 1)
      })
    }

    const locations: [location: string | undefined, origin: string | undefined][] = [
      [undefined, undefined],
      ['http://[', undefined],
      ['mailto:someone@example.com', undefined],
      ['//other.example/x', 'http://other.example'],
      ['https://user:word@other.example/x', 'https://other.example'],
    ]
    for (const [location, origin] of locations) {
      it(`${name}: Location ${location ?? 'missing'}`, async () => {
        const server = await serve((_, response) =>
          response.writeHead(302, location === undefined ? {} : { Location: location }).end(),
        )
        const error = await failureOf(run(clientOf(server)))
        assert.deepEqual([error.kind, error.redirectOrigin], ['redirected', origin])
        assert.ok(!('redirectOrigin' in error) || origin !== undefined)
        assert.equal(server.received.length, 1)
      })
    }

    it(`${name}: a redirect whose page never ends is not read`, async () => {
      const server = await serve((_, response) => {
        response.writeHead(302, { Location: '/' }).write('<html>')
      })
      assert.equal((await failureOf(run(clientOf(server)))).kind, 'redirected')
    })
  }
})
