import { underlyingProvider } from '../../api/providers.ts'
import { childOf, textIn, type Block, type BlockValue } from '../../syntax/blocks.ts'

/** A machine pool that a text describes, with its cluster. */
export interface PoolInCode {
  readonly pool: string
  readonly cluster: ClusterInCode
  /** The offset of the pool’s name. */
  readonly start: number
  /** The offset of its block. */
  readonly block: number
  /** True in a resource of HCL that creates it whenever it is missing. */
  readonly isCreated: boolean
}

/** The identity of a machine pool, as far as is known. */
export interface SoughtPool {
  readonly machinePoolName: string
  /** The names of its cluster. */
  readonly names: readonly string[]
  readonly configUid: string
  readonly clusterUid: string | undefined
  readonly provider: string
  /** True if another cluster has the same name, such as in another project. */
  readonly isNameShared?: boolean | undefined
}

/** A cluster in a text. What may be a name or a UID is both. Neither is known of variables, for example. */
interface ClusterInCode {
  readonly name?: string | undefined
  /** The UID of the cluster or of its cloud config. */
  readonly uid?: string | undefined
  /** The provider whose accounts it uses, by the type of its block, such as `aws`. */
  readonly cloud?: string | undefined
}

/** Returns whether a text may describe machine pools. Cheap. */
export function mayHavePools(text: string): boolean {
  return /(?:machine|node|worker)[_-]?(?:pool|group)|MachineDeployment/i.test(text)
}

/**
 * Returns how certain it is that a pool in a text is the sought one; undefined if it is another one. `unknown` if
 * the text tells nothing of its cluster that could be compared.
 */
export function fits(
  { pool, cluster }: PoolInCode,
  { machinePoolName, names, configUid, clusterUid, provider, isNameShared }: SoughtPool,
): 'certain' | 'unknown' | undefined {
  if (pool !== machinePoolName) return undefined
  const uids = [configUid, clusterUid]
  if (isCluster(cluster, [], uids)) return 'certain'
  const { name, uid } = cluster
  if (isCluster(cluster, names, uids, provider)) {
    // Beside a name that fits, another UID may be the cluster’s, which isn’t known.
    const hasOtherUid = uid !== undefined && uid !== name
    return isNameShared || hasOtherUid ? 'unknown' : 'certain'
  }
  if (isElsewhere(cluster, provider)) return undefined
  const isOtherName = name !== undefined && names.length > 0
  const isOtherUid = uid !== undefined && clusterUid !== undefined
  // What may be either is neither then.
  const isOther = name === uid ? isOtherName && isOtherUid : isOtherName || isOtherUid
  return isOther ? undefined : 'unknown'
}

/** Returns whether a cluster in a text has one of these UIDs, or no other and one of these names in the same cloud. */
export function isCluster(
  { name, uid, cloud }: ClusterInCode,
  names: readonly string[],
  uids: readonly (string | undefined)[],
  provider = '',
): boolean {
  if (uid !== undefined && uids.includes(uid)) return true
  if (name === undefined || !names.includes(name) || isElsewhere({ cloud }, provider)) return false
  return uid === undefined || uid === name || uids.includes(undefined)
}

function isElsewhere({ cloud }: ClusterInCode, provider: string): boolean {
  const own = underlyingProvider(provider)
  return cloud !== undefined && cloud !== own && [...clouds.values()].includes(own)
}

/** The words for clouds in the types of blocks, with their providers. */
const clouds = new Map([
  ...['aws', 'eks'].map((word) => [word, 'aws'] as const),
  ...['azure', 'azurerm', 'aks'].map((word) => [word, 'azure'] as const),
  ...['gcp', 'gke', 'google'].map((word) => [word, 'gcp'] as const),
  ...['maas', 'vsphere'].map((word) => [word, word] as const),
  // Clouds that the service has no clusters in by default.
  ...'alicloud civo digitalocean exoscale hcloud ibm linode oci ovh scaleway tencentcloud vultr yandex'
    .split(' ')
    .map((word) => [word, word] as const),
])

/** Returns the cloud in a name such as `x_cluster_eks`. */
function cloudIn(name: string): string | undefined {
  return name.split(/[^A-Za-z]+/).flatMap((word) => clouds.get(word.toLowerCase()) ?? [])[0]
}

const poolWord = /(?:machine|node|worker)[_-]?(?:pool|group)(s?)(?:config)?$/i
const uidKey = /^(?:cluster|cloud_?config|config)_?u?id$/i
const clusterKey = /^cluster(?:_?name)?$/i
/** The last part of a reference to the name of a resource. */
const nameOfResource = /\.(?:id|name|uid|cluster_id|cluster_name|cluster_uid)$/

/** What is around a block. */
interface Around {
  readonly isCreated: boolean
  /** Undefined if it isn’t named, or not by what is known from the text. */
  readonly cluster?: ClusterInCode | undefined
  readonly cloud?: string | undefined
}

/**
 * Finds the machine pools in a text whose own name is known from it: in HCL, resources such as `…_machine_pool`, and
 * blocks, lists, and maps such as `machine_pool` and `node_groups`; in YAML and JSON, the objects of Cluster API and the
 * node groups of eksctl. Variables aren’t evaluated.
 */
export function findPools(documents: readonly Block[], isHcl: boolean): PoolInCode[] {
  return documents.flatMap(isHcl ? poolsInHcl : poolsInObjects)
}

