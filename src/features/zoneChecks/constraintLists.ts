import type { InstanceType, Subnet } from '../../api/lookupSchemas.ts'
import type { CloudProjectRef, RegionRef } from '../../inventory/refs.ts'
import { valueOf, type Result } from '../../inventory/results.ts'
import { regionsWith, type ZoneConstraints, type RegionFacts } from './zoneConstraints.ts'
import type { RegionZones } from './regions.ts'

/** Returns the lists of regions; supported or not. */
export interface ConstraintSources {
  instanceTypes(this: void, ref: RegionRef): Promise<Result<readonly InstanceType[] | undefined>>
  subnets(this: void, ref: RegionRef): Promise<Result<readonly Subnet[] | undefined>>
}

/** The lists that blocks of a file are compared with. */
export interface ConstraintLists {
  readonly regions: readonly RegionFacts[]
  /** When the oldest list was loaded, in epoch ms. */
  readonly at: number
  /** The regions whose lists are supported but couldn’t be loaded. */
  readonly failed: FailedLists
}

/** The names of regions by the list that couldn’t be loaded. */
export type FailedLists = Readonly<Record<'types' | 'subnets', ReadonlySet<string>>>

/**
 * Loads the instance types and subnets of the regions in which a file names some: one request for each, unless
 * cached. Never rejects for a failed request; undefined if canceled.
 */
export async function loadConstraintLists(
  constraints: readonly ZoneConstraints[],
  zones: readonly RegionZones[],
  account: CloudProjectRef,
  { instanceTypes, subnets }: ConstraintSources,
  signal: AbortSignal | undefined,
): Promise<ConstraintLists | undefined> {
  const results: Result<unknown>[] = []
  const failed = { types: new Set<string>(), subnets: new Set<string>() }
  const load = async <V>(
    what: keyof FailedLists,
    get: (ref: RegionRef) => Promise<Result<V>>,
    region: string,
  ): Promise<V | undefined> => {
    if (!regionsOf[what].has(region)) return undefined
    const result = await get({ ...account, region })
    results.push(result)
    if ('error' in result) failed[what].add(region)
    return valueOf(result)
  }
  const regionsOf = {
    types: regionsWith('types', constraints, zones),
    subnets: regionsWith('subnets', constraints, zones),
  }
  const loading = Promise.all(
    zones.map(async (one): Promise<RegionFacts> => {
      const [types, own] = await Promise.all([
        load('types', instanceTypes, one.region),
        load('subnets', subnets, one.region),
      ])
      return { ...one, types, subnets: own }
    }),
  )
  const cancelled = new Promise<undefined>((resolve) =>
    signal?.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  const regions = await Promise.race([loading, cancelled])
  if (!regions) return undefined
  return { regions, at: Math.min(...results.map(({ at }) => at)), failed }
}
