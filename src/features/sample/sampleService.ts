import { pageSize } from '../../api/pages.ts'
import { accounts, awsRegions, azureRegion, clusters, projects, createUid } from './sampleData.ts'

type SampleCluster = (typeof clusters)[number]
type SamplePool = SampleCluster['pools'][number]

// The service behind the sample connection. It uses no network: it answers with made-up data in the form of the real
// API.

/** How long each machine of a deleted pool takes to drain, in milliseconds. */
const drainMs = 4_000

/** Creates a stand-in for `fetch` that answers requests from memory. `now` returns epoch ms. */
export function createSampleService(now = () => Date.now()): typeof globalThis.fetch {
  const service = new SampleService(now)
  return async (input, { method = 'GET', headers, signal } = {}) => {
    signal?.throwIfAborted()
    const url = new URL(input instanceof Request ? input.url : input)
    return service.respond(method, url, new Headers(headers))
  }
}

class SampleService {
  readonly #now: () => number
  /** When each deleted pool was deleted, in epoch ms. */
  readonly #deletedAt = new Map<SamplePool, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  respond(method: string, { pathname, searchParams }: URL, headers: Headers): Response {
    const path = pathname.replace(/^\/v1\//, '')
    const account = searchParams.get('cloudAccountUid')
    const fixedResponse = fixedResponses[path] ?? fixedResponses[`${path} ${account}`]
    if (method === 'GET' && fixedResponse) return Response.json(fixedResponse)
    if (path === 'dashboard/spectroclusters/search') return this.#search(headers.get('ProjectUid'))
    const [, provider, configUid, , poolName, machinesPath] = configPath.exec(path) ?? []
    const cluster = clusters.find(
      (candidate) => candidate.provider === provider && candidate.configUid === configUid,
    )
    if (!cluster) return notFound()
    const pools = this.#pools(cluster)
    if (poolName === undefined) return Response.json(createConfig(cluster, pools))
    const pool = pools.find(({ name }) => name === poolName)
    if (!pool) return notFound()
    if (method === 'DELETE') return this.#delete(pool)
    if (method !== 'GET' || machinesPath === undefined) return notFound()
    return Response.json(createList(this.#machines(cluster, pool)))
  }

  #search(projectUid: string | null): Response {
    const found = clusters.filter(({ project }) => [null, project.uid].includes(projectUid))
    const summaries = found.map((cluster) => createSummary(cluster, this.#pools(cluster)))
    return Response.json(createList(summaries))
  }

  #delete(pool: SamplePool): Response {
    if (pool.isRefused) return Response.json(refusedError, { status: 422 })
    if (!this.#deletedAt.has(pool)) this.#deletedAt.set(pool, this.#now())
    return new Response(null, { status: 204 })
  }

  /** Returns the pools that still have machines: all but the deleted pools whose machines have been drained. */
  #pools(cluster: SampleCluster): readonly SamplePool[] {
    return cluster.pools.filter((pool) => this.#machines(cluster, pool).length > 0)
  }

  #machines(cluster: SampleCluster, pool: SamplePool): readonly object[] {
    return createMachines(cluster, pool, this.#deletedAt.get(pool), this.#now())
  }
}

/**
 * Matches the paths of a cloud config, of a machine pool in it, and of the pool’s machines, such as
 * `cloudconfigs/aws/UID/machinePools/NAME/machines`.
 */
const configPath = /^cloudconfigs\/(\w+)\/(\w+)(\/machinePools\/([^/]+)(\/machines)?)?$/

/**
 * The responses that never change, by their paths. The zones of AWS regions aren’t among them: they depend on the
 * account.
 */
const fixedResponses: Readonly<Record<string, object>> = {
  'users/info': { orgName: 'Sample', tenantUid: createUid(5, 1), userUid: createUid(5, 2) },
  'dashboard/projects/metadata': { items: projects.map((metadata) => ({ metadata })) },
  'cloudaccounts/summary': createList(
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
        { zones: createAwsZones(region, index) },
      ]),
    ),
  ),
}

/**
 * Creates the zones of an AWS region. As in AWS, the same zone has different names in different accounts: `shift` is
 * the number of letters by which the account’s names differ.
 */
function createAwsZones(region: string, shift: number): object[] {
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

function createSummary(cluster: SampleCluster, pools: readonly SamplePool[]): object {
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

function createConfig(cluster: SampleCluster, pools: readonly SamplePool[]): object {
  const { configUid, name, provider, account, region, azs } = cluster
  const azureConfig = { location: region, subscriptionId: createUid(6, 1) }
  const clusterConfig = provider === 'aws' ? { region } : azureConfig
  return {
    metadata: { uid: configUid, name },
    spec: {
      clusterConfig,
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

/**
 * Creates the sample machines that a pool has at this time. The machines of a deleted pool drain one after the other.
 */
function createMachines(
  cluster: SampleCluster,
  pool: SamplePool,
  deletedAt: number | undefined,
  now: number,
): object[] {
  const { name, configUid, pools } = cluster
  const { unhealthy = 0 } = pool
  const poolIndex = pools.indexOf(pool)
  const goneCount = deletedAt === undefined ? 0 : Math.floor((now - deletedAt) / drainMs)
  return Array.from({ length: pool.size }, (_, index) => {
    const isHealthy = index >= unhealthy
    const uid = `6b${configUid.slice(2, -4)}${poolIndex}${String(index).padStart(3, '0')}`
    const isLeaving = deletedAt !== undefined && index === goneCount
    const state = isHealthy ? 'Running' : 'Failed'
    const deletionTimestamp = isLeaving ? new Date(deletedAt).toISOString() : undefined
    return {
      metadata: { uid, name: `${name}-${pool.name}-${index + 1}`, deletionTimestamp },
      spec: { instanceType: pool.instanceType, ...createPlacement(cluster, pool, index) },
      status: {
        instanceState: isLeaving ? 'Deleting' : state,
        ready: isHealthy && !isLeaving,
        health: { state: isHealthy ? 'Healthy' : 'UnHealthy' },
      },
    }
  }).slice(goneCount)
}

/** Creates the fields that say where a machine runs. Each cloud has its own fields. */
function createPlacement(cluster: SampleCluster, { facts }: SamplePool, index: number): object {
  const azs = facts?.azs ?? cluster.azs
  const az = azs[index % azs.length]
  if (cluster.provider === 'aws') return { ami: 'ami-0a1b2c3d', vpcId: 'vpc-0a1b2c3d', az }
  return { location: cluster.region, osDisk, availabilityZone: { enabled: true, id: az } }
}

function createList(items: readonly object[]): object {
  return { items, listmeta: { continue: '', count: items.length, limit: pageSize, offset: 0 } }
}

const osDisk = { osType: 'Linux', diskSizeGB: 60 }
const notFoundError = {
  code: 'ResourceNotFound',
  message: 'The sample has nothing with this name.',
}
const refusedError = {
  code: 'RefusedForPractice',
  message: 'The sample rejects this deletion, as a real service might.',
}

function notFound(): Response {
  return Response.json(notFoundError, { status: 404 })
}
