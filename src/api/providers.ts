// The relations of the providers’ path segments to each other (lookups.md).

/** The providers with a machine pool operation of their own (“Deleting a machine pool”). */
const providerSegments = new Set(
  'aks apache-cloudstack aws azure edge-native eks gcp generic gke maas virtual vsphere'.split(' '),
)

/** Returns the provider segment for a cluster’s `cloudType`. */
export function providerOfCloudType(cloudType: string): string {
  if (cloudType === 'edge-vsphere') return 'vsphere'
  if (cloudType === 'nested') return 'virtual'
  return providerSegments.has(cloudType) ? cloudType : `cloudTypes/${cloudType}`
}

/** Returns whether a cloud config belongs to a cluster. */
export function isOfConfig(
  cluster: { cloudType: string; configUid: string },
  config: { provider: string; configUid: string },
): boolean {
  const provider = providerOfCloudType(cluster.cloudType)
  return cluster.configUid === config.configUid && provider === config.provider
}

/** Managed Kubernetes providers, with the provider whose accounts, regions, and zones they use. */
const parents = new Map([
  ['eks', 'aws'],
  ['aks', 'azure'],
  ['gke', 'gcp'],
])

/** Returns the provider whose accounts, regions, and zones `provider` uses. */
export function zoneProvider(provider: string): string {
  return parents.get(provider) ?? provider
}
