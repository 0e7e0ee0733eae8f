import {
  blockSteps,
  childOf,
  textIn,
  type Block,
  type BlockLanguage,
  type BlockValue,
} from '../../formats/blocks.ts'
import { zoneProvider } from '../../api/providers.ts'

/** A machine pool that a text describes, with its cluster. */
export interface PoolInCode {
  readonly pool: string
  readonly cluster: ClusterInCode
  /** The offsets of the pool’s name. */
  readonly start: number
  readonly end: number
  /** The offset of its block. */
  readonly block: number
  /** The head of the block at the top of the file that it is in, such as a resource of Terraform. */
  readonly root: readonly string[]
  /** True if the resource that it is in may create none: it is counted, or ignores changes of its pools. */
  readonly isConditional: boolean
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
export interface ClusterInCode {
  readonly name?: string | undefined
  /** The UID of the cluster or of its cloud config. */
  readonly uid?: string | undefined
  /** The provider whose accounts it uses, by the type of its block, such as `aws`. */
  readonly cloud?: string | undefined
}

/**
 * Finds the machine pools in a text whose own name is known from it, in steps that take well under a millisecond
 * each: blocks such as `machine_pool` in the resource of a cluster, resources such as `…_machine_pool` that refer
 * to one, lists and maps of pools, and the kinds of Kubernetes. Variables and expressions aren’t evaluated.
 */
export function* findPoolsSteps(
  text: string,
  language: BlockLanguage,
): Generator<void, PoolInCode[]> {
  const documents = yield* blockSteps(text, language)
  const finder = new PoolFinder()
  for (const document of documents) yield* finder.visit(document)
  return finder.found
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
  if (isCluster(cluster, names, uids, provider)) return isNameShared ? 'unknown' : 'certain'
  const { name, uid } = cluster
  if (isElsewhere(cluster, provider)) return undefined
  const isOtherName = name !== undefined && name !== uid && names.length > 0
  const isOtherUid = uid !== undefined && uid !== name && clusterUid !== undefined
  const isOther = name !== undefined && name === uid && names.length > 0 && clusterUid !== undefined
  return isOtherName || isOtherUid || isOther ? undefined : 'unknown'
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
  // Objects of Kubernetes have UIDs of their own.
  const isOther = uid !== undefined && uid !== name && !/^[\da-f]{8}-[\da-f-]{27}$/i.test(uid)
  return !isOther || uids.includes(undefined)
}

function isElsewhere({ cloud }: ClusterInCode, provider: string): boolean {
  const own = zoneProvider(provider)
  return cloud !== undefined && cloud !== own && [...clouds.values()].includes(own)
}

/** The words for clouds in the types of blocks, with their providers. */
const clouds = new Map(
  Object.entries({
    aws: 'aws',
    eks: 'aws',
    eksctl: 'aws',
    azure: 'azure',
    azurerm: 'azure',
    aks: 'azure',
    gcp: 'gcp',
    gke: 'gcp',
    google: 'gcp',
    maas: 'maas',
    vsphere: 'vsphere',
  }),
)

/** Returns the cloud in a name such as `x_cluster_eks`, `AWSMachinePool`, or `container.gcp.example.io/v1`. */
function cloudIn(name = ''): string | undefined {
  const words = name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
  return words.map((word) => clouds.get(word.toLowerCase())).find(Boolean)
}

const poolWord = /(?:machine|node|worker)[_-]?(?:pool|group)(s?)(?:config)?$/i
const poolKind = /(?:MachinePool|MachineDeployment|NodePool|NodeGroup)$/
const uidKey = /^(?:cluster|cloud_?config|config)_?u?id$/i
const nameKey = /^cluster_?name$/i
const clusterKey = /^cluster$/i
const blocksPerStep = 512

/** The cluster of the pools in a block, as far as the block names it. */
interface Owner {
  /** The keys that name the cluster, with their values. */
  readonly named: readonly [string, readonly BlockValue[]][]
  readonly metadata: Block | undefined
}

class PoolFinder {
  readonly found: PoolInCode[] = []
  /** The resources of an HCL document, by the start of references to them. */
  #resources = new Map<string, Block>()
  /** The names in blocks around pools, each read once. */
  readonly #owners = new Map<Block, Owner>()
  /** Texts of `locals` by name; undefined if there are several. */
  #localTexts = new Map<string, string | undefined>()
  /** The answers of {@link #mayCreateNone}, each found once. */
  readonly #conditional = new Map<Block, boolean>()
  #visited = 0

