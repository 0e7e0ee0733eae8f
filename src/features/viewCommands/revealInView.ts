import * as v from 'valibot'
import * as vscode from 'vscode'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { machinePoolKey, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { RegionArguments } from '../../inventory/places.ts'
import { regionKey, type RegionRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { readPlace } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import { runAction, showMessage } from '../../ui/messages.ts'
import { reveal } from './reveal.ts'

const Region = v.object({
  ...RegionArguments.entries,
  /** True to expand it, and to leave the focus where it is. */
  preserveFocus: v.optional(v.boolean()),
})

/** Reveals a machine pool or a region, for the buttons of messages and for other commands. */
export function revealInViewCommands(parts: Parts) {
  const { connections, machinePoolsView, machinePoolsTree, zonesView, zonesTree } = parts
  return {
    [commandIds.revealInView]: async (args: unknown) => {
      if (isRegion(args)) return revealRegion(readPlace(Region, args, connections))
      return revealPool(readMachinePool(connections, args))
    },
  }

  async function revealPool(pool: MachinePoolRef | undefined): Promise<void> {
    if (!pool) return
    assertActive(pool.connection)
    const row = await machinePoolsView.find(pool)
    assertStillActive(pool.connection)
    if (!row) return showGonePool(pool)
    const key = machinePoolKey(row)
    await reveal(
      machinePoolsTree,
      row,
      (node) => node.kind === 'machinePool' && machinePoolKey(node) === key,
    )
  }

  async function revealRegion(
    region: (RegionRef & { preserveFocus?: boolean | undefined }) | undefined,
  ): Promise<void> {
    if (!region) return
    assertActive(region.connection)
    const row = await zonesView.find(region)
    assertStillActive(region.connection)
    if (!row) return showGoneRegion(region)
    const key = regionKey(row)
    await reveal(
      zonesTree,
      row,
      (node) => node.kind === 'region' && regionKey(node) === key,
      region.preserveFocus ? { focus: false, expand: true } : undefined,
    )
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

function isRegion(args: unknown): boolean {
  return typeof (args as { region?: unknown } | null | undefined)?.region === 'string'
}

function showGonePool({ machinePoolName, configLabel, configUid }: MachinePoolRef): void {
  const config = visible(configLabel ?? configUid)
  const name = visible(machinePoolName)
  showMessage('warning', vscode.l10n.t('Machine pool isn’t listed: “{0}” in {1}.', name, config))
}

function showGoneRegion({ region }: RegionRef): void {
  showMessage('warning', vscode.l10n.t('Region “{0}” isn’t in the Zones view.', visible(region)))
}
