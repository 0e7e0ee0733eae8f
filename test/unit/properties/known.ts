import type { ClientOptions } from '../../../src/api/client.ts'
import { createClient } from '../../../src/api/client.ts'
import { createLookups, type Lookups, type Pages } from '../../../src/api/lookups.ts'

// What can be known from a body, a second time and in other words than the readers have.

/** How an operation is asked, and what can be known from its answer. */
export interface Known {
  /** Method and path as published. */
  operation: string
  ask: (options: ClientOptions) => Promise<unknown>
  /** Where the list stands that is asked for: without it an answer is something else, unless published as optional. */
  list?: string
  of: (body: unknown) => unknown
}

/** A field of a body, at any depth; undefined where anything on the way is missing. */
export function at(body: unknown, path: string): unknown {
  const step = (part: unknown, name: string) =>
    typeof part === 'object' && part !== null && Object.hasOwn(part, name)
      ? (part as Record<string, unknown>)[name]
      : undefined
  return path.split('.').reduce(step, body)
}
const list = (body: unknown, path: string) => (at(body, path) ?? []) as unknown[]
/** The first of these that says something. */
const text = (body: unknown, ...paths: string[]) =>
  paths.map((path) => at(body, path)).find((value) => typeof value === 'string' && value !== '') as
    string | undefined
/** One that a URL can carry. */
const id = (body: unknown, path: string) => {
  const value = text(body, path)
  return value?.isWellFormed() ? value : undefined
}
const lower = (body: unknown, path: string) => text(body, path)?.toLowerCase()
const time = (body: unknown, path: string) => {
  const value = text(body, path)
  return value?.startsWith('0001-') ? undefined : value
}

const readable = (value: number) => (Number.isNaN(value) ? undefined : value)

/** Those with an id at a path, and of those with the same one the first. */
function withId(items: unknown[], path: string): unknown[] {
  const found = items.filter((item) => id(item, path) !== undefined)
  return found.filter(
    (item, index) => found.findIndex((other) => at(other, path) === at(item, path)) === index,
  )
}
/** The same, all of them. */
const named = (body: unknown, where: string, path: string) =>
  list(body, where).filter((item) => id(item, path) !== undefined)
const unnamed = (body: unknown, where: string, path: string) =>
  list(body, where).length - named(body, where, path).length

const meta = (item: unknown) => ({
  uid: at(item, 'metadata.uid'),
  name: text(item, 'metadata.name', 'metadata.uid'),
})
const metaAt = (item: unknown, path: string) =>
  id(item, `${path}.uid`) && { uid: id(item, `${path}.uid`), name: text(item, `${path}.name`) }

const asks = (read: (lookups: Lookups) => Promise<unknown>) => (options: ClientOptions) =>
  read(createLookups(options))
/** The first page: whether there is another is a matter of its token. */
async function page<T>(pages: Pages<T>): Promise<{ items: T[]; unreadable: number }> {
  const { value } = await pages.next()
  const { items, unreadable } = value ?? { items: [], unreadable: 0 }
  return { items, unreadable }
}

const aws = { provider: 'aws', cloudAccountUid: 'a' }
const gcp = { provider: 'gcp', cloudAccountUid: 'a', project: 'p' }
const azure = { provider: 'azure', cloudAccountUid: 'a' }

const accounts: Known[] = [
  {
    operation: 'GET /v1/users/info',
    ask: asks((lookups) => lookups.whoAmI()),
    of: (body) => ({ organization: text(body, 'orgName') }),
  },
  {
    operation: 'GET /v1/dashboard/projects/metadata',
    ask: asks((lookups) => lookups.projects()),
    list: 'items',
    of: (body) => named(body, 'items', 'metadata.uid').map(meta),
  },
  {
    operation: 'GET /v1/apiKeys',
    ask: asks((lookups) => lookups.ownApiKeys()),
    list: 'items',
    of: (body) =>
      named(body, 'items', 'metadata.uid').map((item) => ({
        uid: at(item, 'metadata.uid'),
        // Infinity is null in JSON.
        expiresAt: text(item, 'spec.expiry')?.startsWith('0001-')
          ? null
          : readable(Date.parse(text(item, 'spec.expiry') ?? '')),
        isActive: at(item, 'status.isActive'),
      })),
  },
  {
    operation: 'GET /v1/cloudaccounts/summary',
    ask: asks((lookups) => page(lookups.cloudAccounts())),
    list: 'items',
    of: (body) => ({
      items: withId(list(body, 'items'), 'metadata.uid').map((item) => ({
        ...meta(item),
        provider: id(item, 'kind')?.toLowerCase(),
        accountId: text(item, 'specSummary.accountId'),
        state: lower(item, 'status.state'),
      })),
      unreadable: unnamed(body, 'items', 'metadata.uid'),
    }),
  },
]

