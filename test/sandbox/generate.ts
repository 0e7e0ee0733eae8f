import {
  type CloudAccount,
  type CloudConfig,
  type MachinePool,
  type Project,
  type SandboxData,
  uid,
} from './data.ts'
import { regionsOf, zoneNamesOf } from './regions.ts'

// Numbers of words that share no divisor: going through all lists at once repeats a combination
// only after 19 × 23 × 4 = 1,748 names, which then get a number.
const teams = words(
  'atlas billing catalog checkout claims consent fleet fraud identity inventory kiosk ledger ' +
    'loyalty orders payments pricing returns search shipping',
)
const services = words(
  'api archive batch broker cache cdc crawler dashboard etl events feed gateway graph indexer ' +
    'jobs ml notifier proxy queue recommender scheduler stream web',
)
const stages = words('dev prod staging test')
const workers = words(
  'worker-pool general-purpose memory-optimized gpu-inference batch-spot ingest system databases',
)

interface Cloud {
  provider: string
  /** The segment of the managed clusters on the same accounts. */
  managed: string
  regions: string[]
  instanceTypes: string[]
}

const clouds: Cloud[] = [
  {
    provider: 'aws',
    managed: 'eks',
    regions: regionsOf('aws'),
    instanceTypes: ['m6i.xlarge', 'r6i.2xlarge', 'c7g.4xlarge'],
  },
  {
    provider: 'azure',
    managed: 'aks',
    regions: regionsOf('azure'),
    instanceTypes: ['Standard_D4s_v5', 'Standard_E8s_v5'],
  },
  {
    provider: 'gcp',
    managed: 'gke',
    regions: regionsOf('gcp'),
    instanceTypes: ['e2-standard-4', 'n2-highmem-8'],
  },
  {
    provider: 'vsphere',
    managed: 'vsphere',
    regions: ['dc-augsburg', 'dc-lyon', 'dc-porto'],
    instanceTypes: ['4 vCPU, 16 GiB', '8 vCPU, 32 GiB'],
  },
]
const accountStates = ['Active', 'active', 'ACTIVE', 'Active', 'Error']
const clusterStates = [
  'Running',
  'Running',
  'Running',
  'Provisioning',
  'Running',
  'Unknown',
] as const

/**
 * Adds clusters with this many pools in all, and a cloud account for each 40 of them. The same
 * numbers give the same things in every run; with fewer pools than clusters some have none.
 */
export function addGenerated(data: SandboxData, clusters = 0, pools = clusters * 4): SandboxData {
  if (clusters === 0 && pools > 0) return addGenerated(data, Math.ceil(pools / 4), pools)
  const accounts = Array.from(
    { length: clusters && Math.max(clouds.length, Math.ceil(clusters / 40)) },
    (_, index) => generatedAccount(data.projects, index),
  )
  data.accounts.push(...accounts)
  for (let index = 0; index < clusters; index += 1) {
    const count = poolCount(index, clusters, pools)
    data.configs.push(generatedConfig(accounts, index, count))
  }
  return data
}

function generatedAccount(projects: Project[], index: number): CloudAccount {
  const { provider } = at(clouds, index)
  const name = numbered(
    `${provider}-${at(teams, index)}`,
    Math.floor(index / (clouds.length * teams.length)),
  )
  return {
    uid: uid(`account ${name}`),
    name,
    provider,
    owner: 'tenant',
    projectUid: at(projects, Math.floor(index / clouds.length)).uid,
    state: at(accountStates, index),
  }
}

function generatedConfig(accounts: CloudAccount[], index: number, pools: number): CloudConfig {
  const stem = `${at(teams, index)}-${at(services, index)}-${at(stages, index)}`
  const clusterName = numbered(stem, Math.floor(index / 1748))
  const account = at(accounts, index)
  const cloud = at(clouds, index % accounts.length)
  const round = Math.floor(index / accounts.length)
  const provider = round % 2 === 0 ? cloud.provider : cloud.managed
  const region = at(cloud.regions, round * 7)
  const zones = zoneNamesOf(cloud.provider, region) ?? []
  const hasControlPlane = provider === cloud.provider
  return {
    uid: uid(`config ${clusterName}`),
    clusterName,
    clusterUid: uid(`cluster ${clusterName}`),
    provider,
    region,
    accountUid: account.uid,
    projectUid: account.projectUid,
    state: at(clusterStates, index),
    pools: Array.from({ length: pools }, (_, n) => {
      const instanceType = at(cloud.instanceTypes, index + n)
      return n === 0 && hasControlPlane
        ? controlPlane(zones, instanceType)
        : workerPool(zones, instanceType, index, n)
    }),
  }
}

/** Every second cluster has two pools more than the other; together they are as many as asked. */
function poolCount(index: number, clusters: number, pools: number): number {
  const share = Math.floor(pools / clusters)
  const extra = index < pools % clusters ? 1 : 0
  const isPaired = share > 1 && index < clusters - (clusters % 2)
  return share + extra + (isPaired ? (index % 2) * 2 - 1 : 0)
}

function controlPlane(azs: string[], instanceType: string): MachinePool {
  return { name: 'control-plane-pool', isControlPlane: true, size: 3, azs, instanceType }
}

function workerPool(
  zones: string[],
  instanceType: string,
  cluster: number,
  index: number,
): MachinePool {
  const size = (cluster + index * 3) % 13
  return {
    name: numbered(at(workers, cluster + index), Math.floor(index / workers.length)),
    isControlPlane: false,
    size,
    minSize: Math.min(1, size),
    maxSize: size * 2,
    azs: zones.slice(0, 1 + (index % 3)),
    instanceType,
    labels: [`team=${at(teams, cluster)}`],
  }
}

function words(text: string): string[] {
  return text.split(' ')
}

/** The element at an index that goes round. */
function at<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}

function numbered(name: string, round: number): string {
  return round === 0 ? name : `${name}-${String(round + 1).padStart(2, '0')}`
}
