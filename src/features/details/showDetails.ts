import * as vscode from 'vscode'
import { createRedact } from '../../api/redaction.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import { prettyJson } from '../../formats/prettyJson.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import { withViewProgress } from '../../ui/progress.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { CloudConfigNode, TreeNode } from '../../ui/trees/nodes.ts'
import { configDetails, poolDetails } from './poolDetails.ts'
import { keyOf } from '../../inventory/refs.ts'

/** The details of an item, as they are now. */
interface Details {
  readonly connection: Connection
  readonly title: string
  /** Identifies the item within the service. */
  readonly subject: readonly string[]
  readonly facts: object
}

type DetailedNode = CloudConfigNode | (MachinePoolRef & { kind: 'machinePool' })

/**
 * Opens the details of machine pools that are to be deleted together, each with its locations in code: those of a
 * single pool, else of each cluster, with what would be left of it.
 */
export async function showPoolDetails(
  pools: readonly (readonly [MachinePoolRef, locations: readonly object[]])[],
  parts: Parts,
): Promise<void> {
  const clusters = new Map<string, MachinePoolRef[]>()
  const code = new Map<string, Record<string, readonly object[]>>()
  for (const [pool, locations] of pools) {
    const key = keyOf('cloudConfig', pool)
    clusters.set(key, [...(clusters.get(key) ?? []), pool])
    if (locations.length > 0) code.set(key, { ...code.get(key), [pool.machinePoolName]: locations })
  }
  const all = [...clusters].flatMap(([key, [one, ...others]]) => {
    if (!one) return []
    const foundInCode = code.get(key)
    if (others.length === 0) return [ofPool(one, parts, foundInCode)]
    const names = [one, ...others].map(({ machinePoolName }) => machinePoolName)
    return [ofConfig(one, one.configLabel, parts, { names, foundInCode })]
  })
  await show(await Promise.all(all), parts)
}

/** Show Details: opens what is known of each selected item, or of a given machine pool, as it is now. */
export function showDetailsCommands(parts: Parts) {
  const { connections } = parts
  return {
    [commandIds.showDetails]: async (node?: TreeNode, selected?: TreeNode[]) => {
      const given = readMachinePool(connections, node)
      const nodes: readonly DetailedNode[] = given
        ? [{ kind: 'machinePool', ...given }]
        : selectedItems(node, selected).filter(hasDetails)
      const all = await withViewProgress(viewIds.machinePools, async () =>
        Promise.all(
          nodes.map((one) =>
            one.kind === 'machinePool' ? ofPool(one, parts) : ofConfig(one, one.label, parts),
          ),
        ),
      )
      await show(all, parts)
    },
  }
}

function hasDetails(node: TreeNode): node is TreeNode & DetailedNode {
  return node.kind === 'cloudConfig' || node.kind === 'machinePool'
}

async function ofPool(pool: MachinePoolRef, parts: Parts, foundInCode?: object): Promise<Details> {
  const { connection, provider, configUid, configLabel, machinePoolName } = pool
  return {
    connection,
    title: `${machinePoolName} (${configLabel ?? configUid})`,
    subject: [connection.name, provider, configUid, machinePoolName],
    facts: await poolDetails(pool, parts, foundInCode),
  }
}

async function ofConfig(
  ref: Omit<MachinePoolRef, 'machinePoolName'>,
  label: string | undefined,
  parts: Parts,
  deleting?: { names: readonly string[]; foundInCode?: object | undefined },
): Promise<Details> {
  const { connection, provider, configUid } = ref
  return {
    connection,
    title: label ?? configUid,
    subject: [connection.name, provider, configUid],
    facts: await configDetails(ref, label, parts, deleting),
  }
}

/** Opens details, without the API key, should the service repeat it. */
async function show(all: readonly Details[], { details, apiKeys }: Parts): Promise<void> {
  for (const { connection, title, subject, facts } of all) {
    const redact = createRedact(await apiKeys.get(connection))
    const json = JSON.stringify(facts, (_, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    )
    const text = prettyJson(JSON.parse(json))
    const document = await details.load(title, 'json', JSON.stringify(subject), text)
    await vscode.window.showTextDocument(document, { preview: all.length === 1 })
  }
}
