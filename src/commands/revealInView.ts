import * as v from 'valibot'
import type * as vscode from 'vscode'
import type { Connections } from '../connections/connections.ts'
import { commandIds } from '../contributions.ts'
import { connectionFor } from './activeConnection.ts'
import { readArguments } from './arguments.ts'
import { readMachinePool } from './machinePoolArguments.ts'
import type { RunCommand } from './runCommand.ts'
import type { ShowRow } from './showRow.ts'

const Region = v.object({
  provider: v.string(),
  cloudAccountUid: v.string(),
  region: v.string(),
  project: v.optional(v.string()),
  /** The connection's name; the active one where left out. */
  connection: v.optional(v.string()),
})

/** Shows a machine pool or a region that code names, such as a button under a message. */
export function registerRevealInView(
  runCommand: RunCommand,
  connections: Connections,
  showRow: ShowRow,
): vscode.Disposable {
  return runCommand(commandIds.revealInView, async (args: unknown) => {
    if (!isRegion(args)) {
      const pool = readMachinePool(connections, args)
      if (!pool) return
      showRow.assertShown(pool.connection)
      return showRow.pool(pool)
    }
    const region = readArguments(Region, args)
    if (!region) return
    const connection = connectionFor(connections, region.connection)
    showRow.assertShown(connection)
    await showRow.region({ ...region, connection })
  })
}

function isRegion(args: unknown): boolean {
  return typeof (args as { region?: unknown } | null | undefined)?.region === 'string'
}
