import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import type { ClusterList } from '../../inventory/clusterPages.ts'
import { configsOf, isWhole, type KnownConfig } from '../../inventory/configs.ts'
import { findNamed } from '../../inventory/names.ts'
import type { Parts } from '../../parts.ts'
import { plain, visible } from '../../texts.ts'
import { poolResults } from './clusterPools.ts'
import { englishText } from './englishErrors.ts'
import { requireConnectionByName, toModelError, formatNames } from './modelErrors.ts'
import { createTool, type Tool } from './tool.ts'

/** The tool’s input, as in package.json. */
export const ListMachinePoolsInput = v.strictObject({
  cluster: v.optional(v.string()),
  connection: v.optional(v.string()),
})

/** A limit for the model’s context. */
const maxClusters = 100

/** Lists machine pools by cluster, listed and pinned. */
export function createListMachinePoolsTool(parts: Parts): Tool {
  const { connections, clusters } = parts
  return createTool({
    schema: ListMachinePoolsInput,
    prepare: ({ cluster }) => ({
      invocationMessage: plain(
        cluster === undefined
          ? vscode.l10n.t('Listing machine pools')
          : vscode.l10n.t('Listing machine pools in {0}', visible(cluster)),
      ),
    }),

    async run({ cluster, connection: name }, signal) {
      const connection = requireConnectionByName(connections, name)
      const { list, all, found } = await find(connection, cluster, signal)
      if (list?.error && found.length === 0) throw toModelError(list.error, connection)
      if (cluster !== undefined && found.length === 0) {
        const known = `No cluster or cloud config has that name or UID. Available clusters: ${formatNames(all)}.`
        throw new Error(isWhole(list) ? known : `${known} ${whyIncomplete(list, connection)}`)
      }
      const shown = found.slice(0, maxClusters)
      const isAll = found.length <= maxClusters && isWhole(list)
      return {
        connection: connection.name,
        ...(connection.protection === 'readOnly' && {
          readOnly: 'This connection is read-only. Deletions are blocked.',
        }),
        clusters: await poolResults(connection, shown, cluster !== undefined, parts, signal),
        ...(cluster === undefined && !isAll && { incomplete: whyIncomplete(list, connection) }),
      }
    },
  })

  /** Finds clusters. A cached list may lack a new one, so it is loaded again. */
  async function find(connection: Connection, wanted: string | undefined, signal: AbortSignal) {
    const isOld = clusters.peek(connection) !== undefined
    const search = async () => {
      const list = await readList(connection, wanted, signal)
      const all = configsOf(connection, parts, list)
      return { list, all, found: wanted === undefined ? all : chosen(all, wanted) }
    }
    const result = await search()
    if (!isOld || result.found.length > 0 || signal.aborted) return result
    clusters.refresh()
    return search()
  }

  /** Loads the clusters page by page, to the end or to the wanted one. */
  async function readList(
    connection: Connection,
    wanted: string | undefined,
    signal: AbortSignal,
  ): Promise<ClusterList | undefined> {
    let read: ClusterList | undefined
    for await (const list of clusters.follow(connection)) {
      read = list
      const count = list?.clusters.length ?? 0
      const isFound =
        wanted !== undefined &&
        chosen(configsOf(connection, parts, list), wanted).some(({ cluster }) => cluster)
      if (signal.aborted || isFound || list?.error || count >= maxClusters * 10) break
    }
    return read
  }
}

function chosen(all: readonly KnownConfig[], wanted: string): KnownConfig[] {
  return findNamed(all, ({ configUid }) => configUid, wanted)
}

function whyIncomplete(list: ClusterList | undefined, connection: Connection): string {
  if (!list) {
    return 'This service doesn’t list clusters. Only the machine pools that the user pinned are returned.'
  }
  if (list.error) return (toModelError(list.error, connection) as Error).message
  if (!list.hasMore && !list.isCut && list.unreadable > 0) {
    const why = list.reason ? ` ${englishText(list.reason, connection)}` : ''
    return `Clusters not shown: ${list.unreadable}. The service didn’t return their cloud configs.${why}`
  }
  return list.hasMore || !list.isCut
    ? 'The list is incomplete. To get a cluster that isn’t listed, specify its name.'
    : 'The service’s list couldn’t be loaded completely, so there may be more clusters.'
}
