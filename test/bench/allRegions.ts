// npm run bench:regions
// How long List Zones in All Regions… takes beside the best that the limits of a connection allow.
import { pathToFileURL } from 'node:url'
import { ApiError, createClient } from '../../src/api/client.ts'
import { createLimit, mostAtOnce, mostStarts, windowMs } from '../../src/api/limit.ts'
import type { Result } from '../../src/inventory/cached.ts'
import { sweep } from '../../src/inventory/sweep.ts'
import { accounts } from '../sandbox/data.ts'
import { regionsOf } from '../sandbox/regions.ts'
import { startSandbox } from '../sandbox/service.ts'

/** One line of a bench. */
export interface BenchRow {
  what: string
  value: number
  /** What the value must not be greater than, where it is held to something. */
  most?: number
  unit: string
}

const latencyMs = 100
const runs = 15
const { provider, uid: cloudAccountUid } = accounts.awsProduction

/** Measures sweeps of all regions, each beside the best for the answers' time in the same run. */
export async function allRegions(): Promise<BenchRow[]> {
  const sandbox = await startSandbox({ latencyMs })
  const regions = regionsOf(provider).slice(0, 16)
  const ratios: number[] = []
  const times: number[] = []
  try {
    await sweepOf(regions.slice(0, 3)) // connections are open, code is warm
    for (let run = 0; run < runs; run += 1) {
      const answer = await timeOf(() => sweepOf(regions.slice(0, 1)))
      const taken = await timeOf(() => sweepOf(regions))
      times.push(taken)
      ratios.push(taken / best(regions.length, answer))
    }
  } finally {
    await sandbox.close()
  }
  const what = `${regions.length} regions at ${latencyMs} ms`
  return [
    { what: `${what}, median of ${runs}`, value: median(times), unit: 'ms' },
    {
      what: `${what}, of the best that the limits allow`,
      value: median(ratios),
      most: 1.2,
      unit: '×',
    },
  ]

  /** Each with a limit of its own, which has had no requests yet. */
  async function sweepOf(some: readonly string[]): Promise<void> {
    const client = createClient({ ...sandbox, limit: createLimit() })
    const { read } = await sweep(
      some,
      async (region, signal): Promise<Result<unknown>> => {
        try {
          const zones = await client.listZones({ provider, region, cloudAccountUid }, signal)
          return { value: zones, at: Date.now() }
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          return { error, at: Date.now() }
        }
      },
      new AbortController().signal,
    )
    if (read.length < some.length) throw new Error('Not every region was read')
  }
}

/** The least that so many reads take by the limits alone, in milliseconds. */
function best(reads: number, answerMs: number): number {
  const starts: number[] = []
  for (let read = 0; read < reads; read += 1) {
    const place = (starts[read - mostAtOnce] ?? -answerMs) + answerMs
    const turn = (starts[read - mostStarts] ?? -windowMs) + windowMs
    starts.push(Math.max(place, turn))
  }
  return (starts.at(-1) ?? 0) + answerMs
}

async function timeOf(run: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = await allRegions()
  for (const { what, value, most, unit } of rows) {
    const limit = most === undefined ? '' : ` (at most ${most} ${unit})`
    console.log(`${what}: ${value.toFixed(unit === '×' ? 3 : 0)} ${unit}${limit}`)
  }
  process.exitCode = rows.some(({ value, most = Infinity }) => value > most) ? 1 : 0
}
