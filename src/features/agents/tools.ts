import type { DeletePools } from '../deletion/deletion.ts'
import { toolNames, type ToolName } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { createCompareZonesTool } from './compareZones.ts'
import { createDeleteMachinePoolTool } from './deleteMachinePool.ts'
import { createListMachinePoolsTool } from './listMachinePools.ts'
import { createListZonesTool } from './listZones.ts'
import type { Tool } from './tool.ts'

/** Creates all tools, by name. */
export function createTools(
  parts: Parts & { deletePools: DeletePools },
): Readonly<Record<ToolName, Tool>> {
  return {
    [toolNames.list_zones]: createListZonesTool(parts),
    [toolNames.compare_zones]: createCompareZonesTool(parts),
    [toolNames.list_machine_pools]: createListMachinePoolsTool(parts),
    [toolNames.delete_machine_pool]: createDeleteMachinePoolTool(parts),
  }
}
