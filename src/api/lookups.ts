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
  type Machine,
} from './clusterSchemas.ts'
import { createConfigResolver, isDeleted } from './clusterConfigs.ts'
import { ApiError } from './errors.ts'
import { asKeyRefusal, proveKey } from './keyRefusal.ts'
import { pages, pageSize, type Pages } from './pages.ts'
import { cloudConfigResponse } from './poolSchemas.ts'
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
import { listInField } from './listSchemas.ts'
import { objectFrom, text } from './schemaParts.ts'
import { Transport } from './transport.ts'
import { zonesPath, accountQuery, gcpProjectPath, zonesIn, zonesOfProviders } from './zones.ts'

/** The machines of a pool, without machines that are gone. */
export interface Machines {
  machines: Machine[]
  /** The UIDs of machines that are gone, but still listed; undefined if there are none. */
  deleted?: string[]
  /** The number of machines in the pool, more than listed if the list isn’t complete. */
  count: number
  isComplete: boolean
}

/**
 * The optional read-only operations (docs/api.md, “Lookups”): a service may support any or none of them. All reject
 * with {@link ApiError}; `isUnsupported` (errors.ts) tells unsupported ones from failures.
 */
export type Lookups = ReturnType<typeof createLookups>

const instanceTypesPath = 'regions/{region}/instancetypes'

/** The details of a request for what belongs to the tenant, whatever the project. */
const withoutProject = { omitProject: true }

const clusterPath = '/v1/spectroclusters/{uid}'

/** The details of a search without conditions. It only reads, although it’s a POST. */
const searchRequest = { method: 'POST', body: '{}' } as const

/** Creates the lookups of a service. Throws like {@link createClient}. */
export function createLookups(options: ClientOptions) {
  const lookup = lookupsWith(options)

  /** A lookup whose path has no parameters. */
  const simpleLookup = <T>(
    path: string,
    schema: v.GenericSchema<unknown, T>,
    details?: RequestDetails,
  ) => {
    const request = lookup(path, schema, details)
    return async (signal?: AbortSignal) => request({}, signal)
  }

  /** Marks an error of a list that each project has: the service may have refused the project, not the list. */
  const markProjectErrors = async <T>(page: Promise<T>): Promise<T> =>
    page.catch((error: unknown) => {
      const isOfProjectList = error instanceof ApiError && Boolean(options.projectUid?.trim())
      throw isOfProjectList ? Object.assign(error, { isOfProjectList }) : error
    })

  const searchClusters = async (token?: string, signal?: AbortSignal) => {
    const path = `/v1/dashboard/spectroclusters/search${limited(token)}`
    return lookup(path, ClusterSearchResponse, searchRequest)({}, signal)
  }

  const user = lookupsWith({ ...options, explainError: async (error) => asKeyRefusal(error) })(
    '/v1/users/info',
    objectFrom({ organization: [text, 'orgName'] }),
    withoutProject,
  )
  const regions = lookup(
    `/v1/clouds/{provider}/regions?${accountQuery}`,
    listInField('regions', Region),
  )
  const gcpRegions = lookup(
    `${gcpProjectPath}/regions?${accountQuery}`,
    listInField('regions', Region, { isOptional: true }),
  )
  const instanceTypes = lookup(
    `/v1/clouds/{provider}/${instanceTypesPath}?${accountQuery}`,
    InstanceTypesResponse,
  )
  /** The instance types of Google Cloud, which are the same for all accounts. */
  const gcpInstanceTypes = lookup(`/v1/clouds/gcp/${instanceTypesPath}`, InstanceTypesResponse)

  return {
    /**
     * The owner of the API key. Requested without the project, because the service answers in the same way to a project
     * that is gone and to a wrong key.
     */
    whoAmI: async (signal?: AbortSignal) => user({}, signal),

    /** Resolves if the service accepts the API key; see {@link proveKey}. */
    proveKey: async (signal?: AbortSignal) =>
      proveKey(
        async () => user({}, signal),
        async () => searchClusters(undefined, signal),
      ),

    /** The API keys of the user who owns the current key; the service doesn’t return which key that is. */
    ownApiKeys: simpleLookup('/v1/apiKeys', ApiKeysResponse, withoutProject),

    projects: simpleLookup('/v1/dashboard/projects/metadata', ProjectsResponse, withoutProject),

    cloudAccounts: (signal?: AbortSignal) =>
      pages(
        async (token) => {
          const path = `/v1/cloudaccounts/summary${limited(token)}`
          return markProjectErrors(lookup(path, CloudAccountsResponse)({}, signal))
        },
        (account) => account,
      ),

    cloudProjects: lookup(`/v1/clouds/{provider}/projects?${accountQuery}`, CloudProjectsResponse),

    regions: async (query: RegionsQuery, signal?: AbortSignal) =>
      (query.provider === 'gcp' ? gcpRegions : regions)(query, signal),

    /** Lists zones by the documented path, like `Client.listZones`. */
    zones: lookup(zonesPath, zonesIn()),

    /** Lists zones by the provider’s own path; rejects `notFound` for a provider without one. */
    async providerZones(query: ZonesQuery & RegionsQuery, signal?: AbortSignal) {
      const zonesPathOfProvider = zonesOfProviders.get(encodeProvider(query.provider))
      if (!zonesPathOfProvider) {
        throw new ApiError('notFound', `${query.provider} has no path of its own`)
      }
      const [path, schema] = zonesPathOfProvider
      return lookup(path, schema)(query, signal)
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
        async (token) => markProjectErrors(searchClusters(token, signal)),
        createConfigResolver(async ({ uid, project }) => {
          // A cluster of a project is requested with that project (docs/api.md, “Projects”).
          const lookupInProject = lookupsWith({
            ...options,
            projectUid: options.projectUid ?? project?.uid,
          })
          return lookupInProject(clusterPath, ClusterResponse)({ uid }, signal)
        }),
      ),

    /** One cluster, with its state. */
    cluster: lookup(clusterPath, ClusterResponse),

    clusterEvents: clusterEventsWith(lookup),

    cloudConfig: async (path: CloudConfigPath, signal?: AbortSignal) => {
      const response = cloudConfigResponse(path)
      return lookup('/v1/cloudconfigs/{provider}/{configUid}', response)(path, signal)
    },

    /** The machines of a pool, from all pages. */
    async machines(pool: MachinePoolPath, signal?: AbortSignal): Promise<Machines> {
      const path = `${machinePoolTemplate}/machines` as const
      // The first page is requested without a limit, because the lists of two providers reject one.
      const loadPage = async (token?: string) =>
        lookup(`${path}${token ? limited(token) : ''}`, MachinesResponse)(pool, signal)
      return readMachines(pages(loadPage, (machine) => machine))
    },
  }
}

