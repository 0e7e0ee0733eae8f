import type { InstanceType } from '../../api/lookupSchemas.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { blockAt, blockSteps, textIn, type Block, type BlockValue } from '../../formats/blocks.ts'
import { formOf, regionOf, type RegionZones } from './regions.ts'
import type { Finding } from './validateZones.ts'
import { meaningOf, type ZoneLanguage, type ZoneReference } from '../../formats/zoneReferences.ts'

/** The zones and instance types that a block names, if it names no type that isn’t literal. */
export interface ZoneConstraints {
  readonly zones: readonly ZoneReference[]
  /** Any of them may be used in any of the zones. */
  readonly types: readonly BlockValue[]
}

/** The lists of a cloud account in a region; undefined if not supported or not loaded. */
export interface RegionFacts extends RegionZones {
  readonly types?: readonly InstanceType[] | undefined
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
 * Returns the blocks that name zones together with instance types, in steps. At the top of a file in HCL, in
 * `locals`, `inputs`, and defaults, names don’t belong together; what is created zero times needs none.
 */
export function* zoneConstraintSteps(
  text: string,
  language: ZoneLanguage,
  references: readonly ZoneReference[],
): Generator<void, ZoneConstraints[]> {
  const isHcl = language === 'hcl' || language === 'terraform'
  const documents = yield* blockSteps(text, isHcl ? 'hcl' : language)
  const owners = new Map<Block, ZoneReference[]>()
  const created = new Map<Block, boolean>()
  for (const [index, zone] of references.entries()) {
    if (index % 256 === 0) yield
    if (zone.kind !== 'zone' || zone.value === '' || zone.isQualified) continue
    const block = blockAt(documents, zone.start)
    const isEntry = block?.values.has(zone.value) === true && isZoneMap(block)
    const owner = block && (isEntry ? block.parent : ownerOf(block))
    if (!owner || (isHcl && !owner.parent) || !isCreated(owner, created)) continue
    const zones = owners.get(owner) ?? []
    zones.push(zone)
    owners.set(owner, zones)
  }
  const found: ZoneConstraints[] = []
  let count = 0
  for (const [owner, zones] of owners) {
    if (++count % 256 === 0) yield
    const types = typesIn(owner)
    if (types.length > 0) found.push({ zones, types })
  }
  return found
}

/** Returns whether what a block describes is created as it is written; `known` are the blocks looked at. */
function isCreated(block: Block | undefined, known: Map<Block, boolean>): boolean {
  if (!block) return true
  let is = known.get(block)
  if (is === undefined) {
    const [key = '', ...labels] = block.head
    const isName = /^default$/i.test(key) && isNameIn(block.parent)
    const isDefault = labels.length === 0 && !isName && /^(?:locals|inputs)$|defaults?$/i.test(key)
    const [count] = valuesOf(block, countKey)
    // What scales between bounds may have none now.
    const isNone = count?.text === '0' && !valuesOf(block, maxKey).some(({ text }) => text !== '0')
    is = !isDefault && !isNone && isCreated(block.parent, known)
    known.set(block, is)
  }
  return is
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

/** Returns the instance types of a block, or none if one isn’t literal. */
function typesIn(owner: Block): BlockValue[] {
  if (owner.children.some(({ head }) => otherTypesKey.test(head.at(-1) ?? ''))) return []
  const selectors = owner.children.filter((one) => typeSelector.test(selectorKey(one) ?? ''))
  const own = [
    ...valuesOf(owner, typeKey),
    ...selectors.flatMap((one) => (isIn(one) ? (one.values.get('values') ?? []) : [])),
  ]
  const parts = owner.children.filter(({ head }) => partKey.test(head.at(-1) ?? ''))
  const [part] = parts
  const all = own.length > 0 || !part || parts.length > 1 ? own : valuesOf(part, typeKey)
  return all.every(isText) ? all : []
}

function valuesOf({ values }: Block, pattern: RegExp): BlockValue[] {
  return [...values].flatMap(([key, all]) => (pattern.test(key) ? all : []))
}

function isText({ kind }: BlockValue): boolean {
  return kind === 'text'
}

/** Returns the regions of zones that are named together with instance types. */
export function regionsWithTypes(
  constraints: readonly ZoneConstraints[],
  regions: readonly RegionZones[],
): ReadonlySet<string> {
  const known = new ZoneIndex(regions)
  return new Set(
    constraints.flatMap(({ zones }) =>
      zones.flatMap(({ value }) => known.of(value)?.region.region ?? []),
    ),
  )
}

/**
 * Finds the blocks’ zones in which none of their instance types is available, in steps that take about a
 * millisecond each; `unread` are regions of the file that couldn’t be loaded.
 */
export function* constraintFindingSteps(
  constraints: readonly ZoneConstraints[],
  regions: readonly RegionFacts[],
  unread: readonly string[] = [],
): Generator<void, Finding[]> {
  const known = new ZoneIndex(regions, unread.length > 0)
  const findings: Finding[] = []
  for (const [nth, { zones, types }] of constraints.entries()) {
    if (nth % 64 === 0) yield
    const dependsOn = spanOf(types)
    // Each once, in any case: each zone’s message names them all.
    const all = [...new Map(types.map(({ text }) => [text.toLowerCase(), text])).values()]
    const areTypesMissing = new Map<ZoneEntry, boolean>()
    for (const reference of zones) {
      const entry = known.of(reference.value)
      if (!entry) continue
      const is = areTypesMissing.get(entry) ?? all.every((type) => isMissing(type, entry))
      areTypesMissing.set(entry, is)
      if (is) findings.push({ problem: 'typeNotAvailable', reference, types: all, dependsOn })
    }
  }
  return findings
}

/** Returns the offsets from the first to the last of several values. */
function spanOf(values: readonly Pick<BlockValue, 'start' | 'end'>[]) {
  let [start, end] = [Infinity, 0]
  for (const one of values) {
    start = Math.min(start, one.start)
    end = Math.max(end, one.end)
  }
  return { start, end }
}

/** Returns whether the cloud’s list has an instance type, but not for a zone. */
function isMissing(type: string, { names, region }: ZoneEntry): boolean {
  const entries = region.types.get(type.toLowerCase()) ?? []
  return (
    entries.length > 0 &&
    entries.every(({ missingIn }) => names.some((name) => missingIn.includes(name)))
  )
}

/** A zone, with what is known of its region. */
interface ZoneEntry {
  readonly region: {
    readonly region: string
    /** By name in lowercase; none if the list is incomplete, because it may have another entry. */
    readonly types: ReadonlyMap<string, readonly InstanceType[]>
  }
  /** The name and the ID of the zone. */
  readonly names: readonly string[]
}

/** The zones of several regions, by name and ID. */
class ZoneIndex {
  readonly #entries = new Map<string, ZoneEntry[]>()

  readonly #isIncomplete: boolean

  /** With `isIncomplete`, a zone such as “1” may also be that of another region. */
  constructor(regions: readonly RegionFacts[], isIncomplete = false) {
    this.#isIncomplete = isIncomplete
    for (const { region: name, zones, types = [] } of regions) {
      const byType = new Map<string, InstanceType[]>()
      for (const one of omittedFrom(types) > 0 ? [] : types) {
        const key = one.name.toLowerCase()
        byType.set(key, [...(byType.get(key) ?? []), one])
      }
      const region = { region: name, types: byType }
      for (const zone of zones) {
        const names = [...new Set([zone.name, zone.zoneId ?? zone.name])]
        // Kubernetes calls the zones of azure `westeurope-1`.
        for (const key of new Set([...names, `${name}-${zone.name}`])) {
          this.#entries.set(key, [...(this.#entries.get(key) ?? []), { region, names }])
        }
      }
    }
  }

  /** Returns the entry of a zone; undefined if several regions have such a zone, or none. */
  of(zone: string): ZoneEntry | undefined {
    const [entry, ...others] = this.#entries.get(zone) ?? []
    if (!entry || others.length > 0) return undefined
    const isOnly = regionOf(zone, [entry.region.region]) ?? formOf(zone)
    return this.#isIncomplete && isOnly === undefined ? undefined : entry
  }
}
