import * as v from 'valibot'
import { parseBaseUrl } from './baseUrl.ts'
import type { ClientOptions } from './client.ts'
import * as urls from './endpoints.ts'
import { ApiError } from './errors.ts'
import {
  AzureZonesResponse,
  CloudAccountsResponse,
  CloudConfigResponse,
  CloudProjectsResponse,
  CloudstackZonesResponse,
  ClusterSearchResponse,
  MaasZonesResponse,
  MachinesResponse,
  OwnZonesResponse,
  ProjectsResponse,
  RegionsResponse,
  UserInfoResponse,
  type CloudAccount,
  type CloudConfig,
  type CloudProject,
  type Cluster,
  type Machine,
  type Project,
  type Region,
  type UserInfo,
} from './lookupSchemas.ts'
import type { Zone } from './zones.ts'
import { createTransport } from './transport.ts'

/** A part of a list, and what there is after it (“Paging”). */
export interface Page<T> {
  items: T[]
  /** Whether another page can be read. */
  hasMore: boolean
  /** The list is not read to its end: there are too many pages, or they go round in a circle. */
  isCut: boolean
}

/** The pages of a list, each read when it is asked for; one that failed is what comes next. */
export type Pages<T> = AsyncIterableIterator<Page<T>>

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
  /** Each cluster with its cloud config and machine pools. */
  clusters(signal?: AbortSignal): Pages<Cluster>
  cloudConfig(path: urls.CloudConfigPath, signal?: AbortSignal): Promise<CloudConfig>
  machines(path: urls.MachinePoolPath, signal?: AbortSignal): Promise<Machine[]>
}

type Schema<T> = v.GenericSchema<unknown, T>

const mostPages = 200

/** Makes the lookups of a service. Throws like {@link createClient}. */
export function createLookups(options: ClientOptions): Lookups {
  const base = parseBaseUrl(options.baseUrl)
  const transport = createTransport(options)

  const get = <T>(url: string, schema: Schema<T>, signal?: AbortSignal) =>
    transport.get(url, v.parser(schema), signal)

  return {
    whoAmI: async (signal) => get(urls.userInfoUrl(base), UserInfoResponse, signal),

    async projects(signal) {
      const read = (json: unknown) => v.parse(ProjectsResponse, json).items
      return transport.get(urls.projectsUrl(base), read, signal, { ofTenant: true })
    },

    cloudAccounts: (signal) =>
      pages((token) => get(urls.cloudAccountsUrl(base, token), CloudAccountsResponse, signal)),

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
      pages((token) => {
        const url = urls.clusterSearchUrl(base, token)
        return transport.search(url, v.parser(ClusterSearchResponse), signal)
      }),

    cloudConfig: async (path, signal) =>
      get(urls.cloudConfigUrl(base, path), CloudConfigResponse, signal),

    async machines(path, signal) {
      return (await get(urls.machinesUrl(base, path), MachinesResponse, signal)).items
    },
  }
}

/** Follows `continue` until it is empty, missing or one that came before. */
function pages<T>(
  fetchPage: (
    token: string | undefined,
  ) => Promise<{ items: T[]; listmeta?: { continue?: string | undefined } | undefined }>,
): Pages<T> {
  const seen = new Set<string | undefined>()
  let token: string | undefined
  let isOver = false
  return {
    [Symbol.asyncIterator]() {
      return this
    },

    async next() {
      if (isOver) return { done: true, value: undefined }
      const { items, listmeta } = await fetchPage(token)
      seen.add(token) // not before: a generator would end with a page that fails
      token = listmeta?.continue
      const isCut = token !== undefined && (seen.has(token) || seen.size >= mostPages)
      const hasMore = token !== undefined && !isCut
      isOver = !hasMore
      return { done: false, value: { items, hasMore, isCut } }
    },
  }
}