/** Returns the lookup of the events on the first page. If the service accepts no order, these may not be the newest. */
function clusterEventsWith(lookup: ReturnType<typeof lookupsWith>) {
  const path = `/v1/events/components/spectrocluster/{uid}?limit=${pageSize}` as const
  const anyEvents = lookup(path, ClusterEventsResponse)
  const newestEvents = lookup(
    `${path}&orderBy=metadata.creationTimestamp%3D-1`,
    ClusterEventsResponse,
  )
  return async (cluster: { uid: string }, signal?: AbortSignal) => {
    try {
      return await newestEvents(cluster, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error
      return anyEvents(cluster, signal)
    }
  }
}

/** The maximum time to load the pages of a pool’s machines, in milliseconds. */
const maxMachinesMs = 60_000

/**
 * Reads the machines from all pages, without machines that are gone. A list that takes too long is incomplete: while
 * the machines of a deleted pool drain, they are listed again and again, which an endless list must not stop.
 */
async function readMachines(machinePages: Pages<Machine>): Promise<Machines> {
  const machines: Machine[] = []
  const deleted: string[] = []
  let listed = 0
  let counted = 0
  let isComplete = true
  const lastPageAt = performance.now() + maxMachinesMs
  for await (const page of machinePages) {
    const { items, unreadable, count = 0, hasMore, isTruncated, hasContradiction } = page
    for (const machine of items) {
      if (isDeleted(machine)) deleted.push(machine.uid)
      else machines.push(machine)
    }
    listed += items.length + unreadable
    counted = Math.max(counted, count)
    const isLate = hasMore && performance.now() > lastPageAt
    if (unreadable > 0 || isTruncated || hasContradiction || isLate) isComplete = false
    if (isLate) break
  }
  const total = isComplete ? listed : Math.max(listed, counted)
  const read: Machines = { machines, count: total - deleted.length, isComplete }
  if (deleted.length > 0) read.deleted = deleted
  return read
}

/** Returns a function that creates a lookup of a service from a path and the schema of the response. */
function lookupsWith(options: ClientOptions) {
  const { href } = parseBaseUrl(options.baseUrl)
  const transport = new Transport(options)
  return <Path extends string, T>(
    path: Path,
    schema: v.GenericSchema<unknown, T>,
    details?: RequestDetails,
  ) => {
    const read = v.parser(schema)
    return async (values: PathValues<Path>, signal?: AbortSignal): Promise<T> =>
      transport.read(createRequest(href, path, values, details), read, signal)
  }
}

/** The query for a page of a list (docs/api.md, “Paging”). */
function limited(token: string | undefined): string {
  return `?limit=${pageSize}${token ? `&continue=${encodeURIComponent(token)}` : ''}`
}
