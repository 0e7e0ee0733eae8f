import * as v from 'valibot'
import * as vscode from 'vscode'
import type { DeletePool, DeletionResult } from '../deletion/deletion.ts'
import { stageText, stageTitle } from '../deletion/stageTexts.ts'
import { whyText, type Attempt } from '../deletion/tellOutcome.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { showMessage } from '../../ui/messages.ts'
import type { DeletionMonitor } from '../../inventory/deletion/monitor.ts'
import type { Parts } from '../../parts.ts'
import { plain, visible, joinSentences } from '../../texts.ts'
import {
  modelErrorText,
  recoveryAdvice,
  requireConnectionByName,
  toModelError,
  readOnlyNote,
} from './modelErrors.ts'
import { modelJson, firstOf, shortList } from './modelJson.ts'
import { createTool, type Tool } from './tool.ts'
import { deletionOf } from '../../api/requests.ts'
import { createInspector, soughtPool } from '../deletion/inspectPool.ts'
import { drainTexts } from '../deletion/consequenceTexts.ts'
import { overridesText } from '../deletion/confirmationLines.ts'
import { dangerText } from '../deletion/dangerTexts.ts'
import { hybridFailure } from '../deletion/deletionFailures.ts'
import { locationFacts, locationText } from '../deletion/locationTexts.ts'
import { searchCode, type CodeLocation } from '../poolsInCode/codeSearch.ts'
import type { Inspected } from '../../inventory/deletion/inspection.ts'
import { toolNames } from '../../contributions.ts'

/** The input of both tools, as in package.json. */
const DeletionInput = v.strictObject({
  connection: v.string(),
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
})

/** The tools that delete a machine pool, and that tell what a deletion would do. */
export function deletionTools(parts: Parts & { deletePool: DeletePool }) {
  return {
    [toolNames.preview_deletion]: createPreview(parts),
    [toolNames.delete_machine_pool]: createDeletion(parts),
  }
}

/**
 * Deletes a machine pool in the same way as the command, so that Poolkeeper’s own dialog always appears: VS
 * Code’s confirmation can be switched off.
 */
function createDeletion(parts: Parts & { deletePool: DeletePool }): Tool {
  const { connections, deletionMonitor, deletePool } = parts
  return createTool({
    schema: DeletionInput,
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

/**
 * Returns what a deletion would leave, what is risky about it, and where code describes the pool, as loaded now.
 * Deletes and asks nothing.
 */
function createPreview(parts: Parts): Tool {
  const { connections, deletions, deletionMonitor } = parts
  const { inCluster, inspectNow } = createInspector(parts)
  return createTool({
    schema: DeletionInput,
    prepare: ({ machinePoolName }) => ({
      invocationMessage: plain(
        vscode.l10n.t('Previewing the deletion of “{0}”…', visible(machinePoolName)),
      ),
    }),

    async run({ connection: name, provider, configUid, machinePoolName }, signal) {
      const connection = requireConnectionByName(connections, name)
      const wanted = { connection, provider, configUid, machinePoolName }
      const search = searchCode(machinePoolName)
      try {
        // Throws for names that no request can have.
        deletionOf(connection.baseUrl, wanted)
        await deletions.refresh()
        const pool = await inCluster(wanted, signal)
        const inspected = await inspectNow(pool, signal)
        const locations = await search.locationsOf(soughtPool(inspected))
        const [earlier] = deletions.allPendingOf(pool)
        return {
          ...previewResult(inspected, locations),
          deletion: earlier && deletionMonitor.stage(earlier),
          readOnly: readOnlyNote(connection),
        }
      } catch (error) {
        throw toModelError(error, connection)
      } finally {
        search.stop()
      }
    },
  })
}

function previewResult(inspected: Inspected, locations: readonly CodeLocation[]) {
  const { pool, status, configured, remainder, virtualClusters, poolsBeingDeleted, dangers } =
    inspected
  const { connection, project, configLabel } = pool
  const isThere = status === 'listed' || status === 'unknown'
  return {
    connection: connection.name,
    provider: pool.provider,
    configUid: pool.configUid,
    cluster: inspected.cluster,
    cloudConfigName:
      inspected.cluster === undefined ? (inspected.config?.name ?? configLabel) : undefined,
    project: project?.name ?? project?.uid ?? connection.projectUid,
    region: inspected.config?.region,
    machinePoolName: pool.machinePoolName,
    status,
    nodes: inspected.liveUids?.length,
    configured: configured && {
      size: configured.size,
      minSize: configured.minSize,
      maxSize: configured.maxSize,
    },
    deletionAlsoRequested: shortList([...poolsBeingDeleted]),
    ...(isThere && {
      dangers,
      remainder: remainder && shortLists({ ...remainder, virtualClusters }),
    }),
    code:
      locations.length > 0 ? firstOf(locations.map(locationFacts), maxLocationsLength) : undefined,
    text: joinSentences(...textsOf(inspected, locations), nothingDeleted),
  }
}

/** Returns what the dialog tells people, without names of the service: the result has them as data. */
function textsOf(inspected: Inspected, locations: readonly CodeLocation[]): string[] {
  const { pool, status, dangers, configured, configResult } = inspected
  if (status === 'gone') return [stageText('notListed', { ...pool, configLabel: undefined })]
  if (status === 'hybrid') return [hybridFailure(pool).message]
  return [
    ...dangers.map((danger) => dangerText(danger, inspected, modelErrorText)),
    configResult.kind === 'failed' ? recoveryAdvice(configResult.error) : '',
    configured?.hasOverrides ? overridesText() : '',
    ...drainTexts(pool),
    locationText(locations),
  ].filter((text) => text !== '')
}

/** Shortens the lists of an object; an empty one says that there are none. */
function shortLists(facts: object): object {
  const entries = Object.entries(facts) as [string, unknown][]
  return Object.fromEntries(
    entries.map(([key, fact]) => [key, Array.isArray(fact) ? (shortList(fact) ?? []) : fact]),
  )
}

const nothingDeleted =
  'Nothing was deleted. Before a deletion, Poolkeeper asks the user in a dialog of its own.'

/** In characters as JSON. */
const maxLocationsLength = 2_000
