import * as v from 'valibot'
import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { commandIds, viewIds, type ViewId } from '../../contributions.ts'
import {
  configKey,
  machinePoolKey,
  type CloudConfigRef,
  type MachinePoolRef,
} from '../../inventory/machinePoolRef.ts'
import { ProjectArguments, RegionArguments } from '../../inventory/places.ts'
import { regionKey, type RegionRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { readPlace } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import { runAction, showMessage, showStatus } from '../../ui/messages.ts'
import { notListedText } from '../../ui/notShownTexts.ts'

/** The time for each attempt until VS Code has selected the item, in milliseconds. */
const attemptTimeoutsMs = [500, 1_000, 2_000, 4_000]

const Region = v.object({
  ...RegionArguments.entries,
  /** True to expand it, and to leave the focus where it is. */
  preserveFocus: v.optional(v.boolean()),
  /** The name of the zone to reveal instead. */
  zone: v.optional(v.string()),
})

const Cluster = v.object({
  connection: v.optional(v.string()),
  provider: v.string(),
  configUid: v.string(),
  project: v.optional(ProjectArguments),
})

/** Reveals a machine pool, a cluster, a region, or a zone, for the buttons of messages and for other commands. */
export function revealInViewCommands(parts: Parts) {
  const { connections, machinePoolsView, machinePoolsTree, zonesView, zonesTree, viewFilters } =
    parts
  return {
    [commandIds.revealInView]: async (args: unknown) => {
      if (isRegion(args)) return revealRegion(readPlace(Region, args, connections))
      if (isCluster(args)) return revealCluster(readPlace(Cluster, args, connections))
      return revealPool(readMachinePool(connections, args))
    },
  }

  async function revealPool(pool: MachinePoolRef | undefined): Promise<void> {
    if (!pool) return
    assertActive(pool.connection)
    const row = await machinePoolsView.find(pool)
    assertStillActive(pool.connection)
    if (!row) return showMessage('warning', notListedText(pool))
    if (machinePoolsView.isHidden(row)) await clearFilter(viewIds.machinePools)
    const key = machinePoolKey(row)
    await reveal(
      machinePoolsTree,
      row,
      (node) => node.kind === 'machinePool' && machinePoolKey(node) === key,
    )
  }

  async function revealCluster(config: CloudConfigRef | undefined): Promise<void> {
    if (!config) return
    assertActive(config.connection)
    const row = await machinePoolsView.findConfig(config)
    assertStillActive(config.connection)
    if (!row) return
    if (machinePoolsView.isHidden(row)) await clearFilter(viewIds.machinePools)
    const key = configKey(row)
    await reveal(
      machinePoolsTree,
      row,
      (node) => node.kind === 'cloudConfig' && configKey(node) === key,
    )
  }

  async function revealRegion(
    region:
      (RegionRef & { preserveFocus?: boolean | undefined; zone?: string | undefined }) | undefined,
  ): Promise<void> {
    if (!region) return
    assertActive(region.connection)
    let row = await zonesView.find(region)
    const filter = viewFilters.of(viewIds.zones)
    if (!row && filter !== '') {
      await viewFilters.set(viewIds.zones, '')
      row = await zonesView.find(region)
      if (row) showStatus(clearedText())
      else await viewFilters.set(viewIds.zones, filter)
    }
    assertStillActive(region.connection)
    if (!row) {
      const gone = vscode.l10n.t('Region “{0}” isn’t in the Zones view.', visible(region.region))
      return showMessage('warning', gone)
    }
    const key = regionKey(row)
    const zones = region.zone === undefined ? [] : await zonesView.getChildren(row)
    const zone = zones.find((one) => one.kind === 'zone' && one.name === region.zone)
    if (zone) {
      const isZone = (node: ZonesNode) =>
        node.kind === 'zone' && node.name === region.zone && regionKey(node.of) === key
      return reveal(zonesTree, zone, isZone)
    }
    await reveal(
      zonesTree,
      row,
      (node) => node.kind === 'region' && regionKey(node) === key,
      region.preserveFocus ? { focus: false, expand: true } : undefined,
    )
  }

  /** Clears a filter that hides what is to be revealed. */
  async function clearFilter(view: ViewId): Promise<void> {
    await viewFilters.set(view, '')
    showStatus(clearedText())
  }

  /** Throws if the views show another connection, with a button to switch. */
  function assertActive(connection: Connection): void {
    if (isSameConnection(connection, connections.active)) return
    const name = visible(connection.name)
    const present = connections.find(connection.name)
    throw new CommandError(
      vscode.l10n.t(
        'The views show a different connection. To see this item, switch to “{0}”.',
        name,
      ),
      present
        ? [runAction(vscode.l10n.t('Switch Connection'), commandIds.switchConnection, present.name)]
        : [],
    )
  }

  function assertStillActive(connection: Connection): void {
    if (isSameConnection(connection, connections.active)) return
    throw new CommandError(
      vscode.l10n.t('The active connection changed in the meantime. Try again.'),
    )
  }
}

function clearedText(): string {
  return vscode.l10n.t('Cleared the filter of the view, which hid this item')
}

function isCluster(args: unknown): boolean {
  const { configUid, machinePoolName } = (args ?? {}) as Record<string, unknown>
  return typeof configUid === 'string' && machinePoolName === undefined
}

function isRegion(args: unknown): boolean {
  return typeof (args as { region?: unknown } | null | undefined)?.region === 'string'
}

/**
 * Opens a view and selects a tree item. VS Code does nothing or throws while it fills the view, so the
 * attempt is repeated with longer waits.
 */
async function reveal<N>(
  view: vscode.TreeView<N>,
  row: N,
  /** Returns whether a node is the same tree item. */
  isRow: (node: N) => boolean,
  options: { focus: boolean; expand?: boolean } = { focus: true },
): Promise<void> {
  const tell = async () => view.reveal(row, { select: true, ...options })
  for (const wait of attemptTimeoutsMs) {
    await tell().catch(() => undefined) // a lasting error is thrown below
    if (await becomesSelected(view, isRow, wait)) return
  }
  await tell()
}

async function becomesSelected<N>(
  view: vscode.TreeView<N>,
  isRow: (node: N) => boolean,
  ms: number,
): Promise<boolean> {
  if (view.selection.some(isRow)) return true
  return new Promise((resolve) => {
    const end = (isSelected: boolean) => {
      cancel()
      subscription.dispose()
      resolve(isSelected)
    }
    const cancel = clock.after(ms, 'reveal', () => end(false))
    const subscription = view.onDidChangeSelection(
      ({ selection }) => selection.some(isRow) && end(true),
    )
  })
}