const clouds: Known[] = [
  {
    operation: 'GET /v1/clouds/aws/regions',
    ask: asks((lookups) => lookups.regions(aws)),
    list: 'regions',
    of: (body) =>
      named(body, 'regions', 'name').map((item) => ({
        name: at(item, 'name'),
        isOptedIn: at(item, 'optInStatus') !== 'not-opted-in',
      })),
  },
  {
    operation: 'GET /v1/clouds/azure/regions',
    ask: asks((lookups) => lookups.regions(azure)),
    list: 'regions',
    of: (body) =>
      named(body, 'regions', 'name').map((item) => ({
        name: at(item, 'name'),
        displayName: text(item, 'displayName'),
        isOptedIn: true,
      })),
  },
  {
    operation: 'GET /v1/clouds/gcp/projects',
    ask: asks((lookups) => lookups.cloudProjects(gcp)),
    list: 'projects',
    of: (body) =>
      named(body, 'projects', 'id').map((item) => ({
        id: at(item, 'id'),
        name: text(item, 'name', 'id'),
      })),
  },
  {
    operation: 'GET /v1/clouds/gcp/projects/{project}/regions',
    ask: asks((lookups) => lookups.regions(gcp)),
    list: 'regions',
    of: (body) =>
      named(body, 'regions', 'name').map((item) => ({
        name: at(item, 'name'),
        isOptedIn: true,
        ...(lower(item, 'status') !== 'up' && { state: lower(item, 'status') }),
      })),
  },
]

const zone = (item: unknown) => ({
  name: at(item, 'name'),
  state: text(item, 'state'),
  zoneId: text(item, 'zoneId'),
})
const ownZones: [provider: string, operation: string, list: string, of: typeof zone][] = [
  ['aws', '/v1/clouds/aws/regions/{region}/availabilityzones', 'zones', zone],
  ['gcp', '/v1/clouds/gcp/projects/{project}/regions/{region}/zones', 'zones', zone],
  ['maas', '/v1/cloudaccounts/maas/{uid}/properties/azs', 'items', zone],
  [
    'apache-cloudstack',
    '/v1/cloudaccounts/apache-cloudstack/{uid}/properties/zones',
    'zones',
    (item) => ({ ...zone(item), zoneId: text(item, 'id') }),
  ],
]
const zones: Known[] = [
  {
    operation: 'GET /v1/clouds/{provider}/regions/{region}/zones',
    ask: (options) => createClient(options).listZones({ ...aws, region: 'r' }),
    list: 'zones',
    of: (body) =>
      list(body, 'zones')
        .filter((item) => text(item, 'name'))
        .map(zone),
  },
  {
    operation: 'GET /v1/clouds/azure/regions/{region}/zones',
    ask: asks((lookups) => lookups.providerZones({ ...azure, region: 'r' })),
    list: 'zoneList',
    of: (body) => named(body, 'zoneList', 'id').map((item) => ({ name: at(item, 'id') })),
  },
  ...ownZones.map(([provider, path, where, of]): Known => ({
    operation: `GET ${path}`,
    ask: asks((lookups) => lookups.providerZones({ ...gcp, provider, region: 'r' })),
    list: where,
    of: (body) => named(body, where, 'name').map(of),
  })),
]

const instanceTypes = ['aws', 'azure', 'gcp'].map((provider): Known => ({
  operation: `GET /v1/clouds/${provider}/regions/{region}/instancetypes`,
  ask: asks((lookups) => lookups.instanceTypes({ ...aws, provider, region: 'r' })),
  list: 'instanceTypes',
  of: (body) =>
    named(body, 'instanceTypes', 'type').map((item) => ({
      name: at(item, 'type'),
      missingIn: list(item, 'nonSupportedZones').filter(
        (name) => typeof name === 'string' && name !== '' && name.isWellFormed(),
      ),
    })),
}))

