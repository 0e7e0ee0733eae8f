import { type SandboxResponse, errorResponse } from './response.ts'
import { type Call, requireConfig, Refusal, refuseForbidden } from './call.ts'
import { createMachineSpec, createConfigSpec } from './configBodies.ts'
import { type CloudConfig, type MachinePool, createUid } from './data.ts'
import type { Drains } from './drain.ts'
import { paginate } from './paging.ts'
import { stalls, wellConditions } from './stalls.ts'
import { lookupResponse, unsetTime } from './traps.ts'

// The responses of lookups are in docs/api.md, in the table "Lookups".

/** A POST that only reads. Its body must be a JSON object, but the filters in it are ignored. */
export function searchClusters(call: Call): SandboxResponse {
  if (!/^\{.*\}$/s.test(call.body)) {
    return errorResponse(400, 'InvalidBody', 'The body must be a JSON object')
  }
  const { items, listmeta } = paginate(call, call.data.configs.filter(call.isInScope))
  return lookupResponse(call.settings.traps, {
    items: items.map((config) => createClusterSummary(call, config)),
    listmeta,
  })
}

function createClusterSummary({ data }: Call, config: CloudConfig): object {
  const account = data.accounts.find((candidate) => candidate.uid === config.accountUid)
  const project = data.projects.find((candidate) => candidate.uid === config.projectUid)
  const cloudType = getCloudType(config)
  const virtualClusters = config.virtualClusters?.map((name) => ({ name }))
  return {
    metadata: createClusterMetadata(config),
    specSummary: {
      cloudConfig: {
        cloudType,
        uid: config.uid,
        machinePools: config.pools.map((pool) => createPoolSummary(pool, cloudType)),
        hybridMachinePools: config.hybridPools && createHybridPoolSummaries(config.hybridPools),
      },
      cloudAccountMeta: account && { uid: account.uid, name: account.name },
      projectMeta: { uid: config.projectUid, name: project?.name },
    },
    status: {
      state: getState(config),
      health: { state: config.health ?? 'Healthy' },
      repave: config.repave && { state: config.repave },
      virtual: virtualClusters && { virtualClusters },
    },
  }
}

function createHybridPoolSummaries(hybridPools: Record<string, number>): object[] {
  return Object.values(hybridPools).map((size) => ({
    cloudType: 'edge-native',
    size,
    healthy: size,
    isControlPlane: false,
  }))
}

function createPoolSummary(pool: MachinePool, cloudType: string): object {
  const { isControlPlane, size, unhealthy = 0, labels = [] } = pool
  const healthy = Math.max(0, countMachines(pool) - unhealthy)
  return { cloudType, size, healthy, isControlPlane, labels }
}

/** The cluster that the path names. Throws 404 if there is none, 403 if the key has no access. */
function requireCluster(call: Call): CloudConfig {
  const { data, params, isInScope } = call
  const config = data.configs.find(({ clusterUid }) => clusterUid === params['uid'])
  if (!config || !isInScope(config)) {
    throw new Refusal(errorResponse(404, 'ClusterNotFound', `Cluster ${params['uid']} not found`))
  }
  refuseForbidden(call, config)
  return config
}

export function getCluster(call: Call): SandboxResponse {
  const config = requireCluster(call)
  return lookupResponse(call.settings.traps, {
    kind: 'SpectroCluster',
    metadata: createClusterMetadata(config),
    spec: {
      cloudType: getCloudType(config),
      cloudConfigRef: { uid: config.uid, kind: `${getCloudType(config)}CloudConfig` },
      clusterType: config.clusterType,
    },
    status: {
      state: getState(config),
      repave: config.repave && { state: config.repave },
      clusterImport: config.isImported ? { isBrownfield: true, state: 'Imported' } : undefined,
    },
  })
}

const newestFirst = 'metadata.creationTimestamp=-1'

