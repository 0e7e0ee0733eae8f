import { zoneProvider } from '../api/providers.ts'
import { blockAt, textIn, type Block, type BlockValue } from '../syntax/blocks.ts'
import type { CheckedText } from './judgement.ts'
import { memo } from './memo.ts'
import { meaningOf, type ZoneReference } from '../syntax/zoneReferences.ts'
import { formOf, formOfRegion } from './regions.ts'

/** The words in blocks for the providers that need what is around a zone: for numbers, and zones without regions. */
const words: Readonly<Record<string, RegExp>> = {
  azure: /azure|(?:^|[^a-z])(?:aks|microsoft\.)/i,
  maas: /maas/i,
  'apache-cloudstack': /cloud[-_]?stack/i,
}
const kindKeys = ['kind', 'apiVersion', 'type', 'source', 'provider', 'cloud', 'cloudType']
const clouds =
  /aws|eks|amazon|azure|aks|gcp|gke|google|openstack|vsphere|vmware|oci|ibm|maas|stack/i

/** Facts about zones from the blocks around them, by the offsets of the zones. */
export type ZonePlaces = ReturnType<typeof zonePlaces>

/**
 * Returns what blocks tell of the zones in them: which are in what is for the provider, and the region of each number,
 * a zone of Azure. That is the one in the same block or around it, else it isn’t known unless it is given. What names no
 * cloud is for a provider without regions if the text has none. `nameOf` returns the name of a zone in the lists of all
 * regions; undefined for a number whose region isn’t known.
 */
export function zonePlaces(
  { blocks, references }: Pick<CheckedText, 'blocks' | 'references'>,
  provider: string,
  given?: string,
) {
  const regionOfNumber = new Map<number, string | undefined>()
  const own = new Set<number>()
  const nameOf = ({ value, start }: ZoneReference) => {
    const region = regionOfNumber.get(start)
    if (region !== undefined) return `${region}-${value}`
    return regionOfNumber.has(start) ? undefined : value
  }
  const pattern = words[zoneProvider(provider)]
  if (!pattern) return { regionOfNumber, own, nameOf }
  const isAzure = zoneProvider(provider) === 'azure'
  const regionAround = regionsIn(blocks)
  const kindIn = memo((block: Block): Kind => {
    return kindOf(block, pattern) ?? (block.parent ? kindIn(block.parent) : 'any')
  })
  const hasRegion = references.some(
    ({ kind, value }) => kind === 'region' || formOf(value) !== undefined,
  )
  for (const { kind, value, start } of references) {
    const block = kind === 'zone' ? blockAt(blocks, start) : undefined
    if (!block) continue
    const of = kindIn(block)
    if (of === 'own' || (of === 'any' && !hasRegion)) own.add(start)
    if (isAzure && /^\d*$/.test(value)) regionOfNumber.set(start, regionAround(block) ?? given)
  }
  return { regionOfNumber, own, nameOf }
}

/** Returns a function for the region of what is in a block; undefined unless it is known. */
function regionsIn(documents: readonly Block[]): (block: Block) => string | undefined {
  const values = new Map<Block, readonly BlockValue[]>()
  /** The regions of clusters, of resource groups, and of all of a file. */
  const wide: BlockValue[] = []
  /** The local values and arguments of Terraform, by the references to them. */
  const named = new Map<string, BlockValue[]>()
  for (const document of documents) add(document, textIn(document, 'kind') ?? '')
  // The region in a block, or in the innermost one around it that names some.
  const around = memo((block: Block): string | undefined => {
    const own = values.get(block)
    return own || !block.parent ? only(own ?? wide) : around(block.parent)
  })
  return around

  function add(block: Block, kind: string): void {
    const [type = '', ...labels] = block.head
    const isTop = block.parent?.parent === undefined
    const path = type === 'resource' ? labels.join('.') : type === 'locals' ? 'local' : ''
    if (path && isTop) for (const [key, all] of block.values) named.set(`${path}.${key}`, all)
    // In a resource, also those in a block of it.
    const own = regionValues(block)
    const all = own.length === 0 && labels.length > 0 ? block.children.flatMap(regionValues) : own
    if (all.length > 0) values.set(block, all)
    const isLocal = type === 'locals' && isTop
    if (isLocal || isWide.test(type === 'resource' ? (labels[0] ?? '') : kind)) wide.push(...all)
    const isElsewhere = type === 'data' && /cluster/.test(labels[0] ?? '')
    const isVariable = type === 'variable' && isRegion(labels[0] ?? '')
    if (isElsewhere || isVariable) wide.push(unknown)
    for (const child of block.children) add(child, kind)
  }

  /** Returns the region of values; undefined for one that isn’t literal, and for several. */
  function only(all: readonly BlockValue[]): string | undefined {
    const [region, ...others] = new Set(all.map(textOf))
    return others.length === 0 ? region : undefined
  }

  function textOf({ kind, text }: BlockValue): string | undefined {
    const [value, ...others] = kind === 'reference' ? (named.get(text) ?? []) : []
    const literal = value && others.length === 0 ? value : { kind, text }
    const isLiteral = literal.kind === 'text' && /^[\w -]+$/.test(literal.text)
    return isLiteral ? literal.text.replaceAll(' ', '').toLowerCase() : undefined
  }
}

const unknown: BlockValue = { text: '', start: 0, end: 0, kind: 'other' }
const isWide = /resource_?group|control_?plane|cluster(?!.*pool)/i

/** Returns the regions that a block names, but for those of other clouds beside them. */
function regionValues({ values }: Block): BlockValue[] {
  const all = [...values].flatMap(([key, own]) => (isRegion(key) ? own : []))
  return all.filter(({ kind, text }) => kind !== 'text' || formOfRegion(text) === undefined)
}

function isRegion(key: string): boolean {
  return meaningOf(key)?.kind === 'region'
}

type Kind = 'own' | 'other' | 'any'

/** Returns what a block is for by its type or kind; undefined without one. */
function kindOf(block: Block, own: RegExp): Kind | undefined {
  const typed = kindKeys.map((key) => textIn(block, key) ?? '')
  const [word = '', label = ''] = block.head
  if (/^(?:resource|data|provider)$/.test(word)) typed.push(label)
  const texts = [...typed, block.head.length === 1 ? word : '']
  const isOther = typed.some((text) => text !== '') || texts.some((text) => clouds.test(text))
  if (texts.some((text) => own.test(text))) return 'own'
  return isOther || word === 'module' ? 'other' : undefined
}