  #index(document: Block): void {
    const resources = document.children.flatMap((block): [string, Block][] => {
      const [type, ...path] = block.head
      if (path.length !== 2 || (type !== 'resource' && type !== 'data')) return []
      return [[`${type === 'data' ? 'data.' : ''}${path.join('.')}`, block]]
    })
    this.#resources = new Map(resources)
    this.#localTexts = new Map()
    for (const block of document.children) {
      if (block.head.length !== 1 || block.head[0] !== 'locals') continue
      for (const name of block.values.keys()) {
        this.#localTexts.set(name, this.#localTexts.has(name) ? undefined : textIn(block, name))
      }
    }
  }

  /** Adds the pools of a document. */
  *visit(document: Block): Generator<void> {
    this.#index(document)
    yield* this.#each(document)
  }

  *#each(block: Block): Generator<void> {
    if (++this.#visited % blocksPerStep === 0) yield
    this.#visitBlock(block)
    for (const child of block.children) yield* this.#each(child)
  }

  #visitBlock(block: Block): void {
    const { head, parent, children, values } = block
    const [word = '', type = ''] = head
    const resourceType = head.length === 3 ? type : (parent?.head[0] ?? '')
    if (isResource(block)) {
      const name = values.get('name') ?? values.get('node_group_name') // as in `aws_eks_node_group`
      if (poolWord.test(resourceType)) this.#add(block, this.#clusterOf(block), name)
      return
    }
    if (poolKind.test(textIn(block, 'kind') ?? '')) {
      const named = [...(childOf(block, 'spec')?.values ?? [])].filter(([key]) => nameKey.test(key))
      const cluster = named.length > 0 ? this.#readCluster(named) : undefined
      this.#add(block, cluster, childOf(block, 'metadata')?.values.get('name'))
      return
    }
    const isPools = head.length === 1 && poolWord.test(word) && !isJsonResourceType(block)
    if (!isPools || !parent) return
    if (values.has('name')) {
      const owner = this.#read(block).named.length > 0 ? block : parent
      this.#add(block, this.#clusterOf(owner), values.get('name'))
    } else if (poolWord.exec(word)?.[1] && values.size === 0) {
      // A map of pools by name, if that of its cluster shows that it is one.
      const cluster = this.#clusterOf(parent)
      for (const one of children) {
        const named = one.values.get('name') ?? [keyOf(one)]
        if (cluster) this.#add(one, cluster, named)
      }
    }
  }

  #add(
    block: Block,
    cluster: ClusterInCode | undefined,
    names: readonly BlockValue[] | undefined,
  ): void {
    const [name, ...others] = names ?? []
    if (name?.kind !== 'text' || name.text === '' || others.length > 0) return
    const { text: pool, start, end } = name
    const of = { ...cluster, cloud: cluster?.cloud ?? cloudOf(block) }
    let top = block
    let isConditional = false
    for (let one: Block | undefined = block; one; one = one.parent) {
      if (one.head[0]) top = one
      isConditional ||= this.#mayCreateNone(one)
    }
    const { head: root } = top
    this.found.push({ pool, cluster: of, start, end, block: block.start, root, isConditional })
  }

  /** Returns the cluster that the nearest block around names; undefined if that isn’t known. */
  #clusterOf(owner: Block | undefined): ClusterInCode | undefined {
    for (let block = owner; block; block = block.parent) {
      const { named, metadata } = this.#read(block)
      if (named.length > 0) return this.#readCluster(named)
      const isPool = block === owner && (poolWord.test(block.head[1] ?? '') || isJsonPool(block))
      const [name] = isPool ? [] : (block.values.get('name') ?? metadata?.values.get('name') ?? [])
      if (name) {
        const text = this.#textOf(name)
        return text === undefined ? undefined : { name: text, uid: textIn(metadata, 'uid') }
      }
      // A map of clusters by name.
      const outer = block.parent?.head[0] ?? ''
      if (/clusters$/i.test(outer) && block.head.length === 1) return { name: block.head[0] }
    }
    return undefined
  }

  /** Returns whether a block is a resource that may have no instances, or leave out its pools when applied again. */
  #mayCreateNone(block: Block): boolean {
    let is = this.#conditional.get(block)
    if (is === undefined) {
      const ignored = childOf(block, 'lifecycle')?.values.get('ignore_changes') ?? []
      is =
        isResource(block) &&
        (['count', 'for_each'].some((key) => block.values.has(key) || childOf(block, key)) ||
          ignored.some(({ text }) => text === 'all' || poolWord.test(text)))
      this.#conditional.set(block, is)
    }
    return is
  }

  #read(block: Block): Owner {
    let owner = this.#owners.get(block)
    if (!owner) {
      owner = { named: clusterKeysIn(block), metadata: childOf(block, 'metadata') }
      this.#owners.set(block, owner)
    }
    return owner
  }

  #readCluster(named: readonly [string, readonly BlockValue[]][]): ClusterInCode | undefined {
    let cluster: ClusterInCode = {}
    for (const [key, [value, ...others]] of named) {
      const text = value && others.length === 0 ? this.#textOf(value) : undefined
      if (value === undefined || text === undefined) return undefined
      const isUid = uidKey.test(key) && value.kind === 'text'
      const isEither = clusterKey.test(key) && value.kind === 'text'
      const cloud = value.kind === 'reference' ? cloudIn(value.text.split('.').at(-3)) : undefined
      if (cloud !== undefined) cluster = { ...cluster, cloud }
      if (isUid) cluster = { ...cluster, uid: text }
      else cluster = { ...cluster, name: text, ...(isEither && { uid: text }) }
    }
    return cluster
  }

  /** Returns a text, also by a reference to `locals` or to the name of a resource in the same file. */
  #textOf({ kind, text }: BlockValue): string | undefined {
    if (kind !== 'reference') return kind === 'text' ? text : undefined
    const parts = text.split('.')
    if (parts[0] === 'local' && parts.length === 2) return this.#localTexts.get(parts[1] ?? '')
    const isName = /^(?:id|name|uid|cluster_id|cluster_name|cluster_uid)$/.test(parts.at(-1) ?? '')
    return isName ? textIn(this.#resources.get(parts.slice(0, -1).join('.')), 'name') : undefined
  }
}

