/** What is known of a provider (docs/api.md, “Lookups” and “Deletions”). */
interface ProviderTraits {
  /** For managed Kubernetes, the provider whose accounts, regions, and zones it uses. */
  readonly cloud?: string
  /** What zones belong to; `none` without zones, and undefined if that isn’t known. */
  readonly zoneScope?: 'region' | 'account' | 'none'
  /** True if the service can list the regions of its accounts. */
  readonly listsRegions?: true
  readonly listsProjects?: true
  readonly listsInstanceTypes?: true
}

/** The providers with machine pool operations of their own, in the order of lists. */
const providers: Readonly<Record<string, ProviderTraits>> = {
  aws: { zoneScope: 'region', listsRegions: true, listsInstanceTypes: true },
  azure: { zoneScope: 'region', listsRegions: true, listsInstanceTypes: true },
  gcp: { zoneScope: 'region', listsRegions: true, listsProjects: true, listsInstanceTypes: true },
  eks: { cloud: 'aws', zoneScope: 'region' },
  aks: { cloud: 'azure', zoneScope: 'region' },
  gke: { cloud: 'gcp', zoneScope: 'region' },
  vsphere: { zoneScope: 'none' },
  maas: { zoneScope: 'account' },
  'apache-cloudstack': { zoneScope: 'account' },
  'edge-native': {},
  generic: {},
  virtual: {},
}

/** Returns what is known of a provider; for a custom cloud, nothing. */
function findTraits(provider: string): ProviderTraits {
  return Object.hasOwn(providers, provider) ? providers[provider]! : {}
}

/** Providers whose machine pools can be deleted. */
export const machinePoolProviders: readonly string[] = Object.keys(providers)

/** Providers that have zones. */
export const zoneProviders: readonly string[] = machinePoolProviders.filter((provider) => {
  const { zoneScope } = findTraits(provider)
  return zoneScope === 'region' || zoneScope === 'account'
})

/** Returns the provider whose accounts, regions, and zones `provider` uses. */
export function underlyingProvider(provider: string): string {
  return findTraits(provider).cloud ?? provider
}

export function isManagedKubernetes(provider: string): boolean {
  return findTraits(provider).cloud !== undefined
}

/** Returns whether the zones of a provider belong to a region. True for unknown providers. */
export function hasRegions(provider: string): boolean {
  return findTraits(provider).zoneScope !== 'account'
}

/** Returns whether a provider may have zones. True for unknown providers. */
export function hasZones(provider: string): boolean {
  return findTraits(provider).zoneScope !== 'none'
}

/** Returns whether the service can list the regions, the projects, or the instance types of a provider’s cloud. */
export function supportsList(
  provider: string,
  kind: 'regions' | 'projects' | 'instanceTypes',
): boolean {
  const { listsRegions, listsProjects, listsInstanceTypes } = findTraits(
    underlyingProvider(provider),
  )
  const isSupported = {
    regions: listsRegions,
    projects: listsProjects,
    instanceTypes: listsInstanceTypes,
  }
  return isSupported[kind] ?? false
}

/** Returns the provider, as it stands in paths, for the `cloudType` of a cluster. */
export function providerForCloudType(cloudType: string): string {
  if (cloudType === 'edge-vsphere') return 'vsphere'
  if (cloudType === 'nested') return 'virtual'
  return Object.hasOwn(providers, cloudType) ? cloudType : `cloudTypes/${cloudType}`
}

/** Returns whether a cluster’s reference to its cloud config names this cloud config. */
export function hasConfig(
  cluster: { cloudType: string; configUid: string },
  config: { provider: string; configUid: string },
): boolean {
  const provider = providerForCloudType(cluster.cloudType)
  return cluster.configUid === config.configUid && provider === config.provider
}
