import { hasRegions } from '../../api/providers.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import { keyOf, ofZoneProvider, type RegionRef } from '../../inventory/refs.ts'
import { pinnedRegion } from '../../inventory/regions.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'

/** Returns the regions of a connection that are pinned or have cached zones. */
export function regionsInUse(
  connection: Connection,
  tracked: TrackedItems,
  clouds: Clouds,
): RegionRef[] {
  const pinned = tracked.accounts(connection.name).flatMap(({ provider, uid, pins: regions }) => {
    const account = { connection, provider, cloudAccountUid: uid }
    const pins = hasRegions(provider) ? regions : [{ name: '' }]
    return pins.map((one): RegionRef => pinnedRegion(account, one))
  })
  const key = connectionKey(connection)
  const refs = clouds.zones.entries.map(({ ref }) => ref)
  const read = refs.filter((ref) => connectionKey(ref.connection) === key)
  const found = new Map<string, RegionRef>()
  for (const ref of [...pinned, ...read]) {
    const path = keyOf('region', ofZoneProvider(ref))
    found.set(path, found.get(path) ?? ref)
  }
  return [...found.values()]
}
