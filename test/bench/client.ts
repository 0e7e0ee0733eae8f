import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ofetch } from 'ofetch'
import { createClient } from '../../src/api/client.ts'
import { measureAlternately, summarizeRatios, sampleCount, summarize } from './samples.ts'
import type { Results } from './table.ts'

const apiKey = 'bench-key-0123456789abcdef'
const headers = { Accept: 'application/json', ApiKey: apiKey }
const zones = Array.from({ length: 10 }, (_, nth) => {
  return { name: `eu-central-1${'abcdefghij'[nth]}`, state: 'available', zoneId: `euc1-az${nth}` }
})

/** The client beside ofetch, which it is built on, on the same server. */
export async function measureListZones(): Promise<Results> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ zones }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `${baseUrl}/v1/clouds/aws/regions/eu-central-1/zones?cloudAccountUid=a`
  const query = { provider: 'aws', region: 'eu-central-1', cloudAccountUid: 'a' }
  const service = createClient({ baseUrl, apiKey })
  const ours = () => service.listZones(query)
  const alone = () => ofetch<unknown>(url, { headers, timeout: 30_000 })
  await measureAlternately(300, ours, alone) // until it is compiled, and connections are there
  const medians: [number[], number[]] = [[], []]
  // Each sample is the median of some, taken in turns: what else the machine does meets both.
  for (let nth = 0; nth < sampleCount; nth++) {
    const taken = await measureAlternately(100, ours, alone)
    for (const which of [0, 1] as const) medians[which].push(summarize(taken[which]).median)
  }
  server.closeAllConnections()
  server.close()
  return { zones10: summarizeRatios(...medians) }
}
