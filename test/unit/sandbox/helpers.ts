import { request } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import type { CloudAccount, CloudConfig } from '../../sandbox/data.ts'
import type { Sandbox } from '../../sandbox/service.ts'

/** The path of a deletion, each segment encoded as a careful client does. */
export function poolPath({ provider, uid }: CloudConfig, name: string): string {
  return `/v1/cloudconfigs/${provider}/${uid}/machinePools/${encodeURIComponent(name)}`
}

export function zonesPath({ provider, uid }: CloudAccount, region: string): string {
  return `/v1/clouds/${provider}/regions/${region}/zones?cloudAccountUid=${uid}`
}

export function call(
  sandbox: Sandbox,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(sandbox.baseUrl + path, {
    method,
    redirect: 'manual',
    headers: { ApiKey: sandbox.apiKey, ...headers },
  })
}

/** The fields of an error body, or of any other JSON object. */
export async function fields(response: Response): Promise<Record<string, string>> {
  return (await response.json()) as Record<string, string>
}

export interface Zone {
  name: string
  state?: string | null
  zoneId?: string
}

/** The ids of zones, in order; none counts as empty. */
export function sortedIds(zones: Zone[] = []): string[] {
  return zones.map(({ zoneId = '' }) => zoneId).sort()
}

export async function zonesOf(response: Response): Promise<Zone[]> {
  const { zones } = (await response.json()) as { zones: Zone[] }
  return zones
}

/** The status and Location of a GET whose path is sent as it is: fetch would tidy it up first. */
export function getRaw(
  baseUrl: string,
  path: string,
): Promise<[number | undefined, string | undefined]> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, agent: false }, (response) => {
      response.resume()
      resolve([response.statusCode, response.headers.location])
    })
      .on('error', reject)
      .end()
  })
}

/** Waits for a condition; mocha's time limit is the only one. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await turn()
}

/** The answer to a GET that succeeds, or to a POST where there is a body. */
export async function read<Value>(
  sandbox: Sandbox,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Value> {
  const response = await fetch(sandbox.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ApiKey: sandbox.apiKey, ...headers },
    body: body ?? null,
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Value
}

/** A page of a list, as far as the tests look at one. */
export interface Page {
  items: { metadata: { uid: string; name: string } }[]
  listmeta: { continue?: string; count: number; limit: number; offset: number }
}

export const searchPath = '/v1/dashboard/spectroclusters/search'
