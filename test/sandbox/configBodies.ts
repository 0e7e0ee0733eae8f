import { type CloudConfig, type MachinePool, createUid } from './data.ts'
import { findInstanceType } from './instanceTypes.ts'

// Cloud configs and machines as each provider has them (publishedShapes.json).

/** The `spec` of a cloud config. */
export function createConfigSpec(config: CloudConfig): object {
  const { accountUid, hybridPools, fargateProfiles, overrideClusterAPIConfig } = config
  const kind = getBodyKind(config)
  const hasAccount = kind !== 'edge-native' && kind !== 'virtual'
  return {
    clusterConfig: { ...createClusterConfig(config), overrideClusterAPIConfig },
    cloudAccountRef: hasAccount ? { uid: accountUid } : undefined,
    hostClusterUid: kind === 'virtual' ? createUid('host cluster') : undefined,
    machinePoolConfig: config.pools.map((pool) => createPoolBody(config, pool)),
    hybridMachinePools: hybridPools && createHybridPoolRefs(config.uid, Object.keys(hybridPools)),
    fargateProfiles: fargateProfiles?.map((name) => ({
      name,
      selectors: [{ namespace: 'default' }],
    })),
  }
}

function createHybridPoolRefs(configUid: string, poolNames: string[]): object[] {
  return poolNames.map((poolName) => ({
    poolCloudType: 'edge-native',
    poolName: poolName === '' ? undefined : poolName,
    poolUid: createUid(`hybrid pool ${configUid} ${poolName}`),
  }))
}

function createClusterConfig(config: CloudConfig): object {
  const { clusterName, region } = config
  const bodies: Record<string, object> = {
    azure: { location: region, subscriptionId: `${clusterName}-subscription` },
    gcp: { project: `${clusterName}-417203`, region },
    vsphere: { placement: { datacenter: region, cluster: 'cluster-1' } },
    maas: { domain: `${region}.example` },
    'apache-cloudstack': { zones: [{ id: createUid(`zone ${region}`), name: region }] },
    virtual: {},
    'edge-native': {},
    custom: {},
  }
  return bodies[getBodyKind(config)] ?? { region }
}

function createPoolBody(config: CloudConfig, pool: MachinePool): object {
  const { name, isControlPlane, size, minSize, maxSize, labels = [], taints = [] } = pool
  const { useControlPlaneAsWorker, additionalLabels } = pool
  const kind = getBodyKind(config)
  const commonFields = { name, isControlPlane, size, useControlPlaneAsWorker }
  if (kind === 'custom') return { ...commonFields, taints, additionalLabels }
  if (kind === 'generic') return { ...commonFields, labels, instanceType: pool.instanceType }
  return {
    ...commonFields,
    minSize,
    maxSize,
    labels,
    taints,
    additionalLabels,
    ...createNodeFields(config, pool),
  }
}

/** The fields of a pool about the instance type and the zones of its nodes, which differ by cloud. */
function createNodeFields(config: CloudConfig, pool: MachinePool): object {
  const { azs, subnetIds, instanceType, isSystemNodePool, osType, capacityType, archType } = pool
  const { overrideClusterAPIConfig } = pool
  const machinePoolProperties = archType && { archType }
  const { cpus, memoryMiB } = parseInstanceSize(instanceType)
  const type = findInstanceType(instanceType)
  const instance = {
    instanceType,
    instanceConfig: type && { numCPUs: type.cpu, memoryMiB: type.memory * 1024 },
  }
  const memory = { minMemInMiB: 1024, maxMemInMiB: memoryMiB }
  const bodies: Record<string, object> = {
    aws: {
      azs,
      subnetIds,
      ...instance,
      capacityType,
      machinePoolProperties,
      overrideClusterAPIConfig,
    },
    azure: {
      azs,
      ...instance,
      isSystemNodePool,
      osType,
      machinePoolProperties,
      overrideClusterAPIConfig,
    },
    vsphere: { instanceType: { numCPUs: cpus, memoryMiB, diskGiB: 60 } },
    maas: { azs, instanceType: { minCPU: cpus, minMemInMB: memoryMiB, minDiskSizeInGB: 60 } },
    virtual: { azs, instanceType: { minCPU: 1, maxCPU: cpus, ...memory } },
    'apache-cloudstack': {
      offering: { id: createUid(`offering ${instanceType}`), name: instanceType },
      machinePoolProperties,
      overrideClusterAPIConfig,
    },
    'edge-native': { hosts: [] },
  }
  return bodies[getBodyKind(config)] ?? { azs, subnetIds, ...instance }
}

/** The `spec` of a machine. A pool’s machines take its zones in turn. */
export function createMachineSpec(config: CloudConfig, pool: MachinePool, index: number): object {
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
  return bodies[getBodyKind(config)] ?? {}
}

/** The provider, or the provider whose bodies are the same. */
function getBodyKind({ provider }: CloudConfig): string {
  if (provider.startsWith('cloudTypes/')) return 'custom'
  return { aks: 'azure', eks: 'aws', gke: 'gcp' }[provider] ?? provider
}

/** Reads the numbers in an instance type such as `4 vCPU, 16 GiB`. */
function parseInstanceSize(instanceType: string): { cpus: number; memoryMiB: number } {
  const [cpus = 2, memory = 8] = (instanceType.match(/\d+/g) ?? []).map(Number)
  return { cpus, memoryMiB: memory * 1024 }
}