/** Without an order, the oldest events come first: the service promises none. */
export function listEvents(call: Call): SandboxResponse {
  const defaultEvents = [{ message: 'Cluster is running', at: times.creationTimestamp }]
  const { events = defaultEvents } = requireCluster(call)
  const order = call.query.get('orderBy')
  if (order !== null && (!call.settings.ordersEvents || order !== newestFirst)) {
    return errorResponse(400, 'InvalidOrder', 'orderBy in query is not supported')
  }
  const oldestFirst = events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const ordered = order === null ? oldestFirst : oldestFirst.toReversed()
  const { items, listmeta } = paginate(call, ordered)
  return lookupResponse(call.settings.traps, {
    items: items.map(({ message, at }) => ({
      message,
      severity: 'Warning',
      metadata: { creationTimestamp: at },
    })),
    listmeta,
  })
}

/** The providers whose pools don’t require the field `isControlPlane` (publishedShapes.json). */
const mayOmitControlPlane = new Set(['maas', 'virtual', 'edge-native'])

export function getCloudConfig(call: Call): SandboxResponse {
  const config = requireConfig(call)
  const body = {
    metadata: { ...createClusterMetadata(config), uid: config.uid },
    spec: createConfigSpec(config),
  }
  const required = mayOmitControlPlane.has(config.provider) ? [] : ['isControlPlane']
  return lookupResponse(call.settings.traps, body, required)
}

/** The machines of all pools with this name, those included that are being drained after their deletion. */
export function listMachines(call: Call): SandboxResponse {
  const { drains, params, settings } = call
  const config = requireConfig(call)
  const pools = [...new Set([...config.pools, ...drains.listPools(config)])].filter(
    ({ name }) => name === params['name'],
  )
  if (pools.length === 0) {
    return errorResponse(404, 'MachinePoolNotFound', `Machine pool ${params['name']} not found`)
  }
  const machines = pools.flatMap((pool) =>
    Array.from({ length: countMachines(pool) }, (_, index) =>
      createMachine(config, pool, index, drains),
    ),
  )
  // These two lists have no pages.
  const isUnpaged = ['edge-native', 'apache-cloudstack'].includes(config.provider)
  return lookupResponse(settings.traps, isUnpaged ? { items: machines } : paginate(call, machines))
}

function createMachine(
  config: CloudConfig,
  pool: MachinePool,
  index: number,
  drains: Drains,
): object {
  const { unhealthy = 0, generation = '' } = pool
  const machineUid = createUid(`machine ${config.uid} ${pool.name} ${index}${generation}`)
  const deletedAt = drains.deletionTime(pool)
  const isLeaving = deletedAt !== undefined
  const isHealthy = !isLeaving && index >= unhealthy
  const deletionTimestamp = isLeaving ? new Date(deletedAt).toISOString() : unsetTime
  const stateSince = isLeaving ? deletionTimestamp : times.creationTimestamp
  const stall = isLeaving && pool.stall ? stalls[pool.stall.cause] : undefined
  return {
    metadata: {
      uid: machineUid,
      name: `${config.clusterName}-${machineUid.slice(-6)}`,
      creationTimestamp: times.creationTimestamp,
      deletionTimestamp,
    },
    spec: createMachineSpec(config, pool, index),
    status: {
      instanceState: isLeaving ? 'Deleting' : 'Running',
      // MAAS does not send the time.
      instanceStateLastUpdate: config.provider === 'maas' ? unsetTime : stateSince,
      ready: !isLeaving,
      health: {
        state: isHealthy ? 'Healthy' : 'UnHealthy',
        conditions: stall ? [...wellConditions.slice(0, 1), stall] : wellConditions,
      },
    },
  }
}

function countMachines({ size, machines: count = size }: MachinePool): number {
  return count
}

const times = { creationTimestamp: '2025-06-02T14:05:09.000Z', deletionTimestamp: unsetTime }

function createClusterMetadata({ clusterUid, clusterName }: CloudConfig): object {
  return { uid: clusterUid, name: clusterName, ...times }
}

function getCloudType({ cloudType, provider }: CloudConfig): string {
  return cloudType ?? provider.replace('cloudTypes/', '')
}

function getState({ state }: CloudConfig): string {
  return state ?? 'Running'
}
