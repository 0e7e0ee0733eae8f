import type { DeletePool } from '../deletion/deletion.ts'
import { toolNames } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { createDeletionTool, createPreviewTool } from './deletionTools.ts'
import { createListMachinePoolsTool } from './listMachinePoolsTool.ts'
import { createListZonesTool } from './listZonesTool.ts'

/** Creates all tools, by name. */
export function createTools(parts: Parts, deletePool: DeletePool) {
  return {
    [toolNames.list_zones]: createListZonesTool(parts),
    [toolNames.list_machine_pools]: createListMachinePoolsTool(parts),
    [toolNames.preview_deletion]: createPreviewTool(parts),
    [toolNames.delete_machine_pool]: createDeletionTool(parts, deletePool),
  }
}
