import { commandIds, detailsScheme } from '../../contributions.ts'
import {
  configKey,
  type CloudConfigRef,
  type MachinePoolRef,
} from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { JsonDocuments } from '../../ui/jsonDocuments.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { MachinePoolsNode } from '../../ui/trees/nodes.ts'
import { detailsDocument, DetailsTarget } from './detailsDocument.ts'

/** Creates the documents that show the details of clusters and machine pools as JSON. */
export function createDetailsDocuments(parts: Parts): JsonDocuments<DetailsTarget> {
  return new JsonDocuments({
    scheme: detailsScheme,
    target: DetailsTarget,
    textOf: (target) => detailsDocument(target, parts),
    changes: [parts.machinePoolsView.onDidChangeTreeData],
  })
}

/** Has the documents of details. */
export interface HasDetails {
  readonly detailsDocuments: JsonDocuments<DetailsTarget>
}

/**
 * Opens the documents of machine pools that are to be deleted together, each with its locations in code: that of a
 * single pool, else of each cluster, with what would be left of it.
 */
export async function showPoolDetails(
  pools: readonly (readonly [MachinePoolRef, locations: readonly object[]])[],
  { detailsDocuments }: HasDetails,
): Promise<void> {
  const clusters = new Map<string, MachinePoolRef[]>()
  const code = new Map<string, Record<string, readonly object[]>>()
  for (const [pool, locations] of pools) {
    const key = configKey(pool)
    clusters.set(key, [...(clusters.get(key) ?? []), pool])
    if (locations.length > 0) code.set(key, { ...code.get(key), [pool.machinePoolName]: locations })
  }
  for (const [key, [one, ...others]] of clusters) {
    if (!one) continue
    const names = [one, ...others].map(({ machinePoolName }) => machinePoolName)
    const cluster = one.configLabel ?? one.configUid
    const [title, which] =
      others.length === 0
        ? [`${one.machinePoolName} (${cluster})`, { pool: one.machinePoolName }]
        : [cluster, { deleting: names }]
    const foundInCode = code.get(key)
    const target = { ...targetOf(one, one.configLabel), ...which, foundInCode }
    await detailsDocuments.show(target, title, { preview: clusters.size === 1 })
  }
}

function targetOf(
  { connection, provider, configUid, project }: CloudConfigRef,
  cluster: string | undefined,
): DetailsTarget {
  return {
    connection: connection.name,
    provider,
    configUid,
    ...(cluster !== undefined && { cluster }),
    ...(project && { project }),
  }
}

/** Show Details: opens a document for each selected cluster and machine pool, or for a given pool. */
export function showDetailsCommands(parts: Parts & HasDetails) {
  const { connections, clusters, detailsDocuments } = parts
  return {
    [commandIds.showDetails]: async (node?: MachinePoolsNode, selected?: MachinePoolsNode[]) => {
      const given = readMachinePool(connections, node)
      const nodes = given
        ? [{ kind: 'machinePool' as const, ...given }]
        : selectedItems(node, selected).filter(
            (one) => one.kind === 'cloudConfig' || one.kind === 'machinePool',
          )
      for (const one of nodes) {
        const known = clusters.configs.peek(one)
        if (known && 'error' in known) clusters.configs.invalidate(one) // loads again what failed
        const isPool = one.kind === 'machinePool'
        const cluster = isPool ? one.configLabel : one.label
        const target = { ...targetOf(one, cluster), ...(isPool && { pool: one.machinePoolName }) }
        const name = cluster ?? one.configUid
        const title = isPool ? `${one.machinePoolName} (${name})` : name
        await detailsDocuments.show(target, title, { preview: nodes.length === 1 })
      }
    },
  }
}
