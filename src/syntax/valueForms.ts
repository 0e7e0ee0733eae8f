import { FileContext, isBlockOfDns } from './blockContext.ts'
import { blockAt, literalOfKey, type Block, type BlockList, type MissingValue } from './blocks.ts'
import type { Cursor } from './cursor.ts'
import { functionNameBefore } from './functions.ts'
import { meaningOfKey, takesNoZones, type KeyMeaning } from './keyMeanings.ts'
import { isBlank, lastIndexBefore } from './offsets.ts'

/**
 * What the value at a cursor must be, whatever its key says of zones: a list; a text, which may have several zones
 * joined by commas; a text with a single zone, as a label of Kubernetes, which can’t have commas; or anything but zones.
 */
export type ValueForm = 'list' | 'text' | 'singleZone' | 'noZones'

/** A value that is missing, selected, or around a cursor, with the block that it is in. */
interface ValuePlace extends Pick<MissingValue, 'key' | 'list'> {
  readonly block: Block | undefined
  readonly isHcl: boolean
}

/** Returns the form that the value at a cursor must have; undefined if its key decides. */
export function valueFormAt(cursor: Cursor): ValueForm | undefined {
  const place = placeAt(cursor)
  if (!place) return undefined
  if (takesMapOfZones(cursor) || takesOtherZones(place) || takesSet(place)) return 'noZones'
  if (isArgumentInTemplate(place, cursor)) return formOfArgument(place, cursor)
  if (place.list) return undefined
  const form = formOfDefault(place) ?? formOfText(place)
  return form ?? (isParameter(place) ? 'text' : undefined)
}

function placeAt({ blocks, entries, format, start, end, missingValue }: Cursor) {
  const { value, keyOfValue = '' } =
    entries[lastIndexBefore(entries, Math.max(end, start + 1))] ?? {}
  const isAtValue = value !== undefined && start <= value.end
  const place = missingValue ?? (isAtValue ? { ...value, key: keyOfValue } : undefined)
  const block = place && blockAt(blocks, place.start)
  // The values of a map that is selected as a whole don’t say what takes its place.
  const isInSelection = start < end && block?.parent !== undefined && block.start >= start
  return isInSelection ? undefined : place && { ...place, block, isHcl: format === 'hcl' }
}

/** Returns the meaning of the key whose value, or a possible value of it, is selected, unless it is a list. */
export function meaningOfSelectedValue(cursor: Cursor): KeyMeaning | undefined {
  const { text, blocks, start, end } = cursor
  if (start === end || listStart.test(text.slice(start, start + 2))) return undefined
  if (isSelectedFrom(end, text)) return undefined
  const { key, offset } = keyBeforeSelection(cursor) ?? keyOfChosenValue(cursor) ?? {}
  const block = offset === undefined ? undefined : blockAt(blocks, offset)
  // The meaning of `for_each` is that of its items.
  if (!block || !key || key === 'for_each') return undefined
  return new FileContext(blocks).contextOf(block).meaningOf(key)
}

/** A key, and an offset in its block. */
interface KeyInBlock {
  readonly key: string
  readonly offset: number
}

/** Returns the key that stands directly before the selection. */
function keyBeforeSelection({ text, start, previousEntry }: Cursor): KeyInBlock | undefined {
  const { key } = previousEntry ?? {}
  if (!key || !keySign.test(text.slice(key.end, start))) return undefined
  return { key: key.text, offset: key.start }
}

/**
 * Returns the key whose value may be the selected expression, because a condition or function chooses it: `b` in
 * `a ? b : null` and in `try(b, null)`.
 */
function keyOfChosenValue(cursor: Cursor): KeyInBlock | undefined {
  const { blocks, entries, start, end } = cursor
  const { value, keyOfValue: key } = entries[lastIndexBefore(entries, end)] ?? {}
  if (!value || key === undefined || value.start < start || value.end > end) return undefined
  const block = blockAt(blocks, value.start)
  const isInSelection = block?.parent !== undefined && block.start >= start
  let { list } = value
  // The lists and calls in the selection go with it.
  while (list && list.open >= start) list = list.outer
  return isInSelection || !isChosen(list, cursor) ? undefined : { key, offset: value.start }
}

