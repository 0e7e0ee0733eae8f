import * as vscode from 'vscode'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import type { Clusters } from '../inventory/clusters.ts'
import type { MachinePoolRef } from '../inventory/machinePoolRef.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { askMachinePool } from '../prompts/machinePool.ts'
import { askChoice, back } from '../prompts/quickInput.ts'
import { titleOf, visible } from '../texts.ts'
import type { MachinePoolNode, MachinePoolsNode } from '../views/nodes.ts'
import { requireConnection } from './activeConnection.ts'
import { readMachinePool } from './machinePoolArguments.ts'

/** Finds the machine pools that a deletion is to be about; none where the user gave up. */
export type DeletionTargets = (
  first: unknown,
  selected: unknown,
) => Promise<readonly MachinePoolRef[]>

/**
 * By how the command was called: on a tree item, with the others that are selected; by its key, with
 * what is selected; by code, with what it names; from the palette, by asking.
 */
export function deletionTargets(
  connections: Connections,
  tracked: Tracked,
  clusters: Clusters,
  view: vscode.TreeView<MachinePoolsNode>,
): DeletionTargets {
  return async (first, selected) => {
    if (isKeybinding(first)) return view.selection.filter(isMachinePoolNode)
    if (isMachinePoolNode(first)) {
      const nodes = Array.isArray(selected) ? selected.filter(isMachinePoolNode) : []
      return nodes.length > 0 ? nodes : [first]
    }
    const given = readMachinePool(connections, first) ?? (await askPool())
    return given ? [given] : []
  }

  /** A tracked pool of the active connection, or any other. */
  async function askPool(): Promise<MachinePoolRef | undefined> {
    const connection = requireConnection(connections)
    const title = vscode.l10n.t('Delete Machine Pool')
    const known = trackedPools(connection)
    if (known.length === 0) return askMachinePool(title, connection, tracked, clusters)
    const answer = await askChoice<MachinePoolRef | 'another'>(
      { title, step: 1, totalSteps: 1 },
      {
        placeholder: vscode.l10n.t('Choose the machine pool to delete'),
        choices: [
          ...known.map((pool) => ({
            label: visible(pool.machinePoolName),
            description: visible(`${pool.configLabel ?? pool.configUid} · ${pool.provider}`),
            value: pool,
          })),
          { label: vscode.l10n.t('Enter manually…'), value: 'another' as const },
        ],
      },
    )
    if (answer === back) return undefined
    return answer === 'another' ? askMachinePool(title, connection, tracked, clusters) : answer
  }

  function trackedPools(connection: Connection): MachinePoolRef[] {
    return tracked.configs(connection.name).flatMap(({ provider, uid, pools, ...titles }) => {
      const config = { connection, provider, configUid: uid }
      const configLabel = titleOf(titles, clusters.clusterName(config))
      return pools.map(({ name }) => ({ ...config, configLabel, machinePoolName: name }))
    })
  }
}

function isKeybinding(value: unknown): boolean {
  return (value as { target?: unknown } | undefined)?.target === 'selection'
}

/** Whether something is a row of the Machine Pools view. */
export function isMachinePoolNode(value: unknown): value is MachinePoolNode {
  return (value as { kind?: unknown } | undefined)?.kind === 'machinePool'
}
