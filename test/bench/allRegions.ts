// How long listing the zones of all regions takes beside the best that the limits of a service allow.
import { ApiError, createClient } from '../../src/api/client.ts'
import { createRateLimiter, limits } from '../../src/api/rateLimiter.ts'
import type { Result } from '../../src/inventory/results.ts'
import { fetchAll } from '../../src/inventory/fetchAll.ts'
import { accounts } from '../sandbox/data.ts'
import { regionsOf } from '../sandbox/regions.ts'
import { startSandbox } from '../sandbox/service.ts'
import { ratios, sampleCount, timed, type Results } from './samples.ts'

const latencyMs = 100
const { provider, uid: cloudAccountUid } = accounts.awsProduction

/** Measures sweeps of all regions, each beside the best for the answers' time in the same run. */
export async function allRegions(): Promise<Results> {
  const sandbox = await startSandbox({ latencyMs })
  const regions = regionsOf(provider).slice(0, 16)
  const taken: number[] = []
  const best: number[] = []
  try {
    await sweepOf(regions.slice(0, 3)) // connections are open, code is warm
    for (let run = 0; run < sampleCount; run += 1) {
      const answer = await timed(() => sweepOf(regions.slice(0, 1)))
      best.push(leastMs(regions.length, answer))
      taken.push(await timed(() => sweepOf(regions)))
    }
  } finally {
    await sandbox.close()
  }
  return { allRegions: ratios(taken, best) }

  /** Each with a limit of its own, which has had no requests yet. */
  async function sweepOf(some: readonly string[]): Promise<void> {
    const client = createClient({
      ...sandbox,
      limiter: createRateLimiter().at(sandbox.baseUrl),
      priority: 'batch',
    })
    const { read } = await fetchAll(
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

/** The least that so many reads of a batch take by the limits alone, in milliseconds. */
function leastMs(reads: number, answerMs: number): number {
  const { batchSlots, burst, perSecond } = limits.lists
  const starts: number[] = []
  for (let read = 0; read < reads; read += 1) {
    const slot = (starts[read - batchSlots] ?? -answerMs) + answerMs
    const rate = ((read + 1 - burst) / perSecond) * 1000
    starts.push(Math.max(0, slot, rate))
  }
  return (starts.at(-1) ?? 0) + answerMs
}
