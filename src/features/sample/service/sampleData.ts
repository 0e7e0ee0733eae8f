/** A cloud account of the sample. */
export interface SampleAccount {
  kind: 'aws' | 'azure' | 'gcp'
  uid: string
  name: string
}

/** A machine pool of the sample. */
export interface SamplePool {
  name: string
  size: number
  instanceType: string
  isControlPlane?: boolean
  isSystemNodePool?: boolean
  minSize?: number
  maxSize?: number
  /** Its own zones instead of the cluster’s. */
  zones?: readonly string[]
  labels?: Readonly<Record<string, string>>
  /** The key of its taint, which no pod is scheduled without. */
  taint?: string
  /** The number of unhealthy machines. */
  unhealthy?: number
  /** True if the service refuses to delete it. */
  isLocked?: boolean
}

/** A cluster of the sample, with its cloud config. */
export interface SampleCluster {
  uid: string
  configUid: string
  name: string
  provider: 'aws' | 'eks' | 'aks' | 'gke'
  account: SampleAccount
  project: { uid: string; name: string }
  region: string
  zones: readonly string[]
  health: string
  pools: readonly SamplePool[]
}

/** Returns a UID of the usual form. */
export function uidOf(kind: number, index: number): string {
  return `5a3b1e${kind.toString(16).padStart(2, '0')}${index.toString(16).padStart(16, '0')}`
}

const awsProduction = { kind: 'aws', uid: uidOf(1, 1), name: 'aws-production' } as const
const awsStaging = { kind: 'aws', uid: uidOf(1, 2), name: 'aws-staging' } as const
const azurePlatform = { kind: 'azure', uid: uidOf(1, 3), name: 'azure-platform' } as const
const gcpAnalytics = { kind: 'gcp', uid: uidOf(1, 4), name: 'gcp-analytics' } as const

export const accounts: readonly SampleAccount[] = [
  awsProduction,
  awsStaging,
  azurePlatform,
  gcpAnalytics,
]

/** The regions of AWS with the prefix of their zone IDs, and the number of zones; without any, not opted in. */
export const awsRegions: Readonly<Record<string, readonly [prefix: string, zones: number]>> = {
  'ap-southeast-2': ['apse2', 3],
  'eu-central-1': ['euc1', 3],
  'eu-west-1': ['euw1', 3],
  'me-south-1': ['mes1', 0],
  'us-east-1': ['use1', 6],
  'us-west-2': ['usw2', 4],
}

/** The regions of Azure with their display names, and the number of zones. */
export const azureRegions: Readonly<Record<string, readonly [name: string, zones: number]>> = {
  northeurope: ['North Europe', 3],
  ukwest: ['UK West', 0],
  westeurope: ['West Europe', 3],
}

export const gcpProject = { id: 'analytics-417203', name: 'Analytics' }

/** The regions of Google Cloud with the letters of their zones. */
export const gcpRegions: Readonly<Record<string, string>> = {
  'europe-west4': 'abc',
  'us-central1': 'abcf',
}

/**
 * The instance types by provider, with their vCPUs, their GiB, and the zones without them: the ends of zone IDs for
 * AWS, otherwise those of names.
 */
export const instanceTypes: Readonly<
  Record<string, Readonly<Record<string, readonly [cpu: number, memory: number, notIn?: string]>>>
> = {
  aws: {
    'c6i.large': [2, 4],
    'g5.2xlarge': [8, 32, '35'],
    'm6i.large': [2, 8],
    'm6i.xlarge': [4, 16],
  },
  azure: {
    Standard_D4s_v5: [4, 16],
    Standard_E8s_v5: [8, 64],
  },
  gcp: {
    'a2-highgpu-1g': [12, 85, 'c'],
    'n2-standard-4': [4, 16],
  },
}

const shop = { uid: uidOf(2, 1), name: 'Shop' }
const data = { uid: uidOf(2, 2), name: 'Data' }
export const projects = [shop, data]

export const clusters: readonly SampleCluster[] = [
  {
    uid: uidOf(3, 1),
    configUid: uidOf(4, 1),
    name: 'checkout',
    provider: 'aws',
    account: awsProduction,
    project: shop,
    region: 'us-east-1',
    zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'],
    health: 'Healthy',
    pools: [
      { name: 'control-plane', size: 3, instanceType: 'm6i.large', isControlPlane: true },
      { name: 'workers', size: 4, minSize: 3, maxSize: 6, instanceType: 'm6i.xlarge' },
      {
        name: 'gpu',
        size: 2,
        instanceType: 'g5.2xlarge',
        zones: ['us-east-1d'],
        labels: { accelerator: 'nvidia-a10g' },
        taint: 'nvidia.com/gpu',
      },
      {
        name: 'spot',
        size: 3,
        instanceType: 'c6i.large',
        labels: { capacity: 'spot' },
        unhealthy: 1,
      },
    ],
  },
  {
    uid: uidOf(3, 2),
    configUid: uidOf(4, 2),
    name: 'storefront',
    provider: 'eks',
    account: awsStaging,
    project: shop,
    region: 'eu-central-1',
    zones: ['eu-central-1a', 'eu-central-1b'],
    health: 'Healthy',
    pools: [
      { name: 'web', size: 3, instanceType: 'm6i.large' },
      { name: 'payments', size: 2, instanceType: 'm6i.large', isLocked: true },
    ],
  },
  {
    uid: uidOf(3, 3),
    configUid: uidOf(4, 3),
    name: 'reports',
    provider: 'aks',
    account: azurePlatform,
    project: data,
    region: 'westeurope',
    zones: ['1', '2', '3'],
    health: 'Healthy',
    pools: [
      { name: 'system', size: 2, instanceType: 'Standard_D4s_v5', isSystemNodePool: true },
      { name: 'queries', size: 3, instanceType: 'Standard_E8s_v5' },
    ],
  },
  {
    uid: uidOf(3, 4),
    configUid: uidOf(4, 4),
    name: 'training',
    provider: 'gke',
    account: gcpAnalytics,
    project: data,
    region: 'europe-west4',
    zones: ['europe-west4-a', 'europe-west4-b'],
    health: 'UnHealthy',
    pools: [
      { name: 'notebooks', size: 2, instanceType: 'n2-standard-4' },
      { name: 'accelerators', size: 2, instanceType: 'a2-highgpu-1g', unhealthy: 2 },
    ],
  },
]
