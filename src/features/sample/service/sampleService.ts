import {
  accounts,
  awsRegions,
  azureRegions,
  clusters,
  gcpProject,
  gcpRegions,
  instanceTypes,
  projects,
  uidOf,
  type SampleCluster,
  type SamplePool,
} from './sampleData.ts'

// The service behind the sample connection: no network, only data that is made up. It's a module of its own, which
// is loaded with the first request, and it answers in the shapes that services of this kind publish.

/** The time that each machine of a deleted pool takes to drain, in milliseconds. */
const drainMs = 4_000
/** The zones that are impaired, by their IDs. */
const impaired: readonly string[] = ['use1-az3', 'usw2-az4']

type Answer = object | number
type Answerer = (parts: readonly string[], request: SampleRequest) => Answer

interface SampleRequest {
  readonly query: URLSearchParams
  /** The project that the request is restricted to. */
  readonly projectUid: string | null
}

/** Creates a stand-in for `fetch` that answers from memory. `now` returns epoch ms. */
export function createSample(now: () => number): typeof globalThis.fetch {
  /** When the pools were deleted, by cloud config and name. */
  const deletedAt = new Map<string, number>()
  const machinesLeft = (pool: SamplePool, { configUid }: SampleCluster): number => {
    const since = deletedAt.get(`${configUid}/${pool.name}`)
    return since === undefined ? pool.size : pool.size - Math.floor((now() - since) / drainMs)
  }
  const poolsOf = (cluster: SampleCluster): readonly SamplePool[] =>
    cluster.pools.filter((pool) => machinesLeft(pool, cluster) > 0)

  const operations: Readonly<Record<string, Answerer>> = {
    'GET users/info': () => ({ orgName: 'Sample', tenantUid: uidOf(5, 1), userUid: uidOf(5, 2) }),
    'GET dashboard/projects/metadata': () => ({
      items: projects.map((metadata) => ({ metadata })),
    }),
    'GET cloudaccounts/summary': () =>
      list(
        accounts.map(({ kind, uid, name }) => ({
          kind,
          metadata: { uid, name },
          status: { state: 'Active' },
        })),
      ),
    'GET clouds/aws/regions': () => ({
      regions: Object.entries(awsRegions).map(([name, [, zones]]) => ({
        name,
        optInStatus: zones > 0 ? 'opt-in-not-required' : 'not-opted-in',
      })),
    }),
    'GET clouds/azure/regions': () => ({
      regions: Object.entries(azureRegions).map(([name, [displayName, zones]]) => ({
        name,
        displayName,
        zones: numbers(zones).map((zone) => ({ name: zone })),
      })),
    }),
    'GET clouds/gcp/projects': () => ({ projects: [gcpProject] }),
    'GET clouds/gcp/projects/*/regions': ([project]) =>
      project === gcpProject.id
        ? { regions: Object.keys(gcpRegions).map((name) => ({ name, status: 'UP' })) }
        : 404,
    'GET clouds/gcp/projects/*/regions/*/zones': ([project, region = '']) =>
      project === gcpProject.id && gcpRegions[region] !== undefined
        ? { zones: Array.from(gcpRegions[region], (letter) => ({ name: `${region}-${letter}` })) }
        : 404,
    'GET clouds/aws/regions/*/zones': ([region = ''], { query }) => {
      const zones = awsZones(region, query)
      return zones ? { zones } : 404
    },
    'GET clouds/azure/regions/*/zones': ([region = '']) => {
      const [, zones] = azureRegions[region] ?? []
      return zones === undefined ? 404 : { zoneList: numbers(zones).map((id) => ({ id })) }
    },
    'GET clouds/*/regions/*/instancetypes': ([provider = '', region = ''], { query }) => {
      const zones = zonesOf(provider, region, query)
      if (!zones) return 404
      return {
        instanceTypes: Object.entries(instanceTypes[provider] ?? {}).map(
          ([type, [cpu, memory, notIn = '']]) => ({
            type,
            cpu,
            memory,
            nonSupportedZones: zones
              .filter((zone) => notIn.includes(zone.end))
              .map(({ name }) => name),
          }),
        ),
      }
    },
    'POST dashboard/spectroclusters/search': (_, { projectUid }) =>
      list(
        clusters
          .filter(({ project }) => projectUid === null || project.uid === projectUid)
          .map((cluster) => clusterSummary(cluster, poolsOf(cluster))),
      ),
    'GET spectroclusters/*': ([uid]) => {
      const cluster = clusters.find((one) => one.uid === uid)
      if (!cluster) return 404
      const { name, provider, configUid } = cluster
      return {
        metadata: { uid: cluster.uid, name },
        spec: { cloudType: provider, cloudConfigRef: { uid: configUid, kind: provider } },
        status: { state: 'Running' },
      }
    },
    'GET cloudconfigs/*/*': ([provider, configUid]) => {
      const cluster = find(provider, configUid)
      return cluster ? cloudConfig(cluster, poolsOf(cluster)) : 404
    },
    'GET cloudconfigs/*/*/machinePools/*/machines': ([provider, configUid, name]) => {
      const cluster = find(provider, configUid)
      const pool = cluster && poolsOf(cluster).find((one) => one.name === name)
      if (!cluster || !pool) return 404
      const since = deletedAt.get(`${cluster.configUid}/${pool.name}`)
      return list(machines(cluster, pool, machinesLeft(pool, cluster), since))
    },
    'DELETE cloudconfigs/*/*/machinePools/*': ([provider, configUid, name]) => {
      const cluster = find(provider, configUid)
      const pool = cluster && poolsOf(cluster).find((one) => one.name === name)
      if (!cluster || !pool) return 404
      if (pool.isLocked) return 422
      const key = `${cluster.configUid}/${pool.name}`
      if (!deletedAt.has(key)) deletedAt.set(key, now())
      return 204
    },
    'GET events/components/*/*': () => list([]),
  }

  return async (input, { method = 'GET', headers, signal } = {}) => {
    signal?.throwIfAborted()
    const { pathname, searchParams: query } = new URL(input instanceof Request ? input.url : input)
    const projectUid = new Headers(headers).get('ProjectUid')
    const path = `${method} ${pathname.replace(/^\/v1\//, '')}`
    for (const [operation, answer] of Object.entries(operations)) {
      const pattern = operation.replaceAll('*', '([^/]+)')
      const found = new RegExp(`^${pattern}$`).exec(path)
      if (!found) continue
      return response(answer(found.slice(1).map(decodeURIComponent), { query, projectUid }))
    }
    return response(404)
  }
}

