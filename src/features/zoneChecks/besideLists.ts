import type { InstanceType, Subnet } from '../../api/lookupSchemas.ts'
import type { CloudProjectRef, RegionRef } from '../../inventory/refs.ts'
import { valueOf, type Result } from '../../inventory/results.ts'
import { regionsWith, type Besides, type RegionFacts } from './besides.ts'
import type { RegionZones } from './regions.ts'

/** Returns the lists of regions; supported or not. */
export interface BesideSources {
  instanceTypes(this: void, ref: RegionRef): Promise<Result<readonly InstanceType[] | undefined>>
  subnets(this: void, ref: RegionRef): Promise<Result<readonly Subnet[] | undefined>>
}

/** The lists that blocks of a file are compared with. */
export interface BesideLists {
  readonly regions: readonly RegionFacts[]
  /** When the oldest list was loaded, in epoch ms. */
  readonly at: number
  /** True if a list that is supported couldn’t be loaded. */
  readonly hasFailed: boolean
}

/**
 * Loads the instance types and subnets of the regions in which a file names some: one request for each, unless
 * cached. Never rejects for a failed request; undefined if canceled.
 */
export async function loadBesideLists(
  besides: readonly Besides[],
  zones: readonly RegionZones[],
  account: CloudProjectRef,
  { instanceTypes, subnets }: BesideSources,
  signal: AbortSignal | undefined,
): Promise<BesideLists | undefined> {
  const results: Result<unknown>[] = []
  const load = async <V>(
    get: (ref: RegionRef) => Promise<Result<V>>,
    region: string,
  ): Promise<V | undefined> => {
    const result = await get({ ...account, region })
    results.push(result)
    return valueOf(result)
  }
  const withTypes = regionsWith('types', besides, zones)
  const withSubnets = regionsWith('subnets', besides, zones)
  const loading = Promise.all(
    zones.map(async (one): Promise<RegionFacts> => {
      const [types, own] = await Promise.all([
        withTypes.has(one.region) ? load(instanceTypes, one.region) : undefined,
        withSubnets.has(one.region) ? load(subnets, one.region) : undefined,
      ])
      return { ...one, types, subnets: own }
    }),
  )
  const cancelled = new Promise<undefined>((resolve) =>
    signal?.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  const regions = await Promise.race([loading, cancelled])
  if (!regions) return undefined
  const hasFailed = results.some((one) => 'error' in one)
  return { regions, at: Math.min(...results.map(({ at }) => at)), hasFailed }
}
