import * as v from 'valibot'
import * as vscode from 'vscode'
import type { DeletePool, DeletionResult } from '../deletion/deletion.ts'
import { stageText, stageTitle } from '../deletion/stageTexts.ts'
import { whyText, type Attempt } from '../deletion/tellOutcome.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { showMessage } from '../../ui/messages.ts'
import type { DeletionMonitor } from '../../inventory/deletion/monitor.ts'
import type { Parts } from '../../parts.ts'
import { plain, visible } from '../../texts.ts'
import {
  modelErrorText,
  recoveryAdvice,
  requireConnectionByName,
  toModelError,
} from './modelErrors.ts'
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
export function createDeleteMachinePoolTool(parts: Parts & { deletePool: DeletePool }): Tool {
  const { connections, deletionMonitor, deletePool } = parts
  return createTool({
    schema: DeleteMachinePoolInput,
    ignoresCancellation: true,
    prepare({ connection, configUid, machinePoolName }) {
      const name = visible(machinePoolName)
      return {
        invocationMessage: plain(vscode.l10n.t('Deleting machine pool “{0}”…', name)),
        confirmationMessages: {
          title: plain(
            vscode.l10n.t(
              'Delete machine pool “{0}” of cloud config “{1}”?',
              name,
              visible(configUid),
            ),
          ),
          message: plain(
            vscode.l10n.t(
              'Connection: “{0}”. Poolkeeper shows the details and asks you again before anything is deleted.',
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
        const end = await deletePool(pool, signal)
        return resultOf(end, deletionMonitor)
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
  declined: 'The user declined. Nothing was deleted. Don’t ask again unless the user requests it.',
  gone: 'The service doesn’t list this machine pool. Nothing was deleted.',
  alreadyPrompting:
    'A confirmation dialog for this machine pool is already open. Nothing was done.',
}

function resultOf(end: DeletionResult, deletionMonitor: DeletionMonitor) {
  if (end.kind !== 'attempted') {
    const outcome = end.kind === 'alreadyPrompting' ? 'notAsked' : end.kind
    return { outcome, message: unsent[end.kind] }
  }
  const { attempt } = end
  const { stage, pool } = attempt
  const now = deletionMonitor.stageOf(pool)
  return {
    outcome: stage,
    nodesLeft: now && 'nodesLeft' in now ? now.nodesLeft : undefined,
    message: messageOf(attempt),
    ...(stage === 'unknown' && { advice: unknownAdvice }),
  }
}

/**
 * Returns the outcome in the words for people. The cluster is named by the UID that the model has, and what others may
 * have written is quoted.
 */
function messageOf(attempt: Attempt): string {
  const { stage, error, why } = attempt
  const pool = { ...attempt.pool, configLabel: undefined }
  if (stage === 'draining') return stageTitle(stage)
  if (why !== undefined) return stageText(stage, pool, `Poolkeeper reported: ${modelJson(why)}.`)
  const advice = error && stage !== 'unknown' ? ` ${recoveryAdvice(error)}` : ''
  return stageText(stage, pool, `${whyText(attempt, modelErrorText)}${advice}`)
}

const unknownAdvice =
  'The outcome is unknown. Don’t delete the pool again. Check later with poolkeeper_list_machine_pools, and tell the user.'
