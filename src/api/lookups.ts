import * as v from 'valibot'
import {
  ApiKeysResponse,
  CloudAccountsResponse,
  CloudProjectsResponse,
  InstanceTypesResponse,
  ProjectsResponse,
  Region,
} from './accountSchemas.ts'
import { parseBaseUrl } from './baseUrl.ts'
import type { ClientOptions } from './client.ts'
import {
  ClusterEventsResponse,
  ClusterResponse,
  ClusterSearchResponse,
  MachinesResponse,
  type Cluster,
  type ListedCluster,
  type Machine,
} from './clusterSchemas.ts'
import { ApiError, isUnsupported } from './errors.ts'
import type { List } from './list.ts'
import { pages, pageSize, type ItemResult } from './pages.ts'
import { cloudConfigResponse } from './poolSchemas.ts'
import { limits } from './rateLimiter.ts'
import {
  machinePoolTemplate,
  encodeProvider,
  createRequest,
  type CloudConfigPath,
  type MachinePoolPath,
  type RegionsQuery,
  type RequestDetails,
  type PathValues,
  type ZonesQuery,
} from './requests.ts'
import { allItemsOf, fieldsAt, identifier, listIn, mapped, text } from './schemaParts.ts'
import { Transport } from './transport.ts'
import { readZones, zonesPath, type Zone } from './zones.ts'

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
 * The optional read-only operations (docs/api.md, “Lookups”): a service may support any or none of them. All reject with
 * {@link ApiError}; `isUnsupported` (errors.ts) tells unsupported ones from failures.
 */
export type Lookups = ReturnType<typeof createLookups>

const ofAccount = 'cloudAccountUid={cloudAccountUid}'
const gcpProject = '/v1/clouds/gcp/projects/{project}'
const typesOfRegion = 'regions/{region}/instancetypes'
const ofTenant = { omitProject: true }
/** Without conditions, it only reads. */
const search = { method: 'POST', body: '{}' } as const

/** The providers’ own paths for zones (docs/api.md, “Zones by provider”), with the schema of their responses. */
const zonesOfProviders = new Map<
  string,
  [path: string, schema: v.GenericSchema<unknown, List<Zone>>]
>([
  ['aws', [`/v1/clouds/aws/regions/{region}/availabilityzones?${ofAccount}`, zonesIn()]],
  ['azure', [`/v1/clouds/azure/regions/{region}/zones?${ofAccount}`, azureZones()]],
  ['gcp', [`${gcpProject}/regions/{region}/zones?${ofAccount}`, zonesIn({ isOptional: true })]],
  [
    'maas',
    [
      '/v1/cloudaccounts/maas/{cloudAccountUid}/properties/azs',
      allItemsOf(v.object({ name: identifier })),
    ],
  ],
  [
    'apache-cloudstack',
    [
      '/v1/cloudaccounts/apache-cloudstack/{cloudAccountUid}/properties/zones',
      zonesIn({ zoneId: 'id', isOptional: true }),
    ],
  ],
])

