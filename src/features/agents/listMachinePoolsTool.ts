import * as v from 'valibot'
import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import { isWhole, type ClusterList } from '../../inventory/clusterPages.ts'
import { configsOf, type KnownConfig, type KnownPool } from '../../inventory/configs.ts'
import { refusesAll } from '../../inventory/fetchAll.ts'
import { loadPools, type LoadedPools } from '../../inventory/loadPools.ts'
import type { DeletionMonitor } from '../../inventory/deletion/monitor.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import { findNamed } from '../../inventory/names.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, plain, truncated, visible } from '../../texts.ts'
import { noClusterListText, notShownSentences } from '../../ui/notShownTexts.ts'
import {
  formatNames,
  modelErrorText,
  readOnlyNote,
  requireConnectionByName,
  toModelError,
} from './modelErrors.ts'
import { firstOf, shortList } from './modelJson.ts'
import { createTool, type Tool } from './tool.ts'

/** The tool’s input, as in package.json. */
const ListMachinePoolsInput = v.strictObject({
  cluster: v.optional(v.string()),
  machinePool: v.optional(v.string()),
  after: v.optional(v.string()),
  connection: v.optional(v.string()),
})

/** The maximum number of clusters of a call for all of them, so that it ends soon. */
const maxClusters = 100

/** Lists machine pools by cluster, listed and pinned. */
export function createListMachinePoolsTool(parts: Parts): Tool {
  const { connections, clusters } = parts
  return createTool({
    schema: ListMachinePoolsInput,
    prepare: ({ cluster }) => ({
      invocationMessage: plain(
        cluster === undefined
          ? vscode.l10n.t('Listing machine pools…')
          : vscode.l10n.t('Listing machine pools in {0}…', visible(cluster)),
      ),
    }),

    async run({ cluster, after, connection: name, machinePool }, signal) {
      const connection = requireConnectionByName(connections, name)
      const { list, all, found } = await find(connection, cluster, after, signal)
      const begin = found.findIndex(({ configUid }) => configUid === after) + 1
      const isLost = after !== undefined && begin === 0
      // It may be on the page that failed.
      if (list?.error && (found.length === 0 || isLost)) throw toModelError(list.error, connection)
      if (cluster !== undefined && found.length === 0) {
        const known = `No cluster or cloud config has that name or UID. Available clusters: ${formatNames(all)}.`
        throw new Error(isWhole(list) ? known : `${known} ${whyIncomplete(list, connection)}`)
      }
      if (isLost) throw new Error(lost)
      const isNamed = cluster !== undefined
      const rest = found.slice(begin)
      const asked = isNamed ? rest : rest.slice(0, maxClusters)
      const loaded = await loadPools(asked, parts, signal, {
        ...(isNamed && { read: (config) => clusters.configs.refetch(config, signal) }),
      })
      const [only] = loaded
      if (isNamed && only?.error && found.length === 1) throw toModelError(only.error, connection)
      const refusal = loaded.find(({ error }) => error && refusesAll(error))?.error
      const read = loaded.filter(({ error }) => !error || !refusesAll(error))
      const results = read.map((one) =>
        clusterResult(one, machinePool, connection, parts.deletionMonitor),
      )
      const { length: searched } = firstOf(results).shown
      const shown = results.slice(0, searched).filter((result) => result !== null)
      const refused = loaded.length - read.length
      const missing = rest.length - searched - refused
      const hasNext = !refusal && missing > 0
      const isUid = isNamed && found.some((one) => isCalled(one, cluster))
      const isListed = isWhole(list) || (isUid && !list?.last)
      const reasons = [
        refusal && partialText(refusal, connection),
        hasNext && goOn,
        shown.some(({ machinePoolsLeftOut }) => machinePoolsLeftOut) && narrowIt,
        !isListed &&
          !(list?.hasMore && !list.error && missing > 0) &&
          whyIncomplete(list, connection),
      ].filter(Boolean)
      return {
        connection: connection.name,
        readOnly: readOnlyNote(connection),
        ...(list?.at !== undefined && { clustersReadAt: new Date(list.at).toISOString() }),
        clusters: shown,
        clustersSearched: searched,
        clustersNotLoaded: refused || undefined,
        clustersNotSearched: missing || undefined,
        // What couldn’t be loaded would be before that.
        next: hasNext ? { after: read[searched - 1]?.config.configUid } : undefined,
        incomplete: reasons.join(' ') || undefined,
      }
    },
  })

  /** Finds clusters. A cached list may lack a new one, so it is loaded again. */
  async function find(
    connection: Connection,
    wanted: string | undefined,
    after: string | undefined,
    signal: AbortSignal,
  ) {
    const isOld = clusters.peek(connection) !== undefined
    const search = async () => {
      const list = await readList(connection, wanted, after, signal)
      const all = inOrder(configsOf(connection, parts, list), list)
      return { list, all, found: wanted === undefined ? all : chosen(all, wanted) }
    }
    const result = await search()
    if (!isOld || result.found.length > 0 || signal.aborted) return result
    clusters.lists.refresh(connection)
    return search()
  }

  /** Loads the clusters page by page: all for a name, which others may have, too, else those of a call. */
  async function readList(
    connection: Connection,
    wanted: string | undefined,
    after: string | undefined,
    signal: AbortSignal,
  ): Promise<ClusterList | undefined> {
    let read: ClusterList | undefined
    for await (const list of clusters.follow(connection)) {
      read = list
      const listed = list?.clusters ?? []
      const known = listed.findIndex(({ configUid }) => configUid === after)
      const isEnough =
        wanted === undefined
          ? listed.length > known + 1 + maxClusters && (after === undefined || known >= 0)
          : listed.some(({ uid, configUid }) => configUid === wanted || uid === wanted)
      if (signal.aborted || isEnough || list?.error) break
    }
    return read
  }
}

