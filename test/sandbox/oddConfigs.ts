import { accounts } from './accounts.ts'
import { createConfig, createControlPlanePool, createPool } from './builders.ts'
import type { CloudConfig } from './model.ts'

const useast1 = ['us-east-1a', 'us-east-1b', 'us-east-1c']
const euwest1 = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']

/** Clusters of rare kinds, which most services don’t have, but a client must handle. */
export const oddConfigs = {
  /** A pool has far more machines than its size because of autoscaling, and a repave is pending. */
  search: {
    ...createConfig('search-prod', 'aws', 'us-west-2', accounts.awsProduction, [
      createControlPlanePool(3, 'm6i.xlarge', ['us-west-2a']),
      createPool('indexers', 3, 'r6i.2xlarge', ['us-west-2a'], {
        minSize: 3,
        maxSize: 150,
        machines: 120,
      }),
      createPool('queries', 6, 'm6i.xlarge', ['us-west-2b'], { unhealthy: 1 }),
    ]),
    repave: 'Pending',
  },
  /** The drains of the worker pools never end. */
  orders: createConfig('orders-stateful', 'eks', 'eu-west-1', accounts.awsProduction, [
    createPool('system', 2, 't3.large', euwest1),
    createPool('payments', 3, 'm7i.xlarge', euwest1, {
      stall: { cause: 'disruptionBudget', after: 1 },
    }),
    createPool('databases', 2, 'r6i.2xlarge', ['eu-west-1b'], {
      stall: { cause: 'volume', after: 0 },
    }),
  ]),
  /** The pool’s zones are given by subnets. */
  ledger: createConfig('ledger-static', 'aws', 'us-east-1', accounts.awsProduction, [
    createControlPlanePool(3, 'm6i.xlarge', useast1),
    createPool('worker-pool', 3, 'm6i.xlarge', [], {
      subnetIds: { 'us-east-1a': 'subnet-0a1b', 'us-east-1b': 'subnet-0c2d' },
      taints: [{ key: 'dedicated', value: 'ledger', effect: 'NoSchedule' as const }],
    }),
  ]),
  /** The last worker pool in the cloud is not the last worker pool, since a hybrid pool exists. */
  retail: {
    ...createConfig('retail-hybrid', 'aws', 'us-east-1', accounts.awsProduction, [
      createControlPlanePool(3, 'm6i.xlarge', useast1),
      createPool('worker-pool', 2, 'm6i.xlarge', useast1),
    ]),
    hybridPools: { 'store-floor': 4 },
    virtualClusters: ['till-previews'],
  },
  /** The hybrid pools have no names. */
  kiosks: {
    ...createConfig('kiosks-hybrid', 'aws', 'us-east-1', accounts.awsProduction, [
      createControlPlanePool(3, 'm6i.xlarge', useast1),
      createPool('worker-pool', 2, 'm6i.xlarge', useast1),
    ]),
    hybridPools: { '': 2 },
  },
  /** Fargate profiles run workloads without pools; one pool has what the others lack. */
  imaging: {
    ...createConfig('imaging-fargate', 'eks', 'eu-west-1', accounts.awsProduction, [
      createPool('renderers', 2, 'c7g.4xlarge', euwest1, {
        capacityType: 'spot',
        archType: 'arm64',
      }),
      createPool('archive', 0, 'm7i.xlarge', euwest1),
    ]),
    fargateProfiles: ['default'],
  },
  /** Manifests win over what the other fields say. */
  overridden: {
    ...createConfig('overridden', 'azure', 'westeurope', accounts.azureProduction, [
      createControlPlanePool(3, 'Standard_D4s_v5', ['1']),
      createPool('windows', 2, 'Standard_D4s_v5', ['1'], { osType: 'Windows' }),
      createPool('linux', 2, 'Standard_D4s_v5', ['2'], {
        overrideClusterAPIConfig: 'kind: AzureMachineTemplate',
      }),
    ]),
    overrideClusterAPIConfig: 'kind: AzureCluster',
  },
  storeEdge: createConfig('store-edge', 'edge-native', 'store-17', undefined, [
    { ...createControlPlanePool(1, ''), useControlPlaneAsWorker: true },
    createPool('tills', 3, ''),
  ]),
  /** The cluster has no worker pool, but its control plane runs workloads. */
  lineController: createConfig('line-controller', 'vsphere', 'dc-porto', accounts.vsphereFactory, [
    {
      ...createControlPlanePool(1, '8 vCPU, 32 GiB'),
      useControlPlaneAsWorker: true,
    },
  ]),
  imported: {
    ...createConfig('imported-legacy', 'generic', 'basement', accounts.awsProduction, [
      createPool('nodes', 2, 'bare metal'),
    ]),
    state: 'Importing',
    clusterType: 'PureAdopt',
    isImported: true,
  },
  /** The cluster is listed, but the key has no access to it. */
  payroll: {
    ...createConfig('payroll', 'aws', 'eu-west-1', accounts.awsProduction, [
      createControlPlanePool(3, 'm6i.xlarge', euwest1),
      createPool('worker-pool', 2, 'm6i.xlarge', euwest1),
    ]),
    isForbidden: true,
  },
  sunset: {
    ...createConfig('sunset', 'gcp', 'us-central1', accounts.gcpAnalytics, [
      createControlPlanePool(1, 'n2-standard-4', ['us-central1-a']),
      createPool('worker-pool', 1, 'n2-standard-4', ['us-central1-a']),
    ]),
    state: 'Deleting',
  },
  gone: {
    ...createConfig('gone-yesterday', 'aws', 'us-east-1', accounts.awsProduction, []),
    state: 'Deleted',
  },
} satisfies Record<string, CloudConfig>
