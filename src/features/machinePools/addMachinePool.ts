import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { PoolSources } from '../../inventory/configs.ts'
import type { Parts } from '../../parts.ts'
import { askMachinePool } from './machinePool.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { isRow } from '../../ui/arguments.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import type { Commands } from '../../ui/commands.ts'

/** Pin Machine Pool…: pins a machine pool in the view. Creates nothing. */
export function addMachinePoolCommands({
  connections,
  ...sources
}: Pick<Parts, 'connections'> & PoolSources): Commands<'addMachinePool'> {
  return {
    [commandIds.addMachinePool]: async (args: unknown) => {
      const pool =
        (isRow(args) ? undefined : readMachinePool(connections, args)) ??
        (await askMachinePool(
          vscode.l10n.t('Pin Machine Pool'),
          requireConnection(connections),
          sources,
        ))
      if (!pool) return
      const name = sources.clusters.clusterName(pool)
      await sources.tracked.addPool(pool, { label: pool.configLabel, name })
    },
  }
}
