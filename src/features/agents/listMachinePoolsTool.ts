import * as v from 'valibot'
import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import { clock } from '../../api/clock.ts'
import type { Connection } from '../../connections/connection.ts'
import { isWhole, type ClusterList } from '../../inventory/clusterPages.ts'
import { configsOf, type KnownConfig } from '../../inventory/configs.ts'
import { findNamed } from '../../inventory/names.ts'
import type { Parts } from '../../parts.ts'
import { plain, visible } from '../../texts.ts'
import { peekConfig, poolResults } from './clusterPools.ts'
import {
  modelErrorText,
  requireConnectionByName,
  toModelError,
  formatNames,
} from './modelErrors.ts'
import { createTool, type Tool } from './tool.ts'

/** The tool’s input, as in package.json. */
export const ListMachinePoolsInput = v.strictObject({
  cluster: v.optional(v.string()),
  machinePool: v.optional(v.string()),
  labels: v.optional(v.pipe(v.array(v.string()), v.maxLength(20))),
  skip: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  connection: v.optional(v.string()),
})

/** The maximum number of clusters that a call loads, so that it ends soon; others count as they are cached. */
const maxLoads = 100

/** Lists machine pools by cluster, listed and pinned. */
export function createListMachinePoolsTool(parts: Parts): Tool {
  const { connections, clusters } = parts
  /** When the latest list was begun, by connection. */
  const begun = new Map<string, number>()
  return createTool({
    schema: ListMachinePoolsInput,
    prepare: ({ cluster }) => ({
      invocationMessage: plain(
        cluster === undefined
          ? vscode.l10n.t('Listing machine pools')
          : vscode.l10n.t('Listing machine pools in {0}', visible(cluster)),
      ),
    }),

    async run({ cluster, skip, connection: name, ...filter }, signal) {
      const connection = requireConnectionByName(connections, name)
      const { list, all, found } = await find(connection, cluster, skip, signal)
      if (list?.error && found.length === 0) throw toModelError(list.error, connection)
      if (cluster !== undefined && found.length === 0) {
        const known = `No cluster or cloud config has that name or UID. Available clusters: ${formatNames(all)}.`
        throw new Error(isWhole(list) ? known : `${known} ${whyIncomplete(list, connection)}`)
      }
      const isNamed = cluster !== undefined
      // Of all clusters, `skip` counts those before, loaded or not, so that no call returns to where one has been.
      const rest = isNamed ? found : found.slice(skip)
      const searched = isNamed ? found : withinLoads(rest)
      if (skip === 0) begun.set(connection.name, clock.now())
      const since = begun.get(connection.name) ?? clock.now()
      const query = { ...filter, skip: isNamed ? skip : 0, since }
      const result = await poolResults(connection, searched, isNamed, query, parts, signal)
      const { clusters: shown, leftOut, unlabeled, refusals } = result
      const [refusal] = refusals
      const missing = rest.length - result.searched
      const isAll = leftOut + missing === 0
      const hasNext = !refusal && (isNamed ? leftOut : missing) > 0
      const isCut = !isNamed && shown.some(({ machinePoolsLeftOut }) => machinePoolsLeftOut)
      const isUid = isNamed && found.some((one) => isCalled(one, cluster))
      const isListed = isWhole(list) || (isUid && !list?.last)
      return {
        connection: connection.name,
        ...(connection.protection === 'readOnly' && {
          readOnly: 'This connection is read-only. Deletions are blocked.',
        }),
        ...(list?.at !== undefined && { clustersReadAt: new Date(list.at).toISOString() }),
        clusters: shown,
        clustersSearched: result.searched - refusals.length,
        ...(refusal && { clustersNotLoaded: refusals.length }),
        ...(leftOut > 0 && { resultsLeftOut: leftOut }),
        ...(missing > 0 && { clustersNotSearched: missing }),
        ...(unlabeled > 0 && { machinePoolsWithUnknownLabels: unlabeled }),
        // What couldn’t be loaded would be before that.
        ...(hasNext && { next: { skip: isNamed ? result.next : skip + result.searched } }),
        ...(!(isAll && isListed && !refusal) && {
          incomplete: [
            ...(refusal ? [partialText(refusal, connection)] : hasNext ? [goOn] : []),
            ...(isCut ? [nameIt] : []),
            ...(isListed || (list?.hasMore && !list.error && !isAll)
              ? []
              : [whyIncomplete(list, connection)]),
          ].join(' '),
        }),
      }
    },
  })

  /** Finds clusters. A cached list may lack a new one, so it is loaded again. */
  async function find(
    connection: Connection,
    wanted: string | undefined,
    skip: number,
    signal: AbortSignal,
  ) {
    const isOld = clusters.peek(connection) !== undefined
    const search = async () => {
      const list = await readList(connection, wanted, skip, signal)
      const all = configsOf(connection, parts, list)
      return { list, all, found: wanted === undefined ? all : chosen(all, wanted) }
    }
    const result = await search()
    if (!isOld || result.found.length > 0 || signal.aborted) return result
    if (result.list?.clusters.length) {
      await clusters.reload(connection).catch((error: unknown) => {
        throw toModelError(error, connection)
      })
    } else {
      clusters.refreshList(connection)
    }
    return search()
  }

  /** Loads the clusters page by page: all for a name, which others may have, too, else those that a call loads. */
  async function readList(
    connection: Connection,
    wanted: string | undefined,
    skip: number,
    signal: AbortSignal,
  ): Promise<ClusterList | undefined> {
    let read: ClusterList | undefined
    for await (const list of clusters.follow(connection)) {
      read = list
      const all = configsOf(connection, parts, list)
      const isEnough =
        wanted === undefined
          ? withinLoads(all.slice(skip)).length < all.length - skip
          : all.some((one) => one.cluster && isCalled(one, wanted))
      if (signal.aborted || isEnough || list?.error) break
    }
    return read
  }

  /** Returns the first cloud configs, of which a call loads no more than it may. */
  function withinLoads(configs: readonly KnownConfig[]): readonly KnownConfig[] {
    let loads = 0
    const end = configs.findIndex((config) => {
      loads += peekConfig(config, parts) ? 0 : 1
      return loads > maxLoads
    })
    return end < 0 ? configs : configs.slice(0, end)
  }
}

