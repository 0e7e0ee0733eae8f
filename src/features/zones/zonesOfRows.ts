import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import type { List } from '../../api/list.ts'
import { viewIds } from '../../contributions.ts'
import { regionTitle } from '../../cloud/accounts.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import { fetchAll } from '../../cache/fetchAll.ts'
import { regionKey, type RegionRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { displayText } from '../../displayTexts.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import type { Action } from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { zonesRefOf, type ZoneNode, type ZonesParentNode } from '../../ui/trees/nodes.ts'

/** A selection of zones: all zones of a region, or a single zone. */
export interface ZoneSelection {
  readonly region: RegionRef
  /** The selected zone; undefined if all zones of the region are selected. */
  readonly zone?: ZoneNode | undefined
}

/** A zone as the service has just returned it. */
interface LoadedZone {
  readonly region: RegionRef
  readonly zone: Zone
}

export function zoneSelection(row: ZoneNode | ZonesParentNode): ZoneSelection {
  return { region: zonesRefOf(row), zone: row.kind === 'zone' ? row : undefined }
}

/**
 * Loads the selected zones; the list of each region is requested once. Returns the zones as the service has just listed
 * them, in the order of the selections and without duplicates; `unreadable`, the number of entries that couldn’t be
 * read in regions of which all zones are selected; and `failed`, the regions that couldn’t be loaded.
 */
export async function loadSelectedZones(
  selections: readonly ZoneSelection[],
  clouds: Clouds,
  signal: AbortSignal,
  onProgress?: (loaded: number, total: number) => void,
) {
  const regions = new Map(selections.map(({ region }) => [regionKey(region), region]))
  const { read, failed } = await fetchAll(
    [...regions.values()],
    (region, _, priority) => clouds.zones.get(region, { priority, retry: true }),
    signal,
    (ended) => onProgress?.(ended, regions.size),
  )
  const lists = new Map(read.map(({ ref, value }) => [regionKey(ref), value]))
  const zones = new Map<string, LoadedZone>()
  const wholeLists = new Set<List<Zone>>()
  for (const { region, zone: selected } of selections) {
    const key = regionKey(region)
    const list = lists.get(key)
    if (!list) continue
    if (!selected) wholeLists.add(list)
    const indexes = selected ? [indexOfZone(selected, list.items)] : list.items.keys()
    for (const index of indexes) {
      const zone = list.items[index]
      if (zone) zones.set(`${key} ${index}`, { region, zone })
    }
  }
  let unreadable = 0
  for (const list of wholeLists) unreadable += list.unreadable
  return { zones: [...zones.values()], unreadable, failed }
}

/**
 * Loads the zones of rows, with a progress notification. `unreadable` is the number of zones that couldn’t be read in
 * the regions of which all zones are selected. Rejects if a region can’t be loaded, with the button `retry`, or if the
 * user cancels.
 */
export async function loadZonesOfRows(
  rows: readonly (ZoneNode | ZonesParentNode)[],
  { pins, clouds }: Pick<Parts, 'pins' | 'clouds'>,
  retry?: Action,
): Promise<List<Zone>> {
  const titles = new Set(rows.map((row) => regionTitle(pins, clouds, zonesRefOf(row))))
  const { zones, unreadable, failed } = await withDelayedProgress(
    vscode.l10n.t('Listing zones for {0}…', displayText([...titles].join(', '))),
    async (signal) => {
      const loaded = await loadSelectedZones(rows.map(zoneSelection), clouds, signal)
      if (signal.aborted) throw new ApiError('cancelled', 'Listing zones was canceled')
      return loaded
    },
    { viewId: viewIds.zones },
  )
  const [failure] = failed
  if (failure) {
    const { ref, error } = failure
    throw toCommandError(error, ref.connection, ...(retry ? [retry] : []))
  }
  return { items: zones.map(({ zone }) => zone), unreadable }
}

/** Returns the index of a row’s zone in a newer list of its region’s zones; -1 if the list no longer has the zone. */
function indexOfZone({ name, position }: ZoneNode, zones: readonly Zone[]): number {
  if (zones[position]?.name === name) return position
  return zones.findIndex((zone) => zone.name === name)
}