const summary = (isHybrid: boolean) => (pool: unknown) => ({
  size: at(pool, 'size'),
  healthy: at(pool, 'healthy'),
  isControlPlane: at(pool, 'isControlPlane'),
  maintenanceMode: at(pool, 'maintenanceMode'),
  isHybrid,
})
const config = 'specSummary.cloudConfig'
const clusters: Known = {
  operation: 'POST /v1/dashboard/spectroclusters/search',
  ask: asks((lookups) => page(lookups.clusters())),
  list: 'items',
  of: (body) => {
    const present = withId(list(body, 'items'), 'metadata.uid').filter(
      (item) => lower(item, 'status.state') !== 'deleted',
    )
    // The others are asked for their configs one by one, here in vain.
    const whole = present.filter(
      (item) => id(item, `${config}.uid`) && id(item, `${config}.cloudType`),
    )
    return {
      items: whole.map((item) => ({
        ...meta(item),
        cloudType: at(item, `${config}.cloudType`),
        configUid: at(item, `${config}.uid`),
        account: metaAt(item, 'specSummary.cloudAccountMeta'),
        project: metaAt(item, 'specSummary.projectMeta'),
        state: text(item, 'status.state'),
        health: text(item, 'status.health.state'),
        repave: text(item, 'status.repave.state'),
        ...(at(item, 'status.virtual') !== undefined && {
          virtualClusters: list(item, 'status.virtual.virtualClusters').flatMap(
            (one) => id({ name: text(one, 'name', 'uid') }, 'name') ?? [],
          ),
        }),
        isDeleting: lower(item, 'status.state') === 'deleting',
        poolSummaries: [
          ...list(item, `${config}.machinePools`).map(summary(false)),
          ...list(item, `${config}.hybridMachinePools`).map(summary(true)),
        ],
      })),
      unreadable: unnamed(body, 'items', 'metadata.uid') + present.length - whole.length,
    }
  },
}

/** Where a provider tells what; nothing of what is left out. */
interface Places {
  region?: string
  zones?: (pool: unknown, body: unknown) => string[]
  type?: (pool: unknown) => string | undefined
  /** Of a machine. */
  zone?: string
}
const typeAt =
  (...paths: string[]) =>
  (pool: unknown) =>
    text(pool, ...paths) ?? sized(pool, 'instanceConfig.numCPUs', 'instanceConfig.memoryMiB')
const sized = (pool: unknown, cpus: string, memory: string) => {
  const parts = [at(pool, cpus), at(pool, memory)] as (number | undefined)[]
  const [numCPUs, MiB] = parts
  const texts = [
    numCPUs ? `${numCPUs} vCPU` : '',
    MiB ? `${Math.round((MiB / 1024) * 10) / 10} GiB` : '',
  ]
  return texts.filter((part) => part !== '').join(', ') || undefined
}
const cpusOf = (pool: unknown) =>
  at(pool, 'instanceType.numCPUs') || at(pool, 'instanceConfig.numCPUs') || undefined
/** Those of a pool; undefined where one has no key. */
const taintsOf = (pool: unknown) => {
  const all = list(pool, 'taints')
  if (all.some((taint) => id(taint, 'key') === undefined)) return undefined
  return all.map((taint) => {
    const [value, effect] = [text(taint, 'value'), text(taint, 'effect')]
    return `${id(taint, 'key')}${value ? `=${value}` : ''}${effect ? `:${effect}` : ''}`
  })
}
const azs = (pool: unknown) => list(pool, 'azs').filter((az) => id({ az }, 'az')) as string[]
const azsOrSubnets = (pool: unknown) =>
  azs(pool).length > 0 ? azs(pool) : Object.keys(at(pool, 'subnetIds') ?? {})
const ofAws: Places = {
  region: 'region',
  zones: azsOrSubnets,
  type: typeAt('instanceType', 'instanceConfig.name'),
  zone: 'az',
}
const ofAzure: Places = { ...ofAws, region: 'location', zones: azs, zone: 'availabilityZone.id' }
const ofGcp: Places = { ...ofAws, zone: 'zone' }

/** What each provider has. */
const places: Record<string, Places> = {
  aws: ofAws,
  eks: ofAws,
  azure: ofAzure,
  aks: ofAzure,
  gcp: ofGcp,
  gke: ofGcp,
  vsphere: {
    region: 'placement.datacenter',
    type: (pool) => sized(pool, 'instanceType.numCPUs', 'instanceType.memoryMiB'),
  },
  maas: {
    zones: azs,
    type: (pool) => sized(pool, 'instanceType.minCPU', 'instanceType.minMemInMB'),
    zone: 'az',
  },
  virtual: {
    zones: azs,
    type: (pool) =>
      sized(
        pool,
        at(pool, 'instanceType.maxCPU') === undefined
          ? 'instanceType.minCPU'
          : 'instanceType.maxCPU',
        at(pool, 'instanceType.maxMemInMiB') === undefined
          ? 'instanceType.minMemInMiB'
          : 'instanceType.maxMemInMiB',
      ),
  },
  'apache-cloudstack': {
    zones: (_, body) =>
      named(body, 'spec.clusterConfig.zones', 'name').map((item) => String(at(item, 'name'))),
    type: typeAt('offering.name', 'instanceConfig.name'),
    zone: 'failureDomainName',
  },
  'edge-native': {},
  generic: { region: 'region', type: typeAt('instanceType') },
  'cloudTypes/{cloudType}': {},
}

