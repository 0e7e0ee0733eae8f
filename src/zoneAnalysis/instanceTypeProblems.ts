import type { InstanceType } from '../api/accountSchemas.ts'
import { isComplete, type List } from '../api/list.ts'
import { literalOfKey, type Block, type BlockValue } from '../syntax/blocks.ts'
import { meaningOfKey } from '../syntax/keyMeanings.ts'
import { StepCounter, type Steps } from '../steps.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import type { CheckedText } from './knownZones.ts'
import { memoize } from '../cache/memoize.ts'
import type { Problem } from './problems.ts'
import { zonesByName, type ListedZone, type RegionZones } from './regionZones.ts'
import type { ZoneContexts } from './zoneContexts.ts'

/** The keys of instance types: `instance_type`, `vmSize`, `node_machine_type`. */
const typeKey = /^(?:(?:node|worker)_?)?(?:instance_?types?|vm_?size|machine_?types?)$/i
/** The key of a selector of Kubernetes for instance types: `node.kubernetes.io/instance-type`. */
const typeSelector = /(?:^|\/)instance-type$/
/** The keys of blocks within the description of a node that may hold its instance type: `node_config`. */
const partKey = /^(?:node_?config|(?:aws_?)?launch_?template)$/i
/** The keys of blocks whose instance types are used instead of those beside them: `mixed_instances_policy`. */
const replacingKey = /^(?:mixed_?instances_?policy|instances_?distribution|overrides?)$/i
/** The keys of the number of nodes. */
const countKey = /^(?:count|size|replicas)$/i
/** The keys of the upper bound of autoscaling: `max`, `maxCount`, `max_size`. */
const maxCountKey = /^max(?:imum)?(?:_?(?:count|nodes|replicas|size))?$/i
/** The keys of maps whose keys are names that users chose, such as `node_pools`; `default` may be such a name. */
const collectionKey = /(?:pool|group|node|worker|machine|cluster)s$/i

/**
 * Returns a problem for each zone in which none of the instance types in its block is available. The block must name
 * the types literally. Not checked are the top of an HCL file, `locals`, `inputs`, and defaults of pools, where a zone
 * and a type beside each other don’t belong together, and blocks of which no instances are created (`count = 0`).
 */
export function* findTypeProblems(
  { references, isHcl }: CheckedText,
  regions: readonly RegionZones[],
  instanceTypesIn: (region: string) => List<InstanceType> | undefined,
  contexts: ZoneContexts,
): Steps<Problem[]> {
  const isCreated = memoize((block: Block): boolean => {
    return isBlockCreated(block) && (!block.parent || isCreated(block.parent))
  })
  const typesOfBlock = memoize(literalInstanceTypes)
  const lacksTypes = createTypeCheck(regions, instanceTypesIn)
  const problems: Problem[] = []
  const counter = new StepCounter()
  for (const reference of references) {
    if (counter.isStepOver()) yield
    if (reference.kind !== 'zone' || reference.isQualifiedKey) continue
    const block = blockOfZone(reference, contexts)
    if (!block || (isHcl && !block.parent) || !isCreated(block)) continue
    const types = typesOfBlock(block)
    const zone = contexts.nameInRegionLists(reference)
    if (types.length === 0 || zone === undefined || !lacksTypes(types, zone)) continue
    problems.push({ kind: 'typeNotAvailable', reference, types })
  }
  return problems
}

/**
 * Creates the function that checks instance types in a zone. It returns true if the zone is known to lack all of
 * `types`, and false if the zone has one of them, or if too little is known about the zone or a type. Its results are
 * cached by the identity of `types` and the zone’s name: a file may have thousands of zones for the same types.
 */
function createTypeCheck(
  regions: readonly RegionZones[],
  instanceTypesIn: (region: string) => List<InstanceType> | undefined,
): (types: readonly string[], zone: string) => boolean {
  // Most files name no instance types, and the lists of zones may be long.
  let zones: ReturnType<typeof zonesByName> | undefined
  const typesInRegion = memoize((region: string) => typesByName(instanceTypesIn(region)))
  const checkOf = memoize((types: readonly string[]) =>
    memoize((name: string): boolean => {
      zones ??= zonesByName(regions)
      const [listed, namesake] = zones.get(name) ?? []
      // If zones of two regions have the name, it isn’t known which zone is meant.
      if (!listed || namesake) return false
      const byName = typesInRegion(listed.region)
      return types.every((type) => isMissingIn(listed, byName.get(type.toLowerCase()) ?? []))
    }),
  )
  return (types, zone) => checkOf(types)(zone)
}

/** Returns whether all entries of an instance type, which may be listed several times, say that a zone lacks it. */
function isMissingIn({ zone }: ListedZone, entries: readonly InstanceType[]): boolean {
  const { name, zoneId = name } = zone
  const lacksZone = ({ missingIn }: InstanceType) =>
    missingIn.includes(name) || missingIn.includes(zoneId)
  return entries.length > 0 && entries.every(lacksZone)
}

/**
 * Returns instance types by name in lowercase. An incomplete list counts as empty: further entries of a type, which say
 * that other zones have it, may be missing.
 */
