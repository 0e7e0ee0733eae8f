import { lastIndexBefore } from './offsets.ts'

/** Longer keys aren’t read: their text is empty. In UTF-16 units. */
export const maxReadKeyLength = 80

/** A text, number, or reference that is the value of a key, or an item of the list that is the key’s value. */
export interface BlockValue {
  /** The text without quotes. */
  readonly text: string
  /** The offset of the text without quotes. */
  readonly start: number
  readonly end: number
  /**
   * `text` for literals, `reference` for `var.zone` and its like, `other` for templates, conditions, and expressions.
   */
  kind: 'text' | 'reference' | 'other'
}

/** A value as it is written in the file: with its quotes, and the list around it. */
export interface WrittenValue extends BlockValue {
  readonly quote: '"' | "'" | ''
  /** True if the closing quote is missing. */
  readonly isUnclosed: boolean
  /** The innermost list around the value. */
  list: BlockList | undefined
}

/** A list in square brackets, a list of YAML with dashes (`-`), or the arguments of a function of HCL (`(`). */
export interface BlockList {
  readonly type: '[' | '-' | '('
  /** The start of the outermost list around this list, or of this list. */
  readonly start: number
  /** The offset of the opening bracket, or of the first dash. */
  readonly open: number
  end: number
  /** The list that this list is an item of. */
  readonly outer: BlockList | undefined
  /** True if the items are the value of the key, and not part of a condition, a loop, or a function’s arguments. */
  isValueOfKey: boolean
}

/** A key of a map or block. Its offsets are those of the text without quotes. */
export interface BlockKey extends Pick<WrittenValue, 'text' | 'start' | 'end' | 'quote'> {
  /** False if the key is a template or an expression, or too long, so that its text isn’t known. */
  readonly isText: boolean
}

/** The space after a key or in a list where a value isn’t written yet, as after `zone =`. */
export interface MissingValue extends Pick<WrittenValue, 'start' | 'end' | 'list'> {
  readonly key: string
}

/** A block or object in HCL, a map in YAML, an object in JSON. */
export class Block {
  readonly keys: BlockKey[] = []
  /** The values by their key; if the value is a list, the values in it. */
  readonly values = new Map<string, WrittenValue[]>()
  #children: readonly Block[] = none
  #lists: readonly BlockList[] = none
  #missingValues: readonly MissingValue[] = none
  /**
   * The words before the brace of a block in HCL: `['resource', 'aws_subnet', 'a']`. For an object or map, the key
   * whose value it is: `['tags']`. Empty for a document.
   */
  readonly header: readonly string[]
  /** The block around this block; undefined for a document. */
  readonly parent: Block | undefined
  /** The list that the block is an item of. */
  readonly list: BlockList | undefined
  readonly start: number
  end: number

  constructor(header: readonly string[], start: number, parent?: Block, list?: BlockList) {
    this.header = header
    this.parent = parent
    this.list = list
    this.start = start
    this.end = start
    if (parent) parent.#children = append(parent.#children, this)
  }

  get children(): readonly Block[] {
    return this.#children
  }

  get lists(): readonly BlockList[] {
    return this.#lists
  }

  get missingValues(): readonly MissingValue[] {
    return this.#missingValues
  }

  addList(list: BlockList): void {
    this.#lists = append(this.#lists, list)
  }

  addMissingValue(missing: MissingValue): void {
    this.#missingValues = append(this.#missingValues, missing)
  }
}

/** The documents of a text, and whether all of it was read. */
export interface TextContent {
  readonly blocks: readonly Block[]
  readonly isWhole: boolean
}

/** Shared by all blocks that lack something: an array for each takes memory, and so time, in large files. */
const none: readonly never[] = []

/**
 * Adds an element to an array that only this file changes, and returns it; a new array for the first element. V8 makes
 * room for 17 elements at the first `push`, but most of these arrays have one.
 */
function append<T>(elements: readonly T[], element: T): readonly T[] {
  if (elements.length === 0) return [element]
  ;(elements as T[]).push(element)
  return elements
}

/** Returns the innermost of some documents’ blocks at an offset. */
export function blockAt(blocks: readonly Block[], offset: number): Block | undefined {
  return new BlockFinder(blocks).blockAt(offset)
}

/**
 * Finds the innermost blocks at offsets. A search begins at the blocks around the last offset: a file may have tens of
 * thousands of zones in the same block, within hundreds of others.
 */
export class BlockFinder {
  readonly #documents: readonly Block[]
  /** The blocks around the last offset, from the outermost. */
  readonly #path: FoundBlock[] = []

  constructor(documents: readonly Block[]) {
    this.#documents = documents
  }

  blockAt(offset: number): Block | undefined {
    let outer = this.#path.at(-1)
    while (outer && (offset < outer.block.start || offset >= outer.end)) {
      this.#path.pop()
      outer = this.#path.at(-1)
    }
    for (;;) {
      const blocks = outer?.block.children ?? this.#documents
      const index = lastIndexBefore(blocks, offset + 1)
      const block = blocks[index]
      if (!block || block.end < offset) return outer?.block
      const nextStart = blocks[index + 1]?.start ?? Infinity
      outer = { block, end: Math.min(block.end + 1, nextStart, outer?.end ?? Infinity) }
      this.#path.push(outer)
    }
  }
}

/** A block around an offset, and the offset from which on it is no longer the one to search in. */
interface FoundBlock {
  readonly block: Block
  readonly end: number
}

/**
 * Returns the value of a key if it is a single literal: `a` of `key = "a"`, but undefined for `key = var.a` or a list.
 */
export function literalOfKey(block: Block | undefined, key: string): string | undefined {
  const [value, second] = block?.values.get(key) ?? []
  return value?.kind === 'text' && second === undefined ? value.text : undefined
}

/** Returns the object or map that is the value of a key. */
export function childBlock(block: Block | undefined, key: string): Block | undefined {
  return block?.children.find(({ header }) => header.length === 1 && header[0] === key)
}
