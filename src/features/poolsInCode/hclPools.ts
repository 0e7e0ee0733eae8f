import { childBlock, type Block, type BlockValue } from '../../syntax/blocks.ts'
import { maxReferenceSteps } from '../../syntax/fileRegions.ts'
import { StepCounter, type Steps } from '../../steps.ts'
import { poolNamed, poolWord, type Surroundings } from './namedPools.ts'
import { cloudInName, type ClusterInCode, type PoolInCode } from './poolMatching.ts'

const uidKey = /^(?:(?:kubernetes_)?cluster|cloud_?config|config)_?u?id$/i
const clusterKey = /^cluster(?:_?name)?$/i
/** The end of a reference to a resource’s name or UID, as in `x_cluster_eks.a.name` or `x_cluster_eks.a[0].name`. */
const nameOfResource = /(?:\[\d+\])?\.(?:id|name|uid|cluster_id|cluster_name|cluster_uid)$/
/** The end of the ID that Azure gives a cluster, with the cluster’s name. */
const nameInAzureId = /\/managedClusters\/([^/]+)$/i

/** A block, and what the blocks around it say. */
interface BlockInSurroundings {
  readonly block: Block
  readonly surroundings: Surroundings
}

/** Finds the pools in a document of HCL. */
export class HclPoolFinder {
  readonly #document: Block
  readonly #pools: PoolInCode[]
  /** The values in the document by the references to them, such as `local.name`. */
  readonly #values: ReadonlyMap<string, BlockValue | undefined>

  /** The pools are added to `pools`: each level of nesting would copy a list that it returns. */
  constructor(document: Block, pools: PoolInCode[]) {
    this.#document = document
    this.#pools = pools
    this.#values = valuesByReference(document)
  }

  *find(): Steps<void> {
    const counter = new StepCounter()
    /** The blocks that are still to be searched, the next one last. */
    const remaining: BlockInSurroundings[] = [
      { block: this.#document, surroundings: { isCreated: false } },
    ]
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      const surroundings = this.#surroundingsIn(next.block, next.surroundings)
      const inner = this.#addPoolsOf(next.block, surroundings)
      for (const block of inner.toReversed()) remaining.push({ block, surroundings })
      if (counter.isStepOver()) yield
    }
  }

  /** Adds the pool that a block is, or the pools of which it is a map. Returns the blocks in it that may have others. */
  #addPoolsOf(block: Block, inner: Surroundings): readonly Block[] {
    const { header, values, children } = block
    const isData = header.length > 1 && header[0] === 'data'
    if (isData) return [] // data sources create nothing
    if (isResource(block) && poolWord.test(header[1] ?? '')) {
      this.#addPool(values.get('name') ?? values.get('node_group_name'), block, inner)
      return []
    }
    const poolKey = header.length === 1 ? poolWord.exec(header[0] ?? '') : null
    if (poolKey && values.has('name')) {
      this.#addPool(values.get('name'), block, inner)
      return []
    }
    // In a map of pools, the key is the name of a pool, unless the pool’s block has another name.
    const isMapOfPools = Boolean(poolKey?.[1]) && values.size === 0
    if (!isMapOfPools) return children
    for (const child of children)
      this.#addPool(child.values.get('name') ?? [keyOf(child)], child, inner)
    return []
  }

  /** Adds a pool whose name is a literal, or a reference to a literal; see {@link poolNamed}. */
  #addPool(
    names: readonly BlockValue[] | undefined,
    block: Block,
    surroundings: Surroundings,
  ): void {
    const resolved = names?.map((name): BlockValue => {
      const text = this.#textOf(name)
      return text === undefined ? name : { ...name, text, kind: 'text' }
    })
    for (const pool of poolNamed(resolved, block, surroundings)) this.#pools.push(pool)
  }

  #surroundingsIn(block: Block, outer: Surroundings): Surroundings {
    return {
      isCreated: isResource(block) ? !mayCreateNone(block) : outer.isCreated,
      cluster: this.#clusterIn(block, outer),
      cloud: cloudInName(block.header.slice(0, 2).join('_')) ?? outer.cloud,
    }
  }

  /** Returns the cluster that a block names by its keys, or the cluster that the block itself is. */
  #clusterIn(block: Block, outer: Surroundings): ClusterInCode | undefined {
    const { header, values } = block
    const namesCluster = [...values.keys()].some((key) => uidKey.test(key) || clusterKey.test(key))
    if (namesCluster) return this.#clusterNamedIn(block)
    const isPool = poolWord.test(header[1] ?? header[0] ?? '')
    const name = isPool ? undefined : values.get('name')?.[0]
    if (!name) return outer.cluster
    const text = this.#textOf(name)
    return text === undefined ? undefined : { name: text }
  }

  /** Returns the cluster that the keys of a block name; undefined if a value of these keys isn’t known. */
  #clusterNamedIn({ values }: Block): ClusterInCode | undefined {
    let cluster: ClusterInCode | undefined
    for (const [key, [value, second]] of values) {
      const isUidKey = uidKey.test(key)
      if (!isUidKey && !clusterKey.test(key)) continue
      const text = value && !second ? this.#textOf(value) : undefined
      if (value === undefined || text === undefined) return undefined
      cluster = { ...cluster, ...clusterOfValue(key, value, text) }
    }
    return cluster
  }

  /**
   * Returns the text of a value, or of the resource or local value that it refers to, which may be a reference, too.
   * Undefined if the text isn’t known, or takes too many references.
   */
  #textOf(value: BlockValue): string | undefined {
    let current: BlockValue | undefined = value
    for (let step = 0; step < maxReferenceSteps && current?.kind === 'reference'; step++) {
      current = this.#valueOfReference(current.text)
    }
    return current?.kind === 'text' ? current.text : undefined
  }

  #valueOfReference(reference: string): BlockValue | undefined {
    if (reference.startsWith('local.')) return this.#values.get(reference)
    const address = reference.replace(nameOfResource, '')
    return address === reference ? undefined : this.#values.get(address)
  }
}

