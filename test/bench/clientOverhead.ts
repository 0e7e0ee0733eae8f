import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ofetch } from 'ofetch'
import type * as client from '../../src/api/client.ts'
import { root } from '../host/paths.ts'
import { temporaryDirectory } from '../host/processes.ts'
import { alternately, ratios, type Results, sampleCount, summary } from './samples.ts'

/** How many requests each side sends one after another, over all samples. */
const inTurn = 500
const atOnce = 64
/** How many each side sends before, unmeasured. */
const warmUp = 1_280
const apiKey = 'bench-key-0123456789abcdef'

/** The client beside ofetch, which it is built on, and bare `fetch` and `JSON.parse`, on the same server. */
export async function listZones(): Promise<Results> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'zoneServer.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer]
    const baseUrl = `http://127.0.0.1:${port.toString().trim()}`
    const { createClient } = await bundledClient()
    const service = createClient({ baseUrl, apiKey })
    const query = (count: number) => ({
      provider: 'aws',
      region: `zones-${count}`,
      cloudAccountUid: '5f1a2b3c4d5e6f7a8b9c0d1e',
    })
    const ours = (count: number) => service.listZones(query(count))
    const bare = (count: number) => bareFetch(baseUrl, query(count))
    const alone = (count: number) => ofetchAlone(baseUrl, query(count))
    /** Each sample is the median of some, taken in turns: what else the machine does meets both. */
    const compare = async (
      [list, other]: readonly [List, List],
      count: number,
      times: number,
      simultaneous: number,
    ) => {
      const together = (one: List) => () =>
        Promise.all(Array.from({ length: simultaneous }, () => one(count)))
      const both = [together(list), together(other)] as const
      // Until it is compiled, and connections are there.
      await alternately(Math.ceil(warmUp / simultaneous), ...both)
      const samples: [number[], number[]] = [[], []]
      for (let nth = 0; nth < sampleCount; nth++) {
        const taken = await alternately(times, ...both)
        for (const which of [0, 1] as const) samples[which].push(summary(taken[which]).median)
      }
      return ratios(...samples)
    }
    const each = Math.ceil(inTurn / sampleCount)
    return {
      zones10: await compare([ours, alone], 10, each, 1),
      zones10AtOnce: await compare([ours, alone], 10, 40, atOnce),
      ofetch10: await compare([alone, bare], 10, each, 1),
      ofetch10AtOnce: await compare([alone, bare], 10, 40, atOnce),
      zones10000: await compare([ours, bare], 10_000, each, 1),
      zones10000AtOnce: await compare([ours, bare], 10_000, 3, atOnce),
    }
  } finally {
    server.kill()
  }
}

type List = (count: number) => Promise<unknown>
type Query = Parameters<client.Client['listZones']>[0]

const headers = { Accept: 'application/json', ApiKey: apiKey }

/** The least that anybody would write. */
async function bareFetch(baseUrl: string, query: Query): Promise<unknown> {
  const response = await fetch(urlOf(baseUrl, query), { headers })
  return JSON.parse(await response.text())
}

/** The least that does not wait without end. */
async function ofetchAlone(baseUrl: string, query: Query): Promise<unknown> {
  return ofetch(urlOf(baseUrl, query), { headers, timeout: 30_000 })
}

function urlOf(baseUrl: string, { provider, region, cloudAccountUid }: Query): string {
  const path = `/v1/clouds/${encodeURIComponent(provider)}/regions/${encodeURIComponent(region)}/zones`
  return `${baseUrl}${path}?cloudAccountUid=${encodeURIComponent(cloudAccountUid)}`
}

/** The client as it is bundled for what ships. */
async function bundledClient(): Promise<typeof client> {
  const { path, remove } = temporaryDirectory()
  const outfile = join(path, 'client.cjs')
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ['src/api/client.ts'],
      outfile,
      bundle: true,
      minify: true,
      format: 'cjs',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['worker'],
      target: 'node20',
    })
    return createRequire(import.meta.url)(outfile) as typeof client
  } finally {
    remove()
  }
}
