import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ofetch } from 'ofetch'
import { createClient } from '../../src/api/client.ts'
import {
  measureAlternately,
  summarizeRatios,
  sampleCount,
  summarize,
  type Summary,
} from './samples.ts'

const apiKey = 'bench-key-0123456789abcdef'
const headers = { Accept: 'application/json', ApiKey: apiKey }
const zones = Array.from({ length: 10 }, (_, index) => ({
  name: `eu-central-1${'abcdefghij'[index]}`,
  state: 'available',
  zoneId: `euc1-az${index}`,
}))

/** The client compared with ofetch, on which it is based, with the same server. */
export async function measureListZones(): Promise<Summary> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ zones }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `${baseUrl}/v1/clouds/aws/regions/eu-central-1/zones?cloudAccountUid=a`
  const query = { provider: 'aws', region: 'eu-central-1', cloudAccountUid: 'a' }
  const service = createClient({ baseUrl, apiKey })
  const runClient = () => service.listZones(query)
  const runOfetch = () => ofetch<unknown>(url, { headers, timeout: 30_000 })
  await measureAlternately(300, runClient, runOfetch) // compiles the code, and opens connections
  const medians: [number[], number[]] = [[], []]
  // Each sample is the median of 100 alternate calls, so that other load affects both equally.
  for (let count = 0; count < sampleCount; count++) {
    const samples = await measureAlternately(100, runClient, runOfetch)
    for (const index of [0, 1] as const) medians[index].push(summarize(samples[index]).median)
  }
  server.closeAllConnections()
  server.close()
  return summarizeRatios(...medians)
}