/** Creates the lookups of a service. Throws like {@link createClient}. */
export function createLookups(options: ClientOptions) {
  const lookup = lookupsWith(options)
  /** A lookup whose path has no parameters. */
  const plain = <T>(path: string, schema: v.GenericSchema<unknown, T>, more?: RequestDetails) => {
    const run = lookup(path, schema, more)
    return async (signal?: AbortSignal) => run({}, signal)
  }
  /** Marks the errors of a list that each project has. */
  const ofProject = async <T>(page: Promise<T>): Promise<T> =>
    page.catch((error: unknown) => {
      const isOfProjectList = error instanceof ApiError && Boolean(options.projectUid?.trim())
      throw isOfProjectList ? Object.assign(error, { isOfProjectList }) : error
    })

  const regions = lookup(`/v1/clouds/{provider}/regions?${ofAccount}`, listIn('regions', Region))
  const ofProjects = listIn('regions', Region, { isOptional: true })
  const gcpRegions = lookup(`${gcpProject}/regions?${ofAccount}`, ofProjects)
  const instanceTypes = lookup(
    `/v1/clouds/{provider}/${typesOfRegion}?${ofAccount}`,
    InstanceTypesResponse,
  )
  /** The same for all accounts. */
  const gcpInstanceTypes = lookup(`/v1/clouds/gcp/${typesOfRegion}`, InstanceTypesResponse)

  return {
    /** The owner of the API key. */
    whoAmI: plain('/v1/users/info', fieldsAt({ organization: [text, 'orgName'] })),

    /** The API keys of the user who owns this one; the service doesn’t return which one it is. */
    ownApiKeys: plain('/v1/apiKeys', ApiKeysResponse, ofTenant),

    projects: plain('/v1/dashboard/projects/metadata', ProjectsResponse, ofTenant),

    cloudAccounts: (signal?: AbortSignal) =>
      pages(
        async (token) => {
          const path = `/v1/cloudaccounts/summary${limited(token)}`
          return ofProject(lookup(path, CloudAccountsResponse)({}, signal))
        },
        (item) => item,
      ),

    cloudProjects: lookup(`/v1/clouds/{provider}/projects?${ofAccount}`, CloudProjectsResponse),

    regions: async (query: RegionsQuery, signal?: AbortSignal) =>
      (query.provider === 'gcp' ? gcpRegions : regions)(query, signal),

    /** Lists zones by the documented path, like `Client.listZones`. */
    zones: lookup(zonesPath, zonesIn()),

    /** Lists zones by the provider’s own path; rejects `notFound` for a provider without one. */
    async providerZones(query: ZonesQuery & RegionsQuery, signal?: AbortSignal) {
      const own = zonesOfProviders.get(encodeProvider(query.provider))
      if (!own) throw new ApiError('notFound', `${query.provider} has no path of its own`)
      return lookup(...own)(query, signal)
    },

    /** The instance types of a region of aws, azure, or gcp. */
    instanceTypes: async (query: ZonesQuery, signal?: AbortSignal) =>
      (query.provider === 'gcp' ? gcpInstanceTypes : instanceTypes)(query, signal),

    /**
     * The existing clusters with their cloud configs. A cluster whose config is returned neither by the list
     * nor by the cluster itself counts as unreadable.
     */
    clusters: (signal?: AbortSignal) =>
      pages(
        async (token) => {
          const path = `/v1/dashboard/spectroclusters/search${limited(token)}`
          return ofProject(lookup(path, ClusterSearchResponse, search)({}, signal))
        },
        createConfigResolver(async ({ uid, project }) => {
          // A cluster of a project is requested with that project (docs/api.md, “Projects”).
          const inProject = lookupsWith({
            ...options,
            projectUid: options.projectUid ?? project?.uid,
          })
          return inProject('/v1/spectroclusters/{uid}', ClusterResponse)({ uid }, signal)
        }),
      ),

    /** The events on the first page, in any order. */
    clusterEvents: lookup(
      `/v1/events/components/spectrocluster/{uid}?limit=${pageSize}`,
      ClusterEventsResponse,
    ),

    cloudConfig: async (path: CloudConfigPath, signal?: AbortSignal) => {
      const response = cloudConfigResponse(path.configUid)
      return lookup('/v1/cloudconfigs/{provider}/{configUid}', response)(path, signal)
    },

    /** The machines of a pool, from all pages. */
    async machines(pool: MachinePoolPath, signal?: AbortSignal): Promise<Machines> {
      const path = `${machinePoolTemplate}/machines` as const
      // The lists of two providers accept no limit on the first page.
      const page = async (token?: string) =>
        lookup(`${path}${token ? limited(token) : ''}`, MachinesResponse)(pool, signal)
      const machines: Machine[] = []
      const deleted: string[] = []
      let listed = 0
      let counted = 0
      let isComplete = true
      for await (const read of pages(page, (item) => item)) {
        for (const one of read.items) {
          if (isDeleted(one)) deleted.push(one.uid)
          else machines.push(one)
        }
        listed += read.items.length + read.unreadable
        counted = Math.max(counted, read.count ?? 0)
        isComplete &&= read.unreadable === 0 && !read.isTruncated
      }
      const count = (isComplete ? listed : Math.max(listed, counted)) - deleted.length
      return { machines, count, isComplete, ...(deleted.length > 0 && { deleted }) }
    },
  }
}

/** Creates the function that creates lookups of a service, each from its path and the schema of its response. */
function lookupsWith(options: ClientOptions) {
  const { href } = parseBaseUrl(options.baseUrl)
  const transport = new Transport(options)
  return <Path extends string, T>(
    path: Path,
    schema: v.GenericSchema<unknown, T>,
    more?: RequestDetails,
  ) => {
    const read = v.parser(schema)
    return async (values: PathValues<Path>, signal?: AbortSignal): Promise<T> =>
      transport.read(createRequest(href, path, values, more), read, signal)
  }
}

/** A response with zones; see {@link readZones}. */
function zonesIn(at?: Parameters<typeof readZones>[1]) {
  return mapped(v.unknown(), (json) => readZones(json, at))
}

/** The zones of azure, in the documented form or in its own. */
function azureZones() {
  const own = { list: 'zoneList', name: 'id', isOptional: true }
  const isDocumented = (json: unknown) => Object.hasOwn(Object(json), 'zones')
  return mapped(v.unknown(), (json) => readZones(json, isDocumented(json) ? {} : own))
}

/** The query for a page of a list (docs/api.md, “Paging”). */
function limited(token: string | undefined): string {
  return `?limit=${pageSize}${token ? `&continue=${encodeURIComponent(token)}` : ''}`
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

/** A reference to the cloud config of a cluster, as far as the service returns it. */
type ConfigOfCluster = Pick<ListedCluster, 'cloudType' | 'configUid'>

function withConfig(cluster: ListedCluster, config: ConfigOfCluster): Cluster | undefined {
  const { cloudType, configUid } = config
  if (cloudType === undefined || configUid === undefined) return undefined
  return { ...cluster, cloudType, configUid }
}

/** Returns whether a cluster or a machine is gone. Deleted ones may be listed for days. */
function isDeleted({ state }: { state?: string | undefined }): boolean {
  return state?.toLowerCase() === 'deleted'
}
