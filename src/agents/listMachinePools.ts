import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Cluster, MachinePool } from '../api/lookupSchemas.ts'
import { providerOfCloudType } from '../api/providers.ts'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import type { ClusterList } from '../inventory/clusterPages.ts'
import type { Clusters } from '../inventory/clusters.ts'
import type { CloudConfigRef } from '../inventory/machinePoolRef.ts'
import type { MachinePools } from '../inventory/machinePools.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { plain, titleOf, visible } from '../texts.ts'
import { namedLike } from './accounts.ts'
import { connectionNamed, forModel, quotedList } from './forModels.ts'
import { toolOf, type Tool } from './tool.ts'

/** What the tool takes; package.json has the same for models. */
export const ListMachinePoolsInput = v.strictObject({
  cluster: v.optional(v.string()),
  connection: v.optional(v.string()),
})

/** More would fill a model's memory with what it does not need. */
const mostClusters = 100

interface ListedCluster {
  name: string
  provider: string
  configUid: string
  state?: string | undefined
  project?: string | undefined
  pools: readonly Pick<MachinePool, 'name'>[]
}

/** Lists machine pools by cluster: what the service lists, and what the user keeps. */
export function listMachinePoolsTool(
  connections: Connections,
  tracked: Tracked,
  clusters: Clusters,
  machinePools: MachinePools,
): Tool {
  return toolOf({
    schema: ListMachinePoolsInput,
    prepare: ({ cluster }) => ({
      invocationMessage: plain(
        cluster === undefined
          ? vscode.l10n.t('Listing machine pools')
          : vscode.l10n.t('Listing the machine pools of {0}', visible(cluster)),
      ),
    }),

    async run({ cluster, connection: name }, signal) {
      const connection = connectionNamed(connections, name)
      const list = await readList(connection, cluster, signal)
      const all = merged(connection, list?.clusters ?? [])
      const found = cluster === undefined ? all : chosen(all, cluster)
      if (list?.error && found.length === 0) throw forModel(list.error, connection)
      if (cluster !== undefined && found.length === 0) {
        throw new Error(
          `No cluster or cloud config of that name or uid is known. There are: ${quotedList(all)}.`,
        )
      }
      const shown = found.slice(0, mostClusters)
      const [only] = shown
      const fresh =
        cluster !== undefined && only ? await readAnew(connection, only, signal) : undefined
      const isWhole = shown.length === found.length && list && !list.hasMore && !list.isCut
      return {
        connection: connection.name,
        ...(connection.readOnly && { readOnly: 'Deletions are refused over this connection.' }),
        clusters: shown.map((one) => asResult(connection, one === only && fresh ? fresh : one)),
        ...(cluster === undefined && !isWhole && { incomplete: whyIncomplete(list, connection) }),
      }
    },
  })

  /** The clusters, page by page, to the end or to the one that is looked for. */
  async function readList(
    connection: Connection,
    wanted: string | undefined,
    signal: AbortSignal,
  ): Promise<ClusterList | undefined> {
    let read: ClusterList | undefined
    for await (const list of clusters.follow(connection)) {
      read = list
      const all = list?.clusters ?? []
      const isFound = wanted !== undefined && chosen(all.map(listedAs), wanted).length > 0
      if (signal.aborted || isFound || list?.error || all.length >= mostClusters * 10) break
    }
    return read
  }

  async function readAnew(
    connection: Connection,
    cluster: ListedCluster,
    signal: AbortSignal,
  ): Promise<ListedCluster> {
    const { provider, configUid } = cluster
    const result = await clusters.configs.getAnew({ connection, provider, configUid }, signal)
    if ('error' in result) throw forModel(result.error, connection)
    return result.value ? { ...cluster, pools: result.value.pools } : cluster
  }

  /** With what the user keeps beside what the service lists. */
  function merged(connection: Connection, listed: readonly Cluster[]): ListedCluster[] {
    const all = listed.map(listedAs)
    for (const config of tracked.configs(connection.name)) {
      const { provider, uid: configUid, pools } = config
      const isIt = (one: ListedCluster) => one.provider === provider && one.configUid === configUid
      if (!all.some(isIt)) {
        all.push({ name: titleOf(config) ?? configUid, provider, configUid, pools })
      }
    }
    return all
  }

  function asResult(connection: Connection, cluster: ListedCluster) {
    const { pools, ...facts } = cluster
    const config: CloudConfigRef = { connection, ...cluster }
    return {
      ...facts,
      machinePools: pools.map((pool) => {
        const { name, size, isControlPlane, zones, instanceType } = pool as Partial<MachinePool>
        const ref = { ...config, machinePoolName: pool.name }
        const state = machinePools.deletionState(ref)
        return {
          name,
          nodes: size,
          ...(isControlPlane && { isControlPlane }),
          ...(zones && zones.length > 0 && { zones }),
          instanceType,
          ...(state && { deletion: state }),
        }
      }),
    }
  }
}

function listedAs({ name, cloudType, configUid, state, project, pools }: Cluster): ListedCluster {
  return {
    name,
    provider: providerOfCloudType(cloudType),
    configUid,
    state,
    project: project?.name ?? project?.uid,
    pools,
  }
}

/** By the uid of a cloud config, or by name. */
function chosen(all: readonly ListedCluster[], wanted: string): ListedCluster[] {
  const byUid = all.filter(({ configUid }) => configUid === wanted)
  return byUid.length > 0 ? byUid : namedLike(all, wanted)
}

function whyIncomplete(list: ClusterList | undefined, connection: Connection): string {
  if (!list) {
    return 'This service lists no clusters: only what the user keeps in the Machine Pools view is known.'
  }
  if (list.error) return (forModel(list.error, connection) as Error).message
  return 'There are more clusters than are listed here. Ask for one by its name.'
}
