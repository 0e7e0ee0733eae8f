import * as v from 'valibot'
import * as vscode from 'vscode'
import type { DeletePools, DeletionResult } from '../deletion/deletion.ts'
import { fateOf } from '../deletion/deletionReport.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { showMessage } from '../../ui/messages.ts'
import type { PoolDeleter } from '../../inventory/poolDeleter.ts'
import type { Parts } from '../../parts.ts'
import { plain, visible } from '../../texts.ts'
import { deletionMessage, unknownAdvice } from './deletionMessage.ts'
import { requireConnectionByName, toModelError } from './modelErrors.ts'
import { modelJson } from './modelJson.ts'
import { createTool, type Tool } from './tool.ts'

/** The input of this tool and of the preview, as in package.json. */
export const DeleteMachinePoolInput = v.strictObject({
  connection: v.string(),
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
})

/**
 * Deletes a machine pool in the same way as the command, so that Poolkeeper’s own dialog always appears: VS
 * Code’s confirmation can be switched off.
 */
export function createDeleteMachinePoolTool(parts: Parts & { deletePools: DeletePools }): Tool {
  const { connections, poolDeleter, deletePools } = parts
  return createTool({
    schema: DeleteMachinePoolInput,
    ignoresCancellation: true,
    prepare({ connection, configUid, machinePoolName }) {
      const name = visible(machinePoolName)
      return {
        invocationMessage: plain(vscode.l10n.t('Deleting machine pool “{0}”', name)),
        confirmationMessages: {
          title: plain(vscode.l10n.t('Delete machine pool “{0}”?', name)),
          message: plain(
            vscode.l10n.t(
              'Cloud config {0}, connection “{1}”. Poolkeeper shows the details and asks you again before anything is deleted.',
              visible(configUid),
              visible(connection),
            ),
          ),
        },
      }
    },

    async run({ connection: name, provider, configUid, machinePoolName }, signal) {
      const connection = requireConnectionByName(connections, name)
      if (connection.protection === 'readOnly') {
        throw new Error(
          `The delete request was not sent because connection ${modelJson(connection.name)} is read-only. Tell the user.`,
        )
      }
      const pool = { connection, provider, configUid, machinePoolName }
      try {
        const end = await deletePools([pool], { signal, isForModel: true })
        return resultOf(end, poolDeleter)
      } catch (error) {
        // The tool call has ended, but the person who has just confirmed must be told.
        if (signal.aborted && error instanceof CommandError) showMessage('warning', error.message)
        throw toModelError(error, connection)
      }
    },
  })
}

/** The results without a delete request. */
const unsent = {
  declined: {
    outcome: 'declined',
    message: 'The user declined. Nothing was deleted. Don’t ask again unless the user requests it.',
  },
  gone: {
    outcome: 'gone',
    message: 'The service doesn’t list this machine pool. Nothing was deleted.',
  },
  alreadyPrompting: {
    outcome: 'notAsked',
    message: 'A confirmation dialog for this machine pool is already open. Nothing was done.',
  },
}

function resultOf(end: DeletionResult, poolDeleter: PoolDeleter) {
  if (end.kind !== 'attempted') return unsent[end.kind]
  const [deletion] = end.deletions
  if (!deletion) return { outcome: 'notSent', message: 'Nothing was deleted.' }
  const { outcome, pool } = deletion
  const fate = fateOf(outcome)
  return {
    outcome: outcome.kind,
    fate,
    nodesLeft: poolDeleter.deletionState(pool)?.nodesLeft,
    message: deletionMessage(deletion),
    ...(fate === 'unknown' && { advice: unknownAdvice }),
  }
}
