import * as v from 'valibot'
import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Cluster } from '../../api/clusterSchemas.ts'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import type { ClusterList } from '../../clusters/clusterPages.ts'
import { configsOf, poolsOf, type KnownConfig, type KnownPool } from '../../clusters/configs.ts'
import { refusalIn, type Fetched } from '../../cache/fetchAll.ts'
import { loadClusters, loadPools } from '../../clusters/poolSearch.ts'
import { autoscaling } from '../../model/poolFacts.ts'
import { findNamed } from '../../pins/merge.ts'
import { settled, valueOf } from '../../cache/results.ts'
import { createTool } from './tool.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { noClusterListText, notShown, notShownSentences, truncated } from '../../ui/listTexts.ts'
import { adviceFor, modelErrorText } from './modelErrors.ts'
import { firstOf, formatNames, shortList } from './modelJson.ts'

/** The tool’s input, as in package.json. */
const ListMachinePoolsInput = v.strictObject({
  cluster: v.optional(v.string()),
  machinePool: v.optional(v.string()),
  after: v.optional(v.string()),
  connection: v.optional(v.string()),
})
type Input = v.InferOutput<typeof ListMachinePoolsInput>

type LoadedConfig = Fetched<KnownConfig, CloudConfig | undefined>

/** The maximum number of clusters of a call for all of them, so that it ends soon. */
const maxClusters = 100

