import { strict as assert } from 'node:assert'
import { cloudConfigBody } from '../../bodies.ts'
import { createControlPlanePool, createPool } from '../../sandbox/builders.ts'
import { configs, oddConfigs, type CloudConfig } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { billing, checkout, clickstream, factoryFloor, hpcLab, reporting } = configs

/** What the question before a deletion says, and what it doesn’t, after a change of the cluster. */
interface Case {
  what: string
  /** The cluster; `configs.checkout` by default. */
  of?: CloudConfig
  /** The pool; `gpu-inference` by default. */
  pool?: string
  change?: (config: CloudConfig) => void
  /** How the service answers requests to a path. */
  fault?: (config: CloudConfig) => { path: string; status?: number; body?: string }
  says?: RegExp
  omits?: RegExp
  /** Whether the cluster and the pool must be typed. */
  isTyped?: boolean
}

const willBeDrained = /will be drained/
const willBeRemoved = /will be drained and removed/
const mayBeLeft = /^The service didn’t provision this cluster\. .+ leave the nodes running\. /m
const isBeingDeleted = /cluster is being deleted/i
const mayDiffer =
  /^Some values of this pool or its cluster are overridden in Cluster API, so the actual ones may differ from those shown\.$/m

const requirePool = ({ pools }: CloudConfig, poolName: string) =>
  pools.find(({ name }) => name === poolName) ?? assert.fail(poolName)

const autoscaleWorkers = (config: CloudConfig) =>
  Object.assign(requirePool(config, 'worker-pool'), {
    size: 2,
    minSize: 2,
    maxSize: 12,
    machines: 6,
  })

const hideOwnState: Case['fault'] = ({ clusterUid }) => ({
  path: `/v1/spectroclusters/${clusterUid}`,
  status: 403,
})

const sizes: Case[] = [
  ...[0, 2].map((machines) => ({
    what: `has the configured size, too, if the pool has other machines: ${machines} of 6`,
    pool: 'worker-pool',
    change: (config: CloudConfig) => (requirePool(config, 'worker-pool').machines = machines),
    says: new RegExp(`^Nodes: ${machines} \\(configured: 6\\) · `),
  })),
  {
    what: 'says that nodes by zone are counted as configured if their machines aren’t listed',
    change: (config) => {
      config.pools = config.pools.filter(({ name }) => name !== 'batch-spot') // is autoscaled
      for (const pool of config.pools) pool.azs = ['us-east-1a']
    },
    says: /^Worker nodes by zone \(some as configured\): us.east.1a:\s8\sto\s6$/m,
  },
  {
    what: 'says nothing of nodes by zone if their numbers stay as they are',
    pool: 'batch-spot', // has no nodes
    change: ({ pools }) => {
      for (const pool of pools) pool.azs = ['us-east-1a']
    },
    omits: /by zone/,
  },
  {
    what: 'has the range of an autoscaled pool, beside the number of its nodes',
    pool: 'worker-pool',
    change: autoscaleWorkers,
    says: /^(?=.*\b6\b).*2–12/,
  },
  {
    what: 'says that an autoscaled pool may get nodes while it drains',
    pool: 'worker-pool',
    change: autoscaleWorkers,
    says: /While nodes drain, autoscaling may add others to this pool\./,
  },
  {
    what: 'doesn’t say of another pool that it may get nodes',
    change: autoscaleWorkers,
    omits: /autoscaling may add/,
  },
  {
    what: 'has neither machines nor workers of a pool without nodes',
    pool: 'batch-spot',
    says: /^Nodes: 0\b/m,
    omits: /will be drained|worker nodes in/,
  },
  // MAAS chooses a machine that has at least these sizes.
  {
    what: 'calls the sizes of MAAS machines minimums',
    of: hpcLab,
    pool: 'compute',
    says: /at least 64 vCPU, 512 GiB/,
  },
  {
    what: 'says that data on the disks of nodes may be lost, where machines are the user’s',
    of: hpcLab,
    pool: 'compute',
    says: /This can’t be undone\. Data on the nodes’ disks may be lost\./,
  },
  {
    what: 'says so on vSphere, too',
    of: factoryFloor,
    pool: 'worker-pool',
    says: /This can’t be undone\. Data on the nodes’ disks may be lost\./,
  },
  { what: 'says nothing of disks in a cloud', omits: /disks/ },
  {
    what: 'says that overrides of the pool may make all of it wrong',
    change: (config) => (requirePool(config, 'gpu-inference').overrideClusterAPIConfig = 'a: b'),
    says: mayDiffer,
  },
  {
    what: 'says that overrides of the cluster may make all of it wrong',
    change: (config) => (config.overrideClusterAPIConfig = 'kind: AWSCluster'),
    says: mayDiffer,
  },
  { what: 'says nothing of overrides where there are none', omits: mayDiffer },
  // AKS places nodes by itself with `availabilityZones: ["auto"]`, which is no zone.
  {
    what: 'counts no nodes in a zone “auto”',
    of: reporting,
    pool: 'userpool',
    change: (config) => {
      for (const name of ['systempool', 'userpool']) requirePool(config, name).azs = ['auto']
    },
    omits: /auto\s\d/,
  },
  {
    what: 'takes no workers in “auto” away',
    of: reporting,
    pool: 'userpool',
    change: (config) => (requirePool(config, 'userpool').azs = ['auto']),
    omits: /worker nodes in auto/,
  },
]