function poolsInObjects(block: Block): PoolInCode[] {
  const own = (of: Block | undefined) => of?.values.get('name')
  const metadata = childOf(block, 'metadata')
  if (isOf(block, /^Machine(?:Pool|Deployment)$/, 'cluster.x-k8s.io')) {
    const cluster = { name: textIn(childOf(block, 'spec'), 'clusterName') }
    return poolOf(block, own(metadata), { isCreated: false, cluster })
  }
  if (!isOf(block, /^ClusterConfig$/, 'eksctl.io')) return block.children.flatMap(poolsInObjects)
  const cluster = { name: textIn(metadata, 'name'), cloud: 'aws' }
  return block.children
    .filter(({ head }) => /^(?:managedN|n)odeGroups$/.test(head[0] ?? ''))
    .flatMap((group) => poolOf(group, own(group), { isCreated: false, cluster }))
}

function poolsInHcl(document: Block): PoolInCode[] {
  const texts = textsIn(document)
  return visit(document, { isCreated: false })

  function visit(block: Block, around: Around): PoolInCode[] {
    const { head, values, children } = block
    if (head.length > 1 && head[0] === 'data') return [] // it creates nothing
    const inside = within(block, around)
    if (isResource(block) && poolWord.test(head[1] ?? '')) {
      return poolOf(block, values.get('name') ?? values.get('node_group_name'), inside)
    }
    const [, plural] = (head.length === 1 && poolWord.exec(head[0] ?? '')) || []
    if (plural !== undefined && values.has('name')) return poolOf(block, values.get('name'), inside)
    if (!plural || values.size > 0 || !inside.cluster) {
      return children.flatMap((child) => visit(child, inside))
    }
    return children.flatMap((one) => poolOf(one, one.values.get('name') ?? [keyOf(one)], inside))
  }

  function within(block: Block, around: Around): Around {
    const { head, values } = block
    const isPool = poolWord.test(head[1] ?? head[0] ?? '')
    const [name] = isPool ? [] : (values.get('name') ?? [])
    const own = name && textOf(name)
    const named = own === undefined ? undefined : { name: own }
    return {
      isCreated: isResource(block) ? !mayCreateNone(block) : around.isCreated,
      cluster: hasCluster(block) ? clusterIn(block) : name ? named : around.cluster,
      cloud: cloudIn(head.slice(0, 2).join('_')) ?? around.cloud,
    }
  }

  /** Returns the cluster that the keys of a block name; undefined if that isn’t known. */
  function clusterIn({ values }: Block): ClusterInCode | undefined {
    let cluster: ClusterInCode | undefined
    for (const [key, [value, ...others]] of values) {
      const isUidKey = uidKey.test(key)
      if (!isUidKey && !clusterKey.test(key)) continue
      const named = value && others.length === 0 ? textOf(value) : undefined
      if (value === undefined || named === undefined) return undefined
      const isReference = value.kind === 'reference'
      const mayBeUid = !isReference && (isUidKey || /^cluster$/i.test(key))
      const cloud = isReference ? cloudIn(value.text.split('.').at(-3) ?? '') : undefined
      cluster = {
        ...cluster,
        ...((!isUidKey || isReference) && { name: named }),
        ...(mayBeUid && { uid: named }),
        ...(cloud !== undefined && { cloud }),
      }
    }
    return cluster
  }

  function textOf({ kind, text: written }: BlockValue): string | undefined {
    if (kind === 'text') return written
    const resource = written.replace(nameOfResource, '')
    const isKnown = kind === 'reference' && (written.startsWith('local.') || resource !== written)
    return isKnown ? texts.get(resource) : undefined
  }
}

function poolOf(
  { start: block }: Block,
  names: readonly BlockValue[] | undefined,
  { isCreated, cluster, cloud }: Around,
): PoolInCode[] {
  const [name, ...others] = names ?? []
  if (name?.kind !== 'text' || name.text === '' || others.length > 0) return []
  const { text: pool, start } = name
  return [{ pool, cluster: { cloud, ...cluster }, start, block, isCreated }]
}

/** Returns the texts of a document’s `locals` and the names of its resources, by references to them. */
function textsIn({ children }: Block): ReadonlyMap<string, string | undefined> {
  const texts = new Map<string, string | undefined>()
  for (const block of children) {
    const [word = '', ...path] = block.head
    if (path.length === 2 && /^(?:resource|data)$/.test(word)) {
      const address = `${word === 'data' ? 'data.' : ''}${path.join('.')}`
      texts.set(address, textIn(block, 'name'))
    }
    for (const name of word === 'locals' ? block.values.keys() : []) {
      const key = `local.${name}`
      texts.set(key, texts.has(key) ? undefined : textIn(block, name)) // there may be several
    }
  }
  return texts
}

/** Returns whether a resource may have no instances, or leave out its pools when applied again. */
function mayCreateNone(block: Block): boolean {
  const ignored = childOf(block, 'lifecycle')?.values.get('ignore_changes') ?? []
  return (
    ['count', 'for_each'].some((key) => block.values.has(key) || childOf(block, key)) ||
    ignored.some(({ text }) => text === 'all' || poolWord.test(text))
  )
}

function isResource({ head }: Block): boolean {
  return head.length === 3 && head[0] === 'resource'
}

/** Returns whether a block is an object of Kubernetes of a kind; its API may not be known. */
function isOf(block: Block, kind: RegExp, api: string): boolean {
  return (
    kind.test(textIn(block, 'kind') ?? '') && (textIn(block, 'apiVersion') ?? api).startsWith(api)
  )
}

function hasCluster({ values }: Block): boolean {
  return [...values.keys()].some((key) => uidKey.test(key) || clusterKey.test(key))
}

function keyOf({ head, start }: Block): BlockValue {
  const text = head.length === 1 ? (head[0] ?? '') : ''
  return { text, start, end: start, kind: 'text' }
}
