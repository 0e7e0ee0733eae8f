import { hasRegions } from '../../api/endpoints.ts'
import type { Region } from '../../api/lookupSchemas.ts'
import { omittedFrom } from '../../api/omitted.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import { valueOf, type Result } from '../../inventory/results.ts'
import type { KnownZones } from './knownZones.ts'
import { namedRegions, regionOf } from './regions.ts'
import { isZone } from './zoneDocuments.ts'

/** The regions that an account’s zones are checked in. */
export interface CheckedRegions {
  /** Returns those that references name. */
  readonly named: (references: readonly ZoneReference[]) => readonly string[]
  /** The listed ones; undefined if none are listed, or if some couldn’t be read. */
  readonly listed: ReadonlySet<string> | undefined
  /** True if a region is known only once its zones have been listed. */
  readonly isUnlisted: boolean
}

/**
 * Returns the regions of an account. They are loaded only if the known ones don’t suffice; if they can’t be, any
 * name under a key of regions may be one. A region that is given counts for what names none.
 */
export async function loadCheckedRegions(
  references: readonly ZoneReference[],
  account: CloudProjectRef,
  known: KnownZones,
  load: (account: CloudProjectRef) => Promise<Result<readonly Region[] | undefined>>,
  given: string | undefined,
): Promise<CheckedRegions> {
  const { connection, provider } = account
  if (!hasRegions(provider)) {
    const region = known.onlyRegion(account)
    return { named: () => [region], listed: undefined, isUnlisted: false }
  }
  const regions = known.regions(connection, account)
  const isClear = references.every((one) =>
    isZone(one) ? regionOf(one.value, regions) : isKnownRegion(one, regions),
  )
  const list = isClear ? undefined : valueOf(await load(account))
  const names = (list ?? []).map(({ name }) => name)
  const all = new Set([...regions, ...names])
  const isAny = names.length === 0
  const lists = known.lists(connection)
  const isComplete = !isAny && omittedFrom(list) === 0
  return {
    named: (now) => {
      const found = namedRegions(now, all, lists, isAny, provider)
      return given === undefined ? found : [...new Set([...found, given])]
    },
    listed: isComplete ? new Set(names) : undefined,
    isUnlisted: isAny,
  }
}

/** Returns whether a reference is no region, or a known one. */
function isKnownRegion(
  { kind, value, isAmbiguousKey }: ZoneReference,
  regions: ReadonlySet<string>,
): boolean {
  return kind !== 'region' || isAmbiguousKey || value === '' || regions.has(value)
}
