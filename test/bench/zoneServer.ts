// A service that lists as many zones as the name of the region says. In a process of its own, so that
// its work does not count; it prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const bodies = new Map<string, Buffer>()

const server = createServer((request, response) => {
  const count = /\/regions\/zones-(\d+)\//.exec(request.url ?? '')?.[1] ?? '0'
  const body = bodies.get(count) ?? zones(Number(count))
  bodies.set(count, body)
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.byteLength,
  })
  response.end(body)
})
server.keepAliveTimeout = 600_000 // longer than anything that a busy machine takes between two requests
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

function zones(count: number): Buffer {
  const list = Array.from({ length: count }, (_, nth) => ({
    name: `eu-central-1${String.fromCharCode(97 + (nth % 26))}`,
    state: nth % 50 === 0 ? 'impaired' : 'available',
    zoneId: `euc1-az${nth}`,
  }))
  return Buffer.from(JSON.stringify({ zones: list }))
}
