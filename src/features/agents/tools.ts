import type { DeletePools } from '../deletion/deletion.ts'
import { toolNames, type ToolName } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { createDeleteMachinePoolTool } from './deleteMachinePoolTool.ts'
import { createListMachinePoolsTool } from './listMachinePoolsTool.ts'
import { createListZonesTool } from './listZonesTool.ts'
import { createPreviewDeletionTool } from './previewDeletionTool.ts'
import type { Tool } from './tool.ts'

/** Creates all tools, by name. */
export function createTools(
  parts: Parts & { deletePools: DeletePools },
): Readonly<Record<ToolName, Tool>> {
  return {
    [toolNames.list_zones]: createListZonesTool(parts),
    [toolNames.list_machine_pools]: createListMachinePoolsTool(parts),
    [toolNames.preview_deletion]: createPreviewDeletionTool(parts),
    [toolNames.delete_machine_pool]: createDeleteMachinePoolTool(parts),
  }
}
