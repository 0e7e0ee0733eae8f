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
import { visible } from '../../texts.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import type { Action } from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { zonesRefOf, type ZoneNode, type ZonesParentNode } from '../../ui/trees/nodes.ts'

/** Zones to load: all of a region, or one of them. */
export interface ZoneSelection {
  readonly region: RegionRef
  /** Undefined for all. */
  readonly zone?: ZoneNode | undefined
}

/** A zone as it is by now. */
interface LoadedZone {
  readonly region: RegionRef
  readonly zone: Zone
}

/** Returns the zones that a row stands for. */
export function zoneSelection(row: ZoneNode | ZonesParentNode): ZoneSelection {
  return { region: zonesRefOf(row), zone: row.kind === 'zone' ? row : undefined }
}

/**
 * Loads zones, the list of each region once. Returns them as they are by now, in order, without duplicates; the number of
 * unreadable ones in regions that are selected as a whole; and the regions that couldn’t be loaded.
 */
export async function loadZones(
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
 * Loads the zones of rows with progress, and the number of unreadable ones in whole regions. Rejects if a region can’t be
 * loaded, with the action `retry`.
 */
export async function zonesOfRows(
  rows: readonly (ZoneNode | ZonesParentNode)[],
  { pins, clouds }: Pick<Parts, 'pins' | 'clouds'>,
  retry?: Action,
): Promise<List<Zone>> {
  const titles = new Set(rows.map((row) => regionTitle(pins, clouds, zonesRefOf(row))))
  const { zones, unreadable, failed } = await withDelayedProgress(
    vscode.l10n.t('Listing zones for {0}…', visible([...titles].join(', '))),
    async (signal) => {
      const loaded = await loadZones(rows.map(zoneSelection), clouds, signal)
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

/** Returns the index of a zone in its region’s list, which may have been loaded again; -1 if it is gone. */
function indexOfZone({ name, position }: ZoneNode, zones: readonly Zone[]): number {
  if (zones[position]?.name === name) return position
  return zones.findIndex((zone) => zone.name === name)
}
