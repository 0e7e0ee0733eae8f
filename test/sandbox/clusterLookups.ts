import { type Answer, failure } from './answer.ts'
import { type Call, configOf, Refusal, refuseForbidden } from './call.ts'
import { machineSpecOf, specOf } from './configBodies.ts'
import { type CloudConfig, type MachinePool, uid } from './data.ts'
import { page } from './paging.ts'
import { stalls, wellConditions } from './stalls.ts'
import { lookupAnswer, noTime } from './traps.ts'

// What a lookup answers is in docs/api.md, in the table "Lookups".

/** A POST that only reads; the filters of live services are ignored, but the body must be one. */
export function clusterSearch(call: Call): Answer {
  if (!/^\{.*\}$/s.test(call.body)) {
    return failure(400, 'InvalidBody', 'The body must be a JSON object')
  }
  const { items, listmeta } = page(call, call.data.configs.filter(call.inScope))
  return lookupAnswer(call.settings.traps, {
    items: items.map((config) => found(call, config)),
    listmeta,
  })
}

function found({ data }: Call, config: CloudConfig): object {
  const account = data.accounts.find((candidate) => candidate.uid === config.accountUid)
  const project = data.projects.find((candidate) => candidate.uid === config.projectUid)
  const cloudType = cloudTypeOf(config)
  return {
    metadata: clusterMetadata(config),
    specSummary: {
      cloudConfig: {
        cloudType,
        uid: config.uid,
        machinePools: config.pools.map((pool) => summaryOf(pool, cloudType)),
        ...(config.hybridPools && {
          hybridMachinePools: Object.values(config.hybridPools).map((size) => ({
            cloudType: 'edge-native',
            size,
            healthy: size,
            isControlPlane: false,
          })),
        }),
      },
      ...(account && { cloudAccountMeta: { uid: account.uid, name: account.name } }),
      projectMeta: { uid: config.projectUid, name: project?.name },
    },
    status: {
      state: stateOf(config),
      health: { state: config.health ?? 'Healthy' },
      ...(config.repave && { repave: { state: config.repave } }),
      ...(config.virtualClusters && {
        virtual: { virtualClusters: config.virtualClusters.map((name) => ({ name })) },
      }),
    },
  }
}

function summaryOf(pool: MachinePool, cloudType: string): object {
  const { isControlPlane, size, unhealthy = 0, labels = [] } = pool
  const healthy = Math.max(0, machinesIn(pool) - unhealthy)
  return { cloudType, size, healthy, isControlPlane, labels }
}

/** The cluster that the path names; refuses with 404, or with 403 where there are no rights. */
function clusterOf(call: Call): CloudConfig {
  const { data, params, inScope } = call
  const config = data.configs.find(({ clusterUid }) => clusterUid === params['uid'])
  if (!config || !inScope(config)) {
    throw new Refusal(failure(404, 'ClusterNotFound', `Cluster ${params['uid']} not found`))
  }
  refuseForbidden(call, config)
  return config
}

export function cluster(call: Call): Answer {
  const config = clusterOf(call)
  return lookupAnswer(call.settings.traps, {
    kind: 'SpectroCluster',
    metadata: clusterMetadata(config),
    spec: {
      cloudType: cloudTypeOf(config),
      cloudConfigRef: { uid: config.uid, kind: `${cloudTypeOf(config)}CloudConfig` },
    },
    status: { state: stateOf(config) },
  })
}

export function events(call: Call): Answer {
  const usual = [{ message: 'Cluster is running', at: times.creationTimestamp }]
  const { events: all = usual } = clusterOf(call)
  const { items, listmeta } = page(call, all)
  return lookupAnswer(call.settings.traps, {
    items: items.map(({ message, at }) => ({
      message,
      severity: 'Warning',
      metadata: { creationTimestamp: at },
    })),
    listmeta,
  })
}

export function cloudConfig(call: Call): Answer {
  const config = configOf(call)
  return lookupAnswer(call.settings.traps, {
    metadata: { ...clusterMetadata(config), uid: config.uid },
    spec: specOf(config),
  })
}

export function machines(call: Call): Answer {
  const { drains, params, settings } = call
  const config = configOf(call)
  const pool = config.pools.find(({ name }) => name === params['name'])
  if (!pool) {
    return failure(404, 'MachinePoolNotFound', `Machine pool ${params['name']} not found`)
  }
  const { unhealthy = 0, generation = '' } = pool
  const count = machinesIn(pool)
  const leavingSince = new Date(drains.leavingSince(pool) ?? 0).toISOString()
  const all = Array.from({ length: count }, (_, index) => {
    const machineUid = uid(`machine ${config.uid} ${pool.name} ${index}${generation}`)
    const isLeaving = drains.has(pool) && index === count - 1
    const isHealthy = !isLeaving && index >= unhealthy
    const stall = isLeaving && pool.stall && stalls[pool.stall.cause]
    return {
      metadata: {
        uid: machineUid,
        name: `${config.clusterName}-${machineUid.slice(-6)}`,
        ...times,
        ...(isLeaving && { deletionTimestamp: '2026-02-03T10:20:30.000Z' }),
      },
      spec: machineSpecOf(config, pool, index),
      status: {
        instanceState: isLeaving ? 'Deleting' : 'Running',
        // Not every cloud tells it.
        instanceStateLastUpdate:
          config.provider === 'maas' ? noTime : isLeaving ? leavingSince : times.creationTimestamp,
        ready: !isLeaving,
        health: {
          state: isHealthy ? 'Healthy' : 'UnHealthy',
          conditions: stall ? [...wellConditions.slice(0, 1), stall] : wellConditions,
        },
      },
    }
  })
  // Two providers' lists have no pages.
  const isWhole = /^(edge-native|apache-cloudstack)$/.test(config.provider)
  return lookupAnswer(settings.traps, isWhole ? { items: all } : page(call, all))
}

/** How many machines a pool has. */
function machinesIn({ size, machines: count = size }: MachinePool): number {
  return count
}

const times = { creationTimestamp: '2025-06-02T14:05:09.000Z', deletionTimestamp: noTime }

function clusterMetadata({ clusterUid, clusterName }: CloudConfig): object {
  return { uid: clusterUid, name: clusterName, ...times }
}

function cloudTypeOf({ cloudType, provider }: CloudConfig): string {
  return cloudType ?? provider.replace('cloudTypes/', '')
}

function stateOf({ state }: CloudConfig): string {
  return state ?? 'Running'
}
