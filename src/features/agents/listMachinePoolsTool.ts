import * as v from 'valibot'
import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Cluster } from '../../api/clusterSchemas.ts'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import type { ClusterList } from '../../clusters/clusterPages.ts'
import {
  collectConfigs,
  collectPools,
  type KnownConfig,
  type KnownPool,
} from '../../clusters/configs.ts'
import { fatalError, type Fetched } from '../../cache/fetchAll.ts'
import { loadClusters, loadCloudConfigs } from '../../clusters/poolSearch.ts'
import { autoscalingBounds } from '../../model/poolFacts.ts'
import { findNamed } from '../../model/names.ts'
import { toResult, valueOf } from '../../cache/results.ts'
import { createTool, optionalText } from './tool.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { noClusterListText, notShown, notShownSentences, truncated } from '../../ui/listTexts.ts'
import { adviceFor, modelErrorText } from './modelErrors.ts'
import { takeFitting, quoteNames, shortList } from './modelJson.ts'

/** The tool’s input, as in package.json. */
const ListMachinePoolsInput = v.strictObject({
  cluster: optionalText,
  machinePool: optionalText,
  after: optionalText,
  connection: optionalText,
})
type Input = v.InferOutput<typeof ListMachinePoolsInput>

/** The cloud configs of a connection, and those that the input names. */
interface FoundConfigs {
  readonly list: ClusterList | undefined
  readonly all: readonly KnownConfig[]
  readonly found: readonly KnownConfig[]
}

type LoadedConfig = Fetched<KnownConfig, CloudConfig | undefined>

const nextCallText =
  'The list is incomplete. For the rest, call this tool again with the same input and the `after` of `next`.'

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
      const found = await findConfigs(input, connection, signal)
      const remaining = configsAfter(input, found, connection)
      const isNamed = input.cluster !== undefined
      const wanted = isNamed ? remaining : remaining.slice(0, maxClusters)
      const { loaded, refusal } = await loadConfigs(wanted, isNamed, signal)
      const results = loaded.map((config) => clusterResult(config, input.machinePool, parts))
      const searchedCount = takeFitting(results).items.length
      const missingCount = remaining.length - searchedCount
      const hasNext = !refusal && missingCount > 0
      const lastSearched = loaded[searchedCount - 1]
      const { list } = found
      const incompleteReasons: string[] = []
      if (refusal) incompleteReasons.push(partialText(refusal, connection))
      if (hasNext) incompleteReasons.push(nextCallText)
      const listReason = incompleteReason(list, connection)
      if (listReason !== '') incompleteReasons.push(listReason)
      return {
        clustersListedAt: list?.at && new Date(list.at),
        clusters: results.slice(0, searchedCount).filter((result) => result !== null),
        clustersSearched: searchedCount,
        clustersNotSearched: missingCount || undefined,
        // What couldn’t be loaded would be before that.
        next: hasNext ? { after: lastSearched?.ref.configUid } : undefined,
        incomplete: incompleteReasons.length > 0 ? incompleteReasons.join(' ') : undefined,
      }
    },
  })

  /**
   * Loads the pools of cloud configs, in the same order, up to a refusal, after which the service would refuse every
   * request. For a named cluster, they are loaded again.
   */
  async function loadConfigs(
    wanted: readonly KnownConfig[],
    isNamed: boolean,
    signal: AbortSignal,
  ): Promise<{ loaded: readonly LoadedConfig[]; refusal: ApiError | undefined }> {
    const reload = async (config: KnownConfig) =>
      toResult(clusters.configs.refresh(config, { signal }))
    const results: LoadedConfig[] = []
    for await (const result of loadCloudConfigs(
      wanted,
      clusters,
      signal,
      isNamed ? reload : undefined,
    )) {
      results.push(result)
    }
    const loaded = results
      .filter((result) => !fatalError(result))
      .sort((a, b) => wanted.indexOf(a.ref) - wanted.indexOf(b.ref))
    return { loaded, refusal: results.map(fatalError).find((error) => error !== undefined) }
  }

  /** Finds clusters. A cached list may lack a new one, so it is loaded again. */
  async function findConfigs(
    input: Input,
    connection: Connection,
    signal: AbortSignal,
  ): Promise<FoundConfigs> {
    const wasCached = clusters.peekList(connection) !== undefined
    const result = await search()
    if (!wasCached || result.found.length > 0 || signal.aborted) return result
    clusters.lists.invalidate(connection)
    return search()

    async function search(): Promise<FoundConfigs> {
      const list = await loadList(input, connection, signal)
      const all = sortForPaging(collectConfigs(connection, parts, list), list)
      if (input.cluster === undefined) return { list, all, found: all }
      const uidsOf = (config: KnownConfig) => [config.configUid, config.cluster?.uid]
      return { list, all, found: findNamed(all, uidsOf, input.cluster) }
    }
  }

  /** Loads the clusters: all for a name, which several clusters may have, else as many as a call covers. */
  function loadList({ cluster, after }: Input, connection: Connection, signal: AbortSignal) {
    return loadClusters(clusters, connection, signal, ({ clusters: listed }) => {
      const isNamed = ({ uid, configUid }: Cluster) => configUid === cluster || uid === cluster
      if (cluster !== undefined) return listed.some(isNamed)
      const startIndex = listed.findIndex(({ configUid }) => configUid === after) + 1
      const isStartKnown = after === undefined || startIndex > 0
      return isStartKnown && listed.length > startIndex + maxClusters
    })
  }
}

