import type { Block, BlockList, WrittenValue } from './blocks.ts'

/** A map, list, or function call whose end hasn’t been read yet. */
export interface Frame {
  readonly type: '{' | '[' | '('
  /** The column of the keys or dashes of a map or list that YAML writes without brackets; -1 in brackets. */
  readonly column: number
  /** The block of a map, or the block around a list or call. */
  readonly block: Block
  /** Undefined for a map. */
  readonly list: BlockList | undefined
  /**
   * True if items of inner lists are items of the key’s value, too, as in `toset(["a"])` but not in `length(["a"])`.
   */
  readonly passesItems: boolean
  /** True for an index in HCL (`zones[0]`), and for a list that a loop makes (`[for …]`): they have no items. */
  isComputed: boolean
  /** The number of commas before the texts that a function such as `split(",", "a,b")` may return. */
  commasBeforeText: number
  /** The last key of a map, or the key that a list belongs to. */
  key: string
  /** True if the next token may begin or continue a value: in a list, and after a key and its `:` or `=`. */
  expectsValue: boolean
  /** True after the question mark of a condition in HCL (`a ? b : c`). */
  isInCondition: boolean
  /** The last value since the key, comma, or dash; a value that follows it is part of an expression with it. */
  value: WrittenValue | undefined
  /** The index in the block’s lists of the first list or call since the key, comma, or dash. */
  firstList: number
}

/** Returns whether two strings in brackets are two items between which the comma isn’t written yet: `["a" "b"]`. */
export function isNextItem(
  { type, column, isComputed }: Frame,
  value: WrittenValue,
  previous: WrittenValue,
): boolean {
  const isInBrackets = type === '[' && column < 0 && !isComputed
  return isInBrackets && value.quote !== '' && previous.quote !== '' && previous.kind === 'text'
}

/** Returns the opening bracket of a closing one. */
export function openingOf(bracket: string): Frame['type'] {
  if (bracket === '}') return '{'
  return bracket === ']' ? '[' : '('
}
