import type { InstanceType } from '../api/accountSchemas.ts'
import { isComplete, type List } from '../api/list.ts'
import { blockAt, textIn, type Block, type BlockValue } from '../syntax/blocks.ts'
import { memo } from './memo.ts'
import { meaningOf, type ZoneReference } from '../syntax/zoneReferences.ts'
import type { CheckedText } from './judgement.ts'
import type { Finding } from './judgement.ts'
import { zonesByName, type RegionZones } from './regions.ts'

const typeKey = /^(?:(?:node|worker)_?)?(?:instance_?types?|vm_?size|machine_?types?)$/i
const typeSelector = /(?:^|\/)instance-type$/
/** The parts of a node’s description that may have its instance type. */
const partKey = /^(?:node_?config|(?:aws_?)?launch_?template)$/i
/** The keys that replace the instance types beside them. */
const otherTypesKey = /^(?:mixed_?instances_?policy|instances_?distribution|overrides?)$/i
const countKey = /^(?:count|size|replicas)$/i
const maxKey = /^max(?:imum)?(?:_?(?:count|nodes|replicas|size))?$/i
/** The keys of maps in which `default` is a name. */
const namedKey = /(?:pool|group|node|worker|machine|cluster)s$/i

/**
 * Finds the zones of blocks that name literal instance types, too, none of which is available there; `typesOf` returns
 * those of a region, if known, and `nameOf` the name of a zone in `lists`. At the top of a file in HCL, in `locals`,
 * `inputs`, and defaults, names don’t belong together; what is created zero times needs none.
 */
export function typeFindings(
  { references, blocks, isHcl }: CheckedText,
  lists: readonly RegionZones[],
  typesOf: (region: string) => List<InstanceType> | undefined,
  nameOf: (zone: ZoneReference) => string | undefined,
): Finding[] {
  const isCreated = memo((block: Block): boolean => {
    return isWanted(block) && (!block.parent || isCreated(block.parent))
  })
  const named = zonesByName(lists)
  const typesIn = memo((region: string) => typesByName(typesOf(region)))
  const typesFor = memo(typesOfBlock)
  const lackingAll = memo((types: readonly string[]) =>
    memo((zone: string): boolean => {
      const [found, ...others] = named.get(zone) ?? []
      if (!found || others.length > 0) return false
      const { name, zoneId = name } = found.zone
      const inRegion = typesIn(found.region)
      return types.every((type) => {
        const same = inRegion.get(type.toLowerCase()) ?? []
        const isMissing = ({ missingIn }: InstanceType) =>
          missingIn.includes(name) || missingIn.includes(zoneId)
        return same.length > 0 && same.every(isMissing)
      })
    }),
  )
  return references.flatMap((zone): Finding | [] => {
    const owner = zone.kind === 'zone' && !zone.isQualified && ownerOf(zone, blocks)
    if (!owner || (isHcl && !owner.parent) || !isCreated(owner)) return []
    const types = typesFor(owner)
    const isLacking = types.length > 0 && lackingAll(types)(nameOf(zone) ?? '')
    return isLacking ? { problem: 'typeNotAvailable', reference: zone, types } : []
  })
}

/** Returns instance types by name in lowercase; none of an incomplete list, because it may have another entry. */
function typesByName(list: List<InstanceType> | undefined) {
  const types = isComplete(list) ? list?.items : undefined
  return Map.groupBy(types ?? [], ({ name }) => name.toLowerCase())
}

/** Returns whether a block isn’t for defaults, or for none. */
function isWanted(block: Block): boolean {
  const [key = '', ...labels] = block.head
  const isName = /^default$/i.test(key) && isNameIn(block.parent)
  const isDefault = labels.length === 0 && !isName && /^(?:locals|inputs)$|defaults?$/i.test(key)
  const [count] = valuesOf(block, countKey)
  // What scales between bounds may have none now.
  const isNone = count?.text === '0' && !valuesOf(block, maxKey).some(({ text }) => text !== '0')
  return !isDefault && !isNone
}

/** Returns whether a map has names for keys, such as those of pools; a variable has its `default`. */
function isNameIn(map: Block | undefined): boolean {
  const isVariable = map?.parent?.head[0] === 'variable'
  return map?.head.length === 1 && namedKey.test(map.head[0] ?? '') && !isVariable
}

/** Returns the block that a zone belongs to: that of a selector, or of a map of zones, is around it. */
function ownerOf({ value, start }: ZoneReference, documents: readonly Block[]): Block | undefined {
  const block = blockAt(documents, start)
  const key = block?.head.at(-1) ?? ''
  if (!block || (block.values.has(value) && meaningOf(key)?.isMap)) return block?.parent
  return selectorKey(block) === undefined ? block : isIn(block) ? block.parent : undefined
}

/** Returns the key of a selector, such as those of Kubernetes, with `key` and `values`. */
function selectorKey(block: Block): string | undefined {
  return block.values.has('values') ? textIn(block, 'key') : undefined
}

function isIn(block: Block): boolean {
  return (textIn(block, 'operator') ?? 'In') === 'In'
}

/** Returns the instance types of a block, each once, or none if one isn’t literal. */
function typesOfBlock(owner: Block): string[] {
  if (owner.children.some(({ head }) => otherTypesKey.test(head.at(-1) ?? ''))) return []
  const selectors = owner.children.filter((one) => typeSelector.test(selectorKey(one) ?? ''))
  const own = [
    ...valuesOf(owner, typeKey),
    ...selectors.flatMap((one) => (isIn(one) ? (one.values.get('values') ?? []) : [])),
  ]
  const parts = owner.children.filter(({ head }) => partKey.test(head.at(-1) ?? ''))
  const [part] = parts
  const all = own.length > 0 || !part || parts.length > 1 ? own : valuesOf(part, typeKey)
  if (!all.every(({ kind }) => kind === 'text')) return []
  return [...new Map(all.map(({ text }) => [text.toLowerCase(), text])).values()]
}

function valuesOf({ values }: Block, pattern: RegExp): BlockValue[] {
  return [...values].flatMap(([key, all]) => (pattern.test(key) ? all : []))
}
