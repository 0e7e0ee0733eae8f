/** What is known of a provider (docs/api.md, “Lookups” and “Deletions”). */
interface ProviderTraits {
  /** The provider whose accounts, regions, and zones it uses, if not its own: it is managed Kubernetes. */
  readonly cloud?: string
  /** What its zones belong to. */
  readonly zonesOf?: 'region' | 'account' | 'nothing'
  readonly listsProjects?: true
  readonly listsInstanceTypes?: true
}

/** The providers with machine pool operations of their own, in the order of lists. */
const providers: Readonly<Record<string, ProviderTraits>> = {
  aws: { zonesOf: 'region', listsInstanceTypes: true },
  azure: { zonesOf: 'region', listsInstanceTypes: true },
  gcp: { zonesOf: 'region', listsProjects: true, listsInstanceTypes: true },
  eks: { cloud: 'aws', zonesOf: 'region' },
  aks: { cloud: 'azure', zonesOf: 'region' },
  gke: { cloud: 'gcp', zonesOf: 'region' },
  vsphere: { zonesOf: 'nothing' },
  maas: { zonesOf: 'account' },
  'apache-cloudstack': { zonesOf: 'account' },
  'edge-native': {},
  generic: {},
  virtual: {},
}

/** Returns what is known of a provider; nothing of a custom cloud. */
function findTraits(provider: string): ProviderTraits {
  return Object.hasOwn(providers, provider) ? providers[provider]! : {}
}

/** Providers whose machine pools can be deleted. */
export const machinePoolProviders: readonly string[] = Object.keys(providers)

/** Providers that have zones. */
export const zoneProviders: readonly string[] = machinePoolProviders.filter((provider) =>
  ['region', 'account'].includes(findTraits(provider).zonesOf ?? ''),
)

/** Returns the provider whose accounts, regions, and zones `provider` uses. */
export function underlyingProvider(provider: string): string {
  return findTraits(provider).cloud ?? provider
}

/** Returns whether a provider is managed Kubernetes. */
export function isManagedKubernetes(provider: string): boolean {
  return findTraits(provider).cloud !== undefined
}

/** Returns whether a provider’s zones belong to a region; those of the others belong to the account. */
export function hasRegions(provider: string): boolean {
  return findTraits(provider).zonesOf !== 'account'
}

/** Returns whether a provider may have zones; one that isn’t known may. */
export function hasZones(provider: string): boolean {
  return findTraits(provider).zonesOf !== 'nothing'
}

/** Returns whether a provider lists the projects, or the instance types, of its cloud. */
export function supportsList(provider: string, what: 'projects' | 'instanceTypes'): boolean {
  const { listsProjects, listsInstanceTypes } = findTraits(underlyingProvider(provider))
  return (what === 'projects' ? listsProjects : listsInstanceTypes) ?? false
}

/** Returns the provider segment for a cluster’s `cloudType`. */
export function providerForCloudType(cloudType: string): string {
  if (cloudType === 'edge-vsphere') return 'vsphere'
  if (cloudType === 'nested') return 'virtual'
  return Object.hasOwn(providers, cloudType) ? cloudType : `cloudTypes/${cloudType}`
}

/** Returns whether a cloud config belongs to a cluster. */
export function hasConfig(
  cluster: { cloudType: string; configUid: string },
  config: { provider: string; configUid: string },
): boolean {
  const provider = providerForCloudType(cluster.cloudType)
  return cluster.configUid === config.configUid && provider === config.provider
}
