import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { askMachinePool } from './machinePool.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { isRow } from '../../ui/arguments.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import type { Commands } from '../../ui/commands.ts'

/** Add Machine Pool…: pins a machine pool in the view, asked for or given. Creates nothing. */
export function addMachinePoolCommands({
  connections,
  tracked,
  clusters,
}: Pick<Parts, 'connections' | 'tracked' | 'clusters'>): Commands<'addMachinePool'> {
  return {
    [commandIds.addMachinePool]: async (args: unknown) => {
      const pool =
        (isRow(args) ? undefined : readMachinePool(connections, args)) ??
        (await askMachinePool(
          vscode.l10n.t('Add Machine Pool'),
          requireConnection(connections),
          tracked,
          clusters,
        ))
      if (!pool) return
      const {
        connection,
        provider,
        configUid: uid,
        configLabel: label,
        machinePoolName: name,
      } = pool
      const called = { label, name: clusters.clusterName(pool) }
      await tracked.addPool(connection.name, { provider, uid, ...called }, name)
    },
  }
}
