import * as v from 'valibot'
import * as vscode from 'vscode'
import type { CloudConfig, Cluster, MachinePool } from '../../api/lookupSchemas.ts'
import { hostOf } from '../../connections/connection.ts'
import { prettyJson } from '../../formats/prettyJson.ts'
import { configsOf } from '../../inventory/configs.ts'
import {
  configKey,
  type CloudConfigRef,
  type MachinePoolRef,
} from '../../inventory/machinePoolRef.ts'
import { remainderOf, type Remainder } from '../../inventory/remainder.ts'
import { ProjectArguments } from '../../inventory/places.ts'
import type { Result } from '../../inventory/results.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { notListedText } from '../../ui/notShownTexts.ts'

export const DetailsTarget = v.object({
  connection: v.string(),
  provider: v.string(),
  configUid: v.string(),
  /** The cluster’s name when the document was opened. */
  cluster: v.optional(v.string()),
  /** The cluster’s project, for a connection without a project. */
  project: v.optional(ProjectArguments),
  pool: v.optional(v.string()),
  /** The names of the pools of a cluster that were about to be deleted. */
  deleting: v.optional(v.array(v.string())),
  /** The locations of these pools in code at that moment, by name. */
  foundInCode: v.optional(v.unknown()),
})

/** The subject of a document: a machine pool, or a cluster if there is none. */
export type DetailsTarget = v.InferOutput<typeof DetailsTarget>

/**
 * Returns what is known of a cluster or a machine pool as JSON; loads its cloud config, and the machines of a
 * pool, if missing. It has what the views are made from, and not the service’s response, which may contain
 * secrets.
 */
export async function detailsDocument(target: DetailsTarget, parts: Parts): Promise<string> {
  const { connections, tracked, deletions, clusters } = parts
  const { connection: name, provider, configUid, pool } = target
  const connection = connections.find(name)
  if (!connection) {
    const error = vscode.l10n.t('Connection “{0}” doesn’t exist.', visible(name))
    return prettyJson({ ...target, error })
  }
  await clusters.get(connection)
  const ref: CloudConfigRef = clusters.inProject({
    connection,
    provider,
    configUid,
    ...(target.project && { project: target.project }),
  })
  const result = await clusters.configs.get(ref)
  const all = configsOf(connection, { tracked, deletions, clusters })
  const known = all.find((one) => configKey(one) === configKey(ref))
  const { uid, state, health, account } = known?.cluster ?? {}
  const head = {
    connection: name,
    service: hostOf(connection),
    project: ref.project ?? (connection.projectUid && { uid: connection.projectUid }),
    cluster: { name: known?.label ?? target.cluster, uid, state, health, cloudAccount: account },
    provider,
    cloudConfig: configUid,
    ...readingOf(result, ref),
    foundInCode: target.foundInCode,
  }
  const config = 'value' in result ? result.value : undefined
  const names = pool === undefined ? target.deleting : [pool]
  const ifDeleted = config && remainderIn(ref, config, names ?? [], known?.cluster, parts)
  if (pool === undefined) {
    const deleting = ifDeleted && { ifDeleted: { machinePools: names, ...ifDeleted } }
    return prettyJson({ ...head, ...deleting, ...configIn(config) })
  }
  const poolRef = { ...ref, machinePoolName: pool, configLabel: target.cluster }
  const facts = config?.pools.find((one) => one.name === pool)
  return prettyJson({
    ...head,
    machinePool: facts ? poolIn(facts) : { name: pool },
    ...(config && !facts && { note: notListedText(poolRef) }),
    deletion: parts.poolDeleter.deletionState(poolRef)?.kind,
    ...(facts && { ifDeleted }),
    ...(facts && (await machinesIn(poolRef, parts))),
  })
}

function remainderIn(
  ref: CloudConfigRef,
  config: CloudConfig,
  names: readonly string[],
  cluster: Cluster | undefined,
  { poolDeleter }: Parts,
): Remainder | undefined {
  const [machinePoolName] = names
  if (machinePoolName === undefined) return undefined
  const poolsBeingDeleted = poolDeleter.otherPoolsBeingDeleted({ ...ref, machinePoolName })
  const { provider } = ref
  return remainderOf({ provider, config, deleted: new Set(names), poolsBeingDeleted, cluster })
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