const lastWorkers: Case[] = [
  {
    what: 'doesn’t call the pool the last worker if the service doesn’t report the control plane',
    pool: 'only',
    fault: ({ uid }) => ({
      path: `/aws/${uid}`,
      body: cloudConfigBody([{ name: 'only', size: 3 }]),
    }),
    says: /doesn’t report which machine pools are control plane pools/,
    omits: /This is the cluster’s last worker pool/,
  },
  {
    what: 'doesn’t say that workloads can’t run if the cluster has Fargate profiles',
    of: billing,
    pool: 'w',
    change: (config) => {
      config.fargateProfiles = ['default']
      config.pools = [createControlPlanePool(3, 't3.large'), createPool('w', 2, 't3.large')]
    },
    says: /Fargate/,
    omits: /no node is left to run workloads/,
    isTyped: true,
  },
  {
    what: 'doesn’t say that workloads can’t run if another pool may be scaled up from no nodes',
    change: (config) => {
      Object.assign(requirePool(config, 'batch-spot'), { size: 0, minSize: 0, maxSize: 20 })
      config.pools = config.pools.filter(({ name }) => name !== 'worker-pool')
    },
    says: /last worker pool with nodes/,
    omits: /no node is left to run workloads/,
  },
]

const clusterStates: Case[] = [
  {
    what: 'doesn’t say that machines are drained if the cluster is being deleted',
    change: (config) => (config.state = 'Deleting'),
    says: isBeingDeleted,
    omits: willBeDrained,
  },
  {
    what: 'has the state of a cluster that is being set up',
    change: (config) => (config.state = 'Provisioning'),
    says: /Provisioning/,
    omits: willBeDrained,
  },
  {
    what: 'has a repave of the cluster that is pending',
    change: (config) => (config.repave = 'Pending'),
    says: /repave/i,
  },
  // What makes a cluster imported, or leaves it unknown, is in the unit tests of clusters.
  {
    what: 'doesn’t say that machines are removed from a cluster that was imported',
    change: (config) => (config.isImported = true),
    says: mayBeLeft,
    omits: willBeRemoved,
  },
  {
    what: 'doesn’t say that machines are removed from a cluster that is being imported',
    change: (config) => (config.state = 'Importing'),
    says: mayBeLeft,
    omits: /will be/,
  },
  {
    what: 'says that machines may be removed if the cluster’s own state can’t be read, as it may be imported',
    change: (config) => (config.isImported = true),
    fault: hideOwnState,
    says: /may be drained and removed/,
  },
  {
    what: 'says that machines may be removed if the cluster’s response lacks its state, and may lack that it is imported',
    change: (config) => (config.isImported = true),
    fault: ({ clusterUid }) => ({
      path: `/v1/spectroclusters/${clusterUid}`,
      body: JSON.stringify({ metadata: { uid: clusterUid }, spec: {}, status: [] }),
    }),
    says: /may be drained and removed/,
  },
  {
    what: 'has the state in the list of clusters if the cluster’s own state can’t be read',
    change: (config) => (config.state = 'Deleting'),
    fault: hideOwnState,
    says: /cluster is being deleted[^]*^Cluster state: Deleting$|^Cluster state: Deleting$[^]*cluster is being deleted/im,
  },
]

const clouds: Case[] = [
  { what: 'says what EKS does', of: billing, says: /EKS terminates .+ within 5 minutes\.$/m },
  { what: 'says what GKE does', of: clickstream, says: /GKE doesn’t honor disruption budgets/ },
  { what: 'says what AKS does', of: reporting, says: /On AKS, the deletion may fail if .+ 10 / },
].map((given) => ({ ...given, pool: given.of.pools[0]?.name ?? assert.fail() }))

describe('Deletion: The question about a machine pool', () => {
  const session = useFilledSession()

  for (const { what, of = checkout, pool = 'gpu-inference', ...given } of [
    ...sizes,
    ...lastWorkers,
    ...clusterStates,
    ...clouds,
  ]) {
    it(what, async () => {
      const { provider, uid: configUid } = of
      const config = session.sandbox.data.configs.find(({ uid }) => uid === configUid)
      assert.ok(config)
      given.change?.(config)
      if (given.fault) {
        session.sandbox.addFault({ method: 'GET', times: null, ...given.fault(config) })
      }
      await session.run('refreshMachinePools')
      await session.clusterRow(of.clusterName) // loads the list of clusters
      const target = { provider, configUid, machinePoolName: pool }
      const { detail, buttons } = await session.readDeletionQuestion(target)
      if (given.says) assert.match(detail, given.says)
      if (given.omits) assert.doesNotMatch(detail, given.omits)
      if (given.isTyped) assert.equal(buttons[1], 'Delete Machine Pool…')
    })
  }
  it('says that the nodes of an edge-native pool may be left running, and not that they will be drained', async () => {
    const { storeEdge } = oddConfigs
    session.sandbox.data.configs.push(structuredClone(storeEdge))
    await session.run('refreshMachinePools')
    await session.clusterRow(storeEdge.clusterName)
    const target = { provider: 'edge-native', configUid: storeEdge.uid, machinePoolName: 'tills' }
    const { detail } = await session.readDeletionQuestion(target)
    assert.match(detail, /may accept the deletion but leave the nodes running/)
    assert.doesNotMatch(detail, willBeDrained)
  })
})
