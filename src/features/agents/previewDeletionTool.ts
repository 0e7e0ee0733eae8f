import * as vscode from 'vscode'
import { machinePoolUrl } from '../../api/endpoints.ts'
import { baseUrlOf } from '../../connections/connection.ts'
import { createInspector } from '../deletion/inspectPools.ts'
import type { Inspected } from '../../inventory/inspection.ts'
import type { Parts } from '../../parts.ts'
import { plain, visible } from '../../texts.ts'
import { DeleteMachinePoolInput } from './deleteMachinePoolTool.ts'
import { dangerTexts, remainderTexts } from './deletionFacts.ts'
import { requireConnectionByName, toModelError } from './modelErrors.ts'
import { shortList } from './modelJson.ts'
import { createTool, type Tool } from './tool.ts'

/** Returns what a deletion would leave and what is risky about it, as loaded now. Deletes and asks nothing. */
export function createPreviewDeletionTool(parts: Parts): Tool {
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
      try {
        machinePoolUrl(baseUrlOf(connection), wanted) // throws for names that no request can have
        await deletions.refresh()
        const pool = await inCluster(wanted, signal)
        const [inspected] = await inspectNow([pool], signal)
        if (!inspected) return undefined // never: one pool has one inspection
        return {
          ...previewResult(inspected),
          deletion: poolDeleter.deletionState(pool),
          ...(connection.protection === 'readOnly' && {
            readOnly: 'This connection is read-only. Deletions are blocked.',
          }),
        }
      } catch (error) {
        throw toModelError(error, connection)
      }
    },
  })
}

function previewResult(inspected: Inspected) {
  const { pool, look, status, configured, remainder, going, dangers } = inspected
  const { connection, project, configLabel = inspected.configName } = pool
  const isThere = status === 'listed' || status === 'unknown'
  return {
    connection: connection.name,
    provider: pool.provider,
    configUid: pool.configUid,
    cluster: inspected.cluster ?? configLabel,
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
    alreadyBeingDeleted: shortList([...going]),
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
    text: [
      ...statusTexts[status],
      ...(look.kind === 'failed'
        ? [
            'The cloud config couldn’t be loaded, so what would be left isn’t known.',
            (toModelError(look.error, connection) as Error).message,
          ]
        : []),
      ...(isThere ? dangers.map((danger) => dangerTexts[danger]) : []),
      ...(isThere && remainder ? remainderTexts(remainder) : []),
      ...(isThere ? [asked] : []),
    ].join(' '),
  }
}

const asked =
  'Nothing was deleted. Before a deletion, Poolkeeper asks the user in a dialog of its own.'

const statusTexts: Record<Inspected['status'], string[]> = {
  listed: [],
  unknown: ['Whether this machine pool exists isn’t known.'],
  gone: ['The service doesn’t list this machine pool. There is nothing to delete.'],
  hybrid: ['This is a hybrid machine pool, which Poolkeeper can’t delete.'],
}
