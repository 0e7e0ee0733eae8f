import {
  accounts,
  awsRegions,
  azureRegion,
  clusters,
  impairedZone,
  projects,
  uidOf,
  type SampleCluster,
  type SamplePool,
} from './sampleData.ts'

// The service behind the sample connection: no network, only data that is made up. It's a module of its own, which
// is loaded with the first request, and it answers in the shapes that services of this kind publish.

/** The time that each machine of a deleted pool takes to drain, in milliseconds. */
const drainMs = 4_000

/** Creates a stand-in for `fetch` that answers from memory. `now` returns epoch ms. */
export function createSample(now: () => number): typeof globalThis.fetch {
  /** When the pools were deleted. */
  const deletedAt = new Map<SamplePool, number>()
  const machinesOf = (cluster: SampleCluster, pool: SamplePool) =>
    machines(cluster, pool, deletedAt.get(pool), now())
  const poolsOf = (cluster: SampleCluster) =>
    cluster.pools.filter((pool) => machinesOf(cluster, pool).length > 0)

  return async (input, { method = 'GET', headers, signal } = {}) => {
    signal?.throwIfAborted()
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const path = pathname.replace(/^\/v1\//, '')
    const account = searchParams.get('cloudAccountUid')
    const known = answers[path] ?? answers[`${path} ${account}`]
    if (method === 'GET' && known) return response(200, known)
    if (path === 'dashboard/spectroclusters/search') {
      const projectUid = new Headers(headers).get('ProjectUid')
      const own = clusters.filter(({ project }) => [null, project.uid].includes(projectUid))
      return response(200, list(own.map((cluster) => summary(cluster, poolsOf(cluster)))))
    }
    const [, provider, configUid, , name, rest] =
      /^cloudconfigs\/(\w+)\/(\w+)(\/machinePools\/([^/]+)(\/machines)?)?$/.exec(path) ?? []
    const cluster = clusters.find((one) => one.provider === provider && one.configUid === configUid)
    if (cluster && name === undefined) return response(200, config(cluster, poolsOf(cluster)))
    const pool = cluster && poolsOf(cluster).find((one) => one.name === name)
    if (!pool) return response(404, notFound)
    if (method === 'GET' && rest) return response(200, list(machinesOf(cluster, pool)))
    if (method !== 'DELETE') return response(404, notFound)
    if (pool.isLocked) return response(422, locked)
    deletedAt.set(pool, deletedAt.get(pool) ?? now())
    return new Response(null, { status: 204 })
  }
}

/** The answers that never change, by their paths; those of AWS are different in each account. */
const answers: Readonly<Record<string, object>> = {
  'users/info': { orgName: 'Sample', tenantUid: uidOf(5, 1), userUid: uidOf(5, 2) },
  'dashboard/projects/metadata': { items: projects.map((metadata) => ({ metadata })) },
  'cloudaccounts/summary': list(
    accounts.map(({ kind, ...metadata }) => ({ kind, metadata, status: { state: 'Active' } })),
  ),
  'clouds/aws/regions': {
    regions: Object.entries(awsRegions).map(([name, [, zones]]) => ({
      name,
      optInStatus: zones > 0 ? 'opt-in-not-required' : 'not-opted-in',
    })),
  },
  'clouds/azure/regions': { regions: [azureRegion] },
  [`clouds/azure/regions/${azureRegion.name}/zones`]: {
    zoneList: ['1', '2', '3'].map((id) => ({ id })),
  },
  ...Object.fromEntries(
    Object.keys(awsRegions).flatMap((region) =>
      accounts.map(({ uid }, index) => [
        `clouds/aws/regions/${region}/zones ${uid}`,
        { zones: awsZones(region, index) },
      ]),
    ),
  ),
}

/** Returns the zones of a region, which have other names in each account, as in the real cloud. */
function awsZones(region: string, shift: number): object[] {
  const [prefix, count] = awsRegions[region] ?? ['', 0]
  return Array.from({ length: count }, (_, index) => {
    const zoneId = `${prefix}-az${index + 1}`
    return {
      name: `${region}${'abcdef'[(index + shift) % count]}`,
      state: zoneId === impairedZone ? 'impaired' : 'available',
      zoneId,
    }
  })
}

function summary(cluster: SampleCluster, pools: readonly SamplePool[]): object {
  const { uid, name, provider, configUid, account, project } = cluster
  const isHealthy = pools.every(({ size, unhealthy }) => size !== unhealthy)
  const machinePools = pools.map(({ size, unhealthy = 0, facts }) => ({
    cloudType: provider,
    size,
    healthy: size - unhealthy,
    isControlPlane: facts?.['isControlPlane'] ?? false,
  }))
  return {
    metadata: { uid, name },
    specSummary: {
      cloudConfig: { cloudType: provider, uid: configUid, machinePools },
      cloudAccountMeta: { uid: account.uid, name: account.name },
      projectMeta: project,
    },
    status: { state: 'Running', health: { state: isHealthy ? 'Healthy' : 'UnHealthy' } },
  }
}

function config(cluster: SampleCluster, pools: readonly SamplePool[]): object {
  const { configUid, name, provider, account, region, azs } = cluster
  const places = {
    aws: { region },
    aks: { location: region, subscriptionId: uidOf(6, 1) },
  }
  return {
    metadata: { uid: configUid, name },
    spec: {
      clusterConfig: places[provider],
      cloudAccountRef: { uid: account.uid },
      machinePoolConfig: pools.map(({ name: poolName, size, instanceType, facts }) => ({
        name: poolName,
        size,
        minSize: size,
        maxSize: size,
        instanceType,
        isControlPlane: false,
        azs,
        additionalLabels: {},
        taints: [],
        ...facts,
      })),
    },
  }
}

/** Returns the machines that a pool has; of a deleted one, one after the other drains. */
function machines(
  cluster: SampleCluster,
  pool: SamplePool,
  deletedAt: number | undefined,
  now: number,
): object[] {
  const { name, configUid, provider, region, pools } = cluster
  const gone = deletedAt === undefined ? 0 : Math.floor((now - deletedAt) / drainMs)
  const azs = pool.facts?.azs ?? cluster.azs
  return Array.from({ length: pool.size }, (_, index) => {
    const isHealthy = index >= (pool.unhealthy ?? 0)
    const az = azs[index % azs.length]
    const places = {
      aws: { ami: 'ami-0a1b2c3d', vpcId: 'vpc-0a1b2c3d', az },
      aks: {
        location: region,
        osDisk: { osType: 'Linux', diskSizeGB: 60 },
        availabilityZone: { enabled: true, id: az },
      },
    }
    const uid = `6b${configUid.slice(2, -4)}${pools.indexOf(pool)}${String(index).padStart(3, '0')}`
    const isLeaving = deletedAt !== undefined && index === gone
    const deletionTimestamp = isLeaving ? new Date(deletedAt).toISOString() : undefined
    return {
      metadata: { uid, name: `${name}-${pool.name}-${index + 1}`, deletionTimestamp },
      spec: { instanceType: pool.instanceType, ...places[provider] },
      status: {
        instanceStateLastUpdate: deletionTimestamp,
        instanceState: isLeaving ? 'Deleting' : isHealthy ? 'Running' : 'Failed',
        ready: isHealthy && !isLeaving,
        health: { state: isHealthy ? 'Healthy' : 'UnHealthy' },
      },
    }
  }).slice(gone)
}

function list(items: readonly object[]): object {
  return { items, listmeta: { continue: '', count: items.length, limit: 50, offset: 0 } }
}

function response(status: number, body: object): Response {
  const headers = { 'Content-Type': 'application/json' }
  return new Response(JSON.stringify(body), { status, headers })
}

const notFound = { code: 'ResourceNotFound', message: 'The sample has nothing with this name.' }
const locked = {
  code: 'MachinePoolLocked',
  message: 'The sample rejects this deletion, as a real service might.',
}
