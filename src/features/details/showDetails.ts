import * as vscode from 'vscode'
import { createRedact } from '../../api/redaction.ts'
import { type Connection, hostOf } from '../../connections/connection.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import { prettyJson } from '../../ui/markup.ts'
import { configKey, type MachinePoolRef, type PoolOrConfigRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { readMachinePool } from '../../ui/arguments.ts'
import { withViewProgress } from '../../ui/progress.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'
import { collectConfigs } from '../../clusters/configs.ts'
import { toResult, valueOf } from '../../cache/results.ts'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import { findRemainder } from '../../deletion/remainder.ts'
import { findInstanceTypes } from '../../cloud/zoneUse.ts'
import { errorText } from '../../ui/errorTexts.ts'

/** What is known about a cluster or a machine pool when its details are opened. */
interface Details {
  readonly connection: Connection
  readonly title: string
  /**
   * Identifies the cluster or the pool: the connection’s name, the provider, the cloud config’s UID, and the pool’s
   * name.
   */
  readonly subject: readonly string[]
  readonly facts: object
}

/**
 * Opens the details of a machine pool that the user is about to delete, with the locations in code that describe the
 * pool.
 */
export async function showPoolDetails(
  pool: MachinePoolRef,
  locations: readonly object[],
  parts: Parts,
): Promise<void> {
  await show([await detailsOf(pool, parts, locations)], parts)
}

/**
 * Show Details: opens what is known about each selected cluster or machine pool, or about the pool that code passes on.
 */
export function registerShowDetails(parts: Parts): void {
  const { commands, connections } = parts
  commands.register(commandIds.showDetails, async (node?: TreeNode, selected?: TreeNode[]) => {
    const given = readMachinePool(connections, node)
    const items = given ? [given] : selectedItems(node, selected).flatMap(itemOf)
    const all = await withViewProgress(viewIds.machinePools, async () =>
      Promise.all(items.map((one) => detailsOf(one, parts))),
    )
    await show(all, parts)
  })
}

/** Returns the cluster or the machine pool of a row; an empty list for a row of another kind. */
function itemOf(node: TreeNode): PoolOrConfigRef[] {
  if (node.kind === 'machinePool') return [node]
  return node.kind === 'cloudConfig' ? [{ ...node, configLabel: node.label }] : []
}

/** Opens details as JSON. If the service has repeated the API key anywhere in its data, the key is removed. */
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

/**
 * Collects what is known about a cluster or a machine pool, from the same data as the views. The service’s response
 * isn’t shown, because it may contain secrets. Loads what is missing.
 */
async function detailsOf(
  of: PoolOrConfigRef,
  parts: Parts,
  locations: readonly object[] = [],
): Promise<Details> {
  const { connection, provider, configUid, configLabel, machinePoolName: name } = of
  const { clusters } = parts
  await clusters.getList(connection)
  const { project } = clusters.withClusterProject(of)
  const ref = { connection, provider, configUid, ...(project && { project }) }
  const result = await clusters.configs.get(ref, { retry: true })
  const at = new Date(result.at).toISOString()
  const config = valueOf(result)
  const known = collectConfigs(connection, parts).find((one) => configKey(one) === configKey(ref))
  const { uid, state, health, account } = known?.cluster ?? {}
  const head = {
    connection: connection.name,
    service: hostOf(connection),
    project: project ?? (connection.projectUid && { uid: connection.projectUid }),
    cluster: { name: known?.label ?? configLabel, uid, state, health, cloudAccount: account },
    provider,
    cloudConfig: configUid,
    ...('value' in result
      ? { readAt: at }
      : { failedAt: at, error: errorText(result.error, connection) }),
  }
  const title = configLabel ?? configUid
  const subject = [connection.name, provider, configUid]
  if (name === undefined) {
    return { connection, title, subject, facts: { ...head, ...configIn(config) } }
  }
  const pool = { ...ref, machinePoolName: name, ...(configLabel !== undefined && { configLabel }) }
  const foundInCode = locations.length > 0 ? { [name]: locations } : undefined
  return {
    connection,
    title: `${name} (${title})`,
    subject: [...subject, name],
    facts: { ...head, foundInCode, ...(await poolIn(pool, config, parts)) },
  }
}

/**
 * Returns what is known about a machine pool. If the pool is being deleted, its machines are loaded again, because
 * their number changes.
 */
async function poolIn(
  pool: MachinePoolRef,
  config: CloudConfig | undefined,
  parts: Parts,
): Promise<object> {
  const { clouds, clusters, deletions } = parts
  const { machinePoolName: name } = pool
  const facts = config?.pools.find((one) => one.name === name)
  if (deletions.shownDeletion(pool)) await toResult(clusters.machineLists.refresh(pool))
  const deletion = deletionIn(pool, parts)
  if (!config || !facts) {
    const note = config && vscode.l10n.t('The service doesn’t list the machine pool.')
    return { machinePool: { name }, note, deletion }
  }
  const types = findInstanceTypes(pool, config, clouds)
  const poolsBeingDeleted = deletions.otherPoolsBeingDeleted(pool)
  const remainder = findRemainder(pool, config, poolsBeingDeleted, types)
  return {
    machinePool: facts,
    deletion,
    ifDeleted: {
      pools: remainder.pools,
      ...remainder.losses,
      virtualClusters: clusters.cachedFacts(pool).virtualClusters,
    },
    ...(await machinesIn(pool, parts)),
  }
}

/** Returns the progress of a pool’s deletion; undefined if the pool isn’t being deleted. */
function deletionIn(pool: MachinePoolRef, parts: Parts): object | undefined {
  const stage = parts.deletionMonitor.stageOf(pool)
  if (!stage) return undefined
  const { nodesLeft, stalledMs } = 'nodesLeft' in stage ? stage : {}
  const { sentAt } = parts.deletions.shownDeletion(pool) ?? {}
  return {
    stage: stage.kind,
    requestedAt: sentAt === undefined ? undefined : new Date(sentAt).toISOString(),
    nodesLeft,
    stalledForMinutes: stalledMs === undefined ? undefined : Math.floor(stalledMs / 60_000),
  }
}

function configIn(config: CloudConfig | undefined): object {
  if (!config) return { machinePools: null }
  const { region, pools, hybridPools, unreadable } = config
  return {
    region,
    machinePools: pools,
    hybridMachinePools: hybridPools.length > 0 ? hybridPools : undefined,
    machinePoolsNotShown: unreadable || undefined,
  }
}

async function machinesIn(pool: MachinePoolRef, { clusters }: Parts): Promise<object> {
  const result = await clusters.machineLists.get(pool)
  if ('error' in result) {
    return { machines: null, machinesError: errorText(result.error, pool.connection) }
  }
  if (!result.value) return { machines: null } // the service can’t list machines
  const { machines, count, isComplete } = result.value
  return {
    machinesReadAt: new Date(result.at).toISOString(),
    machines,
    machinesInAll: isComplete ? undefined : count,
  }
}
