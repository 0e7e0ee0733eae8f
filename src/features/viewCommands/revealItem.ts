import * as vscode from 'vscode'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import { machinePoolKey, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import type { RegionNode } from '../../ui/trees/nodes.ts'
import { reveal } from './reveal.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { runAction, showMessage } from '../../ui/messages.ts'

/** Reveals items; throws if the views show another connection. */
export interface ItemRevealer {
  /** Throws if the views show another connection, with a button to switch. */
  assertActiveConnection(connection: Connection): void
  pool(pool: MachinePoolRef): Promise<void>
  region(region: RegionRef): Promise<void>
}

/** Creates the function that reveals tree items. */
export function createItemRevealer(parts: Parts): ItemRevealer {
  const { connections, machinePoolsView, machinePoolsTree, zonesView, zonesTree } = parts
  return {
    assertActiveConnection,

    async pool(pool) {
      const row = await machinePoolsView.find(pool)
      assertStillActive(pool.connection)
      if (!row) return showGonePool(pool)
      const key = machinePoolKey(row)
      await reveal(
        machinePoolsTree,
        row,
        (node) => node.kind === 'machinePool' && machinePoolKey(node) === key,
      )
    },

    async region(region) {
      const row = await zonesView.find(region)
      assertStillActive(region.connection)
      if (!row) return showGoneRegion(region)
      await reveal(zonesTree, row, (node) => node.kind === 'region' && isSameRegion(node, row))
    },
  }

  function assertActiveConnection(connection: Connection): void {
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

function isSameRegion(a: RegionNode, b: RegionNode): boolean {
  return (
    a.connection.name === b.connection.name &&
    a.provider === b.provider &&
    a.cloudAccountUid === b.cloudAccountUid &&
    a.project === b.project &&
    a.region === b.region
  )
}

function showGonePool({ machinePoolName, configLabel, configUid }: MachinePoolRef): void {
  const config = visible(configLabel ?? configUid)
  const name = visible(machinePoolName)
  showMessage('warning', vscode.l10n.t('Machine pool “{0}” in “{1}” isn’t listed.', name, config))
}

function showGoneRegion({ region }: RegionRef): void {
  showMessage('warning', vscode.l10n.t('Region “{0}” isn’t in the Zones view.', visible(region)))
}
