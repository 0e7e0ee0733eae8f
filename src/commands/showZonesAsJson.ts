import { commandIds } from '../contributions.ts'
import type { ZonesNode } from '../views/nodes.ts'
import type { ZonesDocuments } from '../views/zonesDocuments.ts'
import { rows } from './rows.ts'
import type { RunCommand } from './runCommand.ts'

/** Show Zones as JSON: opens a read-only document for each region and account that is selected. */
export function registerShowZonesAsJson(
  runCommand: RunCommand,
  documents: () => Promise<ZonesDocuments>,
) {
  return runCommand(
    commandIds.showZonesAsJson,
    async (node?: ZonesNode, selected?: ZonesNode[]) => {
      const nodes = rows(node, selected).filter(
        (one) => one.kind === 'region' || one.kind === 'account',
      )
      const options = { preview: nodes.length === 1 }
      for (const one of nodes) await (await documents()).show(one, options)
    },
  )
}
