import type { CodeFile } from '../../documents/codeFile.ts'
import { runInSlices, StepCounter, type Steps } from '../../steps.ts'
import { childBlock, literalOfKey, type Block } from '../../syntax/blocks.ts'
import { HclPoolFinder } from './hclPools.ts'
import { poolNamed, poolWord } from './namedPools.ts'
import { cloudInName, type PoolInCode } from './poolMatching.ts'

/** The machine pools of files: code lenses are requested again whenever something else than the file changes. */
const poolsOfFiles = new WeakMap<CodeFile, Promise<readonly PoolInCode[]>>()

/**
 * Resolves to the machine pools in a file; to none if the file is too long for features that run without being asked.
 */
export async function poolsInFile(file: CodeFile): Promise<readonly PoolInCode[]> {
  const pools = poolsOfFiles.get(file) ?? readPools(file)
  poolsOfFiles.set(file, pools)
  return pools
}

async function readPools(file: CodeFile): Promise<readonly PoolInCode[]> {
  if (!file.isShort || !mayHavePools(file.text)) return []
  return runInSlices(findPools(await file.loadBlocks(), file.isHcl))
}

/** Returns whether a text may describe machine pools. It is fast, so that most files needn’t be parsed. */
export function mayHavePools(text: string): boolean {
  return /(?:machine|node|worker)[_-]?(?:pool|group)|MachineDeployment/i.test(text)
}

/**
 * Finds the machine pools in a text whose names are known from it: in HCL, resources such as `…_machine_pool`, and
 * blocks, lists, and maps such as `machine_pool` and `node_groups`; in YAML and JSON, the objects of Cluster API and
 * the node groups of eksctl. Variables aren’t evaluated.
 */
export function* findPools(documents: readonly Block[], isHcl: boolean): Steps<PoolInCode[]> {
  const pools: PoolInCode[] = []
  if (isHcl) for (const document of documents) yield* new HclPoolFinder(document, pools).find()
  else yield* addPoolsInObjects(documents, pools)
  return pools
}

/** Adds the pools in the objects of documents of YAML or JSON. */
function* addPoolsInObjects(documents: readonly Block[], pools: PoolInCode[]): Steps<void> {
  const counter = new StepCounter()
  /** The objects that are still to be searched, the next one last. */
  const remaining = documents.toReversed()
  for (let block = remaining.pop(); block; block = remaining.pop()) {
    const described = poolsOfObject(block)
    for (const pool of described ?? []) pools.push(pool)
    if (!described) for (const child of block.children.toReversed()) remaining.push(child)
    if (counter.isStepOver()) yield
  }
}

/** Returns the pools that an object of YAML or JSON describes; undefined for an object of another kind. */
function poolsOfObject(block: Block): PoolInCode[] | undefined {
  const metadata = childBlock(block, 'metadata')
  if (isKubernetesObject(block, /^Machine(?:Pool|Deployment)$/, 'cluster.x-k8s.io')) {
    const cluster = { name: literalOfKey(childBlock(block, 'spec'), 'clusterName') }
    return poolNamed(metadata?.values.get('name'), block, { isCreated: false, cluster })
  }
  if (isKubernetesObject(block, /^ClusterConfig$/, 'eksctl.io')) {
    const cluster = { name: literalOfKey(metadata, 'name'), cloud: 'aws' }
    const groups = block.children.filter(({ header }) =>
      /^(?:managedN|n)odeGroups$/.test(header[0] ?? ''),
    )
    return groups.flatMap((group) => {
      return poolNamed(group.values.get('name'), group, { isCreated: false, cluster })
    })
  }
  return isClusterOfModule(block) ? poolsOfModule(block) : undefined
}

/** Returns whether an object is a cluster for a Terraform module: `name: prod`, `cloudType: eks`, and `node_groups`. */
function isClusterOfModule(block: Block): boolean {
  return cloudTypeOf(block) !== undefined && literalOfKey(block, 'name') !== undefined
}

function cloudTypeOf(block: Block): string | undefined {
  return literalOfKey(block, 'cloudType') ?? literalOfKey(block, 'cloud_type')
}

function poolsOfModule(block: Block): PoolInCode[] {
  const cluster = {
    name: literalOfKey(block, 'name'),
    cloud: cloudInName(cloudTypeOf(block) ?? ''),
  }
  const groups = block.children.filter(({ header: [key = ''] }) => poolWord.test(key))
  return groups.flatMap((group) => {
    return poolNamed(group.values.get('name'), group, { isCreated: false, cluster })
  })
}

/** Returns whether a block is a Kubernetes object of a kind and an API, or of a kind and an API that isn’t known. */
function isKubernetesObject(block: Block, kind: RegExp, api: string): boolean {
  const apiVersion = literalOfKey(block, 'apiVersion') ?? api
  return kind.test(literalOfKey(block, 'kind') ?? '') && apiVersion.startsWith(api)
}