/** Lists machine pools by cluster, listed and pinned. */
export function createListMachinePoolsTool(parts: Parts) {
  const { connections, clusters } = parts
  return createTool(connections, {
    schema: ListMachinePoolsInput,
    progress: ({ cluster }) =>
      cluster === undefined
        ? vscode.l10n.t('Listing machine pools…')
        : vscode.l10n.t('Listing machine pools in {0}…', visible(cluster)),

    async run(input, connection, signal) {
      const { cluster, after, machinePool } = input
      const { list, all, found } = await find(input, connection, signal)
      const begin = found.findIndex(({ configUid }) => configUid === after) + 1
      const isLost = after !== undefined && begin === 0
      // It may be on the page that failed.
      if (list?.error && (found.length === 0 || isLost)) throw list.error
      const isNamed = cluster !== undefined
      if (isNamed && found.length === 0) {
        const known = `No cluster or cloud config has that name or UID. Available clusters: ${formatNames(all.map(({ name }) => name))}.`
        throw new Error(`${known} ${whyIncomplete(list, connection)}`.trim())
      }
      const lost = 'The cluster of `after` is no longer listed. Call this tool again without it.'
      if (isLost) throw new Error(lost)
      const rest = found.slice(begin)
      const wanted = isNamed ? rest : rest.slice(0, maxClusters)
      const reload = async (config: KnownConfig) =>
        settled(clusters.configs.refresh(config, { signal }))
      const load = isNamed ? reload : undefined
      const loaded: LoadedConfig[] = []
      for await (const one of loadPools(wanted, clusters, signal, load)) loaded.push(one)
      // After a refusal, the service would refuse every request.
      const refusal = loaded.map(refusalIn).find((error) => error)
      const read = loaded
        .filter((one) => !refusalIn(one))
        .sort((a, b) => wanted.indexOf(a.ref) - wanted.indexOf(b.ref))
      const results = read.map((one) => clusterResult(one, machinePool, parts))
      const { length: searched } = firstOf(results).shown
      const shown = results.slice(0, searched).filter((result) => result !== null)
      const missing = rest.length - searched
      const hasNext = !refusal && missing > 0
      const reasons = [
        refusal && partialText(refusal, connection),
        hasNext &&
          'The list is incomplete. For the rest, call this tool again with the same input and the `after` of `next`.',
        whyIncomplete(list, connection),
      ].filter(Boolean)
      return {
        clustersReadAt: list?.at && new Date(list.at),
        clusters: shown,
        clustersSearched: searched,
        clustersNotSearched: missing || undefined,
        // What couldn’t be loaded would be before that.
        next: hasNext ? { after: read[searched - 1]?.ref.configUid } : undefined,
        incomplete: reasons.join(' ') || undefined,
      }
    },
  })

  /** Finds clusters. A cached list may lack a new one, so it is loaded again. */
  async function find(input: Input, connection: Connection, signal: AbortSignal) {
    const { cluster } = input
    const isOld = clusters.peek(connection) !== undefined
    const uidsOf = (one: KnownConfig) => [one.configUid, one.cluster?.uid]
    const search = async () => {
      const list = await readList(input, connection, signal)
      const all = inOrder(configsOf(connection, parts, list), list)
      return { list, all, found: cluster === undefined ? all : findNamed(all, uidsOf, cluster) }
    }
    const result = await search()
    if (!isOld || result.found.length > 0 || signal.aborted) return result
    clusters.lists.invalidate(connection)
    return search()
  }

  /** Loads the clusters: all for a name, which others may have, too, else those of a call. */
  function readList({ cluster, after }: Input, connection: Connection, signal: AbortSignal) {
    return loadClusters(clusters, connection, signal, ({ clusters: listed }) => {
      const isIt = ({ uid, configUid }: Cluster) => configUid === cluster || uid === cluster
      if (cluster !== undefined) return listed.some(isIt)
      const known = listed.findIndex(({ configUid }) => configUid === after)
      return listed.length > known + 1 + maxClusters && (after === undefined || known >= 0)
    })
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

/** Says why a result is partial, and how to go on. */
function partialText(error: ApiError, connection: Connection): string {
  return `The result is partial. ${adviceFor(error, connection)}`
}

/** Returns why a list of clusters, of which no more pages were wanted, is incomplete; empty if it isn’t. */
function whyIncomplete(list: ClusterList | undefined, connection: Connection): string {
  if (!list) return noClusterListText
  if (list.error) {
    const kept =
      'The list of clusters couldn’t be loaded again. It’s the one from `clustersReadAt` and may have changed.'
    return joinSentences(list.last ? kept : '', partialText(list.error, connection))
  }
  if (list.isCut) return truncated.detail
  if (list.unreadable === 0) return ''
  if (!list.reason) return notShownSentences('clusters', list.unreadable)
  return `${notShown.clusters(list.unreadable)}. ${modelErrorText(list.reason, connection)}`
}

/** Returns a cluster and those of its pools whose names contain a text, as a part of the result. Null if none does. */
function clusterResult(result: LoadedConfig, namePart = '', parts: Parts) {
  const { ref: config } = result
  const { connection, provider, configUid, name, cluster } = config
  const value = valueOf(result)
  const notRead =
    'The machine pools couldn’t be listed. Those returned here are pinned by the user and may no longer exist.'
  const part = namePart.toLowerCase()
  const isWanted = ({ machinePoolName }: KnownPool) => machinePoolName.toLowerCase().includes(part)
  const wanted = poolsOf(config, parts, value).filter(isWanted)
  // One that can’t be read may be wanted.
  if (value?.unreadable === 0 && wanted.length === 0 && part !== '') return null
  const { shown, leftOut } = firstOf(wanted.map((pool) => poolResult(pool, parts)))
  return {
    name,
    provider,
    configUid,
    clusterUid: cluster?.uid,
    state: cluster?.state,
    project: cluster?.project?.name ?? cluster?.project?.uid,
    machinePoolsNotShown: value?.unreadable || undefined,
    poolsReadAt: value && new Date(result.at),
    note: value
      ? undefined
      : joinSentences(notRead, 'error' in result ? adviceFor(result.error, connection) : ''),
    machinePools: shown,
    machinePoolsLeftOut: leftOut,
  }
}

function poolResult(pool: KnownPool, { deletionMonitor }: Parts) {
  const { machinePoolName: name, facts, mark, isHybrid } = pool
  const scaled = facts && autoscaling(facts)
  return {
    name,
    isListed: mark === 'unlisted' ? false : undefined,
    isHybrid,
    ...(scaled ? { minNodes: scaled.min, maxNodes: scaled.max } : { configuredNodes: facts?.size }),
    isControlPlane: facts?.isControlPlane || undefined,
    isSystemPool: facts?.isSystemPool || undefined,
    zones: shortList(facts?.zones),
    instanceType: facts?.instanceType,
    labels: shortList(facts?.labels),
    taints: shortList(facts?.taints),
    deletion: deletionMonitor.stageOf(pool),
  }
}
