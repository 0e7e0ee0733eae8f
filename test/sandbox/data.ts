import { accounts, projects } from './accounts.ts'
import { config, masters, pool } from './builders.ts'
import type { CloudConfig, SandboxData } from './model.ts'
import { oddConfigs } from './oddConfigs.ts'

export type * from './model.ts'
export { accounts, projects } from './accounts.ts'
export { oddConfigs } from './oddConfigs.ts'
export { uid } from './uid.ts'

/** The beginning of all listed API keys, which no client may read. */
export const listedKeyCanary = 'listed-key-of-'

/** Names that a careless URL, label or glob gets wrong; all are pools of `configs.storefront`. */
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
  checkout: config('checkout-prod', 'aws', 'us-east-1', accounts.awsProduction, [
    masters(3, 'm6i.xlarge', useast1),
    pool('worker-pool', 6, 'm6i.2xlarge', useast1),
    pool('gpu-inference', 2, 'g5.2xlarge', ['us-east-1d'], {
      additionalLabels: { accelerator: 'nvidia-a10g' },
      taints: [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }],
    }),
    pool('batch-spot', 0, 'c7g.4xlarge', ['us-east-1a', 'us-east-1f'], {
      minSize: 0,
      maxSize: 20,
      labels: ['spot', 'team=data'],
    }),
  ]),
  billing: config('billing-prod', 'eks', 'eu-west-1', accounts.awsProduction, [
    pool('system', 2, 't3.large', euwest1),
    pool('general-purpose', 5, 'm7i.xlarge', euwest1),
    pool('memory-optimized', 3, 'r6i.2xlarge', ['eu-west-1b']),
  ]),
  storefront: config('storefront-staging', 'aws', 'eu-central-1', accounts.awsStaging, [
    masters(1, 't3.xlarge', ['eu-central-1a']),
    pool('worker-pool', 2, 't3.xlarge', eucentral1),
    ...Object.values(awkwardNames).map((name) => pool(name, 1, 't3.large', eucentral1)),
  ]),
  dataPlatform: config('data-platform', 'azure', 'westeurope', accounts.azureProduction, [
    pool('master-pool', 3, 'Standard_D4s_v5', ['1', '2', '3'], { isControlPlane: true }),
    pool('spark-executors', 12, 'Standard_E16s_v5', ['1', '2', '3']),
    pool('kafka-brokers', 3, 'Standard_L8s_v3', ['1', '2', '3']),
  ]),
  reporting: config('reporting', 'aks', 'northeurope', accounts.azureResearch, [
    pool('systempool', 2, 'Standard_D2s_v5', ['1', '2'], { isSystemNodePool: true }),
    pool('userpool', 4, 'Standard_D8s_v5', ['2']),
  ]),
  mlTraining: config('ml-training', 'gcp', 'europe-west1', accounts.gcpProduction, [
    masters(3, 'n2-standard-4', ['europe-west1-b', 'europe-west1-c']),
    pool('preprocessing', 8, 'n2-highmem-8', ['europe-west1-b', 'europe-west1-d']),
    pool('a100-training', 2, 'a2-highgpu-4g', ['europe-west1-b']),
  ]),
  clickstream: config('clickstream', 'gke', 'us-central1', accounts.gcpAnalytics, [
    pool('default-pool', 3, 'e2-standard-4', ['us-central1-a', 'us-central1-f']),
    pool('clickhouse', 3, 'n2-highmem-16', ['us-central1-b']),
  ]),
  factoryFloor: config('factory-floor', 'vsphere', 'dc-augsburg', accounts.vsphereFactory, [
    masters(3, '4 vCPU, 16 GiB'),
    pool('worker-pool', 5, '8 vCPU, 32 GiB'),
  ]),
  erp: config('erp', 'cloudTypes/nutanix', 'prism-east', accounts.nutanixHeadquarters, [
    masters(3, '4 vCPU, 16 GiB'),
    pool('app-servers', 4, '8 vCPU, 32 GiB'),
    pool('databases', 2, '16 vCPU, 128 GiB'),
  ]),
  hpcLab: config('hpc-lab', 'maas', 'hall-1', accounts.maasLab, [
    masters(1, '8 vCPU, 64 GiB'),
    pool('compute', 6, '64 vCPU, 512 GiB'),
  ]),
  edgeGateway: {
    ...config('edge-gateway', 'apache-cloudstack', 'edge-north', accounts.cloudstackEdge, [
      masters(1, 'Large Instance'),
      pool('worker-pool', 2, 'Large Instance'),
    ]),
    state: 'Provisioning',
  },
  // These two name another cloud type than their path segment.
  warehouse: {
    ...config('warehouse-042', 'vsphere', 'dc-lyon', accounts.vsphereFactory, [
      masters(1, '4 vCPU, 16 GiB'),
      pool('scanners', 3, '4 vCPU, 16 GiB'),
    ]),
    cloudType: 'edge-vsphere',
  },
  featurePreviews: {
    ...config('feature-previews', 'virtual', 'us-east-1', accounts.awsProduction, [
      pool('virtual-pool', 1, '4 vCPU, 8 GiB'),
    ]),
    cloudType: 'nested',
    state: 'Unknown',
  },
} satisfies Record<string, CloudConfig>

/** Zone ids whose state is something else than `available`, each the one of its kind. */
export const oddZones = {
  impaired: { region: 'eu-central-1', zoneId: 'euc1-az3' },
  unavailable: { region: 'ap-southeast-1', zoneId: 'apse1-az2' },
  nullState: { region: 'sa-east-1', zoneId: 'sae1-az2' },
  noState: { region: 'me-south-1', zoneId: 'mes1-az1' },
}

/**
 * A fresh copy of everything above, the odd clusters only where they are asked for; the constants
 * themselves are never changed.
 */
export function createData({ odd = false } = {}): SandboxData {
  return structuredClone({
    projects: Object.values(projects),
    accounts: Object.values(accounts),
    configs: [...Object.values(configs), ...(odd ? Object.values(oddConfigs) : [])],
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
