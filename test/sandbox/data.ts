import { accounts, projects } from './accounts.ts'
import { createConfig, createControlPlanePool, createPool } from './builders.ts'
import type { CloudConfig, SandboxData } from './model.ts'
import { oddConfigs } from './oddConfigs.ts'

export type * from './model.ts'
export { accounts, projects } from './accounts.ts'
export { oddConfigs } from './oddConfigs.ts'
export { createUid } from './uid.ts'

/** How all listed API keys begin. No client may read these keys. */
export const listedKeyCanary = 'listed-key-of-'

/** Names that break careless code for URLs, labels, or globs. All are pools of `configs.storefront`. */
const awkwardNames = {
  space: 'nightly builds',
  slash: 'blue/green',
  percent: '100%-spot',
  encodedSlash: 'spot%2Fmixed',
  query: 'gpu?large#2+1',
  unicode: 'größe-プール-🚀',
  long: 'ingest-'.repeat(28) + 'pool',
}

const useast1 = ['us-east-1a', 'us-east-1b', 'us-east-1c']
const euwest1 = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']
const eucentral1 = ['eu-central-1a', 'eu-central-1b']

export const configs = {
  checkout: createConfig('checkout-prod', 'aws', 'us-east-1', accounts.awsProduction, [
    createControlPlanePool(3, 'm6i.xlarge', useast1),
    createPool('worker-pool', 6, 'm6i.2xlarge', useast1),
    createPool('gpu-inference', 2, 'g5.2xlarge', ['us-east-1d'], {
      additionalLabels: { accelerator: 'nvidia-a10g' },
      taints: [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }],
    }),
    createPool('batch-spot', 0, 'c7g.4xlarge', ['us-east-1a', 'us-east-1f'], {
      minSize: 0,
      maxSize: 20,
      labels: ['spot', 'team=data'],
    }),
  ]),
  billing: createConfig('billing-prod', 'eks', 'eu-west-1', accounts.awsProduction, [
    createPool('system', 2, 't3.large', euwest1),
    createPool('general-purpose', 5, 'm7i.xlarge', euwest1),
    createPool('memory-optimized', 3, 'r6i.2xlarge', ['eu-west-1b']),
  ]),
  storefront: createConfig('storefront-staging', 'aws', 'eu-central-1', accounts.awsStaging, [
    createControlPlanePool(1, 't3.xlarge', ['eu-central-1a']),
    createPool('worker-pool', 2, 't3.xlarge', eucentral1),
    ...Object.values(awkwardNames).map((name) => createPool(name, 1, 't3.large', eucentral1)),
  ]),
  dataPlatform: createConfig('data-platform', 'azure', 'westeurope', accounts.azureProduction, [
    createPool('master-pool', 3, 'Standard_D4s_v5', ['1', '2', '3'], { isControlPlane: true }),
    createPool('spark-executors', 12, 'Standard_E16s_v5', ['1', '2', '3']),
    createPool('kafka-brokers', 3, 'Standard_L8s_v3', ['1', '2', '3']),
  ]),
  reporting: createConfig('reporting', 'aks', 'northeurope', accounts.azureResearch, [
    createPool('systempool', 2, 'Standard_D2s_v5', ['1', '2'], { isSystemNodePool: true }),
    createPool('userpool', 4, 'Standard_D8s_v5', ['2']),
  ]),
  mlTraining: createConfig('ml-training', 'gcp', 'europe-west1', accounts.gcpProduction, [
    createControlPlanePool(3, 'n2-standard-4', ['europe-west1-b', 'europe-west1-c']),
    createPool('preprocessing', 8, 'n2-highmem-8', ['europe-west1-b', 'europe-west1-d']),
    createPool('a100-training', 2, 'a2-highgpu-4g', ['europe-west1-b']),
  ]),
  clickstream: createConfig('clickstream', 'gke', 'us-central1', accounts.gcpAnalytics, [
    createPool('default-pool', 3, 'e2-standard-4', ['us-central1-a', 'us-central1-f']),
    createPool('clickhouse', 3, 'n2-highmem-16', ['us-central1-b']),
  ]),
  factoryFloor: createConfig('factory-floor', 'vsphere', 'dc-augsburg', accounts.vsphereFactory, [
    createControlPlanePool(3, '4 vCPU, 16 GiB'),
    createPool('worker-pool', 5, '8 vCPU, 32 GiB'),
  ]),
  erp: createConfig('erp', 'cloudTypes/nutanix', 'prism-east', accounts.nutanixHeadquarters, [
    createControlPlanePool(3, '4 vCPU, 16 GiB'),
    createPool('app-servers', 4, '8 vCPU, 32 GiB'),
    createPool('databases', 2, '16 vCPU, 128 GiB'),
  ]),
  hpcLab: createConfig('hpc-lab', 'maas', 'hall-1', accounts.maasLab, [
    createControlPlanePool(1, '8 vCPU, 64 GiB'),
    createPool('compute', 6, '64 vCPU, 512 GiB'),
  ]),
  edgeGateway: {
    ...createConfig('edge-gateway', 'apache-cloudstack', 'edge-north', accounts.cloudstackEdge, [
      createControlPlanePool(1, 'Large Instance'),
      createPool('worker-pool', 2, 'Large Instance'),
    ]),
    state: 'Provisioning',
  },
  // The cloud type of these two differs from their path segment.
  warehouse: {
    ...createConfig('warehouse-042', 'vsphere', 'dc-lyon', accounts.vsphereFactory, [
      createControlPlanePool(1, '4 vCPU, 16 GiB'),
      createPool('scanners', 3, '4 vCPU, 16 GiB'),
    ]),
    cloudType: 'edge-vsphere',
  },
  featurePreviews: {
    ...createConfig('feature-previews', 'virtual', 'us-east-1', accounts.awsProduction, [
      createPool('virtual-pool', 1, '4 vCPU, 8 GiB'),
    ]),
    cloudType: 'nested',
    state: 'Unknown',
  },
} satisfies Record<string, CloudConfig>

/** A zone for each state other than `available`. */
export const oddZones = {
  impaired: { region: 'eu-central-1', zoneId: 'euc1-az3' },
  unavailable: { region: 'ap-southeast-1', zoneId: 'apse1-az2' },
  nullState: { region: 'sa-east-1', zoneId: 'sae1-az2' },
  noState: { region: 'me-south-1', zoneId: 'mes1-az1' },
}

/** A copy of the constants above, which are never changed themselves. */
export function createData({ hasOddClusters = false } = {}): SandboxData {
  return structuredClone({
    projects: Object.values(projects),
    accounts: Object.values(accounts),
    configs: [...Object.values(configs), ...(hasOddClusters ? Object.values(oddConfigs) : [])],
    deletions: [],
    apiKeys: [
      { name: 'laptop', expiry: '2031-01-01T00:00:00.000Z', isActive: true },
      { name: 'pipeline', expiry: '2030-06-30T00:00:00.000Z', isActive: true },
    ],
    zoneStates: {
      [oddZones.impaired.zoneId]: 'impaired',
      [oddZones.unavailable.zoneId]: 'unavailable',
      [oddZones.nullState.zoneId]: null,
      [oddZones.noState.zoneId]: undefined,
    },
  })
}
