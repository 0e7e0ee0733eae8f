import type { InstanceType } from '../../api/lookupSchemas.ts'
import type { CloudProjectRef, RegionRef } from '../../inventory/refs.ts'
import { valueOf, type Result } from '../../inventory/results.ts'
import { regionsWithTypes, type ZoneConstraints, type RegionFacts } from './zoneConstraints.ts'
import type { RegionZones } from './regions.ts'

/** The lists that blocks of a file are compared with. */
export interface ConstraintLists {
  readonly regions: readonly RegionFacts[]
  /** When the oldest list was loaded, in epoch ms. */
  readonly at: number
  /** The regions whose lists are supported but couldn’t be loaded. */
  readonly failed: ReadonlySet<string>
}

/**
 * Loads the instance types of the regions in which a file names some: one request for each, unless cached.
 * Never rejects for a failed request; undefined if canceled.
 */
export async function loadConstraintLists(
  constraints: readonly ZoneConstraints[],
  zones: readonly RegionZones[],
  account: CloudProjectRef,
  instanceTypes: (ref: RegionRef) => Promise<Result<readonly InstanceType[] | undefined>>,
  signal: AbortSignal | undefined,
): Promise<ConstraintLists | undefined> {
  const results: Result<unknown>[] = []
  const failed = new Set<string>()
  const wanted = regionsWithTypes(constraints, zones)
  const loading = Promise.all(
    zones.map(async (one): Promise<RegionFacts> => {
      const { region } = one
      if (!wanted.has(region)) return one
      const result = await instanceTypes({ ...account, region })
      results.push(result)
      if ('error' in result) failed.add(region)
      return { ...one, types: valueOf(result) }
    }),
  )
  const cancelled = new Promise<undefined>((resolve) =>
    signal?.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  const regions = await Promise.race([loading, cancelled])
  if (!regions) return undefined
  return { regions, at: Math.min(...results.map(({ at }) => at)), failed }
}
