import { lastIndexBefore } from './offsets.ts'

/** Of longer keys, nothing is known. In UTF-16 units. */
export const maxKeyLength = 80

/** A text, number, or reference that is the value of a key, or in the list that is. */
export interface BlockValue {
  /** Without quotes. */
  readonly text: string
  /** The offsets of the text. */
  readonly start: number
  readonly end: number
  /** `other` for a value that isn’t known from the text alone, such as templates and conditions. */
  kind: 'text' | 'reference' | 'other'
}

/** A value with its notation in the file: its quotes, and the list that it is in. */
export interface WrittenValue extends BlockValue {
  readonly quote: '"' | "'" | ''
  /** True if the closing quote is missing. */
  readonly isOpen: boolean
  /** The innermost list around the value. */
  list: BlockList | undefined
}

/** A list in brackets or with dashes, or the arguments of a function. */
export interface BlockList {
  readonly type: '[' | '-' | '('
  /** The start of the outermost list. */
  readonly start: number
  /** The offset of its bracket, or first dash. */
  readonly open: number
  end: number
  /** The list that it is an item of. */
  readonly outer: BlockList | undefined
  /** True if its items are the key’s value: not in a condition, a loop, or most functions. */
  isValueOfKey: boolean
}

/** A key and its offsets, without quotes. */
export interface BlockKey extends Pick<WrittenValue, 'text' | 'start' | 'end' | 'quote'> {
  /** False if it isn’t literal. */
  readonly isText: boolean
}

/** A place where a value is missing. */
export interface BlockGap extends Pick<WrittenValue, 'start' | 'end' | 'list'> {
  readonly key: string
}

/** A block or object in HCL, a map in YAML, an object in JSON. */
export class Block {
  readonly children: Block[] = []
  readonly keys: BlockKey[] = []
  /** The values by key, of lists, too. */
  readonly values = new Map<string, WrittenValue[]>()
  readonly lists: BlockList[] = []
  readonly gaps: BlockGap[] = []
  /** The type and the labels of a block in HCL, else the key whose value or list it is in. */
  readonly head: readonly string[]
  /** Undefined for a document. */
  readonly parent: Block | undefined
  /** The list that it is an item of. */
  readonly list: BlockList | undefined
  readonly start: number
  end: number

  constructor(head: readonly string[], start: number, parent?: Block, list?: BlockList) {
    this.head = head
    this.parent = parent
    this.list = list
    this.start = start
    this.end = start
    parent?.children.push(this)
  }
}

/** Returns the innermost block at an offset. */
export function blockAt(blocks: readonly Block[], offset: number): Block | undefined {
  const block = blocks[lastIndexBefore(blocks, offset + 1)]
  if (!block || block.end < offset) return undefined
  return blockAt(block.children, offset) ?? block
}

/** Returns the text of a key with one value; undefined if it isn’t known from the text alone. */
export function textIn(block: Block | undefined, key: string): string | undefined {
  const [value, second] = block?.values.get(key) ?? []
  return value?.kind === 'text' && second === undefined ? value.text : undefined
}

/** Returns the block that is the value of a key. */
export function childOf(block: Block | undefined, key: string): Block | undefined {
  return block?.children.find(({ head }) => head.length === 1 && head[0] === key)
}
