import { hasRegions, underlyingProvider } from '../../api/providers.ts'
import type { Priority } from '../../api/rateLimiter.ts'
import type { AsyncCache } from '../../cache/asyncCache.ts'
import { fetchAll } from '../../cache/fetchAll.ts'
import { toResult } from '../../cache/results.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import { regionKey, type CloudProjectRef, type RegionRef } from '../../model/refs.ts'
import { regionOfZone } from '../../syntax/zoneNames.ts'
import { isZone, type ZoneReference } from '../../syntax/zoneReferences.ts'
import { memoize } from '../../cache/memoize.ts'
import type { CachedZones, CheckedAccount } from './cachedZones.ts'

/** The maximum number of regions that are loaded with the policy `sparing`. */
const maxEditorRegions = 50

/**
 * The maximum number of regions that a check of a file loads if the service lists no regions: any value may be one
 * then. No cloud has as many.
 */
const maxUnlistedRegions = 200

/** The time in ms during which the policy `sparing` sends no request for a list that has been requested already. */
const retryAfterMs = 5 * 60_000

/**
 * Which lists are requested. `reload` requests zones and regions even if they are cached: a command checks them.
 * `loadMissing` requests lists that aren’t cached or have failed: a file was saved. `sparing` requests only what isn’t
 * cached and is certainly a region, and not again soon after a failure: the user is typing, or points at a zone.
 */
export type LoadPolicy = 'reload' | 'loadMissing' | 'sparing'

/** Loads lists of regions, zones, and instance types, each list once, so that the files of a folder share it. */
export class ListLoader {
  readonly policy: LoadPolicy
  readonly signal: AbortSignal
  readonly loadRegions
  readonly loadZones
  readonly loadInstanceTypes

  constructor({ regions, zones, instanceTypes }: Clouds, policy: LoadPolicy, signal: AbortSignal) {
    this.policy = policy
    this.signal = signal
    const keyOfRegion = (ref: CloudProjectRef) => regionKey({ region: '', ...ref })
    this.loadRegions = memoize(
      async (account: CloudProjectRef) => this.#load(regions, account),
      keyOfRegion,
    )
    this.loadZones = memoize(
      async (region: RegionRef) => this.#load(zones, region, 'batch'),
      keyOfRegion,
    )
    this.loadInstanceTypes = memoize(
      async (region: RegionRef) => instanceTypes.get(region, { retry: true }),
      keyOfRegion,
    )
  }

  async #load<R, V>(cache: AsyncCache<R, V>, ref: R, priority?: Priority) {
    if (this.policy === 'reload') {
      return toResult(cache.refresh(ref, { signal: this.signal, priority }))
    }
    const cached = cache.peek(ref)
    const isRecent = cached !== undefined && Date.now() - cached.at < retryAfterMs
    return isRecent && this.policy === 'sparing'
      ? cached
      : cache.get(ref, { priority, retry: true })
  }
}

/**
 * Loads the zones of the regions that references name; no zones if the references include no zone, nor a place for
 * a zone. If the cached regions of the account don’t include the named regions, loads the account’s regions first. If
 * that fails and no region is known, its error is the only failure in the result. `omittedRegions` are those beyond
 * the maximum number.
 */
export async function loadZonesOfReferences(
  references: readonly ZoneReference[],
  account: CheckedAccount,
  cachedZones: CachedZones,
  loader: ListLoader,
) {
  const isSparing = loader.policy === 'sparing'
  const knownRegions = cachedZones.regions(account)
  const needsRegions =
    hasRegions(account.provider) &&
    !references.every((reference) => isResolved(reference, knownRegions, account.provider))
  const regionList = needsRegions ? await loader.loadRegions(account) : undefined
  const named = references.some(({ kind }) => kind === 'zone')
    ? cachedZones.namedRegions(references, account, isSparing)
    : []
  const refs = named.map((region): RegionRef => ({ ...account, region }))
  const unsparingLimit = cachedZones.lacksRegionList(account) ? maxUnlistedRegions : named.length
  const limit = isSparing ? maxEditorRegions : unsparingLimit
  const omittedRegions = named.slice(limit)
  const { read, failed } = await fetchAll(refs.slice(0, limit), loader.loadZones, loader.signal)
  const isListFailed = regionList !== undefined && 'error' in regionList
  if (named.length > 0 || !isListFailed) return { read, failed, omittedRegions }
  const listFailure = { ref: { ...account, region: '' }, error: regionList.error }
  return { read, failed: [listFailure], omittedRegions }
}

/** Returns whether the region that a reference names, or that its zone is in, is among the known regions. */
function isResolved(
  reference: ZoneReference,
  knownRegions: ReadonlySet<string>,
  provider: string,
): boolean {
  const { kind, value, isAmbiguousKey } = reference
  if (isZone(reference)) return regionOfZone(value, knownRegions) !== undefined
  if (kind !== 'region' || value === '' || knownRegions.has(value)) return true
  // AWS has no `location`: it may be anything, but with a number at the end it is probably a region.
  const mayBeOther = isAmbiguousKey && underlyingProvider(provider) === 'aws'
  return mayBeOther && !/^[a-z]+-[a-z-]+\d[a-z]?$/.test(value)
}
