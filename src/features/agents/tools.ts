import type { DeletePool } from '../deletion/deletion.ts'
import { toolNames } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { createDeleteMachinePoolTool } from './deleteMachinePoolTool.ts'
import { createListMachinePoolsTool } from './listMachinePoolsTool.ts'
import { createListZonesTool } from './listZonesTool.ts'
import { createPreviewDeletionTool } from './previewDeletionTool.ts'

/** Creates all tools, by name. */
export function createTools(parts: Parts & { deletePool: DeletePool }) {
  return {
    [toolNames.list_zones]: createListZonesTool(parts),
    [toolNames.list_machine_pools]: createListMachinePoolsTool(parts),
    [toolNames.preview_deletion]: createPreviewDeletionTool(parts),
    [toolNames.delete_machine_pool]: createDeleteMachinePoolTool(parts),
  }
}
