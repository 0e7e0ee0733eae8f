import * as vscode from 'vscode'
import { type Connection, hostOf } from '../../connections/connection.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import { prettyJson } from '../../ui/markup.ts'
import {
  configKey,
  type CloudConfigRef,
  type MachinePoolRef,
  type PoolOrConfigRef,
} from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { readMachinePool } from '../../ui/arguments.ts'
import { withViewProgress } from '../../ui/progress.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'
import { collectConfigs } from '../../clusters/configs.ts'
import { toResult, valueOf, type Result } from '../../cache/results.ts'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import { drainProgress } from '../../deletion/stage.ts'
import { findRemainder } from '../../deletion/remainder.ts'
import { errorText } from '../../ui/errorTexts.ts'

/** The field with what the cluster loses with a machine pool. */
const consequencesField = 'ifDeleted'

/** What is known about a cluster or a machine pool when its details are opened. */
interface Details {
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
  const [editor] = await openDetails([await loadDetails(pool, parts, locations)], parts)
  if (editor) revealConsequences(editor)
}

/** Moves the cursor to what the cluster loses: what stands before it may fill a screen. */
function revealConsequences(editor: vscode.TextEditor): void {
  const { document } = editor
  const offset = document.getText().indexOf(`"${consequencesField}"`)
  if (offset < 0) return
  const start = document.positionAt(offset)
  editor.selection = new vscode.Selection(start, start)
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.AtTop)
}

/**
 * Show Details: opens what is known about each selected cluster or machine pool, or about the pool that code passes on.
 */
export function registerShowDetails(parts: Parts): void {
  const { commands, connections } = parts
  commands.register(commandIds.showDetails, async (node?: TreeNode, selected?: TreeNode[]) => {
    const given = readMachinePool(connections, node)
    const refs = given ? [given] : selectedItems(node, selected).flatMap((row) => refOf(row) ?? [])
    const details = await withViewProgress(viewIds.machinePools, async () =>
      Promise.all(refs.map((ref) => loadDetails(ref, parts))),
    )
    await openDetails(details, parts)
  })
}

/** Returns the cluster or the machine pool of a row; undefined for a row of another kind. */
function refOf(node: TreeNode): PoolOrConfigRef | undefined {
  if (node.kind === 'machinePool') return node
  return node.kind === 'cloudConfig' ? { ...node, configLabel: node.label } : undefined
}

/** Opens details as JSON, each in a document of its own. Resolves to the editors. */
async function openDetails(
  items: readonly Details[],
  { details }: Parts,
): Promise<readonly vscode.TextEditor[]> {
  const editors: vscode.TextEditor[] = []
  for (const { title, subject, facts } of items) {
    const text = prettyJson(facts)
    const document = await details.load(title, 'json', JSON.stringify(subject), text)
    const options = { preview: items.length === 1 }
    editors.push(await vscode.window.showTextDocument(document, options))
  }
  return editors
}

/**
 * Collects what is known about a cluster or a machine pool, from the same data as the views. The service’s response
 * isn’t shown, because it may contain secrets. Loads what is missing.
 */
async function loadDetails(
  ref: PoolOrConfigRef,
  parts: Parts,
  locations: readonly object[] = [],
): Promise<Details> {
  const { connection, provider, configUid, configLabel, machinePoolName } = ref
  const { clusters } = parts
  await clusters.getList(connection)
  const { project } = clusters.withClusterProject(ref)
  const configRef = { connection, provider, configUid, project }
  const result = await clusters.configs.get(configRef, { retry: true })
  const config = valueOf(result)
  const clusterFacts = {
    ...clusterFactsOf(configRef, configLabel, parts),
    ...loadFactsOf(result, connection),
  }
  const title = configLabel ?? configUid
  const subject = [connection.name, provider, configUid]
  if (machinePoolName === undefined) {
    const facts = { ...clusterFacts, ...configFactsOf(config) }
    return { title, subject, facts }
  }
  const pool = { ...configRef, machinePoolName, configLabel }
  const foundInCode = locations.length > 0 ? { [machinePoolName]: locations } : undefined
  return {
    title: `${machinePoolName} (${title})`,
    subject: [...subject, machinePoolName],
    facts: { ...clusterFacts, foundInCode, ...(await loadPoolFacts(pool, config, parts)) },
  }
}