/** Returns what the value of a key says of a cluster: a reference is to a cluster’s name, and a text may be a UID. */
function clusterOfValue(key: string, { kind, text: source }: BlockValue, text: string) {
  const isReference = kind === 'reference'
  const isUidKey = uidKey.test(key)
  const facts: { -readonly [K in keyof ClusterInCode]: ClusterInCode[K] } = {}
  const [, azureName] = nameInAzureId.exec(text) ?? []
  if (azureName !== undefined) return { name: azureName, cloud: 'azure' }
  if (!isUidKey || isReference) facts.name = text
  if (!isReference && (isUidKey || /^cluster$/i.test(key))) facts.uid = text
  // The type of a referenced resource may name the cloud: `eks` in `x_cluster_eks.a.name`.
  const cloud = isReference ? cloudInName(source.split('.').at(-3) ?? '') : undefined
  if (cloud !== undefined) facts.cloud = cloud
  return facts
}

/** Returns the values of a document’s `locals`, and of the names of its resources, by the references to them. */
function valuesByReference({ children }: Block): ReadonlyMap<string, BlockValue | undefined> {
  const values = new Map<string, BlockValue | undefined>()
  for (const block of children) {
    const [word = '', ...labels] = block.header
    if (labels.length === 2 && /^(?:resource|data)$/.test(word)) {
      const address = `${word === 'data' ? 'data.' : ''}${labels.join('.')}`
      values.set(address, singleValueOf(block, 'name'))
    }
    if (word !== 'locals') continue
    for (const name of block.values.keys()) {
      const address = `local.${name}`
      // If a reference has several values, it isn’t known which value is used.
      values.set(address, values.has(address) ? undefined : singleValueOf(block, name))
    }
  }
  return values
}

/** Returns the value of a key; undefined if the key has several, as in a list or a condition. */
function singleValueOf(block: Block, key: string): BlockValue | undefined {
  const [value, second] = block.values.get(key) ?? []
  return second ? undefined : value
}

/** Returns whether Terraform may create no instance of a resource (`count = …`), or ignore changes of its pools. */
function mayCreateNone(block: Block): boolean {
  const isCounted = ['count', 'for_each'].some(
    (key) => block.values.has(key) || childBlock(block, key),
  )
  const ignoredChanges = childBlock(block, 'lifecycle')?.values.get('ignore_changes') ?? []
  return isCounted || ignoredChanges.some(({ text }) => text === 'all' || poolWord.test(text))
}

function isResource({ header }: Block): boolean {
  return header.length === 3 && header[0] === 'resource'
}

/** Returns the key whose value a block is, as the name of a pool. */
function keyOf({ header, start }: Block): BlockValue {
  const text = header.length === 1 ? (header[0] ?? '') : ''
  return { text, start, end: start, kind: 'text' }
}