function find(provider: string | undefined, configUid: string | undefined) {
  return clusters.find((one) => one.provider === provider && one.configUid === configUid)
}

/** Returns the zones of a region, which have other names in each account, as in the real cloud. */
function awsZones(region: string, query: URLSearchParams) {
  const [prefix, count = 0] = awsRegions[region] ?? []
  const shift = accounts.findIndex(({ uid }) => uid === query.get('cloudAccountUid'))
  if (prefix === undefined || shift < 0) return undefined
  return numbers(count).map((number, index) => {
    const zoneId = `${prefix}-az${number}`
    return {
      name: `${region}${'abcdef'[(index + shift) % count]}`,
      state: impaired.includes(zoneId) ? 'impaired' : 'available',
      zoneId,
    }
  })
}

/** Returns the zones of a region by name, each with the end that `instanceTypes` has it under. */
function zonesOf(provider: string, region: string, query: URLSearchParams) {
  switch (provider) {
    case 'aws':
      return awsZones(region, query)?.map(({ name, zoneId }) => ({ name, end: zoneId.slice(-1) }))
    case 'azure':
      return numbers(azureRegions[region]?.[1] ?? 0).map((name) => ({ name, end: name }))
    case 'gcp':
      return Array.from(gcpRegions[region] ?? '', (end) => ({ name: `${region}-${end}`, end }))
    default:
      return undefined
  }
}

const notReady = {
  type: 'Ready',
  status: 'False',
  message: 'Kubelet stopped posting node status.',
}

