import { parseBaseUrl } from './baseUrl.ts'
import type { ClientOptions } from './client.ts'
import type { Cluster, ConfigOfCluster, ListedCluster, Machine } from './clusterSchemas.ts'
import {
  providerPath,
  requestTo,
  type AccountQuery,
  type CloudConfigPath,
  type Endpoint,
  type MachinePoolPath,
  type ParameterValues,
  type RegionsQuery,
  type ZonesQuery,
} from './endpoints.ts'
import { ApiError, isUnsupported } from './errors.ts'
import { lookupEndpoints, regionsEndpoint, zonesEndpoints } from './lookupEndpoints.ts'
import { pages, type ItemResult } from './pages.ts'
import { limits } from './rateLimiter.ts'
import type { ItemsResponse } from './schemaParts.ts'
import { createTransport } from './transport.ts'

export type { Page, Pages } from './pages.ts'

/** The machines of a pool, without those that are gone. */
export interface Machines {
  machines: Machine[]
  /** The UIDs of those that are gone, but still listed; undefined without any. */
  deleted?: string[]
  /** The number of machines in the pool, more than listed if the list isn’t complete. */
  count: number
  isComplete: boolean
}

/**
 * The optional read-only operations (docs/api.md): a service may support any or none of them. All reject with
 * {@link ApiError}; `isUnsupported` (errors.ts) tells unsupported ones from failures.
 */
export type Lookups = ReturnType<typeof createLookups>

/** Creates the lookups of a service. Throws like {@link createClient}. */
export function createLookups(options: ClientOptions) {
  const { href } = parseBaseUrl(options.baseUrl)
  const transport = createTransport(options)
  const { cloudAccounts, clusters, cluster, cloudConfig } = lookupEndpoints

  const get = async <Name extends string, T>(
    endpoint: Endpoint<Name, T>,
    parameters: ParameterValues<Name>,
    signal?: AbortSignal,
    { token, by = transport }: { token?: string | undefined; by?: typeof transport } = {},
  ): Promise<T> => {
    const request = requestTo(href, endpoint, parameters, token)
    return by.read(request, (json) => endpoint.read(json, parameters), signal)
  }
  const list = <Name extends string, T extends { uid: string }>(
    endpoint: Endpoint<Name, ItemsResponse<T>>,
    parameters: ParameterValues<Name>,
    signal?: AbortSignal,
  ) =>
    pages(
      async (token) => get(endpoint, parameters, signal, { token }),
      (item) => item,
    )
  /** Marks the errors of a list that each project has. */
  const ofProject = async <T>(page: Promise<T>): Promise<T> =>
    page.catch((error: unknown) => {
      const isOfProjectList = error instanceof ApiError && Boolean(options.projectUid?.trim())
      throw isOfProjectList ? Object.assign(error, { isOfProjectList }) : error
    })

  return {
    whoAmI: async (signal?: AbortSignal) => get(lookupEndpoints.userInfo, {}, signal),

    /** The API keys of the user who owns this one; the service doesn’t return which one it is. */
    ownApiKeys: async (signal?: AbortSignal) => get(lookupEndpoints.apiKeys, {}, signal),

    projects: async (signal?: AbortSignal) => get(lookupEndpoints.projects, {}, signal),

    cloudAccounts: (signal?: AbortSignal) =>
      pages(
        async (token) => ofProject(get(cloudAccounts, {}, signal, { token })),
        (item) => item,
      ),

    cloudProjects: async (query: AccountQuery, signal?: AbortSignal) =>
      get(lookupEndpoints.cloudProjects, query, signal),

    regions: async (query: RegionsQuery, signal?: AbortSignal) =>
      get(regionsEndpoint(query.provider), query, signal),

    /** Lists zones by the provider’s own path; rejects `notFound` for a provider without one. */
    async providerZones(query: ZonesQuery & RegionsQuery, signal?: AbortSignal) {
      const endpoint = zonesEndpoints.get(providerPath(query.provider))
      if (!endpoint) throw new ApiError('notFound', `${query.provider} has no path of its own`)
      return get(endpoint, query, signal)
    },

    /** The instance types of a region of aws, azure, or gcp. */
    async instanceTypes(query: ZonesQuery, signal?: AbortSignal) {
      const { instanceTypes, gcpInstanceTypes } = lookupEndpoints
      return get(query.provider === 'gcp' ? gcpInstanceTypes : instanceTypes, query, signal)
    },

    /**
     * The existing clusters with their cloud configs. A cluster whose config is returned neither by the list
     * nor by the cluster itself counts as unreadable.
     */
    clusters: (signal?: AbortSignal) =>
      pages(
        async (token) => ofProject(get(clusters, {}, signal, { token })),
        createConfigResolver(async ({ uid, project }) => {
          // A cluster of a project is requested with that project (docs/api.md, “Projects”).
          const projectUid = options.projectUid ?? project?.uid
          return get(cluster, { uid }, signal, { by: createTransport({ ...options, projectUid }) })
        }),
      ),

    cloudConfig: async (path: CloudConfigPath, signal?: AbortSignal) =>
      get(cloudConfig, path, signal),

    /** The machines of a pool, from all pages. */
    async machines(path: MachinePoolPath, signal?: AbortSignal): Promise<Machines> {
      const machines: Machine[] = []
      const deleted: string[] = []
      let listed = 0
      let counted = 0
      let isComplete = true
      for await (const page of list(lookupEndpoints.machines, path, signal)) {
        for (const one of page.items) {
          if (isDeleted(one)) deleted.push(one.uid)
          else machines.push(one)
        }
        listed += page.items.length + page.unreadable
        counted = Math.max(counted, page.count ?? 0)
        isComplete &&= page.unreadable === 0 && !page.isTruncated
      }
      const count = (isComplete ? listed : Math.max(listed, counted)) - deleted.length
      return { machines, count, isComplete, ...(deleted.length > 0 && { deleted }) }
    },
  }
}