/** Returns what is known about a cluster apart from the content of its cloud config. */
function clusterFactsOf(
  ref: CloudConfigRef,
  configLabel: string | undefined,
  parts: Parts,
): object {
  const { connection, provider, configUid, project } = ref
  const key = configKey(ref)
  const known = collectConfigs(connection, parts).find((config) => configKey(config) === key)
  const { uid, state, health, account } = known?.cluster ?? {}
  const connectionProject = connection.projectUid && { uid: connection.projectUid }
  return {
    connection: connection.name,
    service: hostOf(connection),
    project: project ?? connectionProject,
    cluster: { name: known?.label ?? configLabel, uid, state, health, cloudAccount: account },
    provider,
    cloudConfig: configUid,
  }
}

/** Returns when a cloud config was loaded, or when and why loading it failed. */
function loadFactsOf(result: Result<unknown>, connection: Connection): object {
  const at = new Date(result.at).toISOString()
  if ('error' in result) return { failedAt: at, error: errorText(result.error, connection) }
  return { loadedAt: at }
}

/**
 * Returns what is known about a machine pool. If the pool is being deleted, its machines are loaded again, because
 * their number changes.
 */
async function loadPoolFacts(
  pool: MachinePoolRef,
  config: CloudConfig | undefined,
  parts: Parts,
): Promise<object> {
  const { clusters, deletions } = parts
  const { machinePoolName } = pool
  const facts = config?.pools.find(({ name }) => name === machinePoolName)
  const isBeingDeleted = deletions.shownDeletion(pool) !== undefined
  if (isBeingDeleted) await toResult(clusters.machineLists.refresh(pool))
  const deletion = deletionFactsOf(pool, parts)
  if (!config || !facts) {
    const note = config && vscode.l10n.t('The service doesn’t list the machine pool.')
    // A deleted pool may leave the cloud config before its machines.
    const machineFacts = isBeingDeleted ? await loadMachineFacts(pool, parts) : {}
    return { machinePool: { name: machinePoolName }, note, deletion, ...machineFacts }
  }
  const poolsBeingDeleted = deletions.otherPoolsBeingDeleted(pool)
  const remainder = findRemainder(pool, config, poolsBeingDeleted)
  return {
    machinePool: facts,
    deletion,
    [consequencesField]: {
      remainingPools: remainder.pools,
      lost: remainder.losses,
      virtualClusters: clusters.cachedFacts(pool).virtualClusters,
    },
    ...(await loadMachineFacts(pool, parts)),
  }
}

/** Returns the progress of a pool’s deletion; undefined if the pool isn’t being deleted. */
function deletionFactsOf(pool: MachinePoolRef, parts: Parts): object | undefined {
  const stage = parts.deletionMonitor.stageOf(pool)
  if (!stage) return undefined
  const { nodesLeft, stalledMs, areNodesAdded, isUnlisted } = drainProgress(stage) ?? {}
  const { sentAt } = parts.deletions.shownDeletion(pool) ?? {}
  return {
    stage: stage.kind,
    requestedAt: sentAt === undefined ? undefined : new Date(sentAt).toISOString(),
    nodesLeft,
    stalledForMinutes: stalledMs === undefined ? undefined : Math.floor(stalledMs / 60_000),
    areNodesAdded,
    isUnlisted,
  }
}

function configFactsOf(config: CloudConfig | undefined): object {
  if (!config) return { machinePools: null }
  const { region, pools, hybridPools, unreadable } = config
  return {
    region,
    machinePools: pools,
    hybridMachinePools: hybridPools.length > 0 ? hybridPools : undefined,
    machinePoolsNotShown: unreadable || undefined,
  }
}

async function loadMachineFacts(pool: MachinePoolRef, { clusters }: Parts): Promise<object> {
  const result = await clusters.machineLists.get(pool)
  if ('error' in result) {
    return { machines: null, machinesError: errorText(result.error, pool.connection) }
  }
  // The service doesn’t support listing machines.
  if (!result.value) return { machines: null }
  const { machines, count, isComplete } = result.value
  return {
    machinesLoadedAt: new Date(result.at).toISOString(),
    machines,
    machineCount: isComplete ? undefined : count,
  }
}
