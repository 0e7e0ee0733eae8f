import { account } from './accounts.ts'
import { config, masters, pool } from './builders.ts'
import type { CloudAccount, CloudConfig, SandboxData } from './data.ts'
import { regionsOf, zoneNamesOf } from './regions.ts'

/** What pools are made of, by provider. */
const instanceTypes: Readonly<Record<string, string>> = {
  aws: 'm6i.xlarge',
  azure: 'Standard_D4s_v5',
  gcp: 'e2-standard-4',
  vsphere: '4 vCPU, 16 GiB',
}
const providers = Object.keys(instanceTypes)
const states = ['Running', 'Running', 'Provisioning', 'Unknown']

/**
 * Adds clusters with this many pools in all, and a cloud account for each 40 of them. The same
 * numbers give the same things in every run; with fewer pools than clusters some have none.
 */
export function addGenerated(data: SandboxData, clusters = 0, pools = clusters * 4): SandboxData {
  const count = clusters || Math.ceil(pools / 4)
  const owners = Array.from(
    { length: Math.max(providers.length, Math.ceil(count / 40)) },
    (_, nth) => account(at(providers, nth), numbered(`${at(providers, nth)}-team`, nth)),
  )
  if (count > 0) data.accounts.push(...owners)
  for (let nth = 0; nth < count; nth += 1) {
    const extra = nth < pools % count ? 1 : 0
    data.configs.push(clusterOf(at(owners, nth), nth, Math.floor(pools / count) + extra))
  }
  return data
}

function clusterOf(owner: CloudAccount, nth: number, count: number): CloudConfig {
  const { provider } = owner
  const instanceType = instanceTypes[provider] ?? ''
  const regions = regionsOf(provider)
  const region = regions.length > 0 ? at(regions, nth) : 'dc-augsburg'
  const zones = zoneNamesOf(provider, region) ?? []
  const pools = Array.from({ length: count }, (_, index) => {
    if (index === 0) return masters(3, instanceType, zones)
    const size = (nth + index * 3) % 13
    const own = zones.slice(0, 1 + (index % 3))
    return pool(numbered('workers', index), size, instanceType, own, {
      labels: [`team=${nth % 19}`],
    })
  })
  const made = config(numbered('cluster', nth), provider, region, owner, pools)
  return { ...made, state: at(states, nth) }
}

function numbered(name: string, nth: number): string {
  return `${name}-${String(nth + 1).padStart(4, '0')}`
}

/** The element at an index that goes round. */
function at<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}