/** The maximum number of consecutive failed lookups of a cluster’s config. */
const maxFailedLookups = 3

const maxAtOnce = limits.clusters.batchSlots

/**
 * Creates the function that adds the cloud config to listed clusters: some services return it only with the
 * cluster itself. Deleted clusters are left out. After a few failures in a row, no more clusters are
 * requested (docs/api.md, “Support”); a 403 concerns one cluster only. Until one is found, no more
 * are requested at once than may fail.
 */
function createConfigResolver(ask: (cluster: ListedCluster) => Promise<ConfigOfCluster>) {
  let hasFound = false
  let failedLookups = 0
  let failure: 'unreadable' | ApiError = 'unreadable'
  const pending = new Set<Promise<unknown>>()
  return async (cluster: ListedCluster): Promise<ItemResult<Cluster>> => {
    if (isDeleted(cluster)) return undefined
    const listed = withConfig(cluster, cluster)
    if (listed) return listed
    const isFull = () => pending.size >= (hasFound ? maxAtOnce : maxFailedLookups - failedLookups)
    while (pending.size > 0 && isFull()) await Promise.race(pending)
    if (failedLookups >= maxFailedLookups) return failure
    const lookup = lookUp(cluster).finally(() => pending.delete(lookup))
    pending.add(lookup)
    return lookup
  }

  async function lookUp(cluster: ListedCluster): Promise<ItemResult<Cluster>> {
    try {
      const found = withConfig(cluster, await ask(cluster))
      hasFound ||= found !== undefined
      failedLookups = hasFound ? 0 : failedLookups + 1
      failure = 'unreadable'
      return found ?? failure
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error
      const isRefused = isUnsupported(error)
      const isForbidden = error.kind === 'forbidden'
      failedLookups = isRefused && (isForbidden || hasFound) ? 0 : failedLookups + 1
      failure = isRefused && !isForbidden ? 'unreadable' : error
      return failure
    }
  }
}

function withConfig(cluster: ListedCluster, config: ConfigOfCluster): Cluster | undefined {
  const { cloudType, configUid } = config
  if (cloudType === undefined || configUid === undefined) return undefined
  return { ...cluster, cloudType, configUid }
}

/** Returns whether a cluster or a machine is gone. Deleted ones may be listed for days. */
function isDeleted({ state }: { state?: string | undefined }): boolean {
  return state?.toLowerCase() === 'deleted'
}
