import { clock } from '../../api/clock.ts'
import { hasRegions } from '../../api/providers.ts'
import type { Priority } from '../../api/rateLimiter.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import type { AsyncCache } from '../../inventory/asyncCache.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import { fetchAll } from '../../inventory/fetchAll.ts'
import { keyOf, type CloudProjectRef, type RegionRef } from '../../inventory/refs.ts'
import type { CheckedPlace, createKnownZones } from './knownZones.ts'
import { isZone } from '../../ui/codeFile.ts'
import { regionOf } from './regions.ts'

/** Loads the lists of an account. Failures are results, too. */
export type ListLoader = ReturnType<typeof createListLoader>

/** The maximum number of regions that are loaded for the editor. */
const maxRegions = 50

/**
 * Returns a loader that loads what isn’t loaded, and what has failed that long ago; or with a signal, which cancels,
 * zones and regions again. It asks for each list once, so that the files of a folder share them.
 */
export function createListLoader(
  { regions, zones, instanceTypes }: Clouds,
  { signal, retryAfterMs = 0 }: { signal?: AbortSignal; retryAfterMs?: number } = {},
) {
  const load = async <R, V>(cache: AsyncCache<R, V>, of: R, priority?: Priority) => {
    if (signal) return cache.refetch(of, signal, priority)
    const known = cache.peek(of)
    const isRecent = known && clock.now() - known.at < retryAfterMs
    return isRecent ? known : cache.getOrRetry(of, priority)
  }
  return {
    regions: once((of: CloudProjectRef) => load(regions, of)),
    zones: once((of: RegionRef, priority?: Priority) => load(zones, of, priority)),
    types: once((of: RegionRef) => instanceTypes.getOrRetry(of)),
  }
}

function once<R extends CloudProjectRef, T>(read: (of: R, priority?: Priority) => T) {
  const begun = new Map<string, T>()
  return (of: R, priority?: Priority): T => {
    const key = keyOf('region', { region: '', ...of })
    const result = begun.get(key) ?? read(of, priority)
    begun.set(key, result)
    return result
  }
}

/**
 * Loads the zones of the regions that references name, and first the account’s regions if the known ones don’t tell
 * them: if that fails and no region is known, it’s the failure. For the editor, only of what is certainly a region.
 */
export async function loadZones(
  references: readonly ZoneReference[],
  account: CheckedPlace,
  known: ReturnType<typeof createKnownZones>,
  load: ListLoader,
  signal: AbortSignal,
  isForEditor = false,
) {
  const before = known.regions(account)
  const isClear = references.every((one) => {
    if (isZone(one)) return regionOf(one.value, before) !== undefined
    return one.kind !== 'region' || one.isAmbiguousKey || one.value === '' || before.has(one.value)
  })
  const asksRegions = hasRegions(account.provider) && !isClear
  const regions = asksRegions ? await load.regions(account) : undefined
  const named = known.namedBy(references, account, isForEditor)
  const places = named.slice(0, isForEditor ? maxRegions : undefined).map((region): RegionRef => {
    return { ...account, region }
  })
  const { read, failed } = await fetchAll(
    places,
    (of, _, priority) => load.zones(of, priority),
    signal,
  )
  if (named.length > 0 || !regions || !('error' in regions)) return { read, failed }
  return { read, failed: [{ ref: { ...account, region: '' }, error: regions.error }] }
}
