import type { InstanceType } from '../api/accountSchemas.ts'
import { isComplete, type List } from '../api/list.ts'
import { blockAt, literalOfKey, type Block, type BlockValue } from '../syntax/blocks.ts'
import { meaningOfKey } from '../syntax/keyMeanings.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import type { CheckedText } from './knownZones.ts'
import { memoize } from './memoize.ts'
import type { Problem } from './problems.ts'
import { zonesByName, type ListedZone, type RegionZones } from './regionZones.ts'
import type { ZoneContexts } from './zoneContexts.ts'

const typeKey = /^(?:(?:node|worker)_?)?(?:instance_?types?|vm_?size|machine_?types?)$/i
const typeSelector = /(?:^|\/)instance-type$/
/** The parts of a node’s description that may have its instance type. */
const partKey = /^(?:node_?config|(?:aws_?)?launch_?template)$/i
/** The keys that replace the instance types beside them. */
const replacingKey = /^(?:mixed_?instances_?policy|instances_?distribution|overrides?)$/i
const countKey = /^(?:count|size|replicas)$/i
const maxCountKey = /^max(?:imum)?(?:_?(?:count|nodes|replicas|size))?$/i
/** The keys of maps in which `default` is a name. */
const collectionKey = /(?:pool|group|node|worker|machine|cluster)s$/i

/**
 * Finds the zones of blocks that name literal instance types, too, none of which is available there; `typesOf` returns
 * those of a region, if they are known. At the top of a file in HCL, in `locals`, `inputs`, and defaults, names don’t
 * belong together; what is created zero times needs no instance types.
 */
export function findTypeProblems(
  { references, blocks, isHcl }: CheckedText,
  regions: readonly RegionZones[],
  typesOf: (region: string) => List<InstanceType> | undefined,
  contexts: ZoneContexts,
): Problem[] {
  const isCreated = memoize((block: Block): boolean => {
    return isBlockCreated(block) && (!block.parent || isCreated(block.parent))
  })
  const typesOfBlock = memoize(instanceTypesIn)
  const lacksTypes = createTypeCheck(regions, typesOf)
  const problems: Problem[] = []
  for (const reference of references) {
    if (reference.kind !== 'zone' || reference.isQualifiedKey) continue
    const block = blockOfZone(reference, blocks)
    if (!block || (isHcl && !block.parent) || !isCreated(block)) continue
    const types = typesOfBlock(block)
    const zone = contexts.nameInLists(reference)
    if (types.length === 0 || zone === undefined || !lacksTypes(types, zone)) continue
    problems.push({ kind: 'typeNotAvailable', reference, types })
  }
  return problems
}

/**
 * Returns a function for whether none of some instance types is available in a zone, by its name. The answers are kept
 * for each list of types, by its identity: a file may have thousands of zones beside one list.
 */
function createTypeCheck(
  regions: readonly RegionZones[],
  typesOf: (region: string) => List<InstanceType> | undefined,
): (types: readonly string[], zone: string) => boolean {
  const zones = zonesByName(regions)
  const typesIn = memoize((region: string) => typesByName(typesOf(region)))
  const checkOf = memoize((types: readonly string[]) =>
    memoize((name: string): boolean => {
      const [listed, second] = zones.get(name) ?? []
      // If two regions have a zone of the name, it isn’t known which one is meant.
      if (!listed || second) return false
      const ofRegion = typesIn(listed.region)
      return types.every((type) => isMissing(ofRegion.get(type.toLowerCase()) ?? [], listed))
    }),
  )
  return (types, zone) => checkOf(types)(zone)
}

function isMissing(entries: readonly InstanceType[], { zone }: ListedZone): boolean {
  const { name, zoneId = name } = zone
  const lacksZone = ({ missingIn }: InstanceType) =>
    missingIn.includes(name) || missingIn.includes(zoneId)
  return entries.length > 0 && entries.every(lacksZone)
}

/** Returns instance types by name in lowercase; none of an incomplete list, because it may have another entry. */
function typesByName(list: List<InstanceType> | undefined) {
  const types = list && isComplete(list) ? list.items : []
  return Map.groupBy(types, ({ name }) => name.toLowerCase())
}

/** Returns whether a block describes what is created: it isn’t for defaults, and its count isn’t zero. */
function isBlockCreated(block: Block): boolean {
  return !isForDefaults(block) && !isCountZero(block)
}

/**
 * Returns whether a block holds default values, such as `locals`, `inputs`, or `pool_defaults`. A pool that is named
 * `default` in a map of pools isn’t such a block.
 */
function isForDefaults({ header, parent }: Block): boolean {
  const [key = '', ...labels] = header
  if (labels.length > 0) return false
  const isName = /^default$/i.test(key) && hasNamesAsKeys(parent)
  return !isName && /^(?:locals|inputs)$|defaults?$/i.test(key)
}

function isCountZero(block: Block): boolean {
  const [count] = valuesOf(block, countKey)
  // A pool that scales between bounds may have no instances now and some later.
  const mayGrow = valuesOf(block, maxCountKey).some(({ text }) => text !== '0')
  return count?.text === '0' && !mayGrow
}

/** Returns whether the keys of a map are names that users chose, such as names of pools. A variable’s `default` isn’t one. */
function hasNamesAsKeys(map: Block | undefined): boolean {
  const isVariable = map?.parent?.header[0] === 'variable'
  return map?.header.length === 1 && collectionKey.test(map.header[0] ?? '') && !isVariable
}

/** Returns the block that a zone belongs to. That of a selector, or of a map of zones, is the one around it. */
function blockOfZone(
  { value, start }: ZoneReference,
  documents: readonly Block[],
): Block | undefined {
  const block = blockAt(documents, start)
  if (!block) return undefined
  const key = block.header.at(-1) ?? ''
  const isMapOfZones = block.values.has(value) && meaningOfKey(key)?.hasZonesAsKeys
  if (isMapOfZones) return block.parent
  if (selectorKey(block) === undefined) return block
  return isInSelector(block) ? block.parent : undefined
}

/** Returns the key of a selector, such as those of Kubernetes, with `key` and `values`. */
function selectorKey(block: Block): string | undefined {
  return block.values.has('values') ? literalOfKey(block, 'key') : undefined
}

/** Returns whether the values of a selector are those that are wanted, and not those to avoid. */
function isInSelector(selector: Block): boolean {
  return (literalOfKey(selector, 'operator') ?? 'In') === 'In'
}

/** Returns the instance types of a block, each once, or none if one isn’t literal. */
function instanceTypesIn(block: Block): string[] {
  const { children } = block
  if (children.some((child) => replacingKey.test(child.header.at(-1) ?? ''))) return []
  const values = instanceTypeValues(block)
  if (!values.every(({ kind }) => kind === 'text')) return []
  const byName = new Map(values.map(({ text }) => [text.toLowerCase(), text]))
  return [...byName.values()]
}

/** Returns the instance types in a block and its selectors, else those in the only part of it that may have some. */
function instanceTypeValues(block: Block): BlockValue[] {
  const values = valuesOf(block, typeKey)
  for (const child of block.children) {
    const isOfTypes = typeSelector.test(selectorKey(child) ?? '') && isInSelector(child)
    if (isOfTypes) values.push(...(child.values.get('values') ?? []))
  }
  if (values.length > 0) return values
  const [part, second] = block.children.filter(({ header }) => partKey.test(header.at(-1) ?? ''))
  return part && !second ? valuesOf(part, typeKey) : []
}

function valuesOf({ values }: Block, key: RegExp): BlockValue[] {
  return [...values].flatMap(([name, ofKey]) => (key.test(name) ? ofKey : []))
}
