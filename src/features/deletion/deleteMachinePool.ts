import { commandIds } from '../../contributions.ts'
import type { DeletePools } from './deletion.ts'
import { createDeletionTargets } from './deletionTargets.ts'
import type { Commands } from '../../ui/commands.ts'

/**
 * Delete Machine Pool…, from tree items, by the Delete key, from the command palette, or with `{provider,
 * configUid, machinePoolName}`. Always asks for confirmation.
 */
export function deleteMachinePoolCommands({
  deletePools,
  ...parts
}: Parameters<typeof createDeletionTargets>[0] & {
  deletePools: DeletePools
}): Commands<'deleteMachinePool'> {
  const targets = createDeletionTargets(parts)
  return {
    [commandIds.deleteMachinePool]: async (...args: unknown[]) => {
      const wanted = await targets(args)
      if (wanted.length > 0) await deletePools(wanted)
    },
  }
}
