import * as v from 'valibot'
import { parseBaseUrl } from './baseUrl.ts'
import type { ClientOptions } from './client.ts'
import * as urls from './endpoints.ts'
import { ApiError, isNotOffered } from './errors.ts'
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
  AzureZonesResponse,
  CloudAccountsResponse,
  CloudProjectsResponse,
  CloudstackZonesResponse,
  MaasZonesResponse,
  OwnZonesResponse,
  ProjectsResponse,
  RegionsResponse,
  UserInfoResponse,
  type CloudAccount,
  type CloudProject,
  type Project,
  type Region,
  type UserInfo,
} from './lookupSchemas.ts'
import { withOmitted } from './omitted.ts'
import { pages, type Kept, type Pages } from './pages.ts'
import { CloudConfigResponse, type CloudConfig } from './poolSchemas.ts'
import { AuditsResponse, EventsResponse, type Trace } from './traceSchemas.ts'
import { createTransport } from './transport.ts'
import type { Zone } from './zones.ts'

export type { Page, Pages } from './pages.ts'
export type { Trace } from './traceSchemas.ts'

/** The machines of a pool. */
export interface Machines {
  /** Each once. */
  machines: Machine[]
  /** How many there are: more than these where they are not complete. */
  count: number
  /** Whether these are all of them. */
  isComplete: boolean
}

/**
 * The optional reads (lookups.md): a service may offer any of them or none. All reject with
 * {@link ApiError}; `isNotOffered` (errors.ts) tells which errors only say that a lookup is not there.
 */
export interface Lookups {
  whoAmI(signal?: AbortSignal): Promise<UserInfo>
  projects(signal?: AbortSignal): Promise<Project[]>
  cloudAccounts(signal?: AbortSignal): Pages<CloudAccount>
  cloudProjects(query: urls.CloudProjectsQuery, signal?: AbortSignal): Promise<CloudProject[]>
  regions(query: urls.RegionsQuery, signal?: AbortSignal): Promise<Region[]>
  /** The zones by the path that the provider has for itself; rejects `notFound` where it has none. */
  providerZones(query: urls.ProviderZonesQuery, signal?: AbortSignal): Promise<Zone[]>
  /**
   * Each cluster with its cloud config, save those that are gone. One whose config is told neither by
   * the list nor by itself counts as unreadable.
   */
  clusters(signal?: AbortSignal): Pages<Cluster>
  cloudConfig(path: urls.CloudConfigPath, signal?: AbortSignal): Promise<CloudConfig>
  /** The machines of a pool, from all pages. */
  machines(path: urls.MachinePoolPath, signal?: AbortSignal): Promise<Machines>
  /** What has happened to a cluster lately, mostly the latest first. */
  events(clusterUid: string, signal?: AbortSignal): Pages<Trace>
  /** The deletions that were requested in a cluster since a time, by whomever. */
  deletionAudits(query: urls.AuditsQuery, signal?: AbortSignal): Pages<Trace>
  /** How many machines a pool has: one request, where the service counts them. */
  machineCount(path: urls.MachinePoolPath, signal?: AbortSignal): Promise<number>
}

type Schema<T> = v.GenericSchema<unknown, T>

