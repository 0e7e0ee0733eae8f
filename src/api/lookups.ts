import * as v from 'valibot'
import { parseBaseUrl } from './baseUrl.ts'
import type { ClientOptions } from './client.ts'
import * as urls from './endpoints.ts'
import { ApiError, isUnsupported } from './errors.ts'
import {
  ClusterResponse,
  ClusterSearchResponse,
  isDeleted,
  MachinesResponse,
  type Cluster,
  type ConfigOfCluster,
  type ListedCluster,
  type Machine,
} from './clusterSchemas.ts'
import {
  ApiKeysResponse,
  AzureZonesResponse,
  CloudAccountsResponse,
  CloudProjectsResponse,
  CloudstackZonesResponse,
  GcpRegionsResponse,
  GcpZonesResponse,
  InstanceTypesResponse,
  MaasZonesResponse,
  OwnZonesResponse,
  ProjectsResponse,
  RegionsResponse,
  UserInfoResponse,
  type CloudAccount,
  type CloudProject,
  type InstanceType,
  type OwnApiKey,
  type Project,
  type Region,
  type UserInfo,
} from './lookupSchemas.ts'
import { pages, type ItemResult, type Pages } from './pages.ts'
import { cloudConfigResponse, type CloudConfig } from './poolSchemas.ts'
import { getRequest, searchRequest } from './requests.ts'
import type { ItemsResponse } from './schemaParts.ts'
import { EventsResponse, type ClusterEvent } from './eventSchemas.ts'
import { createTransport } from './transport.ts'
import type { Zone } from './zones.ts'

export type { Page, Pages } from './pages.ts'
export type { ClusterEvent } from './eventSchemas.ts'

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
 * The optional read-only operations (lookups.md): a service may support any or none of them. All reject with
 * {@link ApiError}; `isUnsupported` (errors.ts) tells unsupported ones from failures.
 */
export interface Lookups {
  whoAmI(signal?: AbortSignal): Promise<UserInfo>
  /** The API keys of the user who owns this one; the service doesn’t return which one it is. */
  ownApiKeys(signal?: AbortSignal): Promise<OwnApiKey[]>
  projects(signal?: AbortSignal): Promise<Project[]>
  cloudAccounts(signal?: AbortSignal): Pages<CloudAccount>
  cloudProjects(query: urls.AccountQuery, signal?: AbortSignal): Promise<CloudProject[]>
  regions(query: urls.RegionsQuery, signal?: AbortSignal): Promise<Region[]>
  /** Lists zones by the provider’s own path; rejects `notFound` for a provider without one. */
  providerZones(query: urls.ZonesQuery & urls.RegionsQuery, signal?: AbortSignal): Promise<Zone[]>
  /** The instance types of a region of aws, azure, or gcp. */
  instanceTypes(query: urls.ZonesQuery, signal?: AbortSignal): Promise<InstanceType[]>
  /**
   * The existing clusters with their cloud configs. A cluster whose config is returned neither by the list
   * nor by the cluster itself counts as unreadable.
   */
  clusters(signal?: AbortSignal): Pages<Cluster>
  cloudConfig(path: urls.CloudConfigPath, signal?: AbortSignal): Promise<CloudConfig>
  /** The machines of a pool, from all pages. */
  machines(path: urls.MachinePoolPath, signal?: AbortSignal): Promise<Machines>
  /** The recent events of a cluster, mostly the latest first. */
  events(clusterUid: string, signal?: AbortSignal): Pages<ClusterEvent>
  /** The number of machines in a pool: one request, if the service counts them and none is gone. */
  machineCount(path: urls.MachinePoolPath, signal?: AbortSignal): Promise<number>
}

/** The schemas of the providers’ own paths for zones; the others have the documented body. */
const zonesResponses: Readonly<Record<string, Schema<Zone[]>>> = {
  azure: AzureZonesResponse,
  gcp: GcpZonesResponse,
  maas: MaasZonesResponse,
  'apache-cloudstack': CloudstackZonesResponse,
}

type Schema<T> = v.GenericSchema<unknown, T>

