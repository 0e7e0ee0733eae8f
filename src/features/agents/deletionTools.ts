import * as v from 'valibot'
import * as vscode from 'vscode'
import type { DeletePool } from '../deletion/deletion.ts'
import { stageText, stageTitle } from '../deletion/stageTexts.ts'
import { whyText } from '../deletion/tellOutcome.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { showMessage } from '../../ui/messages.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { modelErrorText, recoveryAdvice, reportedText } from './modelErrors.ts'
import { firstOf, shortList } from './modelJson.ts'
import { createTool } from './tool.ts'
import { deletionOf } from '../../api/requests.ts'
import { createInspector, soughtPool } from '../deletion/inspectPool.ts'
import { drainTexts } from '../deletion/consequenceTexts.ts'
import { overridesText } from '../deletion/confirmationLines.ts'
import { dangerText } from '../deletion/dangerTexts.ts'
import { hybridFailure } from '../deletion/deletionFailures.ts'
import { locationFacts, locationText } from '../deletion/locationTexts.ts'
import { searchCode, type CodeLocation } from '../poolsInCode/codeSearch.ts'
import type { Inspected } from '../../deletion/inspection.ts'

/** The input of both tools, as in package.json. */
const DeletionInput = v.strictObject({
  connection: v.string(),
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
})

/**
 * Deletes a machine pool in the same way as the command, so that Poolkeeper’s own dialog always appears: VS
 * Code’s confirmation can be switched off.
 */
export function createDeletionTool(parts: Parts, deletePool: DeletePool) {
  const { connections } = parts
  return createTool(connections, {
    schema: DeletionInput,
    ignoresCancellation: true,
    progress: ({ machinePoolName }) =>
      vscode.l10n.t('Deleting machine pool “{0}”…', visible(machinePoolName)),
    confirmation: ({ connection, configUid, machinePoolName }) => ({
      title: vscode.l10n.t(
        'Delete machine pool “{0}” of cloud config “{1}”?',
        visible(machinePoolName),
        visible(configUid),
      ),
      message: vscode.l10n.t(
        'Connection: “{0}”. Poolkeeper shows the details and asks you again before anything is deleted.',
        visible(connection),
      ),
    }),

    async run(input, connection, signal) {
      try {
        return resultOf(await deletePool({ ...input, connection }, signal), parts)
      } catch (error) {
        // The tool call has ended, but the person who has just confirmed must be told.
        if (signal.aborted && error instanceof CommandError) showMessage('warning', error.message)
        throw error
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

/**
 * Returns the outcome in the words for people. The cluster is named by the UID that the model has, and what others may
 * have written is quoted.
 */
function resultOf(end: Awaited<ReturnType<DeletePool>>, { deletionMonitor }: Parts) {
  if (end.kind !== 'attempted') {
    const outcome = end.kind === 'alreadyPrompting' ? 'notAsked' : end.kind
    return { outcome, message: unsent[end.kind] }
  }
  const { stage, error, why, pool } = end.attempt
  const now = deletionMonitor.stageOf(pool)
  const isUnknown = stage === 'unknown'
  const advice = error && !isUnknown ? ` ${recoveryAdvice(error)}` : ''
  const told = why === undefined ? whyText(end.attempt, modelErrorText) + advice : reportedText(why)
  const text = stageText(stage, { ...pool, configLabel: undefined }, told)
  return {
    outcome: stage,
    nodesLeft: now && 'nodesLeft' in now ? now.nodesLeft : undefined,
    message: stage === 'draining' ? stageTitle(stage) : text,
    advice: isUnknown
      ? 'The outcome is unknown. Don’t delete the pool again. Check later with poolkeeper_list_machine_pools, and tell the user.'
      : undefined,
  }
}

/**
 * Returns what a deletion would leave, what is risky about it, and where code describes the pool, as loaded now.
 * Deletes and asks nothing.
 */
export function createPreviewTool(parts: Parts) {
  const { connections, deletions, deletionMonitor } = parts
  const { inCluster, inspectNow } = createInspector(parts)
  return createTool(connections, {
    schema: DeletionInput,
    progress: ({ machinePoolName }) =>
      vscode.l10n.t('Previewing the deletion of “{0}”…', visible(machinePoolName)),

    async run(input, connection, signal) {
      const wanted = { ...input, connection }
      // Throws for names that no request can have.
      deletionOf(connection.baseUrl, wanted)
      const search = searchCode(wanted.machinePoolName)
      try {
        await deletions.refresh()
        const pool = await inCluster(wanted, signal)
        const inspected = await inspectNow(pool, signal)
        const locations = await search.locationsOf(soughtPool(inspected))
        const [earlier] = deletions.allPendingOf(pool)
        const deletion = earlier && deletionMonitor.stage(earlier)
        return { ...previewResult(inspected, locations), deletion }
      } finally {
        search.stop()
      }
    },
  })
}

function previewResult(inspected: Inspected, locations: readonly CodeLocation[]) {
  const { pool, status, configured, cluster, config } = inspected
  const { byZone, remainder, virtualClusters } = inspected
  const { connection, project } = pool
  const isThere = status === 'listed' || status === 'unknown'
  const { size, minSize, maxSize } = configured ?? {}
  return {
    cluster,
    cloudConfigName: cluster === undefined ? (config?.name ?? pool.configLabel) : undefined,
    project: project?.name ?? project?.uid ?? connection.projectUid,
    region: config?.region,
    status,
    nodes: inspected.liveUids?.length,
    configured: configured && { size, minSize, maxSize },
    deletionAlsoRequested: shortList([...inspected.poolsBeingDeleted]),
    ...(isThere && {
      dangers: inspected.dangers,
      remainder: remainder && shortLists({ ...remainder, virtualClusters }),
      nodesByZone: byZone && { ...byZone, zones: firstOf(byZone.zones, maxListLength) },
    }),
    code: locations.length > 0 ? firstOf(locations.map(locationFacts), maxListLength) : undefined,
    text: joinSentences(
      ...textsOf(inspected, locations),
      'Before a deletion, Poolkeeper asks the user in a dialog of its own.',
    ),
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
    'Nothing was deleted.',
  ]
}

/** Shortens lists; an empty one says that there are none. */
function shortLists(lists: Readonly<Record<string, readonly string[] | undefined>>): object {
  return Object.fromEntries(
    Object.entries(lists).map(([key, list]) => [key, list && (shortList(list) ?? [])]),
  )
}

/** Of zones, and of places in code, in characters as JSON. */
const maxListLength = 2_000
