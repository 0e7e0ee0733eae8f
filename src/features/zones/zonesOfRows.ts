import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import type { List } from '../../api/list.ts'
import { viewIds, type CommandId } from '../../contributions.ts'
import { regionTitle } from '../../cloud/accounts.ts'
import type { Clouds } from '../../cloud/clouds.ts'
import { fetchAll } from '../../cache/fetchAll.ts'
import { type RegionRef, regionKey } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import { commandAction, retryLabel } from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import type { ZoneNode } from '../../ui/trees/nodes.ts'

/**
 * Loads zones, and all zones of regions, each region once. Returns them as they are by now, in order, without duplicates;
 * the number of those in whole regions that couldn’t be read; and the regions that couldn’t be loaded.
 */
export async function loadZones(
  rows: readonly (ZoneNode | RegionRef)[],
  clouds: Clouds,
  signal: AbortSignal,
  onProgress?: (ended: number, all: number) => void,
) {
  const regions = new Map(
    rows.map((row) => ('parent' in row ? row.parent : row)).map((of) => [regionKey(of), of]),
  )
  const { read, failed } = await fetchAll(
    [...regions.values()],
    (region, _, priority) => clouds.zones.get(region, { priority, retry: true }),
    signal,
    (ended) => onProgress?.(ended, regions.size),
  )
  const lists = new Map(read.map(({ ref, value }) => [regionKey(ref), value]))
  const zones = new Map<string, { of: RegionRef; zone: Zone }>()
  const whole = new Set<List<Zone>>()
  for (const row of rows) {
    const of = 'parent' in row ? row.parent : row
    const key = regionKey(of)
    const list = lists.get(key)
    if (!list) continue
    if (!('parent' in row)) whole.add(list)
    for (const index of 'parent' in row ? [indexOfZone(row, list.items)] : list.items.keys()) {
      const zone = list.items[index]
      if (zone) zones.set(`${key} ${index}`, { of, zone })
    }
  }
  let unreadable = 0
  for (const list of whole) unreadable += list.unreadable
  return { zones: [...zones.values()], unreadable, failed }
}

/**
 * Returns the zones of rows, and the number of unreadable ones in whole regions. Rejects if a region can’t be loaded;
 * `again` is the command that retries.
 */
export async function zonesOfRows(
  rows: readonly (ZoneNode | RegionRef)[],
  { pins, clouds }: Pick<Parts, 'pins' | 'clouds'>,
  again?: CommandId,
): Promise<List<Zone>> {
  const titles = rows.map((row) => regionTitle(pins, clouds, 'parent' in row ? row.parent : row))
  const { zones, unreadable, failed } = await withDelayedProgress(
    vscode.l10n.t('Listing zones for {0}…', visible([...new Set(titles)].join(', '))),
    async (signal) => {
      const loaded = await loadZones(rows, clouds, signal)
      if (signal.aborted) throw new ApiError('cancelled', 'Listing zones was canceled')
      return loaded
    },
    { viewId: viewIds.zones },
  )
  const [failure] = failed
  if (failure) {
    const { ref, error } = failure
    throw toCommandError(
      error,
      ref.connection,
      ...(again ? [commandAction(retryLabel(), again, ref)] : []),
    )
  }
  return { items: zones.map(({ zone }) => zone), unreadable }
}

/** Returns the index of a zone in its region’s list, which may have been loaded again; -1 if it is gone. */
function indexOfZone({ name, position }: ZoneNode, zones: readonly Zone[]): number {
  const isThere = zones[position]?.name === name
  return isThere ? position : zones.findIndex((one) => one.name === name)
}
