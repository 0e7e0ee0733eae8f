import { underlyingProvider } from '../../api/providers.ts'

/** A machine pool that a text describes, with its cluster. */
export interface PoolInCode {
  readonly pool: string
  readonly cluster: ClusterInCode
  /** The offset of the pool’s name. */
  readonly start: number
  /** The offset of the block that describes the pool. */
  readonly block: number
  /** True if the pool is in a resource of HCL that creates the pool whenever it is missing. */
  readonly isCreated: boolean
}

/**
 * A cluster that a text names. A value that may be a name or a UID is set as both. Neither is set if the value isn’t
 * known, such as that of a variable.
 */
export interface ClusterInCode {
  readonly name?: string | undefined
  /** The UID of the cluster or of its cloud config. */
  readonly uid?: string | undefined
  /** The cloud in the type of the cluster’s block: `aws` for `x_cluster_eks`. */
  readonly cloud?: string | undefined
}

/** The machine pool that is looked for in code, with all that is known to identify it. */
export interface SoughtPool {
  readonly machinePoolName: string
  /** The names of the pool’s cluster. */
  readonly names: readonly string[]
  readonly configUid: string
  readonly clusterUid: string | undefined
  readonly provider: string
  /** True if another cluster has the same name, such as in another project. */
  readonly isNameShared?: boolean | undefined
}

/**
 * Returns whether a pool in a text is the sought pool: `possible` if the text says nothing about the pool’s cluster
 * that could be compared.
 */
export function matchPool(
  { pool, cluster }: PoolInCode,
  sought: SoughtPool,
): 'certain' | 'possible' | 'none' {
  const { machinePoolName, names, configUid, clusterUid, provider, isNameShared } = sought
  if (pool !== machinePoolName) return 'none'
  const uids = [configUid, clusterUid]
  if (isSameCluster(cluster, [], uids)) return 'certain'
  if (isSameCluster(cluster, names, uids, provider)) {
    // If the cluster’s UID isn’t known, a UID in the text doesn’t rule out a cluster whose name matches.
    const hasOtherUid = cluster.uid !== undefined && cluster.uid !== cluster.name
    return isNameShared || hasOtherUid ? 'possible' : 'certain'
  }
  const isOther = isInOtherCloud(cluster, provider) || isOtherCluster(cluster, sought)
  return isOther ? 'none' : 'possible'
}

/**
 * Returns whether a cluster in code is the sought cluster. It is if its UID is one of `uids`, the UIDs of the sought
 * cluster. It also is if its name is one of `names`, the names of the sought cluster, unless the code gives the cluster
 * the UID of another cluster, or the type of a cloud other than `provider`. As long as a UID of the sought cluster
 * isn’t known (undefined), no UID in code counts as another cluster’s.
 */
export function isSameCluster(
  { name, uid, cloud }: ClusterInCode,
  names: readonly string[],
  uids: readonly (string | undefined)[],
  provider = '',
): boolean {
  if (uid !== undefined && uids.includes(uid)) return true
  const hasName = name !== undefined && names.includes(name)
  if (!hasName || isInOtherCloud({ cloud }, provider)) return false
  return uid === undefined || uid === name || uids.includes(undefined)
}

/**
 * Returns whether a cluster whose name and UID don’t match is certainly another cluster, because its name or UID is
 * known.
 */
function isOtherCluster({ name, uid }: ClusterInCode, { names, clusterUid }: SoughtPool): boolean {
  const hasOtherName = name !== undefined && names.length > 0
  const hasOtherUid = uid !== undefined && clusterUid !== undefined
  // A value that may be a name or a UID must differ from both.
  const mayBeEither = name === uid
  return mayBeEither ? hasOtherName && hasOtherUid : hasOtherName || hasOtherUid
}

function isInOtherCloud({ cloud }: ClusterInCode, provider: string): boolean {
  if (cloud === undefined) return false
  const expected = underlyingProvider(provider)
  return cloud !== expected && [...clouds.values()].includes(expected)
}

/** The words for clouds in the types of blocks, with their providers. */
const clouds = new Map([
  ...['aws', 'eks'].map((word) => [word, 'aws'] as const),
  ...['azure', 'azurerm', 'aks'].map((word) => [word, 'azure'] as const),
  ...['gcp', 'gke', 'google'].map((word) => [word, 'gcp'] as const),
  ...['maas', 'vsphere'].map((word) => [word, word] as const),
  // Clouds that the service doesn’t support by default: resources for them are of no cluster of the service.
  ...'alicloud civo digitalocean exoscale hcloud ibm linode oci ovh scaleway tencentcloud vultr yandex'
    .split(' ')
    .map((word) => [word, word] as const),
])

const cloudWord = new RegExp(`(?<![a-z])(?:${[...clouds.keys()].join('|')})(?![a-z])`, 'i')

/** Returns the cloud in a name such as `x_cluster_eks`. */
export function cloudInName(name: string): string | undefined {
  const [word] = cloudWord.exec(name) ?? []
  return word && clouds.get(word.toLowerCase())
}