/** Creates the lookups of a service. Throws like {@link createClient}. */
export function createLookups(options: ClientOptions): Lookups {
  const base = parseBaseUrl(options.baseUrl)
  const transport = createTransport(options)

  const get = <T>(url: string, schema: Schema<T>, signal?: AbortSignal, how = {}) =>
    transport.read(getRequest(url, how), v.parser(schema), signal)
  const tenantWide = { omitProject: true }
  /** Marks the errors of a list that each project has. */
  const ofProject = async <T>(page: Promise<T>): Promise<T> =>
    page.catch((error: unknown) => {
      const isOfProjectList = error instanceof ApiError && Boolean(options.projectUid?.trim())
      throw isOfProjectList ? Object.assign(error, { isOfProjectList }) : error
    })
  const list = <T extends { uid: string }>(
    url: (token: string | undefined) => string,
    schema: Schema<ItemsResponse<T>>,
    signal: AbortSignal | undefined,
  ): Pages<T> =>
    pages(
      async (token) => get(url(token), schema, signal),
      (item) => item,
    )
  const machinePages = (path: urls.MachinePoolPath, signal?: AbortSignal) =>
    list((token) => urls.machinesUrl(base, path, token), MachinesResponse, signal)

  return {
    whoAmI: async (signal) => get(urls.userInfoUrl(base), UserInfoResponse, signal),

    ownApiKeys: async (signal) => get(urls.apiKeysUrl(base), ApiKeysResponse, signal, tenantWide),

    projects: async (signal) => get(urls.projectsUrl(base), ProjectsResponse, signal, tenantWide),

    cloudAccounts: (signal) =>
      pages(
        async (token) =>
          ofProject(get(urls.cloudAccountsUrl(base, token), CloudAccountsResponse, signal)),
        (item) => item,
      ),

    cloudProjects: async (query, signal) =>
      get(urls.cloudProjectsUrl(base, query), CloudProjectsResponse, signal),

    regions: async (query, signal) =>
      get(
        urls.regionsUrl(base, query),
        query.provider === 'gcp' ? GcpRegionsResponse : RegionsResponse,
        signal,
      ),

    async providerZones(query, signal) {
      const url = urls.providerZonesUrl(base, query)
      if (url === undefined)
        throw new ApiError('notFound', `${query.provider} has no path of its own`)
      return get(url, zonesResponses[query.provider] ?? OwnZonesResponse, signal)
    },

    instanceTypes: async (query, signal) =>
      get(urls.instanceTypesUrl(base, query), InstanceTypesResponse, signal),

    clusters: (signal) =>
      pages(
        async (token) => {
          const request = searchRequest(urls.clusterSearchUrl(base, token))
          return ofProject(transport.read(request, v.parser(ClusterSearchResponse), signal))
        },
        createConfigResolver(async ({ uid, project }) => {
          // A cluster of a project is requested with that project (lookups.md, “Scope”).
          const projectUid = options.projectUid ?? project?.uid
          const own = createTransport({ ...options, projectUid })
          return own.read(getRequest(urls.clusterUrl(base, uid)), v.parser(ClusterResponse), signal)
        }),
      ),

    cloudConfig: async (path, signal) =>
      get(urls.cloudConfigUrl(base, path), cloudConfigResponse(path.configUid), signal),

    async machines(path, signal) {
      const machines: Machine[] = []
      const deleted: string[] = []
      let listed = 0
      let counted = 0
      let isComplete = true
      for await (const page of machinePages(path, signal)) {
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

    events: (uid, signal) =>
      list((token) => urls.eventsUrl(base, uid, token), EventsResponse, signal),

    async machineCount(path, signal) {
      let listed = 0
      let deleted = 0
      let counted = 0
      for await (const { items, unreadable, count = -1 } of machinePages(path, signal)) {
        listed += items.length + unreadable
        deleted += items.filter(isDeleted).length
        counted = Math.max(count, listed)
        if (count >= listed && deleted === 0) break // those that are gone are counted, too
      }
      return counted - deleted
    },
  }
}

/** The maximum number of consecutive failed lookups of a cluster’s config. */
const maxFailedLookups = 3

/**
 * Creates the function that adds the cloud config to listed clusters: some services return it only with the
 * cluster itself. Deleted clusters are left out. After a few failures in a row, no more clusters are
 * requested (lookups.md, “Every lookup is optional”); a 403 concerns one cluster only. Until one is found, no more
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
    const isFull = () => !hasFound && pending.size + failedLookups >= maxFailedLookups
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