/** Returns cloud configs in the order of the service’s list, then the others: that of pins changes with their use. */
function inOrder(configs: readonly KnownConfig[], list: ClusterList | undefined): KnownConfig[] {
  const places = new Map(list?.clusters.map(({ configUid }, index) => [configUid, index]))
  const placeOf = ({ configUid }: KnownConfig) => places.get(configUid) ?? places.size
  return configs.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.configUid.localeCompare(b.configUid),
  )
}

const lost = 'The cluster of `after` is no longer listed. Call this tool again without it.'

const goOn =
  'The list is incomplete. For the rest, call this tool again with the same input and the `after` of `next`.'

const narrowIt =
  'To get the others of a cluster with `machinePoolsLeftOut`, specify it as `cluster`, and a part of their names as `machinePool`.'

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

function whyIncomplete(list: ClusterList | undefined, connection: Connection): string {
  if (!list) return noClusterListText
  if (list.error) {
    const text = partialText(list.error, connection)
    return list.last ? `${kept} ${text}` : text
  }
  if (!list.hasMore && !list.isCut && list.unreadable > 0) {
    const why = list.reason ? modelErrorText(list.reason, connection) : ''
    return joinSentences(notShownSentences('clusters', list.unreadable), why)
  }
  return list.hasMore || !list.isCut ? nameIt : truncated.detail
}

const kept =
  'The list of clusters couldn’t be loaded again. It’s the one from `clustersReadAt` and may have changed.'

const nameIt = 'The list is incomplete. To get a cluster that isn’t listed, specify its name.'

/** The note for a cluster whose cloud config couldn’t be loaded. */
const notRead =
  'The machine pools couldn’t be listed. Those returned here are pinned by the user and may no longer exist.'

/**
 * Returns a cluster and its pools as a part of the tool’s result: those whose names contain a text. Null if none does.
 */
function clusterResult(
  { config, pools, value, at, error }: LoadedPools<KnownConfig>,
  namePart: string | undefined,
  connection: Connection,
  deletionMonitor: DeletionMonitor,
) {
  const { provider, configUid, name, cluster } = config
  const part = namePart?.toLowerCase() ?? ''
  const wanted = pools.filter(({ machinePoolName: one }) => one.toLowerCase().includes(part))
  // One that can’t be read may be wanted.
  if (value?.unreadable === 0 && wanted.length === 0 && part !== '') return null
  const hybrid = wanted.filter(({ isHybrid }) => isHybrid)
  const own = wanted.filter(({ isHybrid }) => !isHybrid)
  const { shown, leftOut } = firstOf(own.map((pool) => poolResult(pool, deletionMonitor)))
  return {
    name,
    provider,
    configUid,
    clusterUid: cluster?.uid,
    state: cluster?.state,
    project: cluster?.project?.name ?? cluster?.project?.uid,
    hybridMachinePools: shortList(hybrid.map(({ machinePoolName }) => machinePoolName)),
    ...(value && value.unreadable > 0 && { machinePoolsNotShown: value.unreadable }),
    ...(value && at !== undefined && { poolsReadAt: new Date(at).toISOString() }),
    ...(!value && { note: error ? `${notRead} ${modelErrorText(error, connection)}` : notRead }),
    machinePools: shown,
    ...(leftOut !== undefined && { machinePoolsLeftOut: leftOut }),
  }
}

function poolResult(pool: KnownPool, deletionMonitor: DeletionMonitor) {
  const { machinePoolName: name, facts, mark } = pool
  const scaled = facts && autoscaling(facts)
  const deletion = deletionMonitor.stageOf(pool)
  return {
    name,
    ...(mark === 'unlisted' && { isListed: false }),
    ...(scaled ? { minNodes: scaled.min, maxNodes: scaled.max } : { configuredNodes: facts?.size }),
    ...(facts?.isControlPlane && { isControlPlane: true }),
    ...(facts?.isSystemPool && { isSystemPool: true }),
    zones: shortList(facts?.zones),
    instanceType: facts?.instanceType,
    labels: shortList(facts?.labels),
    taints: shortList(facts?.taints),
    ...(deletion && { deletion }),
  }
}
