import * as v from 'valibot'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { connectionFor } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import type { Commands } from '../../ui/commands.ts'
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
export function revealInViewCommands({
  connections,
  showRow,
}: Pick<Parts, 'connections'> & { showRow: ShowRow }): Commands<'revealInView'> {
  return {
    [commandIds.revealInView]: async (args: unknown) => {
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
    },
  }
}

function isRegion(args: unknown): boolean {
  return typeof (args as { region?: unknown } | null | undefined)?.region === 'string'
}