/** Makes the lookups of a service. Throws like {@link createClient}. */
export function createLookups(options: ClientOptions): Lookups {
  const base = parseBaseUrl(options.baseUrl)
  const transport = createTransport(options)

  const inProject = (projectUid: string) => createTransport({ ...options, projectUid })
  const get = <T>(url: string, schema: Schema<T>, signal?: AbortSignal) =>
    transport.get(url, v.parser(schema), signal)

  return {
    whoAmI: async (signal) => get(urls.userInfoUrl(base), UserInfoResponse, signal),

    async projects(signal) {
      const read = (json: unknown) => {
        const { items, unreadable } = v.parse(ProjectsResponse, json)
        return withOmitted(items, unreadable)
      }
      return transport.get(urls.projectsUrl(base), read, signal, { ofTenant: true })
    },

    cloudAccounts: (signal) =>
      pages(
        (token) => get(urls.cloudAccountsUrl(base, token), CloudAccountsResponse, signal),
        identity,
      ),

    async cloudProjects(query, signal) {
      const url = urls.cloudProjectsUrl(base, query)
      return (await get(url, CloudProjectsResponse, signal)).projects
    },

    async regions(query, signal) {
      return (await get(urls.regionsUrl(base, query), RegionsResponse, signal)).regions
    },

    async providerZones(query, signal) {
      const url = urls.providerZonesUrl(base, query)
      if (url === undefined)
        throw new ApiError('notFound', `${query.provider} has no path of its own`)
      switch (query.provider) {
        case 'azure':
          return get(url, AzureZonesResponse, signal)
        case 'maas':
          return get(url, MaasZonesResponse, signal)
        case 'apache-cloudstack':
          return get(url, CloudstackZonesResponse, signal)
        default:
          return get(url, OwnZonesResponse, signal)
      }
    },

    clusters: (signal) =>
      pages(
        (token) => {
          const url = urls.clusterSearchUrl(base, token)
          return transport.search(url, v.parser(ClusterSearchResponse), signal)
        },
        configFinder(({ uid, project }) => {
          // What belongs to a project is asked with it (lookups.md, “Scope”).
          const own =
            options.projectUid === undefined && project ? inProject(project.uid) : transport
          return own.get(urls.clusterUrl(base, uid), v.parser(ClusterResponse), signal)
        }),
      ),

    cloudConfig: async (path, signal) =>
      get(urls.cloudConfigUrl(base, path), CloudConfigResponse, signal),

    async machines(path, signal) {
      const machines: Machine[] = []
      let listed = 0
      let counted = 0
      let isComplete = true
      for await (const { items, unreadable, isCut, count = 0 } of machinePages(path, signal)) {
        machines.push(...items)
        listed += items.length + unreadable
        counted = Math.max(counted, count)
        isComplete &&= unreadable === 0 && !isCut
      }
      return { machines, count: isComplete ? listed : Math.max(listed, counted), isComplete }
    },

    events: (uid, signal) =>
      pages((token) => get(urls.eventsUrl(base, uid, token), EventsResponse, signal), identity),

    deletionAudits: (query, signal) =>
      pages((token) => get(urls.auditsUrl(base, query, token), AuditsResponse, signal), identity),

    async machineCount(path, signal) {
      let listed = 0
      for await (const { items, unreadable, count = -1 } of machinePages(path, signal)) {
        listed += items.length + unreadable
        if (count >= listed) return count
      }
      return listed
    },
  }

  function machinePages(path: urls.MachinePoolPath, signal?: AbortSignal): Pages<Machine> {
    const url = (token?: string) => urls.machinesUrl(base, path, token)
    return pages((token) => get(url(token), MachinesResponse, signal), identity)
  }
}

const identity = <T>(item: T) => item

/** How many clusters are asked for their cloud configs in vain, one after the other, at most. */
const mostInVain = 3

/**
 * Completes the clusters of a list: a service may tell a cloud config only with the cluster itself.
 * One that is gone is left out. Others are asked no more where the service seems not to tell it of any
 * (lookups.md, “Every lookup is optional”), or is not to be reached now; a 403 is of one cluster alone.
 */
function configFinder(ask: (cluster: ListedCluster) => Promise<ConfigOfCluster>) {
  let hasFound = false
  let inVain = 0
  let failure: 'unreadable' | ApiError = 'unreadable'
  return async (cluster: ListedCluster): Promise<Kept<Cluster>> => {
    if (isDeleted(cluster)) return undefined
    const listed = withConfig(cluster, cluster)
    if (listed || inVain >= mostInVain) return listed ?? failure
    try {
      const found = withConfig(cluster, await ask(cluster))
      hasFound ||= found !== undefined
      inVain = hasFound ? 0 : inVain + 1
      failure = 'unreadable'
      return found ?? failure
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error
      const isRefused = isNotOffered(error)
      const isForbidden = error.kind === 'forbidden'
      inVain = isRefused && (isForbidden || hasFound) ? 0 : inVain + 1
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
