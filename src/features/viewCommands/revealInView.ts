import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { RegionArguments } from '../../inventory/places.ts'
import { readPlace } from '../../ui/arguments.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import type { ItemRevealer } from './revealItem.ts'

/** Reveals a machine pool or a region, for the buttons of messages. */
export function revealInViewCommands({ connections, showRow }: Parts & { showRow: ItemRevealer }) {
  return {
    [commandIds.revealInView]: async (args: unknown) => {
      if (!isRegion(args)) {
        const pool = readMachinePool(connections, args)
        if (!pool) return
        showRow.assertActiveConnection(pool.connection)
        return showRow.pool(pool)
      }
      const region = readPlace(RegionArguments, args, connections)
      if (!region) return
      showRow.assertActiveConnection(region.connection)
      await showRow.region(region)
    },
  }
}

function isRegion(args: unknown): boolean {
  return typeof (args as { region?: unknown } | null | undefined)?.region === 'string'
}
