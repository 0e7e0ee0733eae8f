import { createAccount } from './accounts.ts'
import { createConfig, createControlPlanePool, createPool } from './builders.ts'
import type { CloudAccount, CloudConfig, SandboxData } from './data.ts'
import { getRegionNames, getZoneNames } from './regions.ts'

/** The instance type of generated pools, by provider. */
const instanceTypes: Readonly<Record<string, string>> = {
  aws: 'm6i.xlarge',
  azure: 'Standard_D4s_v5',
  gcp: 'e2-standard-4',
  vsphere: '4 vCPU, 16 GiB',
}
const providers = Object.keys(instanceTypes)
const states = ['Running', 'Running', 'Provisioning', 'Unknown']

/**
 * Adds clusters with this many pools in all, and a cloud account for each 40 clusters. The same
 * numbers give the same data in every run. With fewer pools than clusters, some clusters have none.
 */
export function addGeneratedClusters(
  data: SandboxData,
  clusters = 0,
  pools = clusters * 4,
): SandboxData {
  const clusterCount = clusters || Math.ceil(pools / 4)
  if (clusterCount === 0) return data
  const accountCount = Math.max(providers.length, Math.ceil(clusterCount / 40))
  const accounts = Array.from({ length: accountCount }, (_, index) => {
    const provider = elementAt(providers, index)
    return createAccount(provider, formatNumberedName(`${provider}-team`, index))
  })
  data.accounts.push(...accounts)
  for (let index = 0; index < clusterCount; index += 1) {
    const remainder = index < pools % clusterCount ? 1 : 0
    const poolCount = Math.floor(pools / clusterCount) + remainder
    data.configs.push(createCluster(elementAt(accounts, index), index, poolCount))
  }
  return data
}

function createCluster(
  account: CloudAccount,
  clusterIndex: number,
  poolCount: number,
): CloudConfig {
  const { provider } = account
  const name = formatNumberedName('cluster', clusterIndex)
  const instanceType = instanceTypes[provider] ?? ''
  const regions = getRegionNames(provider)
  const region = regions.length > 0 ? elementAt(regions, clusterIndex) : 'dc-augsburg'
  const zones = getZoneNames(provider, region) ?? []
  const pools = Array.from({ length: poolCount }, (_, index) => {
    if (index === 0) return createControlPlanePool(3, instanceType, zones)
    const size = (clusterIndex + index * 3) % 13
    const zonesOfPool = zones.slice(0, 1 + (index % 3))
    const labels = [`team=${clusterIndex % 19}`]
    return createPool(formatNumberedName('workers', index), size, instanceType, zonesOfPool, {
      labels,
    })
  })
  const config = createConfig(name, provider, region, account, pools)
  return { ...config, state: elementAt(states, clusterIndex) }
}

function formatNumberedName(name: string, index: number): string {
  return `${name}-${String(index + 1).padStart(4, '0')}`
}

/** The element at an index that starts again after the last element. */
function elementAt<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}
