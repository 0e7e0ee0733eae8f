import type { InstanceType } from '../../api/accountSchemas.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { blockAt, textIn, type Block, type BlockValue } from '../../formats/blocks.ts'
import { memo } from './memo.ts'
import { meaningOf, type ZoneReference } from '../../formats/zoneReferences.ts'
import type { Finding } from './validateZones.ts'
import { formOf, regionOf, zonesByName, type RegionZones } from './regions.ts'

/** The zones that a block names, with the instance types, any of which may be used in any of them. */
interface ZoneConstraints {
  readonly zones: readonly ZoneReference[]
  readonly types: readonly string[]
}

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
 * Returns the zones of blocks that name literal instance types, too. At the top of a file in HCL, in `locals`,
 * `inputs`, and defaults, names don’t belong together; what is created zero times needs none.
 */
export function zoneConstraints(
  documents: readonly Block[],
  references: readonly ZoneReference[],
  isHcl: boolean,
): ZoneConstraints[] {
  const owners = new Map<Block, ZoneReference[]>()
  const isCreated = memo((block: Block): boolean => {
    return isWanted(block) && (!block.parent || isCreated(block.parent))
  })
  for (const zone of references) {
    if (zone.kind !== 'zone' || zone.value === '' || zone.isQualified) continue
    const block = blockAt(documents, zone.start)
    const isEntry = block?.values.has(zone.value) === true && isZoneMap(block)
    const owner = block && (isEntry ? block.parent : ownerOf(block))
    if (!owner || (isHcl && !owner.parent) || !isCreated(owner)) continue
    const zones = owners.get(owner)
    if (zones) zones.push(zone)
    else owners.set(owner, [zone])
  }
  return [...owners].flatMap(([owner, zones]) => {
    const types = typesOfBlock(owner)
    return types.length > 0 ? [{ zones, types }] : []
  })
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

/** Returns the block that a zone belongs to: that of a selector is around it. */
function ownerOf(block: Block): Block | undefined {
  return selectorKey(block) === undefined ? block : isIn(block) ? block.parent : undefined
}

/** Returns the key of a selector, such as those of Kubernetes, with `key` and `values`. */
function selectorKey(block: Block): string | undefined {
  return block.values.has('values') ? textIn(block, 'key') : undefined
}

function isIn(block: Block): boolean {
  return (textIn(block, 'operator') ?? 'In') === 'In'
}

function isZoneMap({ head }: Block): boolean {
  return meaningOf(head.at(-1) ?? '')?.isMap === true
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

/**
 * Finds the zones in which none of the instance types beside them is available; `typesOf` returns those of a region, if
 * known. If `unread` regions of the file couldn’t be loaded, a zone such as “1” may be one of theirs.
 */
export function typeFindings(
  constraints: readonly ZoneConstraints[],
  regions: readonly RegionZones[],
  typesOf: (region: string) => readonly InstanceType[] | undefined,
  unread: readonly string[] = [],
): Finding[] {
  const named = zonesByName(regions)
  const typesIn = memo((region: string) => typesByName(typesOf(region)))
  return constraints.flatMap(({ zones, types }) => {
    const lacksAll = memo((value: string): boolean => {
      const [found, ...others] = named.get(value) ?? []
      const isClear = found && (regionOf(value, [found.region]) ?? formOf(value)) !== undefined
      if (!found || others.length > 0 || (unread.length > 0 && !isClear)) return false
      const { name, zoneId = name } = found.zone
      const inRegion = typesIn(found.region)
      return types.every((type) => {
        const same = inRegion.get(type.toLowerCase()) ?? []
        const isMissing = ({ missingIn }: InstanceType) =>
          missingIn.includes(name) || missingIn.includes(zoneId)
        return same.length > 0 && same.every(isMissing)
      })
    })
    return zones.flatMap((reference): Finding[] =>
      lacksAll(reference.value) ? [{ problem: 'typeNotAvailable', reference, types }] : [],
    )
  })
}

/** Returns instance types by name in lowercase; none of an incomplete list, because it may have another entry. */
function typesByName(types: readonly InstanceType[] = []): ReadonlyMap<string, InstanceType[]> {
  const named = new Map<string, InstanceType[]>()
  for (const one of omittedFrom(types) > 0 ? [] : types) {
    const key = one.name.toLowerCase()
    const same = named.get(key)
    if (same) same.push(one)
    else named.set(key, [one])
  }
  return named
}
