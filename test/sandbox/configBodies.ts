import { type CloudConfig, type MachinePool, uid } from './data.ts'
import { typeOf } from './instanceTypes.ts'

// Cloud configs and machines as each provider has them (publishedShapes.json).

/** What a cloud config says of itself and of its pools. */
export function specOf(config: CloudConfig): object {
  const { accountUid, hybridPools } = config
  const kind = kindOf(config)
  const hasAccount = kind !== 'edge-native' && kind !== 'virtual'
  return {
    clusterConfig: clusterConfigOf(config),
    ...(hasAccount && { cloudAccountRef: { uid: accountUid } }),
    ...(kind === 'virtual' && { hostClusterUid: uid('host cluster') }),
    machinePoolConfig: config.pools.map((pool) => poolOf(config, pool)),
    ...(hybridPools && {
      hybridMachinePools: Object.keys(hybridPools).map((poolName) => ({
        poolCloudType: 'edge-native',
        poolName,
        poolUid: uid(`hybrid pool ${config.uid} ${poolName}`),
      })),
    }),
  }
}

function clusterConfigOf(config: CloudConfig): object {
  const { clusterName, region } = config
  switch (kindOf(config)) {
    case 'azure':
    case 'aks':
      return { location: region, subscriptionId: `${clusterName}-subscription` }
    case 'gcp':
    case 'gke':
      return { project: `${clusterName}-417203`, region }
    case 'vsphere':
      return { placement: { datacenter: region, cluster: 'cluster-1' } }
    case 'maas':
      return { domain: `${region}.example` }
    case 'apache-cloudstack':
      return { zones: [{ id: uid(`zone ${region}`), name: region }] }
    case 'virtual':
    case 'edge-native':
    case 'custom':
      return {}
    default:
      return { region }
  }
}

function poolOf(config: CloudConfig, pool: MachinePool): object {
  const { name, isControlPlane, size, minSize, maxSize, labels = [], taints = [] } = pool
  const { additionalLabels } = pool
  const kind = kindOf(config)
  const own = {
    name,
    isControlPlane,
    size,
    ...(pool.useControlPlaneAsWorker && { useControlPlaneAsWorker: true }),
  }
  const marks = { taints, ...(additionalLabels && { additionalLabels }) }
  if (kind === 'custom') return { ...own, ...marks }
  if (kind === 'generic') return { ...own, labels, instanceType: pool.instanceType }
  return { ...own, minSize, maxSize, labels, ...marks, ...placeOf(config, pool) }
}

/** What the nodes of a pool are and where they stand. */
function placeOf(config: CloudConfig, pool: MachinePool): object {
  const { azs, subnetIds, instanceType } = pool
  const { cpus, memoryMiB } = sizeOf(instanceType)
  const type = typeOf(instanceType)
  const instanceConfig = type && { numCPUs: type.cpu, memoryMiB: type.memory * 1024 }
  const instance = { instanceType, ...(instanceConfig && { instanceConfig }) }
  switch (kindOf(config)) {
    case 'azure':
    case 'aks':
      return { azs, ...instance, ...(pool.isSystemNodePool && { isSystemNodePool: true }) }
    case 'vsphere':
      return { instanceType: { numCPUs: cpus, memoryMiB, diskGiB: 60 } }
    case 'maas':
      return { azs, instanceType: { minCPU: cpus, minMemInMB: memoryMiB, minDiskSizeInGB: 60 } }
    case 'virtual':
      return {
        azs,
        instanceType: { minCPU: 1, maxCPU: cpus, minMemInMiB: 1024, maxMemInMiB: memoryMiB },
      }
    case 'apache-cloudstack':
      return { offering: { id: uid(`offering ${instanceType}`), name: instanceType } }
    case 'edge-native':
      return { hosts: [] }
    default:
      return { azs, ...(subnetIds && { subnetIds }), ...instance }
  }
}

/** Where a machine stands, and more of what it says of itself. */
export function machineSpecOf(config: CloudConfig, pool: MachinePool, index: number): object {
  const { region } = config
  const zones = [...pool.azs, ...Object.keys(pool.subnetIds ?? {})]
  const zone = zones[index % zones.length]
  const { instanceType } = pool
  switch (kindOf(config)) {
    case 'aws':
    case 'eks':
      return { ami: 'ami-0a1b2c3d', instanceType, vpcId: 'vpc-0a1b2c3d', az: zone }
    case 'azure':
    case 'aks':
      return {
        instanceType,
        location: region,
        osDisk: { osType: 'Linux' },
        ...(zone !== undefined && { availabilityZone: { enabled: true, id: zone } }),
      }
    case 'gcp':
    case 'gke':
      return { instanceType, region, zone }
    case 'vsphere':
      return {
        vcenterServer: 'vcenter.example',
        nics: [{ networkName: 'VM Network' }],
        placement: { datacenter: region },
      }
    case 'maas':
      return { az: zone, hostname: `node-${index}` }
    case 'apache-cloudstack':
      return { failureDomainName: region, offering: { name: instanceType } }
    default:
      return {}
  }
}

/** The provider, whatever the custom cloud is called. */
function kindOf({ provider }: CloudConfig): string {
  return provider.startsWith('cloudTypes/') ? 'custom' : provider
}

/** A size in words, in numbers. */
function sizeOf(instanceType: string): { cpus: number; memoryMiB: number } {
  const [cpus = 2, memory = 8] = (instanceType.match(/\d+/g) ?? []).map(Number)
  return { cpus, memoryMiB: memory * 1024 }
}