function typesByName(list: List<InstanceType> | undefined) {
  const types = list && isComplete(list) ? list.items : []
  return Map.groupBy(types, ({ name }) => name.toLowerCase())
}

/** Returns whether nodes are created from a block: it doesn’t hold default values, and its count isn’t zero. */
function isBlockCreated(block: Block): boolean {
  return !holdsDefaultValues(block) && !isCountZero(block)
}

/**
 * Returns whether a block holds default values, such as `locals`, `inputs`, or `pool_defaults`. A pool that is named
 * `default` in a map of pools isn’t such a block.
 */
function holdsDefaultValues({ header, parent }: Block): boolean {
  const [key = '', ...labels] = header
  if (labels.length > 0) return false
  // The object in the default of a variable describes nodes: its zone and type belong together.
  if (key === 'default' && parent?.header[0] === 'variable') return false
  const isName = /^default$/i.test(key) && hasChosenKeys(parent)
  return !isName && /^(?:locals|inputs)$|defaults?$/i.test(key)
}

function isCountZero(block: Block): boolean {
  const [count] = valuesOfKeys(block, countKey)
  // A pool that scales between bounds may have no instances now and some later.
  const mayGrow = valuesOfKeys(block, maxCountKey).some(({ text }) => text !== '0')
  return count?.text === '0' && !mayGrow
}

/**
 * Returns whether the keys of a map are names that users chose, as in `node_pools = { default = {…} }`. The `default`
 * of `variable "node_pools" {` is no such name.
 */
function hasChosenKeys(map: Block | undefined): boolean {
  const isVariable = map?.parent?.header[0] === 'variable'
  return map?.header.length === 1 && collectionKey.test(map.header[0] ?? '') && !isVariable
}

/**
 * Returns the block that a zone belongs to. If the zone is in a selector (`key: …/zone`, `values: […]`), or in a map of
 * zones, it belongs to the block around that.
 */
function blockOfZone(reference: ZoneReference, contexts: ZoneContexts): Block | undefined {
  const block = contexts.blockOf(reference)
  if (!block) return undefined
  const key = block.header.at(-1) ?? ''
  const isMapOfZones = block.values.has(reference.value) && meaningOfKey(key)?.hasZonesAsKeys
  if (isMapOfZones) return block.parent
  if (selectorKey(block) === undefined) return block
  return selectsItsValues(block) ? block.parent : undefined
}

/** Returns the key of a selector of Kubernetes: `a` of `key: a` with `values: […]`. Undefined for other blocks. */
function selectorKey(block: Block): string | undefined {
  return block.values.has('values') ? literalOfKey(block, 'key') : undefined
}

/** Returns whether a selector of Kubernetes selects its values, and doesn’t exclude them (`operator: NotIn`). */
function selectsItsValues(selector: Block): boolean {
  return (literalOfKey(selector, 'operator') ?? 'In') === 'In'
}

/** Returns the instance types that a block names, without duplicates; none if one of them isn’t a literal. */
function literalInstanceTypes(block: Block): string[] {
  const replacing = block.children.filter(({ header }) => replacingKey.test(header.at(-1) ?? ''))
  const values = replacing.length > 0 ? replacingTypeValues(replacing) : instanceTypeValues(block)
  if (!values.every(({ kind }) => kind === 'text')) return []
  const byName = new Map(values.map(({ text }) => [text.toLowerCase(), text]))
  return [...byName.values()]
}

/**
 * Returns the instance types of blocks such as `instancesDistribution`, any of which may be used; none if a block has
 * none, as then the types aren’t known.
 */
function replacingTypeValues(blocks: readonly Block[]): BlockValue[] {
  const types = blocks.map((block) => valuesOfKeys(block, typeKey))
  return types.every(({ length }) => length > 0) ? types.flat() : []
}

/**
 * Returns the instance types in a block and its selectors; without any, those in its only block such as `node_config`.
 */
function instanceTypeValues(block: Block): BlockValue[] {
  const lists = [valuesOfKeys(block, typeKey)]
  // Labels describe a node that runs already; a selector says which nodes are to be found or made.
  if (/selector$/i.test(block.header.at(-1) ?? '')) lists.push(valuesOfKeys(block, typeSelector))
  for (const child of block.children) {
    const isOfTypes = typeSelector.test(selectorKey(child) ?? '') && selectsItsValues(child)
    if (isOfTypes) lists.push(child.values.get('values') ?? [])
  }
  const values = lists.flat()
  if (values.length > 0) return values
  const [part, second] = block.children.filter(({ header }) => partKey.test(header.at(-1) ?? ''))
  return part && !second ? valuesOfKeys(part, typeKey) : []
}

function valuesOfKeys({ values }: Block, keyPattern: RegExp): BlockValue[] {
  const found: BlockValue[][] = []
  for (const [key, valuesOfKey] of values) if (keyPattern.test(key)) found.push(valuesOfKey)
  // A call that spreads the values of a list would throw: there may be over a hundred thousand.
  return found.flat()
}
