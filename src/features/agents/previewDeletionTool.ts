import * as vscode from 'vscode'
import { documented, requestTo } from '../../api/endpoints.ts'
import { createInspector, soughtPool } from '../deletion/inspectPool.ts'
import { drainTexts } from '../deletion/consequenceTexts.ts'
import { overridesText } from '../deletion/confirmationLines.ts'
import { dangerText } from '../deletion/dangerTexts.ts'
import { hybridFailure } from '../deletion/deletionFailures.ts'
import { stageText } from '../deletion/stageTexts.ts'
import { locationFacts, locationText } from '../deletion/locationTexts.ts'
import { searchCode, type CodeLocation } from '../poolsInCode/codeSearch.ts'
import type { Inspected } from '../../inventory/deletion/inspection.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, plain, visible } from '../../texts.ts'
import { DeleteMachinePoolInput } from './deleteMachinePoolTool.ts'
import {
  modelErrorText,
  recoveryAdvice,
  requireConnectionByName,
  toModelError,
} from './modelErrors.ts'
import { firstOf, shortList } from './modelJson.ts'
import { createTool, type Tool } from './tool.ts'

/**
 * Returns what a deletion would leave, what is risky about it, and where code describes the pool, as loaded now.
 * Deletes and asks nothing.
 */
export function createPreviewDeletionTool(parts: Parts): Tool {
  const { connections, deletions, deletionMonitor } = parts
  const { inCluster, inspectNow } = createInspector(parts)
  return createTool({
    schema: DeleteMachinePoolInput,
    prepare: ({ machinePoolName }) => ({
      invocationMessage: plain(
        vscode.l10n.t('Previewing the deletion of “{0}”', visible(machinePoolName)),
      ),
    }),

    async run({ connection: name, provider, configUid, machinePoolName }, signal) {
      const connection = requireConnectionByName(connections, name)
      const wanted = { connection, provider, configUid, machinePoolName }
      const search = searchCode(machinePoolName)
      try {
        // Throws for names that no request can have.
        requestTo(connection.baseUrl, documented.machinePool, wanted)
        await deletions.refresh()
        const pool = await inCluster(wanted, signal)
        const inspected = await inspectNow(pool, signal)
        const locations = await search.locationsOf(soughtPool(inspected))
        const [earlier] = deletions.allPendingOf(pool)
        return {
          ...previewResult(inspected, locations),
          deletion: earlier && deletionMonitor.stage(earlier),
          ...(connection.protection === 'readOnly' && {
            readOnly: 'This connection is read-only. Deletions are blocked.',
          }),
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
    code: locations.length > 0 ? firstOf(locations.map(locationFacts), maxLocations) : undefined,
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

const maxLocations = 10
