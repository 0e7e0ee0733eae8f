// The data of the sample connection: two projects with a cluster in each. The clusters are in accounts of two clouds.

/**
 * A machine pool with the fields of its cloud config, and with the state of its machines that the sample service
 * reports.
 */
interface SamplePool {
  readonly name: string
  readonly size: number
  readonly instanceType: string
  /** The number of unhealthy machines. */
  readonly unhealthy?: number
  /** True if the sample service refuses to delete the pool, so that people see what a refusal is like. */
  readonly isRefused?: boolean
  /** Further fields of the pool in the cloud config, such as its zones. */
  readonly facts?: { readonly azs?: readonly string[]; readonly [field: string]: unknown }
}

/** A cluster, with its cloud config. */
interface SampleCluster {
  readonly uid: string
  readonly configUid: string
  readonly name: string
  readonly provider: 'aws' | 'aks'
  readonly account: { readonly uid: string; readonly name: string }
  readonly project: { readonly uid: string; readonly name: string }
  readonly region: string
  readonly azs: readonly string[]
  readonly pools: readonly SamplePool[]
}

/** Returns a UID in the form that the service uses: 24 hexadecimal digits. */
export function createUid(kind: number, index: number): string {
  return `5a3b1e${kind.toString(16).padStart(2, '0')}${index.toString(16).padStart(16, '0')}`
}

const awsProduction = { kind: 'aws', uid: createUid(1, 1), name: 'aws-production' }
const awsStaging = { kind: 'aws', uid: createUid(1, 2), name: 'aws-staging' }
const azurePlatform = { kind: 'azure', uid: createUid(1, 3), name: 'azure-platform' }

export const accounts = [awsProduction, awsStaging, azurePlatform]

/**
 * The AWS regions of the sample, with the prefix of their zone IDs, such as `use1`, and their number of zones. A region
 * with no zones is one that the account hasn’t opted in to.
 */
export const awsRegions: Readonly<Record<string, readonly [prefix: string, zones: number]>> = {
  'eu-central-1': ['euc1', 3],
  'me-south-1': ['mes1', 0],
  'us-east-1': ['use1', 6],
  'us-west-2': ['usw2', 4],
}

/** The Azure region of the sample. It has three zones. */
export const azureRegion = { name: 'westeurope', displayName: 'West Europe' }

const shop = { uid: createUid(2, 1), name: 'Shop' }
const data = { uid: createUid(2, 2), name: 'Data' }
export const projects = [shop, data]

export const clusters: readonly SampleCluster[] = [
  {
    uid: createUid(3, 1),
    configUid: createUid(4, 1),
    name: 'checkout',
    provider: 'aws',
    account: awsProduction,
    project: shop,
    region: 'us-east-1',
    azs: ['us-east-1a', 'us-east-1b', 'us-east-1c'],
    pools: [
      {
        name: 'control-plane',
        size: 3,
        instanceType: 'm6i.large',
        facts: { isControlPlane: true },
      },
      { name: 'workers', size: 4, instanceType: 'm6i.xlarge', facts: { minSize: 3, maxSize: 6 } },
      {
        name: 'gpu',
        size: 2,
        instanceType: 'g5.2xlarge',
        facts: {
          azs: ['us-east-1d'],
          additionalLabels: { accelerator: 'nvidia-a10g' },
          taints: [{ key: 'nvidia.com/gpu', effect: 'NoSchedule' }],
        },
      },
      { name: 'spot', size: 3, instanceType: 'c6i.large', unhealthy: 1 },
    ],
  },
  {
    uid: createUid(3, 2),
    configUid: createUid(4, 2),
    name: 'reports',
    provider: 'aks',
    account: azurePlatform,
    project: data,
    region: 'westeurope',
    azs: ['1', '2', '3'],
    pools: [
      { name: 'system', size: 2, instanceType: 'D4s_v5', facts: { isSystemNodePool: true } },
      { name: 'queries', size: 3, instanceType: 'E8s_v5', isRefused: true },
    ],
  },
]