/** Returns the keys of a block that name its cluster, with their values. */
function clusterKeysIn({ values }: Block): [string, BlockValue[]][] {
  return [...values].filter(([key]) =>
    [uidKey, nameKey, clusterKey].some((pattern) => pattern.test(key)),
  )
}

/** Returns the cloud that a block or one around it is for. */
function cloudOf(owner: Block): string | undefined {
  for (let block: Block | undefined = owner; block; block = block.parent) {
    const type = isJsonResource(block) ? block.parent?.head[0] : block.head.slice(0, 2).join('_')
    const kinds = ['kind', 'apiVersion', 'cloudType', 'cloud_type'].map((key) => textIn(block, key))
    const found = [type, ...kinds].map(cloudIn).find(Boolean)
    if (found !== undefined) return found
  }
  return undefined
}

function isResource(block: Block): boolean {
  return block.head.length === 3 ? block.head[0] === 'resource' : isJsonResource(block)
}

/** Returns whether a block is a resource of Terraform in JSON: `resource` → type → name. */
function isJsonResource({ head, parent }: Block): boolean {
  return head.length === 1 && parent !== undefined && isJsonResourceType(parent)
}

function isJsonResourceType({ head, parent }: Block): boolean {
  return head.length === 1 && parent?.head.length === 1 && parent.head[0] === 'resource'
}

function isJsonPool(block: Block): boolean {
  return isJsonResource(block) && poolWord.test(block.parent?.head[0] ?? '')
}

function keyOf({ head, start }: Block): BlockValue {
  const text = head.length === 1 ? (head[0] ?? '') : ''
  return { text, start, end: start, kind: 'text' }
}
