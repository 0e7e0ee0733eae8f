import * as vscode from 'vscode'
import { machinePoolUrl } from '../../api/endpoints.ts'
import { baseUrlOf } from '../../connections/connection.ts'
import { createInspector, soughtPool } from '../deletion/inspectPools.ts'
import { locationFacts } from '../deletion/locationTexts.ts'
import type { CodeLocation, SearchCode } from '../poolsInCode/codeSearch.ts'
import type { Inspected } from '../../inventory/inspection.ts'
import type { Parts } from '../../parts.ts'
import { plain, visible } from '../../texts.ts'
import { DeleteMachinePoolInput } from './deleteMachinePoolTool.ts'
import { dangerTexts, drainTexts, remainderTexts } from './deletionFacts.ts'
import { requireConnectionByName, toModelError } from './modelErrors.ts'
import { firstOf, shortList } from './modelJson.ts'
import { createTool, type Tool } from './tool.ts'

/**
 * Returns what a deletion would leave, what is risky about it, and where code describes the pool, as loaded now.
 * Deletes and asks nothing.
 */
export function createPreviewDeletionTool(parts: Parts & { searchCode: SearchCode }): Tool {
  const { connections, deletions, poolDeleter } = parts
  const { inCluster, inspectNow } = createInspector(parts)
  return createTool({
    schema: DeleteMachinePoolInput,
    prepare: ({ machinePoolName }) => ({
      invocationMessage: plain(
        vscode.l10n.t('Checking what deleting “{0}” would leave', visible(machinePoolName)),
      ),
    }),

    async run({ connection: name, provider, configUid, machinePoolName }, signal) {
      const connection = requireConnectionByName(connections, name)
      const wanted = { connection, provider, configUid, machinePoolName }
      const search = parts.searchCode([machinePoolName])
      try {
        machinePoolUrl(baseUrlOf(connection), wanted) // throws for names that no request can have
        await deletions.refresh()
        const pool = await inCluster(wanted, signal)
        const [inspected] = await inspectNow([pool], signal)
        if (!inspected) return undefined // never: one pool has one inspection
        const [locations = []] = await search.locationsOf([soughtPool(inspected)])
        return {
          ...previewResult(inspected, locations),
          deletion: poolDeleter.earlierDeletion(pool),
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
  const { pool, configResult, status, configured, remainder, poolsBeingDeleted, dangers } =
    inspected
  const { connection, project, configLabel } = pool
  const isThere = status === 'listed' || status === 'unknown'
  return {
    connection: connection.name,
    provider: pool.provider,
    configUid: pool.configUid,
    cluster: inspected.cluster,
    cloudConfigName:
      inspected.cluster === undefined ? (inspected.configName ?? configLabel) : undefined,
    project: project?.name ?? project?.uid ?? connection.projectUid,
    region: inspected.region,
    machinePoolName: pool.machinePoolName,
    status,
    nodes: inspected.nodes,
    configured: configured && {
      size: configured.size,
      minSize: configured.minSize,
      maxSize: configured.maxSize,
    },
    deletionAlsoRequested: shortList([...poolsBeingDeleted]),
    ...(isThere && {
      dangers,
      ...(remainder && {
        remainder: {
          ...remainder,
          zones: remainder.zones && (shortList(remainder.zones) ?? []),
          labels: remainder.labels && (shortList(remainder.labels) ?? []),
          taints: remainder.taints && (shortList(remainder.taints) ?? []),
          systemPools: remainder.systemPools && (shortList(remainder.systemPools) ?? []),
          virtualClusters: shortList(remainder.virtualClusters) ?? [],
        },
      }),
    }),
    code: locations.length > 0 ? firstOf(locations.map(locationFacts), maxLocations) : undefined,
    text: [
      ...statusTexts[status],
      ...(configResult.kind === 'failed'
        ? [
            'The cloud config couldn’t be loaded, so what would be left isn’t known.',
            (toModelError(configResult.error, connection) as Error).message,
          ]
        : []),
      ...(isThere ? dangers.map((danger) => dangerTexts[danger]) : []),
      ...(configured?.hasOverrides
        ? ['This pool has Cluster API overrides; the values shown may differ.']
        : []),
      ...(isThere && remainder ? remainderTexts(remainder) : []),
      ...(isThere ? [drainTexts[pool.provider] ?? ''].filter(Boolean) : []),
      ...(isThere ? locationTexts(locations) : []),
      ...(isThere ? [asked] : []),
    ].join(' '),
  }
}

const maxLocations = 10

/** Says what the first location in code, the most certain one, means. */
function locationTexts([location]: readonly CodeLocation[]): string[] {
  if (!location) return []
  const at = `${JSON.stringify(vscode.workspace.asRelativePath(location.uri))}, line ${location.line}`
  const { tool, isCertain } = location
  if (tool) return [`In code: ${at}. ${tool} creates the pool again on the next apply.`]
  return isCertain
    ? [`In code: ${at}. Applying this file may create the pool again.`]
    : [`Maybe in code: ${at}. The cluster of the pool there isn’t known.`]
}

const asked =
  'Nothing was deleted. Before a deletion, Poolkeeper asks the user in a dialog of its own.'

const statusTexts: Record<Inspected['status'], string[]> = {
  listed: [],
  unknown: ['Whether this machine pool exists isn’t known.'],
  gone: ['The service doesn’t list this machine pool. There is nothing to delete.'],
  hybrid: ['This is a hybrid machine pool, which Poolkeeper can’t delete.'],
}