function configOf(provider: string, { region, zones: zonesOf, type }: Places): Known {
  const segment = provider.replace('{cloudType}', 'own')
  return {
    operation: `GET /v1/cloudconfigs/${provider}/{configUid}`,
    ask: asks((lookups) => lookups.cloudConfig({ provider: segment, configUid: 'c' })),
    list: 'spec.machinePoolConfig',
    of: (body) => {
      const pools = named(body, 'spec.machinePoolConfig', 'name')
      const controls = pools.filter((pool) => at(pool, 'isControlPlane') === true)
      return {
        name: text(body, 'metadata.name'),
        region: region && text(body, `spec.clusterConfig.${region}`),
        cloudAccountUid: text(body, 'spec.cloudAccountRef.uid'),
        cloudProject: text(body, 'spec.clusterConfig.project'),
        subscription: text(body, 'spec.clusterConfig.subscriptionId'),
        pools: [...new Set(pools.map((pool) => id(pool, 'name')))].map((name) => {
          const same = (pool: unknown) => at(pool, 'name') === name
          const pool = controls.findLast(same) ?? pools.find(same)
          return {
            name,
            isControlPlane: at(pool, 'isControlPlane'),
            isSystemPool: at(pool, 'isSystemNodePool'),
            useControlPlaneAsWorker: at(pool, 'useControlPlaneAsWorker'),
            size: at(pool, 'size'),
            minSize: at(pool, 'minSize'),
            maxSize: at(pool, 'maxSize'),
            zones: zonesOf?.(pool, body) ?? [],
            instanceType: type?.(pool),
            cpus: cpusOf(pool),
            labels: Object.entries(at(pool, 'additionalLabels') ?? {}).map(
              ([key, value]) => `${key}=${value}`,
            ),
            taints: taintsOf(pool),
          }
        }),
        hybridPools: list(body, 'spec.hybridMachinePools').flatMap(
          (pool) => id(pool, 'poolName') ?? id(pool, 'poolUid') ?? [],
        ),
        unreadable: unnamed(body, 'spec.machinePoolConfig', 'name'),
      }
    },
  }
}

/** What is said of conditions that are not as they should be. */
function messagesOf(machine: unknown): string[] | undefined {
  const bad =
    /(pressure|unavailable|unhealthy|failed|failure|problem|stalled|deleting|draining|terminating)$/
  const odd = list(machine, 'status.health.conditions').filter((one) => {
    const status = lower(one, 'status')
    const isBad = bad.test(lower(one, 'type') ?? '')
    return text(one, 'type') !== undefined && status !== undefined && status !== String(!isBad)
  })
  const all = odd.map((one) => text(one, 'message')).filter((message) => message !== undefined)
  return all.length > 0 ? all : undefined
}

/** Cordoned, unless that has failed; or to be uncordoned, which has failed. */
function isInMaintenance(machine: unknown): true | undefined {
  const action = lower(machine, 'status.maintenanceStatus.action')
  const hasFailed = lower(machine, 'status.maintenanceStatus.state') === 'failed'
  if (action === undefined) return undefined
  return (action === 'uncordon' ? hasFailed : !hasFailed) || undefined
}

function machinesOf(provider: string, { zone: where }: Places): Known {
  const segment = provider.replace('{cloudType}', 'own')
  const path = { provider: segment, configUid: 'c', machinePoolName: 'p' }
  return {
    operation: `GET /v1/cloudconfigs/${provider}/{configUid}/machinePools/{machinePoolName}/machines`,
    ask: asks(async (lookups) => (await lookups.machines(path)).machines),
    list: 'items',
    of: (body) =>
      withId(list(body, 'items'), 'metadata.uid')
        .map((item) => ({
          ...meta(item),
          state: text(item, 'status.instanceState'),
          health: text(item, 'status.health.state'),
          since: time(item, 'status.instanceStateLastUpdate'),
          messages: messagesOf(item),
          deletionTimestamp: time(item, 'metadata.deletionTimestamp'),
          zone: where && text(item, `spec.${where}`),
          inMaintenance: isInMaintenance(item),
        }))
        .filter(({ state }) => state?.toLowerCase() !== 'deleted'),
  }
}

/** Everything that is asked, but for one cluster, which is asked for its config alone. */
export const everything: Known[] = [
  ...accounts,
  ...clouds,
  ...zones,
  ...instanceTypes,
  clusters,
  ...Object.entries(places).flatMap(([provider, own]) => [
    configOf(provider, own),
    machinesOf(provider, own),
  ]),
]
