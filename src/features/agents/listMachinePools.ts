import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Cluster } from '../../api/lookupSchemas.ts'
import { providerOfCloudType } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import type { ClusterList } from '../../inventory/clusterPages.ts'
import type { Parts } from '../../parts.ts'
import { plain, titleOf, visible } from '../../texts.ts'
import { namedLike } from './accounts.ts'
import { poolResults, readPools, type ListedCluster } from './clusterPools.ts'
import { englishText } from './englishErrors.ts'
import { connectionNamed, forModel, quotedList } from './forModels.ts'
import { toolOf, type Tool } from './tool.ts'

/** What the tool takes; package.json has the same for models. */
export const ListMachinePoolsInput = v.strictObject({
  cluster: v.optional(v.string()),
  connection: v.optional(v.string()),
})

/** More would fill a model's memory with what it does not need. */
const mostClusters = 100

/** Lists machine pools by cluster: what the service lists, and what the user keeps. */
export function createListMachinePoolsTool({
  connections,
  tracked,
  clusters,
  machinePools,
}: Pick<Parts, 'connections' | 'tracked' | 'clusters' | 'machinePools'>): Tool {
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
      const { list, all, found } = await find(connection, cluster, signal)
      if (list?.error && found.length === 0) throw forModel(list.error, connection)
      if (cluster !== undefined && found.length === 0) {
        const known = `No cluster or cloud config of that name or uid is known. There are: ${quotedList(all)}.`
        throw new Error(isWholeList(list) ? known : `${known} ${whyIncomplete(list, connection)}`)
      }
      const read = await readPools(
        connection,
        found.slice(0, mostClusters),
        cluster !== undefined,
        clusters,
        signal,
      )
      const isWhole = found.length <= mostClusters && isWholeList(list)
      return {
        connection: connection.name,
        ...(connection.readOnly && { readOnly: 'Deletions are refused over this connection.' }),
        clusters: poolResults(connection, read, machinePools),
        ...(cluster === undefined && !isWhole && { incomplete: whyIncomplete(list, connection) }),
      }
    },
  })

  /** The clusters that are meant. A list that was read earlier may lack a new one: then it is read again. */
  async function find(connection: Connection, wanted: string | undefined, signal: AbortSignal) {
    const isOld = clusters.peek(connection) !== undefined
    const search = async () => {
      const list = await readList(connection, wanted, signal)
      const all = merged(connection, list?.clusters ?? [])
      return { list, all, found: wanted === undefined ? all : chosen(all, wanted) }
    }
    const result = await search()
    if (!isOld || result.found.length > 0 || signal.aborted) return result
    clusters.refresh()
    return search()
  }

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
}

function listedAs({ name, cloudType, configUid, state, project }: Cluster): ListedCluster {
  return {
    name,
    provider: providerOfCloudType(cloudType),
    configUid,
    state,
    project: project?.name ?? project?.uid,
    pools: [],
  }
}

/** By the uid of a cloud config, or by name. */
function chosen(all: readonly ListedCluster[], wanted: string): ListedCluster[] {
  const byUid = all.filter(({ configUid }) => configUid === wanted)
  return byUid.length > 0 ? byUid : namedLike(all, wanted)
}

function isWholeList(list: ClusterList | undefined): boolean {
  return list !== undefined && !list.hasMore && !list.isCut && list.unreadable === 0
}

function whyIncomplete(list: ClusterList | undefined, connection: Connection): string {
  if (!list) {
    return 'This service lists no clusters: only what the user keeps in the Machine Pools view is known.'
  }
  if (list.error) return (forModel(list.error, connection) as Error).message
  if (!list.hasMore && !list.isCut && list.unreadable > 0) {
    const why = list.reason ? ` ${englishText(list.reason, connection)}` : ''
    return `The service lists ${list.unreadable} more, but does not return their cloud configs.${why}`
  }
  return list.hasMore || !list.isCut
    ? 'There are more clusters than are listed here. Ask for one by its name.'
    : 'The service’s list could not be read to its end: there may be more clusters.'
}
