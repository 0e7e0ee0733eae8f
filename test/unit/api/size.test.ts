import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { parseJson } from '../../../src/api/response.ts'
import { clientOf, failureOf, operations, region } from './helpers.ts'
import { closeServers, eventually, serve } from './servers.ts'

const MiB = 1024 * 1024

describe('API client: A large body', function () {
  this.timeout(30_000)

  afterEach(closeServers)

  /** Writes without end, but no faster than is read, and counts the bytes. */
  function pour(response: ServerResponse, text: string, sent: { bytes: number }) {
    const chunks = function* () {
      for (;;) {
        sent.bytes += text.length
        yield text
      }
    }
    // It fails when the client hangs up, which is what is hoped for.
    pipeline(chunks, response).catch(() => {})
  }

  it('may have 250,000 values, and not one more', () => {
    const listOf = (count: number) => `[${Array(count).fill('1').join()}]`
    assert.ok(parseJson(listOf(250_000)))
    assert.throws(() => parseJson(listOf(250_001)), /Too many values/)
    const objectsOf = (count: number) => `[${Array(count).fill('{"name":"a"}').join()}]`
    assert.ok(parseJson(objectsOf(125_000)))
    assert.throws(() => parseJson(objectsOf(125_001)), /Too many values/)
  })

  it('with more values than any service lists is rejected', async () => {
    const zones = '{"name":"a"},'.repeat(8 * 80_000)
    const server = await serve((_, response) => response.end(`{"zones":[${zones}{"name":"b"}]}`))
    const error = await failureOf(clientOf(server).listZones(region))
    assert.deepEqual([error.kind, error.status], ['invalidResponse', 200])
  })

  it('with more values than any service nests is rejected before it is parsed, which takes long', () => {
    for (const [open, close] of ['[]', '{}']) {
      const text = open === '{' ? '{"a":'.repeat(250_001) : '['.repeat(250_001)
      assert.throws(() => parseJson(`${text}1${close!.repeat(250_001)}`), /Too many values/)
    }
  })

  it('without end closes the connection', async () => {
    const sent = { bytes: 0 }
    const server = await serve((_, response) => pour(response, ' '.repeat(MiB), sent))
    const error = await failureOf(clientOf(server).listZones(region))
    assert.deepEqual([error.kind, error.code], ['invalidResponse', 'tooLarge'])
    await eventually(() => server.open() === 0)
    assert.ok(sent.bytes < 64 * MiB) // 8, and what fits into the buffers between
  })

  it('without end closes the connection, also if it is compressed', async () => {
    const zeros = function* () {
      for (;;) yield Buffer.alloc(MiB)
    }
    const server = await serve((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' })
      pipeline(zeros, createGzip({ level: 1 }), response).catch(() => {})
    })
    const error = await failureOf(clientOf(server).listZones(region))
    assert.deepEqual([error.kind, error.code], ['invalidResponse', 'tooLarge'])
    await eventually(() => server.open() === 0)
  })

  it('of a deletion closes the connection, and says nothing of the pool', async () => {
    const sent = { bytes: 0 }
    const server = await serve((_, response) => pour(response, 'ok '.repeat(MiB / 3), sent))
    const error = await failureOf(operations.deleting(clientOf(server)))
    assert.equal(error.mayHaveTakenEffect, true)
    await eventually(() => server.open() === 0)
    assert.ok(sent.bytes < 64 * MiB)
  })

  for (const [name, run] of Object.entries(operations)) {
    it(`of an error closes the connection, and isn’t shown, when ${name}`, async () => {
      const sent = { bytes: 0 }
      const server = await serve((_, response) => {
        response.writeHead(403, { 'Content-Type': 'text/plain' })
        pour(response, 'go away '.repeat(MiB / 8), sent)
      })
      const error = await failureOf(run(clientOf(server)))
      assert.deepEqual([error.kind, error.serviceMessage], ['forbidden', undefined])
      assert.ok(!error.message.includes('go away'))
      await eventually(() => server.open() === 0)
      assert.ok(sent.bytes < 32 * MiB)
    })
  }
})
