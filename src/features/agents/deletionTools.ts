import * as v from 'valibot'
import * as vscode from 'vscode'
import type { DeletePool, DeletePoolResult } from '../deletion/deletion.ts'
import { targetWithoutRow } from '../deletion/deletionTarget.ts'
import { stageText, stageTitle } from '../deletion/stageTexts.ts'
import { failureReason, listedMachinesText } from '../deletion/notifyOutcome.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { showMessage } from '../../ui/messages.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, displayText } from '../../displayTexts.ts'
import { modelErrorText, recoveryAdvice, reportedText } from './modelErrors.ts'
import { takeFitting, shortList } from './modelJson.ts'
import { createTool } from './tool.ts'
import type { MachinePool } from '../../api/poolSchemas.ts'
import { createDeleteRequest } from '../../api/requests.ts'
import { createInspector, soughtPool } from '../deletion/inspectPool.ts'
import { drainTexts, locationFacts, locationText } from '../deletion/consequenceTexts.ts'
import { overridesText } from '../deletion/confirmationLines.ts'
import { dangerLines } from '../deletion/dangerTexts.ts'
import { hybridFailure } from '../deletion/deletionFailures.ts'
import { CodeSearch, type CodeLocation } from '../poolsInCode/codeSearch.ts'
import type { DeletionResult } from '../../deletion/requestDeletion.ts'
import { drainProgress } from '../../deletion/stage.ts'
import {
  configuredPool,
  mayExist,
  type Inspection,
  type PoolLookup,
} from '../../deletion/inspection.ts'

/** The input of the deletion tool and the preview tool. It must match the schema in package.json. */
const DeletionInput = v.strictObject({
  connection: v.string(),
  provider: v.string(),
  configUid: v.string(),
  machinePoolName: v.string(),
})

/**
 * Creates the tool that deletes a machine pool. It does the same as the command, so Poolkeeper’s own dialog always asks
 * for a confirmation: users can switch off VS Code’s confirmation of tools.
 */
export function createDeletionTool(parts: Parts, deletePool: DeletePool) {
  const { connections } = parts
  return createTool(connections, {
    schema: DeletionInput,
    ignoresCancellation: true,
    progress: ({ machinePoolName }) =>
      vscode.l10n.t('Deleting machine pool “{0}”…', displayText(machinePoolName)),
    confirmation: ({ connection, configUid, machinePoolName }) => ({
      title: vscode.l10n.t(
        'Delete machine pool “{0}” of cloud config “{1}”?',
        displayText(machinePoolName),
        displayText(configUid),
      ),
      message: vscode.l10n.t(
        'Connection: “{0}”. Poolkeeper shows the details and asks you again before anything is deleted.',
        displayText(connection),
      ),
    }),

    async run(input, connection, signal) {
      try {
        const result = await deletePool(targetWithoutRow({ ...input, connection }), {
          modelCall: signal,
        })
        return deletionReport(result, parts)
      } catch (error) {
        // After a cancellation, the model doesn’t see the error, but the user, who has just confirmed the deletion,
        // must see it.
        if (signal.aborted && error instanceof CommandError) {
          showMessage('warning', error.message)
        }
        throw error
      }
    },
  })
}

/** The messages for the outcomes in which no delete request was sent. */
const unsentMessages = {
  declined: 'The user declined. Nothing was deleted. Don’t ask again unless the user requests it.',
  alreadyPrompting:
    'A confirmation dialog for this machine pool is already open. Nothing was done.',
}

const notListedMessage = 'The service doesn’t list this machine pool. Nothing was deleted.'

/** Returns the result of the tool: the outcome of a deletion, and a message in the same words as for people. */
function deletionReport(result: DeletePoolResult, { deletionMonitor }: Parts): object {
  const { kind } = result
  if (kind === 'gone') {
    // The model may have passed on a name that no pool has ever had.
    return { outcome: 'notListed', message: notListedMessage }
  }
  if (kind === 'declined' || kind === 'alreadyPrompting') {
    return { outcome: kind, message: unsentMessages[kind] }
  }
  const { stage, pool } = result
  const current = deletionMonitor.stageOf(pool)
  return {
    outcome: stage,
    nodesLeft: drainProgress(current)?.nodesLeft,
    message: outcomeMessage(result),
    advice:
      stage === 'unknown'
        ? 'The outcome is unknown. Don’t delete the pool again. Check later with poolkeeper_list_machine_pools, and tell the user.'
        : undefined,
  }
}

/**
 * Returns the message about a deletion. It names the cluster by the UID that the model has passed on. Texts that other
 * people may have written are quoted.
 */
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
 * Creates the tool that previews a deletion: it loads what the cluster would have left, what is risky about the
 * deletion, and where code describes the pool. It deletes nothing and asks nothing.
 */
export function createPreviewTool(parts: Parts) {
  const { connections, deletions, deletionMonitor } = parts
  const { inCluster, inspectNow } = createInspector(parts)
  return createTool(connections, {
    schema: DeletionInput,
    progress: ({ machinePoolName }) =>
      vscode.l10n.t('Previewing the deletion of “{0}”…', displayText(machinePoolName)),

    async run(input, connection, signal) {
      const wanted = { ...input, connection }
      // Throws for names that can’t be part of a URL, before anything is loaded.
      createDeleteRequest(connection.baseUrl, wanted)
      const search = new CodeSearch(wanted.machinePoolName)
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
    clusterState: loaded.clusterStatus?.state,
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

/** Returns, in a word for models, whether the pool exists. It may never have: a model may pass on any name. */
function statusName({ kind }: PoolLookup): 'listed' | 'notListed' | 'hybrid' | 'unknown' {
  if (kind === 'gone') return 'notListed'
  return kind === 'listed' || kind === 'hybrid' ? kind : 'unknown'
}

function configuredSize({ size, minSize, maxSize }: MachinePool): object {
  return { size, minSize, maxSize }
}

/**
 * Returns what the cluster keeps and what it loses without the pool. Undefined if the cluster’s cloud config is
 * unknown.
 */
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

/**
 * Returns the texts that the preview tool gives to a language model: the warnings that the deletion dialog shows to
 * people. The texts have no names from the service, because these are in other fields of the tool’s result.
 */
function previewTexts(inspection: Inspection, locations: readonly CodeLocation[]): string[] {
  const { pool, lookup, loaded } = inspection
  if (lookup.kind === 'gone') {
    const machinesText = listedMachinesText(loaded.machines)
    return [stageText('notListed', { ...pool, configLabel: undefined }, machinesText)]
  }
  if (lookup.kind === 'hybrid') {
    return [hybridFailure(pool).message]
  }
  return [
    ...dangerLines(inspection, modelErrorText),
    lookup.kind === 'failed' ? recoveryAdvice(lookup.error) : '',
    configuredPool(lookup)?.hasOverrides ? overridesText() : '',
    ...drainTexts(inspection),
    locationText(locations),
    'Nothing was deleted.',
  ]
}

/** Shortens each list. An empty list is kept, because it says that there is nothing. */
function shortLists(lists: Readonly<Record<string, readonly string[] | undefined>>): object {
  const shortened: Record<string, readonly string[]> = {}
  for (const [key, list] of Object.entries(lists)) {
    if (list) shortened[key] = shortList(list) ?? []
  }
  return shortened
}

/** The maximum length of the lists of zones and of locations in code, in characters of JSON. */
const maxListLength = 2_000
