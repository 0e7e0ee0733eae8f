import { accounts, awsRegions, azureRegion, clusters, projects, createUid } from './sampleData.ts'

type SampleCluster = (typeof clusters)[number]
type SamplePool = SampleCluster['pools'][number]

// The service behind the sample connection: no network, only data that is made up, in the shapes that services of this
// kind publish.

/** The time that each machine of a deleted pool takes to drain, in milliseconds. */
const drainMs = 4_000

/** Creates a stand-in for `fetch` that answers from memory. `now` returns epoch ms. */
export function createSampleService(now = () => Date.now()): typeof globalThis.fetch {
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
    if (method === 'GET' && known) return Response.json(known)
    if (path === 'dashboard/spectroclusters/search') {
      const projectUid = new Headers(headers).get('ProjectUid')
      const own = clusters.filter(({ project }) => [null, project.uid].includes(projectUid))
      return Response.json(list(own.map((cluster) => summary(cluster, poolsOf(cluster)))))
    }
    const [, provider, configUid, , name, rest] =
      /^cloudconfigs\/(\w+)\/(\w+)(\/machinePools\/([^/]+)(\/machines)?)?$/.exec(path) ?? []
    const cluster = clusters.find((one) => one.provider === provider && one.configUid === configUid)
    if (cluster && name === undefined) return Response.json(config(cluster, poolsOf(cluster)))
    const pool = cluster && poolsOf(cluster).find((one) => one.name === name)
    if (pool && method === 'GET' && rest) return Response.json(list(machinesOf(cluster, pool)))
    if (!pool || method !== 'DELETE') return Response.json(notFound, { status: 404 })
    if (pool.isLocked) return Response.json(locked, { status: 422 })
    deletedAt.set(pool, deletedAt.get(pool) ?? now())
    return new Response(null, { status: 204 })
  }
}

/** The answers that never change, by their paths; those of AWS are different in each account. */
const answers: Readonly<Record<string, object>> = {
  'users/info': { orgName: 'Sample', tenantUid: createUid(5, 1), userUid: createUid(5, 2) },
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
      state: zoneId === 'use1-az3' ? 'impaired' : 'available',
      zoneId,
    }
  })
}

function summary(cluster: SampleCluster, pools: readonly SamplePool[]): object {
  const { uid, name, provider, configUid, account, project } = cluster
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
    status: { state: 'Running', health: { state: 'Healthy' } },
  }
}

function config(cluster: SampleCluster, pools: readonly SamplePool[]): object {
  const { configUid, name, provider, account, region, azs } = cluster
  const place =
    provider === 'aws' ? { region } : { location: region, subscriptionId: createUid(6, 1) }
  return {
    metadata: { uid: configUid, name },
    spec: {
      clusterConfig: place,
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
  { name, configUid, provider, region, pools, azs: all }: SampleCluster,
  pool: SamplePool,
  deletedAt: number | undefined,
  now: number,
): object[] {
  const { unhealthy = 0, facts: { azs = all } = {} } = pool
  const gone = deletedAt === undefined ? 0 : Math.floor((now - deletedAt) / drainMs)
  return Array.from({ length: pool.size }, (_, index) => {
    const isHealthy = index >= unhealthy
    const az = azs[index % azs.length]
    const place =
      provider === 'aws'
        ? { ami: 'ami-0a1b2c3d', vpcId: 'vpc-0a1b2c3d', az }
        : { location: region, osDisk, availabilityZone: { enabled: true, id: az } }
    const uid = `6b${configUid.slice(2, -4)}${pools.indexOf(pool)}${String(index).padStart(3, '0')}`
    const isLeaving = deletedAt !== undefined && index === gone
    const deletionTimestamp = isLeaving ? new Date(deletedAt).toISOString() : undefined
    return {
      metadata: { uid, name: `${name}-${pool.name}-${index + 1}`, deletionTimestamp },
      spec: { instanceType: pool.instanceType, ...place },
      status: {
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

const osDisk = { osType: 'Linux', diskSizeGB: 60 }
const notFound = { code: 'ResourceNotFound', message: 'The sample has nothing with this name.' }
const locked = {
  code: 'MachinePoolLocked',
  message: 'The sample rejects this deletion, as a real service might.',
}
