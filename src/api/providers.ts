// What the path segments of providers are to each other (lookups.md).

/** The clouds that have their own machine pool operation (“Deleting a machine pool”). */
const segments = new Set(
  'aks apache-cloudstack aws azure edge-native eks gcp generic gke maas virtual vsphere'.split(' '),
)

/** The provider segment of a cluster's `cloudType`. */
export function providerOfCloudType(cloudType: string): string {
  if (cloudType === 'edge-vsphere') return 'vsphere'
  if (cloudType === 'nested') return 'virtual'
  return segments.has(cloudType) ? cloudType : `cloudTypes/${cloudType}`
}

/** Whether a cluster is that of a cloud config. */
export function isOfConfig(
  cluster: { cloudType: string; configUid: string },
  config: { provider: string; configUid: string },
): boolean {
  const provider = providerOfCloudType(cluster.cloudType)
  return cluster.configUid === config.configUid && provider === config.provider
}

/** The managed clusters' providers, and those whose accounts, regions and zones they use. */
const parents = new Map([
  ['eks', 'aws'],
  ['aks', 'azure'],
  ['gke', 'gcp'],
])

/** The provider whose accounts, regions and zones another one uses. */
export function zoneProvider(provider: string): string {
  return parents.get(provider) ?? provider
}
