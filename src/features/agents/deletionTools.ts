import * as v from 'valibot'
import * as vscode from 'vscode'
import type { DeletePool, DeletePoolResult } from '../deletion/deletion.ts'
import { targetWithoutRow } from '../deletion/deletionTarget.ts'
import { stageText, stageTitle } from '../deletion/stageTexts.ts'
import { failureReason } from '../deletion/notifyOutcome.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { showMessage } from '../../ui/messages.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { modelErrorText, recoveryAdvice, reportedText } from './modelErrors.ts'
import { takeFitting, shortList } from './modelJson.ts'
import { createTool } from './tool.ts'
import type { MachinePool } from '../../api/poolSchemas.ts'
import { createDeleteRequest } from '../../api/requests.ts'
import { createInspector, soughtPool } from '../deletion/inspectPool.ts'
import { drainTexts } from '../deletion/consequenceTexts.ts'
import { overridesText } from '../deletion/confirmationLines.ts'
import { dangerText } from '../deletion/dangerTexts.ts'
import { hybridFailure } from '../deletion/deletionFailures.ts'
import { locationFacts, locationText } from '../deletion/locationTexts.ts'
import { searchCode, type CodeLocation } from '../poolsInCode/codeSearch.ts'
import type { DeletionResult } from '../../deletion/deletionResult.ts'
import {
  configuredPool,
  mayExist,
  type Inspection,
  type PoolLookup,
} from '../../deletion/inspection.ts'

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
        const result = await deletePool(targetWithoutRow({ ...input, connection }), signal)
        return deletionReport(result, parts)
      } catch (error) {
        // The tool call has ended, but the person who has just confirmed must be told.
        if (signal.aborted && error instanceof CommandError) {
          showMessage('warning', error.message)
        }
        throw error
      }
    },
  })
}

/** The results without a delete request. */
const unsentMessages = {
  declined: 'The user declined. Nothing was deleted. Don’t ask again unless the user requests it.',
  gone: 'The service doesn’t list this machine pool. Nothing was deleted.',
  alreadyPrompting:
    'A confirmation dialog for this machine pool is already open. Nothing was done.',
}

/** Returns the outcome in the words for people. */
function deletionReport(result: DeletePoolResult, { deletionMonitor }: Parts): object {
  const { kind } = result
  if (kind === 'declined' || kind === 'gone' || kind === 'alreadyPrompting') {
    return { outcome: kind, message: unsentMessages[kind] }
  }
  const { stage, pool } = result
  const current = deletionMonitor.stageOf(pool)
  return {
    outcome: stage,
    nodesLeft: current && 'nodesLeft' in current ? current.nodesLeft : undefined,
    message: outcomeMessage(result),
    advice:
      stage === 'unknown'
        ? 'The outcome is unknown. Don’t delete the pool again. Check later with poolkeeper_list_machine_pools, and tell the user.'
        : undefined,
  }
}

/** Returns the message. The cluster is named by the UID that the model has, and what others may have written is quoted. */
function outcomeMessage(result: DeletionResult): string {
  const { stage, pool } = result
  if (stage === 'draining') return stageTitle(stage)
  return stageText(stage, { ...pool, configLabel: undefined }, reasonText(result))
}

function reasonText(result: DeletionResult): string {
  if (result.kind === 'notSent') return reportedText(result.reason)
  const reason = failureReason(result, modelErrorText)
  if (result.kind === 'accepted' || result.stage === 'unknown') return reason
  return `${reason} ${recoveryAdvice(result.error)}`
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
      createDeleteRequest(connection.baseUrl, wanted)
      const search = searchCode(wanted.machinePoolName)
      try {
        await deletions.refresh()
        const pool = await inCluster(wanted, signal)
        const inspection = await inspectNow(pool, signal)
        const locations = await search.locationsOf(soughtPool(inspection))
        const [earlier] = deletions.allPending(pool)
        const deletion = earlier && deletionMonitor.stage(earlier)
        return { ...previewResult(inspection, locations), deletion }
      } finally {
        search.stop()
      }
    },
  })
}

function previewResult(inspection: Inspection, locations: readonly CodeLocation[]): object {
  const { pool, lookup, loaded, config, liveUids, poolsBeingDeleted } = inspection
  const { connection, project } = pool
  const { cluster } = loaded.cached
  const configured = configuredPool(lookup)
  return {
    cluster,
    cloudConfigName: cluster === undefined ? (config?.name ?? pool.configLabel) : undefined,
    project: project?.name ?? project?.uid ?? connection.projectUid,
    region: config?.region,
    status: statusName(lookup),
    nodes: liveUids?.length,
    configured: configured && configuredSize(configured),
    deletionAlsoRequested: shortList([...poolsBeingDeleted]),
    dangers: mayExist(lookup) ? inspection.dangers : undefined,
    remainder: remainderResult(inspection),
    nodesByZone: nodesByZoneResult(lookup),
    code:
      locations.length > 0 ? takeFitting(locations.map(locationFacts), maxListLength) : undefined,
    text: joinSentences(
      ...previewTexts(inspection, locations),
      'Before a deletion, Poolkeeper asks the user in a dialog of its own.',
    ),
  }
}

/** Returns whether the pool exists, in the tool’s words. */
function statusName({ kind }: PoolLookup): 'listed' | 'gone' | 'hybrid' | 'unknown' {
  return kind === 'listed' || kind === 'gone' || kind === 'hybrid' ? kind : 'unknown'
}

function configuredSize({ size, minSize, maxSize }: MachinePool): object {
  return { size, minSize, maxSize }
}

/** Returns what remains of the cluster without the pool, and what it loses; undefined if its cloud config is unknown. */
function remainderResult({ lookup, loaded }: Inspection): object | undefined {
  const { virtualClusters } = loaded.cached
  if (lookup.kind === 'unreadable') return shortLists({ virtualClusters })
  if (lookup.kind !== 'listed') return undefined
  const { pools, losses } = lookup.remainder
  return shortLists({ pools, ...losses, virtualClusters })
}

function nodesByZoneResult(lookup: PoolLookup): object | undefined {
  const nodes = lookup.kind === 'listed' ? lookup.nodesByZone : undefined
  return nodes && { ...nodes, zones: takeFitting(nodes.zones, maxListLength) }
}

/** Returns what the dialog tells people, without names of the service: the result has them as data. */
function previewTexts(inspection: Inspection, locations: readonly CodeLocation[]): string[] {
  const { pool, lookup, dangers } = inspection
  if (lookup.kind === 'gone') {
    return [stageText('notListed', { ...pool, configLabel: undefined })]
  }
  if (lookup.kind === 'hybrid') {
    return [hybridFailure(pool).message]
  }
  return [
    ...dangers.map((danger) => dangerText(danger, inspection, modelErrorText)),
    lookup.kind === 'failed' ? recoveryAdvice(lookup.error) : '',
    configuredPool(lookup)?.hasOverrides ? overridesText() : '',
    ...drainTexts(pool),
    locationText(locations),
    'Nothing was deleted.',
  ]
}

/** Shortens lists; an empty one says that there are none. */
function shortLists(lists: Readonly<Record<string, readonly string[] | undefined>>): object {
  const shortened: Record<string, readonly string[]> = {}
  for (const [key, list] of Object.entries(lists)) {
    if (list) shortened[key] = shortList(list) ?? []
  }
  return shortened
}

/** Of zones, and of places in code, in characters as JSON. */
const maxListLength = 2_000
