import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { askMachinePool } from './machinePool.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'

/** Pin Machine Pool…: pins a machine pool in the view. Creates nothing. */
export function pinMachinePoolCommands(parts: Parts) {
  const { connections, clusters, tracked, deletionWriter } = parts
  return {
    [commandIds.addMachinePool]: async (args: unknown) => {
      const pool =
        readMachinePool(connections, args) ??
        (await askMachinePool(
          vscode.l10n.t('Pin Machine Pool'),
          requireConnection(connections),
          parts,
        ))
      if (!pool) return
      const name = clusters.clusterName(pool)
      await tracked.add(pool, { label: pool.configLabel, name })
      await deletionWriter.dismiss(pool, false)
    },
  }
}
