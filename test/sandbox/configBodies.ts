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
  const bodies: Record<string, object> = {
    azure: { location: region, subscriptionId: `${clusterName}-subscription` },
    gcp: { project: `${clusterName}-417203`, region },
    vsphere: { placement: { datacenter: region, cluster: 'cluster-1' } },
    maas: { domain: `${region}.example` },
    'apache-cloudstack': { zones: [{ id: uid(`zone ${region}`), name: region }] },
    virtual: {},
    'edge-native': {},
    custom: {},
  }
  return bodies[kindOf(config)] ?? { region }
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
  const memory = { minMemInMiB: 1024, maxMemInMiB: memoryMiB }
  const bodies: Record<string, object> = {
    azure: { azs, ...instance, ...(pool.isSystemNodePool && { isSystemNodePool: true }) },
    vsphere: { instanceType: { numCPUs: cpus, memoryMiB, diskGiB: 60 } },
    maas: { azs, instanceType: { minCPU: cpus, minMemInMB: memoryMiB, minDiskSizeInGB: 60 } },
    virtual: { azs, instanceType: { minCPU: 1, maxCPU: cpus, ...memory } },
    'apache-cloudstack': { offering: { id: uid(`offering ${instanceType}`), name: instanceType } },
    'edge-native': { hosts: [] },
  }
  return bodies[kindOf(config)] ?? { azs, ...(subnetIds && { subnetIds }), ...instance }
}

/** Where a machine stands, and more of what it says of itself. */
export function machineSpecOf(config: CloudConfig, pool: MachinePool, index: number): object {
  const { region } = config
  const zones = [...pool.azs, ...Object.keys(pool.subnetIds ?? {})]
  const zone = zones[index % zones.length]
  const { instanceType } = pool
  const availabilityZone = zone === undefined ? undefined : { enabled: true, id: zone }
  const nics = [{ networkName: 'VM Network' }]
  const bodies: Record<string, object> = {
    aws: { ami: 'ami-0a1b2c3d', instanceType, vpcId: 'vpc-0a1b2c3d', az: zone },
    azure: { instanceType, location: region, osDisk: { osType: 'Linux' }, availabilityZone },
    gcp: { instanceType, region, zone },
    vsphere: { vcenterServer: 'vcenter.example', nics, placement: { datacenter: region } },
    maas: { az: zone, hostname: `node-${index}` },
    'apache-cloudstack': { failureDomainName: region, offering: { name: instanceType } },
  }
  return bodies[kindOf(config)] ?? {}
}

/** The provider, or the one whose bodies it has. */
function kindOf({ provider }: CloudConfig): string {
  if (provider.startsWith('cloudTypes/')) return 'custom'
  return { aks: 'azure', eks: 'aws', gke: 'gcp' }[provider] ?? provider
}

/** A size in words, in numbers. */
function sizeOf(instanceType: string): { cpus: number; memoryMiB: number } {
  const [cpus = 2, memory = 8] = (instanceType.match(/\d+/g) ?? []).map(Number)
  return { cpus, memoryMiB: memory * 1024 }
}