/**
 * Returns whether the value of the key may be an expression itself, which is in a list: if the calls around it return it
 * unchanged, and nothing is selected from what they return, as in `lookup(a, b, c)[0]`.
 */
function isChosen(list: BlockList | undefined, { text, end }: Cursor): boolean {
  let endOfExpression = end
  for (let call = list; call; call = call.outer) {
    if (call.type !== '(' || !returnsArgument(call, endOfExpression, text)) return false
    endOfExpression = call.end
    if (isSelectedFrom(endOfExpression, text)) return false
  }
  return true
}

/** Returns whether a function returns the argument that ends at an offset. Parentheses return what is in them. */
function returnsArgument({ open }: BlockList, end: number, text: string): boolean {
  const name = functionNameBefore(open, text)
  const isLast = /^\s*\)/.test(text.slice(end, end + 200))
  return (
    name === '' || /^(?:coalesce|try)$/.test(name) || (/^(?:lookup|optional)$/.test(name) && isLast)
  )
}

/** Returns whether something is selected from the expression that ends at an offset, as in `var.azs[0]` and `a.zone`. */
function isSelectedFrom(end: number, text: string): boolean {
  return /^[[.]/.test(text.slice(end, end + 1))
}

const listStart = /^(?:\[|-\s)/
const keySign = /^["']?\s*(?::|=>?)\s*$/

/**
 * Returns whether a value is an argument of a function of CloudFormation, as in `!Select [0, a]` or `Fn::Select: [0,
 * a]`. The items of a list that is an argument may be zones.
 */
function isArgumentInTemplate({ key, list }: ValuePlace, { text, list: brackets }: Cursor) {
  if (/^Fn::(?!Sub$)/.test(key) && list?.outer === undefined) return true
  return functionTag.test(textBefore(brackets ?? list, text))
}

/** Returns the form of an argument: another may take its place, but none be added. `GetAZs` takes a region. */
function formOfArgument({ key, list }: ValuePlace, cursor: Cursor): ValueForm {
  const { text, start, end, missingValue } = cursor
  const isOfRegion =
    key === 'Fn::GetAZs' || /!GetAZs\s*$/.test(textBefore(cursor.list ?? list, text))
  return isOfRegion || (start === end && !missingValue) ? 'noZones' : 'singleZone'
}

const functionTag = /(?:^|[\s,[])![A-Z]\w*\s*$/

/** Returns the text before a list in brackets or with dashes, as far as a tag may reach. */
function textBefore(list: BlockList | undefined, text: string): string {
  if (!list || list.type === '(') return ''
  return text.slice(Math.max(0, list.open - 200), list.open)
}

/** Returns whether a value is missing at the cursor that is a map whose keys are zones, as that of `az_subnets` is. */
function takesMapOfZones({ text, start, end, missingValue }: Cursor): boolean {
  const isMissing = missingValue !== undefined && isBlank(text.slice(start, end))
  return isMissing && meaningOfKey(missingValue.key)?.hasZonesAsKeys === true
}

/** Returns whether a key takes a set, as `for_each` of a resource or module does: neither a list nor a text. */
function takesSet({ key, block, list }: ValuePlace): boolean {
  const isOfBlocks = /^(?:resource|module|data)$/.test(block?.header[0] ?? '')
  return key === 'for_each' && isOfBlocks && !list
}

/** Returns whether a key takes zones of another kind, or their IDs, as `zone_id` does in a block for DNS. */
function takesOtherZones({ key, block }: ValuePlace): boolean {
  const variable = key === 'value' ? literalOfKey(block, 'name') : undefined
  if (takesOtherIds(variable ?? key) || takesNoZones(variable ?? key)) return true
  return /zones?(?:[_-]?ids?)?$/i.test(key) && isForDns(block)
}

/** Returns whether a key takes IDs that may be those of other zones, as `hosted_zone_id` does. */
export function takesOtherIds(key: string): boolean {
  return idKey.test(key) && !takesZoneIds(key)
}

/** Returns whether a key takes the IDs of zones. If zones are to be inserted, `zone_id` does, too. */
export function takesZoneIds(key: string): boolean {
  if (!/ids?$/i.test(key)) return false
  return meaningOfKey(key)?.isIdKey === true || zoneIdKey.test(key)
}

const zoneIdKey = /^(?:exclude|.*availability)?[_-]?zone[_-]?ids?$/i

const idKey = /zone[_-]?ids?$/i

function isForDns(block: Block | undefined): boolean {
  if (!block) return false
  return isBlockOfDns(block) || isForDns(block.parent)
}

/** Returns the form of the `default` of a variable or parameter: that of its type. */
function formOfDefault({ key, block, isHcl }: ValuePlace): ValueForm | undefined {
  if (!/^default(?:Value)?$/i.test(key)) return undefined
  if (key === 'Default' && block?.parent?.header[0] === 'Parameters') return 'text'
  const type = block?.values.get('type')?.[0]?.text ?? ''
  if (type === 'string') return 'text'
  if (isHcl ? /^(?:list|set|tuple)$/.test(type) : type === 'array') return 'list'
  return isHcl && /^(?:map|object|number|bool)$/.test(type) ? 'noZones' : undefined
}

function formOfText(place: ValuePlace): ValueForm | undefined {
  const { key, block } = place
  const blockKey = block?.header.at(-1) ?? ''
  if (/^(?:name|key|id)$/i.test(key) || /(?:labels|tags|nodeSelector)$/i.test(blockKey))
    return 'singleZone'
  // A value in such a block of Terraform can’t be a list.
  if (key === 'value' && /^(?:tag|set|set_sensitive)$/.test(blockKey)) return 'singleZone'
  const kind = literalOfKey(block?.parent, 'kind')
  // The data of a Secret is encoded.
  if (blockKey === 'data' && kind === 'Secret') return 'noZones'
  const resource = block?.parent?.header[1] ?? ''
  const isOfTexts = kind === 'ConfigMap' || /^kubernetes_(?:config_map|secret)/.test(resource)
  const isData = (blockKey === 'data' && isOfTexts) || blockKey === 'stringData'
  const isText = isData || /annotations$/i.test(blockKey) || /^parameterValue$/i.test(key)
  return isText || isVariable(place) ? 'text' : undefined
}

/** Returns whether a key is that of a parameter which is a text: of a StorageClass, Argo, or an action of GitHub. */
function isParameter({ key, block, isHcl }: ValuePlace): boolean {
  const blockKey = block?.header.at(-1)
  if (isHcl || blockKey !== 'parameters') return !isHcl && blockKey === 'with'
  return key === 'value' || literalOfKey(block?.parent, 'kind') === 'StorageClass'
}

/**
 * Returns whether a key is that of an environment variable, as in `env: [{ name: ZONES, value: }]` or
 * `environment: { ZONES: }`. In Terraform, and with a list or map beside it, a key such as `azs` may be a setting for
 * an environment instead.
 */
function isVariable({ key, block, isHcl }: ValuePlace): boolean {
  const blockKey = block?.header.at(-1) ?? ''
  if (!block || !variablesKey.test(blockKey)) return false
  if (/^(?:value|[A-Z][A-Z\d_]*)$/.test(key)) return true
  const isFlat = block.children.length === 0 && block.lists.length === 0
  const isOfFunction = block.parent?.header.at(-1) === 'environment'
  return isFlat && (!isHcl || isOfFunction || /_var/.test(blockKey))
}

const variablesKey =
  /^(?:(?:extra|additional)_?)?(?:envs?|env(?:ironment)?(?:_?var(?:iable)?s)?|variables)$/i
