import { FileContext, isBlockOfDns } from './blockContext.ts'
import {
  blockAt,
  literalOfKey,
  type Block,
  type BlockKey,
  type BlockList,
  type MissingValue,
} from './blocks.ts'
import type { Cursor } from './cursor.ts'
import { functionNameBefore, takesLists } from './functions.ts'
import { meaningOfKey, takesNoZones, type KeyMeaning } from './keyMeanings.ts'
import { isBlank, lastIndexBefore, skipComments } from './offsets.ts'

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
  if (takesMapOrSet(cursor)) return 'noZones'
  const place = placeAt(cursor)
  if (!place) return undefined
  if (takesMapOfZones(cursor) || takesOtherZones(place, cursor)) return 'noZones'
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

/** Returns the meaning of the key whose value is selected, unless the value is a list. */
export function meaningOfSelectedValue(cursor: Cursor): KeyMeaning | undefined {
  const { text, blocks, start, end } = cursor
  if (start === end || listStart.test(text.slice(start, start + 2))) return undefined
  const key = keyBeforeSelection(cursor)
  const block = key && blockAt(blocks, key.start)
  return block && new FileContext(blocks).contextOf(block).meaningOf(key.text)
}

/** Returns the key that stands directly before the selection. */
function keyBeforeSelection({ text, start, previousEntry }: Cursor): BlockKey | undefined {
  const { key } = previousEntry ?? {}
  return key && keySign.test(text.slice(key.end, start)) ? key : undefined
}

/**
 * Returns whether a selected expression of HCL, such as `var.azs`, is all of a value, an item, or a list that a function
 * takes. Names can’t stand for a part of an expression: a branch of `a ? b : null`, an operand, or an index.
 */
export function isWholeExpression(cursor: Cursor): boolean {
  const { text, start, end, list } = cursor
  if (isContinued(text, end)) return false
  if (keyBeforeSelection(cursor)) return true
  if (!list) return false
  const isFirst = skipComments(text, list.open + 1) >= start
  if (!isFirst && !isAfterComma(list, cursor)) return false
  if (list.type === '(') return takesLists(functionNameBefore(list.open, text), isFirst)
  const isIndex = /[\w\])"*]/.test(text.charAt(list.open - 1))
  return !isIndex
}

/** Returns whether an expression goes on after an offset: by an operator, an attribute, an index, or arguments. */
function isContinued(text: string, end: number): boolean {
  const next = skipComments(text, end)
  const hasBrackets = /^[ \t]*[[(]/.test(text.slice(end, end + 20))
  return hasBrackets || /^(?:[?:&|<>+*%/.-]|[=!]=)/.test(text.slice(next, next + 2))
}

/** Returns whether there are only a comma and comments between the item before the selection and the selection. */
function isAfterComma({ open }: BlockList, { text, start }: Cursor): boolean {
  // A comma may also be in a comment.
  const commas: number[] = []
  let comma = text.lastIndexOf(',', start - 1)
  while (comma > open && commas.length < maxCommas) {
    commas.push(comma)
    comma = text.lastIndexOf(',', comma - 1)
  }
  return commas.some((offset) => skipComments(text, offset + 1) >= start)
}

/** The number of commas before a selection that are tried. */
const maxCommas = 20

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

/** Returns whether a map or set is missing or selected: the `for_each` of a resource or module takes no list. */
function takesMapOrSet(cursor: Cursor): boolean {
  const { blocks, format, missingValue } = cursor
  if (format !== 'hcl') return false
  const isMissing = missingValue?.key === 'for_each' && !missingValue.list
  const selectedKey = keyBeforeSelection(cursor)
  const offset = isMissing ? missingValue.start : selectedKey?.start
  if (offset === undefined || !(isMissing || selectedKey?.text === 'for_each')) return false
  return /^(?:resource|module|data|ephemeral|import|provider|action)$/.test(
    blockAt(blocks, offset)?.header[0] ?? '',
  )
}

/** Returns whether a key takes zones of another kind, or their IDs, as `zone_id` does in a block for DNS. */
function takesOtherZones({ key, block, list }: ValuePlace, { blocks }: Cursor): boolean {
  const variable = key === 'value' ? literalOfKey(block, 'name') : undefined
  const mayHaveZones = meaningOfKey(key)?.mayHaveZones === true
  const isInList = list !== undefined && list.type !== '('
  const isInMapOfZones = () =>
    block !== undefined && new FileContext(blocks).contextOf(block).meaningOf(key)?.kind === 'zone'
  if (mayHaveZones && (isInList || isInMapOfZones())) return false
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