function clusterSummary(cluster: SampleCluster, pools: readonly SamplePool[]): object {
  const { uid, name, provider, configUid, account, project, health } = cluster
  return {
    metadata: { uid, name },
    specSummary: {
      cloudConfig: {
        cloudType: provider,
        uid: configUid,
        machinePools: pools.map(({ size, unhealthy = 0, isControlPlane = false }) => ({
          cloudType: provider,
          size,
          healthy: size - unhealthy,
          isControlPlane,
        })),
      },
      cloudAccountMeta: { uid: account.uid, name: account.name },
      projectMeta: project,
    },
    status: { state: 'Running', health: { state: health } },
  }
}

function cloudConfig(cluster: SampleCluster, pools: readonly SamplePool[]): object {
  const { configUid, name, provider, account, region, zones } = cluster
  return {
    metadata: { uid: configUid, name },
    spec: {
      clusterConfig:
        provider === 'aks'
          ? { location: region, subscriptionId: uidOf(6, 1) }
          : provider === 'gke'
            ? { project: gcpProject.id, region }
            : { region },
      cloudAccountRef: { uid: account.uid },
      machinePoolConfig: pools.map(({ name: poolName, size, instanceType, ...pool }) => {
        const [numCPUs, memory = 0] = instanceTypes[account.kind]?.[instanceType] ?? []
        return {
          name: poolName,
          size,
          minSize: pool.minSize ?? size,
          maxSize: pool.maxSize ?? size,
          instanceType,
          instanceConfig: { numCPUs, memoryMiB: memory * 1024 },
          isControlPlane: pool.isControlPlane ?? false,
          ...(pool.isSystemNodePool && { isSystemNodePool: true }),
          azs: pool.zones ?? zones,
          additionalLabels: pool.labels ?? {},
          taints: pool.taint === undefined ? [] : [{ key: pool.taint, effect: 'NoSchedule' }],
        }
      }),
    },
  }
}

/** The machines that are left of a pool; of a deleted one, the first drains. */
function machines(
  { name, configUid, provider, region, zones, pools }: SampleCluster,
  pool: SamplePool,
  count: number,
  deletedAt: number | undefined,
): object[] {
  return Array.from({ length: pool.size }, (_, index) => {
    const isLeaving = deletedAt !== undefined && index === pool.size - count
    const isHealthy = index >= (pool.unhealthy ?? 0)
    const own = pool.zones ?? zones
    const zone = own[index % own.length]
    const place = {
      aws: { ami: 'ami-0a1b2c3d', vpcId: 'vpc-0a1b2c3d', az: zone },
      eks: { ami: 'ami-0a1b2c3d', vpcId: 'vpc-0a1b2c3d', az: zone },
      gke: { region, zone },
      aks: {
        location: region,
        osDisk: { osType: 'Linux', diskSizeGB: 60 },
        availabilityZone: { enabled: true, id: zone },
      },
    }[provider]
    return {
      metadata: {
        uid: `${configUid.slice(0, 21).replace(/^5a/, '6b')}${pools.indexOf(pool).toString(16)}${index.toString(16).padStart(2, '0')}`,
        name: `${name}-${pool.name}-${index + 1}`,
        ...(isLeaving && { deletionTimestamp: new Date(deletedAt).toISOString() }),
      },
      spec: { instanceType: pool.instanceType, ...place },
      status: {
        ...(isLeaving && { instanceStateLastUpdate: new Date(deletedAt).toISOString() }),
        instanceState: isLeaving ? 'Deleting' : isHealthy ? 'Running' : 'Failed',
        ready: isHealthy && !isLeaving,
        health: isHealthy ? { state: 'Healthy' } : { state: 'UnHealthy', conditions: [notReady] },
      },
    }
  }).slice(pool.size - count)
}

function list(items: readonly object[]): object {
  return { items, listmeta: { continue: '', count: items.length, limit: 50, offset: 0 } }
}

/** Returns the numbers of the zones, from 1, as texts. */
function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1))
}

function response(answer: Answer): Response {
  if (answer === 204) return new Response(null, { status: 204 })
  const [status, body] = typeof answer === 'number' ? [answer, errors[answer]] : [200, answer]
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
}

const errors: Readonly<Record<number, object>> = {
  404: { code: 'ResourceNotFound', message: 'The sample has nothing with this name.' },
  422: {
    code: 'MachinePoolLocked',
    message: 'The sample rejects this deletion, as a real service might.',
  },
}
