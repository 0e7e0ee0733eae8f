import { commandIds } from '../../contributions.ts'
import type { DeletePools } from './deletion.ts'
import { createDeletionTargets } from './deletionTargets.ts'
import type { Commands } from '../../ui/commands.ts'

/**
 * Delete Machine Pool…, from a tree item (with the others that are selected), by the Delete key, from
 * the palette, or with `{provider, configUid, machinePoolName}`. However it is called, it asks first.
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
