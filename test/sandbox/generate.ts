import { config, masters, pool } from './builders.ts'
import { type CloudAccount, type SandboxData, uid } from './data.ts'
import { regionsOf, zoneNamesOf } from './regions.ts'

const clouds = [
  { provider: 'aws', managed: 'eks', instanceType: 'm6i.xlarge' },
  { provider: 'azure', managed: 'aks', instanceType: 'Standard_D4s_v5' },
  { provider: 'gcp', managed: 'gke', instanceType: 'e2-standard-4' },
  { provider: 'vsphere', managed: 'vsphere', instanceType: '4 vCPU, 16 GiB' },
] as const
const states = ['Running', 'Running', 'Provisioning', 'Unknown']

/**
 * Adds clusters with this many pools in all, and a cloud account for each 40 of them. The same
 * numbers give the same things in every run; with fewer pools than clusters some have none.
 */
export function addGenerated(data: SandboxData, clusters = 0, pools = clusters * 4): SandboxData {
  if (clusters === 0 && pools > 0) return addGenerated(data, Math.ceil(pools / 4), pools)
  const count = clusters && Math.max(clouds.length, Math.ceil(clusters / 40))
  const accounts = Array.from({ length: count }, (_, nth) => accountOf(data, nth))
  data.accounts.push(...accounts)
  for (let nth = 0; nth < clusters; nth += 1) {
    const extra = nth < pools % clusters ? 1 : 0
    data.configs.push(clusterOf(accounts, nth, Math.floor(pools / clusters) + extra))
  }
  return data
}

function accountOf({ projects }: SandboxData, nth: number): CloudAccount {
  const { provider } = at(clouds, nth)
  const name = numbered(`${provider}-team`, nth)
  const { uid: projectUid } = at(projects, Math.floor(nth / clouds.length))
  return {
    uid: uid(`account ${name}`),
    name,
    provider,
    owner: 'tenant',
    projectUid,
    state: 'Active',
  }
}

/** Every second round of the accounts has managed clusters, which have no control plane. */
function clusterOf(accounts: CloudAccount[], nth: number, count: number) {
  const { provider, managed, instanceType } = at(clouds, nth % accounts.length)
  const round = Math.floor(nth / accounts.length)
  const own = round % 2 === 0 ? provider : managed
  const regions = regionsOf(provider)
  const region = regions.length > 0 ? at(regions, round * 7) : 'dc-augsburg'
  const zones = zoneNamesOf(provider, region) ?? []
  const pools = Array.from({ length: count }, (_, index) => {
    if (index === 0 && own === provider) return masters(3, instanceType, zones)
    const size = (nth + index * 3) % 13
    return {
      ...pool(numbered('workers', index), size, instanceType, zones.slice(0, 1 + (index % 3))),
      minSize: Math.min(1, size),
      maxSize: size * 2,
      labels: [`team=${nth % 19}`],
    }
  })
  const made = config(numbered('cluster', nth), own, region, at(accounts, nth), pools)
  return { ...made, state: at(states, nth) }
}

function numbered(name: string, nth: number): string {
  return `${name}-${String(nth + 1).padStart(4, '0')}`
}

/** The element at an index that goes round. */
function at<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}
