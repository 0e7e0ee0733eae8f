import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ofetch } from 'ofetch'
import { createClient } from '../../src/api/client.ts'
import { alternately, ratios, sampleCount, summary } from './samples.ts'
import type { Results } from './table.ts'

const apiKey = 'bench-key-0123456789abcdef'
const headers = { Accept: 'application/json', ApiKey: apiKey }

/** The client beside ofetch, which it is built on, on the same server. */
export async function listZones(): Promise<Results> {
  const bodies = new Map([10, 10_000].map((count) => [count, zonesOf(count)]))
  const server = createServer((request, response) => {
    const count = Number(/\/regions\/zones-(\d+)\//.exec(request.url ?? '')?.[1])
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(bodies.get(count))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service = createClient({ baseUrl, apiKey })
  const ours = (count: number) =>
    service.listZones({ provider: 'aws', region: `zones-${count}`, cloudAccountUid: 'a' })
  const alone = (count: number) => {
    const url = `${baseUrl}/v1/clouds/aws/regions/zones-${count}/zones?cloudAccountUid=a`
    return ofetch<unknown>(url, { headers, timeout: 30_000 })
  }
  const compare = async (count: number) => {
    const both = [() => ours(count), () => alone(count)] as const
    await alternately(300, ...both) // until it is compiled, and connections are there
    const medians: [number[], number[]] = [[], []]
    // Each sample is the median of some, taken in turns: what else the machine does meets both.
    for (let nth = 0; nth < sampleCount; nth++) {
      const taken = await alternately(30, ...both)
      for (const which of [0, 1] as const) medians[which].push(summary(taken[which]).median)
    }
    return ratios(...medians)
  }
  try {
    return { zones10: await compare(10), zones10000: await compare(10_000) }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function zonesOf(count: number): Buffer {
  const zones = Array.from({ length: count }, (_, nth) => ({
    name: `eu-central-1${String.fromCharCode(97 + (nth % 26))}`,
    state: 'available',
    zoneId: `euc1-az${nth}`,
  }))
  return Buffer.from(JSON.stringify({ zones }))
}