/**
 * Returns the cloud configs that this call is about: those after the one at which the last call ended. Throws if there
 * are none with the name that was given, or if that one is gone.
 */
function configsAfter(
  { cluster, after }: Input,
  { list, all, found }: FoundConfigs,
  connection: Connection,
): readonly KnownConfig[] {
  const start = found.findIndex(({ configUid }) => configUid === after) + 1
  const isLost = after !== undefined && start === 0
  // It may be on the page that failed.
  if (list?.error && (found.length === 0 || isLost)) throw list.error
  if (cluster !== undefined && found.length === 0) {
    const available = quoteNames(all.map(({ name }) => name))
    const notFound = `No cluster or cloud config has that name or UID. Available clusters: ${available}.`
    throw new Error(`${notFound} ${incompleteReason(list, connection)}`.trim())
  }
  if (isLost) {
    throw new Error('The cluster of `after` is no longer listed. Call this tool again without it.')
  }
  return found.slice(start)
}

/**
 * Returns cloud configs in the order of the service’s list, then those that aren’t listed by UID: the order of pins changes
 * with their use, and the next call must continue where this one ends.
 */
function sortForPaging(
  configs: readonly KnownConfig[],
  list: ClusterList | undefined,
): KnownConfig[] {
  const positions = new Map(list?.clusters.map(({ configUid }, index) => [configUid, index]))
  const positionOf = ({ configUid }: KnownConfig) => positions.get(configUid) ?? positions.size
  return configs.toSorted(
    (a, b) => positionOf(a) - positionOf(b) || a.configUid.localeCompare(b.configUid),
  )
}

/** Says why a result is partial, and how to go on. */
function partialText(error: ApiError, connection: Connection): string {
  return `The result is partial. ${adviceFor(error, connection)}`
}

/** Returns why a list of clusters, of which no more pages were wanted, is incomplete; empty if it isn’t. */
function incompleteReason(list: ClusterList | undefined, connection: Connection): string {
  if (!list) return noClusterListText
  if (list.error) {
    const outdated =
      'The list of clusters couldn’t be loaded again. It’s the one from `clustersListedAt` and may have changed.'
    return joinSentences(list.last ? outdated : '', partialText(list.error, connection))
  }
  if (list.isTruncated) return truncated.detail
  if (list.unreadable === 0) return ''
  if (!list.reason) return notShownSentences('clusters', list.unreadable)
  return `${notShown.clusters(list.unreadable)}. ${modelErrorText(list.reason, connection)}`
}

/** Returns a cluster and those of its pools whose names contain a text, as a part of the result. Null if none does. */
function clusterResult(result: LoadedConfig, namePart = '', parts: Parts) {
  const { ref: config } = result
  const { connection, provider, configUid, name, cluster } = config
  const loadedConfig = valueOf(result)
  const lowerPart = namePart.toLowerCase()
  const wanted = collectPools(config, parts, loadedConfig).filter(({ machinePoolName }) =>
    machinePoolName.toLowerCase().includes(lowerPart),
  )
  // A pool that can’t be read may be wanted.
  if (loadedConfig?.unreadable === 0 && wanted.length === 0 && namePart !== '') return null
  const { items, omitted } = takeFitting(wanted.map((pool) => poolResult(pool, parts)))
  return {
    name,
    provider,
    configUid,
    clusterUid: cluster?.uid,
    state: cluster?.state,
    project: cluster?.project?.name ?? cluster?.project?.uid,
    unreadableMachinePools: loadedConfig?.unreadable || undefined,
    poolsListedAt: loadedConfig && new Date(result.at),
    note: loadedConfig ? undefined : unlistedNote(result, connection),
    machinePools: items,
    omittedMachinePools: omitted,
  }
}

function unlistedNote(result: LoadedConfig, connection: Connection): string {
  const note =
    'The machine pools couldn’t be listed. Those returned here are pinned by the user and may no longer exist.'
  return joinSentences(note, 'error' in result ? adviceFor(result.error, connection) : '')
}

function poolResult(pool: KnownPool, { deletionMonitor }: Parts) {
  const { machinePoolName: name, facts, presence, isHybrid } = pool
  const bounds = facts && autoscalingBounds(facts)
  return {
    name,
    isListed: presence === 'unlisted' ? false : undefined,
    isHybrid,
    minNodes: bounds?.min,
    maxNodes: bounds?.max,
    configuredNodes: bounds ? undefined : facts?.size,
    isControlPlane: facts?.isControlPlane || undefined,
    isSystemPool: facts?.isSystemPool || undefined,
    zones: shortList(facts?.zones),
    // Not localized, because a model reads it.
    instanceType: facts?.isMinimumSize ? `at least ${facts.instanceType}` : facts?.instanceType,
    labels: shortList(facts?.labels),
    taints: shortList(facts?.taints),
    deletion: deletionMonitor.stageOf(pool),
  }
}