const goOn =
  'The list is incomplete. For the rest, call this tool again with the same input and the `skip` of `next`.'

const nameIt =
  'To get all machine pools of a cluster with `machinePoolsLeftOut`, specify `cluster`.'

/** Says why a result is partial, and how to go on. */
function partialText(error: ApiError, connection: Connection): string {
  const { message } = toModelError(error, connection) as Error
  return `The result is partial. ${message}`
}

/** Returns whether a UID is that of a cluster or its cloud config. */
function isCalled({ configUid, cluster }: KnownConfig, uid: string): boolean {
  return configUid === uid || cluster?.uid === uid
}

/** Finds clusters by the name or UID of the cluster or its cloud config. */
function chosen(all: readonly KnownConfig[], wanted: string): readonly KnownConfig[] {
  const byUid = all.filter((one) => isCalled(one, wanted))
  return byUid.length > 0 ? byUid : findNamed(all, ({ configUid }) => configUid, wanted)
}

/** Says that the clusters are those from before a failed refresh. */
function keptText(at: number | undefined): string {
  const since = at === undefined ? 'an earlier time' : new Date(at).toISOString()
  return `The list of clusters couldn’t be loaded again. The clusters are from ${since} and may have changed.`
}

function whyIncomplete(list: ClusterList | undefined, connection: Connection): string {
  if (!list) {
    return 'This service doesn’t list clusters. Only the machine pools that the user pinned are returned.'
  }
  if (list.error) {
    const text = partialText(list.error, connection)
    return list.last ? `${keptText(list.last.at)} ${text}` : text
  }
  if (!list.hasMore && !list.isCut && list.unreadable > 0) {
    const why = list.reason ? ` ${modelErrorText(list.reason, connection)}` : ''
    return `Clusters not shown: ${list.unreadable}. The service didn’t return their cloud configs.${why}`
  }
  return list.hasMore || !list.isCut
    ? 'The list is incomplete. To get a cluster that isn’t listed, specify its name.'
    : 'The service’s list couldn’t be loaded completely, so there may be more clusters.'
}
