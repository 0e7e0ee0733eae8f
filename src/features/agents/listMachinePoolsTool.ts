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
import { joinSentences } from '../../displayTexts.ts'
import { noClusterListText, notShown, notShownSentences, truncated } from '../../ui/listTexts.ts'
import { adviceFor, modelErrorText } from './modelErrors.ts'
import { takeFitting, quoteNames, shortList } from './modelJson.ts'

/** The tool’s input. It must match the schema in package.json. */
const ListMachinePoolsInput = v.strictObject({
  cluster: optionalText,
  machinePool: optionalText,
  after: optionalText,
  connection: optionalText,
})
type Input = v.InferOutput<typeof ListMachinePoolsInput>

/** The cloud configs in which machine pools are looked for, with the list of clusters that they come from. */
interface FoundConfigs {
  readonly list: ClusterList | undefined
  readonly all: readonly KnownConfig[]
  readonly found: readonly KnownConfig[]
}

type LoadedConfig = Fetched<KnownConfig, CloudConfig | undefined>

const nextCallText =
  'The list is incomplete. For the rest, call this tool again with the same input and the `after` of `next`.'

/**
 * The maximum number of clusters whose pools a call loads, so that the call ends soon. The next call continues after
 * them.
 */
const maxClusters = 100

/** Creates the tool that lists machine pools, listed or pinned, by cluster. */
export function createListMachinePoolsTool(parts: Parts) {
  const { connections, clusters } = parts
  return createTool(connections, {
    schema: ListMachinePoolsInput,
    progress: () => vscode.l10n.t('Listing machine pools…'),

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
        // The next call starts after the last cluster that could be searched, so it doesn’t repeat the clusters that
        // failed before.
        next: hasNext ? { after: lastSearched?.ref.configUid } : undefined,
        incomplete: incompleteReasons.length > 0 ? incompleteReasons.join(' ') : undefined,
      }
    },
  })

  /**
   * Loads cloud configs, and returns them in the given order. Stops at an error that every other request would have,
   * too. If the input names a cluster, cached configs are loaded again.
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
    const positions = new Map(wanted.map((config, index) => [config, index]))
    const positionOf = ({ ref }: LoadedConfig) => positions.get(ref) ?? positions.size
    const loaded = results
      .filter((result) => !fatalError(result))
      .sort((a, b) => positionOf(a) - positionOf(b))
    return { loaded, refusal: results.map(fatalError).find((error) => error !== undefined) }
  }

  /**
   * Finds the cloud configs that the input names, or all. If a cached list of clusters lacks the named cluster, the
   * list is loaded again, because the cluster may be new.
   */
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

  /**
   * Loads the list of clusters: up to the named cluster if the input has its UID, but all pages if the input has a
   * name, because several clusters may have that name. Without either, loads only as many clusters as a call covers.
   */
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
 * Returns the cloud configs for this call: those after the config at which the last call ended (`after`). Throws if no
 * cluster has the name in the input, or if the config `after` is gone.
 */
function configsAfter(
  { cluster, after }: Input,
  { list, all, found }: FoundConfigs,
  connection: Connection,
): readonly KnownConfig[] {
  const start = found.findIndex(({ configUid }) => configUid === after) + 1
  const isLost = after !== undefined && start === 0
  // The wanted cluster may be on a page that couldn’t be loaded.
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
 * Sorts cloud configs: first in the order of the service’s list, then those that aren’t listed, by UID. The order of
 * pins isn’t used, because it changes when a pin is used, and the next call must continue after the last config of
 * this one.
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

/** Says why a result is incomplete, and how the model can go on. */
function partialText(error: ApiError, connection: Connection): string {
  return `The result is partial. ${adviceFor(error, connection)}`
}

/** Returns why the list of clusters is incomplete. Empty if it is complete, or if the rest wasn’t requested. */
function incompleteReason(list: ClusterList | undefined, connection: Connection): string {
  if (!list) return noClusterListText
  if (list.error) {
    const outdated =
      'The list of clusters couldn’t be loaded again. It’s the one from `clustersListedAt` and may have changed.'
    return joinSentences(list.previous ? outdated : '', partialText(list.error, connection))
  }
  if (list.isTruncated) return truncated.detail
  if (list.unreadable === 0) return ''
  if (!list.reason) return notShownSentences('clusters', list.unreadable)
  return `${notShown.clusters(list.unreadable)}. ${modelErrorText(list.reason, connection)}`
}

/**
 * Returns the part of the result for a cluster: the cluster, with those of its pools whose names contain `namePart`.
 * Null if no name does.
 */
function clusterResult(result: LoadedConfig, namePart = '', parts: Parts) {
  const { ref: config } = result
  const { connection, provider, configUid, name, cluster } = config
  const loadedConfig = valueOf(result)
  const lowerPart = namePart.toLowerCase()
  const wanted = collectPools(config, parts, loadedConfig).filter(({ machinePoolName }) =>
    machinePoolName.toLowerCase().includes(lowerPart),
  )
  // If pools couldn’t be read, the wanted pool may be among them, so the cluster isn’t left out.
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
    unreadableZones: facts?.unreadableZones,
    // The text isn’t localized, because a model reads it.
    instanceType: facts?.isMinimumSize ? `at least ${facts.instanceType}` : facts?.instanceType,
    labels: facts && listOrUnreadable(facts.labels),
    unreadableLabels: facts?.unreadableLabels,
    taints: facts && listOrUnreadable(facts.taints),
    unreadableTaints: facts?.unreadableTaints,
    deletion: deletionMonitor.stageOf(pool),
  }
}

/**
 * Returns the first texts of a list. For a list that couldn’t be read, returns the text `unreadable`, because a model
 * takes a missing field for an empty list.
 */
function listOrUnreadable(texts: readonly string[] | undefined) {
  return texts === undefined ? 'unreadable' : shortList(texts)
}
