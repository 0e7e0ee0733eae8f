import * as vscode from 'vscode'
import { createRedact } from '../../api/redaction.ts'
import { type Connection, hostOf } from '../../connections/connection.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import { prettyJson } from '../../formats/prettyJson.ts'
import type { MachinePoolRef, CloudConfigRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { readMachinePool } from '../../ui/arguments.ts'
import { withViewProgress } from '../../ui/progress.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { CloudConfigNode, TreeNode } from '../../ui/trees/nodes.ts'
import { keyOf } from '../../inventory/refs.ts'
import { configsOf } from '../../inventory/configs.ts'
import { valueOf, type Result } from '../../inventory/results.ts'
import type { CloudConfig, MachinePool } from '../../api/poolSchemas.ts'
import { remainderOf, type Remainder } from '../../inventory/deletion/remainder.ts'
import { errorText } from '../../ui/errorTexts.ts'

/** The details of an item, as they are now. */
interface Details {
  readonly connection: Connection
  readonly title: string
  /** Identifies the item within the service. */
  readonly subject: readonly string[]
  readonly facts: object
}

type DetailedNode = CloudConfigNode | (MachinePoolRef & { kind: 'machinePool' })

/** Opens the details of a machine pool that is to be deleted, with its locations in code. */
export async function showPoolDetails(
  pool: MachinePoolRef,
  locations: readonly object[],
  parts: Parts,
): Promise<void> {
  await show([await ofPool(pool, parts, locations)], parts)
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

async function ofPool(
  pool: MachinePoolRef,
  parts: Parts,
  locations?: readonly object[],
): Promise<Details> {
  const { connection, provider, configUid, configLabel, machinePoolName } = pool
  return {
    connection,
    title: `${machinePoolName} (${configLabel ?? configUid})`,
    subject: [connection.name, provider, configUid, machinePoolName],
    facts: await poolDetails(pool, parts, locations),
  }
}

async function ofConfig(
  ref: Omit<MachinePoolRef, 'machinePoolName'>,
  label: string | undefined,
  parts: Parts,
): Promise<Details> {
  const { connection, provider, configUid } = ref
  return {
    connection,
    title: label ?? configUid,
    subject: [connection.name, provider, configUid],
    facts: await configDetails(ref, label, parts),
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

/**
 * Returns what is known of a machine pool: what the views are made from, and not the service’s response, which may
 * contain secrets. Loads what is missing, and the machines of a pool that is being deleted again.
 */
async function poolDetails(
  of: MachinePoolRef,
  parts: Parts,
  locations: readonly object[] = [],
): Promise<object> {
  const { machinePoolName: name, configLabel } = of
  const { ref, head, config, virtualClusters } = await readConfig(of, configLabel, parts)
  const pool = { ...ref, machinePoolName: name, ...(configLabel !== undefined && { configLabel }) }
  const facts = config?.pools.find((one) => one.name === name)
  if (parts.deletions.pendingOf(pool)) {
    await parts.clusters.machineLists.refetch(pool)
  }
  return {
    ...head,
    foundInCode: locations.length > 0 ? { [name]: locations } : undefined,
    machinePool: facts ? poolIn(facts) : { name },
    ...(config && !facts && { note: vscode.l10n.t('The service doesn’t list the machine pool.') }),
    deletion: deletionIn(pool, parts),
    ...(config && facts && { ifDeleted: { ...remainderIn(config), virtualClusters } }),
    ...(facts && (await machinesIn(pool, parts))),
  }

  function remainderIn(found: CloudConfig): Remainder {
    return remainderOf(pool, found, parts.deletions.otherPoolsBeingDeleted(pool))
  }
}

/** Returns what is known of a cluster. */
async function configDetails(
  of: CloudConfigRef,
  label: string | undefined,
  parts: Parts,
): Promise<object> {
  const { head, config } = await readConfig(of, label, parts)
  return { ...head, ...configIn(config) }
}

async function readConfig(of: CloudConfigRef, label: string | undefined, parts: Parts) {
  const { connection, provider, configUid } = of
  const { clusters } = parts
  await clusters.get(connection)
  const ref = clusters.inProject(of)
  const result = await clusters.configs.getOrRetry(ref)
  const known = configsOf(connection, parts).find(
    (one) => keyOf('cloudConfig', one) === keyOf('cloudConfig', ref),
  )
  const { uid, state, health, account } = known?.cluster ?? {}
  const head = {
    connection: connection.name,
    service: hostOf(connection),
    project: ref.project ?? (connection.projectUid && { uid: connection.projectUid }),
    cluster: { name: known?.label ?? label, uid, state, health, cloudAccount: account },
    provider,
    cloudConfig: configUid,
    ...readingOf(result, ref),
  }
  const { virtualClusters } = clusters.known(ref)
  return { ref, head, config: valueOf(result), virtualClusters }
}

/** Returns how far the deletion of a pool is; undefined without one. */
function deletionIn(pool: MachinePoolRef, parts: Parts): object | undefined {
  const stage = parts.deletionMonitor.stageOf(pool)
  if (!stage) return undefined
  const { nodesLeft, stalledMs } = 'nodesLeft' in stage ? stage : {}
  const { sentAt } = parts.deletions.pendingOf(pool) ?? {}
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
    machinePools: pools.map(poolIn),
    ...(hybridPools.length > 0 && { hybridMachinePools: hybridPools }),
    ...(unreadable > 0 && { machinePoolsNotShown: unreadable }),
  }
}

function poolIn({ isControlPlane, isSystemPool, zones, cpus, ...pool }: MachinePool): object {
  const { labels, taints } = pool
  return {
    ...pool,
    vCPUs: cpus,
    controlPlane: isControlPlane,
    systemPool: isSystemPool,
    zones: filled(zones),
    labels: filled(labels),
    taints: filled(taints),
  }
}

function filled(texts: readonly string[] | undefined): readonly string[] | undefined {
  return texts?.length ? texts : undefined
}

async function machinesIn(pool: MachinePoolRef, { clusters }: Parts): Promise<object> {
  const result = await clusters.machineLists.get(pool)
  if ('error' in result) {
    return { machines: null, machinesError: errorText(result.error, pool.connection) }
  }
  if (!result.value) return { machines: null } // not supported
  const { machines, count, isComplete } = result.value
  return {
    machinesReadAt: new Date(result.at).toISOString(),
    machines,
    ...(!isComplete && { machinesInAll: count }),
  }
}

function readingOf(result: Result<unknown>, { connection }: CloudConfigRef): object {
  const at = new Date(result.at).toISOString()
  if ('value' in result) return { readAt: at }
  return { failedAt: at, error: errorText(result.error, connection) }
}
