import { type Answer, failure } from './answer.ts'
import { type Call, configOf } from './call.ts'
import { type CloudConfig, type MachinePool, uid } from './data.ts'
import { page } from './paging.ts'
import { lookupAnswer, noTime } from './traps.ts'

// What a lookup answers is in lookups.md, in the table "Lookups".

/** A POST that only reads; the filters of live services are ignored, but the body must be one. */
export function clusterSearch(call: Call): Answer {
  if (!isJsonObject(call.body)) {
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
  return {
    metadata: clusterMetadata(config),
    specSummary: {
      cloudConfig: {
        cloudType: cloudTypeOf(config),
        uid: config.uid,
        machinePools: config.pools.map((pool) => poolOf(config, pool)),
      },
      cloudAccountMeta: { uid: config.accountUid, name: account?.name },
      projectMeta: { uid: config.projectUid, name: project?.name },
    },
    status: { state: stateOf(config) },
  }
}

/** A bare array, and never paged. */
export function clusters({ data, settings, inScope }: Call): Answer {
  const metas = data.configs.filter(inScope).map((config) => ({
    metadata: clusterMetadata(config),
    spec: {
      cloudType: cloudTypeOf(config),
      cloudRegion: config.region,
      cloudAccountUid: config.accountUid,
    },
    status: { state: stateOf(config) },
  }))
  return lookupAnswer(settings.traps, metas)
}

export function cluster({ data, settings, params, inScope }: Call): Answer {
  const config = data.configs.find(({ clusterUid }) => clusterUid === params['uid'])
  if (!config || !inScope(config)) {
    return failure(404, 'ClusterNotFound', `Cluster ${params['uid']} not found`)
  }
  return lookupAnswer(settings.traps, {
    kind: 'SpectroCluster',
    metadata: clusterMetadata(config),
    spec: {
      cloudType: cloudTypeOf(config),
      cloudConfigRef: { uid: config.uid, kind: `${cloudTypeOf(config)}CloudConfig` },
    },
    status: { state: stateOf(config) },
  })
}

export function cloudConfig(call: Call): Answer {
  const config = configOf(call)
  const { provider, region } = config
  const clusterConfig = /^(azure|aks)$/.test(provider) ? { location: region } : { region }
  return lookupAnswer(call.settings.traps, {
    metadata: { uid: config.uid, name: config.clusterName, ...times },
    spec: {
      clusterConfig,
      cloudAccountRef: { uid: config.accountUid },
      machinePoolConfig: config.pools.map((pool) => poolOf(config, pool)),
    },
  })
}

export function machines(call: Call): Answer {
  const { drains, params, settings } = call
  const config = configOf(call)
  const pool = config.pools.find(({ name }) => name === params['name'])
  if (!pool) {
    return failure(404, 'MachinePoolNotFound', `Machine pool ${params['name']} not found`)
  }
  const machinesOfPool = Array.from({ length: pool.size }, (_, index) => {
    const machineUid = uid(`machine ${config.uid} ${pool.name} ${index}`)
    const isLeaving = drains.has(pool) && index === pool.size - 1
    return {
      metadata: { uid: machineUid, name: `${config.clusterName}-${machineUid.slice(-6)}` },
      status: {
        instanceState: isLeaving ? 'Terminating' : 'Running',
        health: { state: isLeaving ? 'Unhealthy' : 'Healthy' },
      },
    }
  })
  return lookupAnswer(settings.traps, page(call, machinesOfPool))
}

function poolOf({ provider }: CloudConfig, pool: MachinePool): object {
  const { name, isControlPlane, size, minSize = size, maxSize = size, azs, instanceType } = pool
  return {
    name,
    // A managed cluster's control plane is no pool, so its pools don't say.
    ...(/^(eks|aks|gke)$/.test(provider) ? {} : { isControlPlane }),
    size,
    minSize,
    maxSize,
    azs,
    instanceType,
    labels: pool.labels ?? [],
  }
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

function isJsonObject(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
