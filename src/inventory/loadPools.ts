import type { ApiError } from '../api/client.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { limits } from '../api/rateLimiter.ts'
import { poolsOf, type KnownPool, type PoolSources } from './configs.ts'
import { fetchAll } from './fetchAll.ts'
import type { CloudConfigRef } from './refs.ts'

/** The known pools of a cloud config, with what the service reports of it, or the error instead. */
export interface LoadedPools<C extends CloudConfigRef> {
  readonly config: C
  readonly pools: readonly KnownPool[]
  /** Undefined if the config couldn’t be loaded. */
  readonly value?: CloudConfig | undefined
  /** When it was loaded, or failed, in epoch ms; undefined after a cancellation. */
  readonly at?: number | undefined
  readonly error?: ApiError | undefined
}

/** Loads the machine pools of many cloud configs, in their order; by default, what isn’t cached or has failed. */
export async function loadPools<C extends CloudConfigRef & { readonly label?: string | undefined }>(
  configs: readonly C[],
  sources: PoolSources,
  signal: AbortSignal,
  {
    read = (config, _, priority) => sources.clusters.configs.getOrRetry(config, priority),
    onProgress,
  }: {
    read?: Parameters<typeof fetchAll<CloudConfigRef, CloudConfig | undefined>>[1]
    onProgress?: (ended: number) => void
  },
): Promise<LoadedPools<C>[]> {
  const atOnce = limits.clusters.batchSlots
  const batch = await fetchAll(configs, read, signal, onProgress, atOnce)
  const results = new Map([...batch.read, ...batch.failed].map(({ ref, ...one }) => [ref, one]))
  return configs.map((config) => {
    const result = results.get(config)
    const value = result && 'value' in result ? result.value : undefined
    return { config, pools: poolsOf(config, sources, value), ...result }
  })
}
