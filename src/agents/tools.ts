import type { DeletePools } from '../commands/deletion.ts'
import { toolNames, type ToolName } from '../contributions.ts'
import type { Parts } from '../parts.ts'
import { compareZonesTool } from './compareZones.ts'
import { deleteMachinePoolTool } from './deleteMachinePool.ts'
import { listMachinePoolsTool } from './listMachinePools.ts'
import { listZonesTool } from './listZones.ts'
import type { Tool } from './tool.ts'

/** Every tool, by its name. */
export function toolsOf({
  connections,
  tracked,
  clouds,
  clusters,
  machinePools,
  deletePools,
}: Parts & { deletePools: DeletePools }): ReadonlyMap<ToolName, Tool> {
  return new Map<ToolName, Tool>([
    [toolNames.list_zones, listZonesTool(connections, tracked, clouds)],
    [toolNames.compare_zones, compareZonesTool(connections, tracked, clouds)],
    [
      toolNames.list_machine_pools,
      listMachinePoolsTool(connections, tracked, clusters, machinePools),
    ],
    [
      toolNames.delete_machine_pool,
      deleteMachinePoolTool(connections, tracked, clusters, machinePools, deletePools),
    ],
  ])
}
