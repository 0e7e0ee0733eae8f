import { clock } from '../../api/clock.ts'
import { hasRegions } from '../../api/providers.ts'
import type { Priority } from '../../api/rateLimiter.ts'
import type { ZoneReference } from '../../syntax/zoneReferences.ts'
import type { AsyncCache } from '../../cache/asyncCache.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import { fetchAll } from '../../cache/fetchAll.ts'
import { type CloudProjectRef, type RegionRef, regionKey } from '../../model/refs.ts'
import type { CheckedPlace, createKnownZones } from './knownZones.ts'
import { isZone } from '../../documents/codeFile.ts'
import { memo } from '../../zoneAnalysis/memo.ts'
import { settled } from '../../cache/results.ts'
import { regionOf } from '../../zoneAnalysis/regions.ts'

/** The maximum number of regions that are loaded for the editor. */
const maxRegions = 50

/** The time after which the editor requests again what has failed, in ms. */
const retryAfterMs = 5 * 60_000

/** Loads the lists of an account. Failures are results, too. */
export type ListLoader = ReturnType<typeof createListLoader>

/**
 * What lists are for: a `check` loads zones and regions again, a file that was saved what isn’t loaded, and the editor
 * that only of what is certainly a region, and unless it has just failed.
 */
export type Purpose = 'check' | 'save' | 'editor'

/** Returns a loader that asks for each list once, so that the files of a folder share them. */
export function createListLoader(
  { regions, zones, instanceTypes }: Clouds,
  purpose: Purpose,
  signal: AbortSignal,
) {
  const load = async <R, V>(cache: AsyncCache<R, V>, of: R, priority?: Priority) => {
    if (purpose === 'check') return settled(cache.refresh(of, { signal, priority }))
    const known = cache.peek(of)
    const isRecent = known && purpose === 'editor' && clock.now() - known.at < retryAfterMs
    return isRecent ? known : cache.get(of, { priority, retry: true })
  }
  const key = (of: CloudProjectRef) => regionKey({ region: '', ...of })
  return {
    signal,
    isForEditor: purpose === 'editor',
    regions: memo(async (of: CloudProjectRef) => load(regions, of), key),
    zones: memo(async (of: RegionRef) => load(zones, of, 'batch'), key),
    types: memo(async (of: RegionRef) => instanceTypes.get(of, { retry: true }), key),
  }
}

/**
 * Loads the zones of the regions that references name, and first the account’s regions if the known ones don’t tell
 * them: if that fails and no region is known, it’s the failure.
 */
export async function loadZones(
  references: readonly ZoneReference[],
  account: CheckedPlace,
  known: ReturnType<typeof createKnownZones>,
  load: ListLoader,
) {
  const { signal, isForEditor } = load
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
  const { read, failed } = await fetchAll(places, load.zones, signal)
  if (named.length > 0 || !regions || !('error' in regions)) return { read, failed }
  return { read, failed: [{ ref: { ...account, region: '' }, error: regions.error }] }
}
