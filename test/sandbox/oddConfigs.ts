import { accounts } from './accounts.ts'
import { config, masters, pool } from './builders.ts'
import type { CloudConfig } from './model.ts'

const useast1 = ['us-east-1a', 'us-east-1b', 'us-east-1c']
const euwest1 = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']

/**
 * Clusters of every other kind that there is: what most services have none of, and what a client must
 * know all the same.
 */
export const oddConfigs = {
  /** Autoscaled far above the size that it is to have, and to be repaved. */
  search: {
    ...config('search-prod', 'aws', 'us-west-2', accounts.awsProduction, [
      masters(3, 'm6i.xlarge', ['us-west-2a']),
      pool('indexers', 3, 'r6i.2xlarge', ['us-west-2a'], {
        minSize: 3,
        maxSize: 150,
        machines: 120,
      }),
      pool('queries', 6, 'm6i.xlarge', ['us-west-2b'], { unhealthy: 1 }),
    ]),
    repave: 'Pending',
  },
  /** Its workers do not drain to the end. */
  orders: config('orders-stateful', 'eks', 'eu-west-1', accounts.awsProduction, [
    pool('system', 2, 't3.large', euwest1),
    pool('payments', 3, 'm7i.xlarge', euwest1, { stall: { cause: 'disruptionBudget', after: 1 } }),
    pool('databases', 2, 'r6i.2xlarge', ['eu-west-1b'], { stall: { cause: 'volume', after: 0 } }),
  ]),
  /** Each zone by its subnet. */
  ledger: config('ledger-static', 'aws', 'us-east-1', accounts.awsProduction, [
    masters(3, 'm6i.xlarge', useast1),
    pool('worker-pool', 3, 'm6i.xlarge', [], {
      subnetIds: { 'us-east-1a': 'subnet-0a1b', 'us-east-1b': 'subnet-0c2d' },
      taints: [{ key: 'dedicated', value: 'ledger', effect: 'NoSchedule' as const }],
    }),
  ]),
  /** Its last pool in the cloud is not its last worker pool. */
  retail: {
    ...config('retail-hybrid', 'aws', 'us-east-1', accounts.awsProduction, [
      masters(3, 'm6i.xlarge', useast1),
      pool('worker-pool', 2, 'm6i.xlarge', useast1),
    ]),
    hybridPools: { 'store-floor': 4 },
    virtualClusters: ['till-previews'],
  },
  storeEdge: config('store-edge', 'edge-native', 'store-17', undefined, [
    { ...masters(1, ''), useControlPlaneAsWorker: true },
    pool('tills', 3, ''),
  ]),
  /** Without a worker pool, and yet with workloads. */
  lineController: config('line-controller', 'vsphere', 'dc-porto', accounts.vsphereFactory, [
    {
      ...masters(1, '8 vCPU, 32 GiB'),
      useControlPlaneAsWorker: true,
    },
  ]),
  imported: {
    ...config('imported-legacy', 'generic', 'basement', accounts.awsProduction, [
      pool('nodes', 2, 'bare metal'),
    ]),
    state: 'Importing',
  },
  /** Not for this key, though it is listed. */
  payroll: {
    ...config('payroll', 'aws', 'eu-west-1', accounts.awsProduction, [
      masters(3, 'm6i.xlarge', euwest1),
      pool('worker-pool', 2, 'm6i.xlarge', euwest1),
    ]),
    isForbidden: true,
  },
  sunset: {
    ...config('sunset', 'gcp', 'us-central1', accounts.gcpAnalytics, [
      masters(1, 'n2-standard-4', ['us-central1-a']),
      pool('worker-pool', 1, 'n2-standard-4', ['us-central1-a']),
    ]),
    state: 'Deleting',
  },
  gone: {
    ...config('gone-yesterday', 'aws', 'us-east-1', accounts.awsProduction, []),
    state: 'Deleted',
  },
} satisfies Record<string, CloudConfig>
