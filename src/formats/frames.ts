import type { Block, BlockList, WrittenValue } from './blocks.ts'

/** More nested ones aren’t told apart. */
const maxDepth = 200

/** An open map, list, or call. */
export interface Frame {
  readonly type: '{' | '[' | '('
  /** The column of its keys or dashes in YAML’s block style; -1 in brackets. */
  readonly column: number
  readonly block: Block
  /** Undefined for a map. */
  readonly list: BlockList | undefined
  /** True for a function that takes texts, not only lists. */
  readonly takesText: boolean
  /** True for a list that a loop makes, in HCL. */
  isLoop: boolean
  /** The latest key of a map, or that of a list. */
  key: string
  /** True if a value may begin or go on. */
  isExpected: boolean
  /** The value that has begun. */
  value: WrittenValue | undefined
}

/** The open maps, lists, and calls of a document, from the outermost, and the blocks that they make. */
export class Frames {
  readonly documents: Block[] = []
  readonly #hasColumns: boolean
  #frames: Frame[] = []
  #brackets = { '{': 0, '[': 0, '(': 0 }
  #tooDeep = 0

  /** In YAML, maps and lists without brackets have `columns`. */
  constructor(hasColumns: boolean) {
    this.#hasColumns = hasColumns
    this.begin(0)
  }

  get top(): Frame {
    return this.#frames.at(-1)!
  }

  /** True in YAML’s block style. */
  get isIndented(): boolean {
    const { '{': braces, '[': lists } = this.#brackets
    return this.#hasColumns && braces + lists + this.#tooDeep === 0
  }

  /** True if a value may begin, and none has. */
  get isMissing(): boolean {
    return this.top.isExpected && this.top.value === undefined
  }

  /** Begins a document. */
  begin(start: number): void {
    const block = newBlock([], undefined, undefined, start)
    this.documents.push(block)
    this.#frames = []
    this.#brackets = { '{': 0, '[': 0, '(': 0 }
    this.#tooDeep = 0
    this.#pushMap(block, this.#hasColumns ? 0 : -1)
  }

  /** Ends the document. */
  end(end: number): void {
    while (this.#frames.length > 1) this.#pop(end)
    this.top.block.end = Math.max(this.top.block.end, end)
  }

  /** Opens a bracket around a map with a head, from an offset. */
  openMap(head: readonly string[], start: number): void {
    if (this.#skip()) return
    this.#brackets['{'] += 1
    this.#pushMap(newBlock(head, this.top.block, this.top.list, start), -1)
  }

  /** Opens a bracket around a list, or the arguments of a function. */
  openList(type: '[' | '(', start: number, isWhole: boolean, takesText = false): void {
    if (this.#skip()) return
    this.#brackets[type] += 1
    this.#pushList(type, -1, start, isWhole, takesText)
  }

  /** Closes brackets: down to one of a type, if there is one; in YAML, the innermost. */
  close(type: Frame['type'], end: number): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1
      return
    }
    // An unclosed collection of YAML ends without a bracket.
    const isAny = this.#hasColumns && this.top.column < 0 && this.#frames.length > 1
    if (isAny) this.#pop(end)
    else if (this.#brackets[type] > 0) while (this.#pop(end) !== type);
  }

  /** Closes the lists and calls around a key. */
  closeLists(end: number): void {
    while (this.top.type !== '{') this.#pop(end)
  }

  /** Goes to the map of YAML whose keys are in a column. */
  mapAt(column: number, start: number): void {
    this.#closeTo(column, start, '[')
    const { top } = this
    if (top.column !== column) {
      this.#pushMap(newBlock([top.key], top.block, top.list, start), column)
    }
  }

  /** Goes to the list of YAML whose dashes are in a column. */
  listAt(column: number, start: number): void {
    this.#closeTo(column, start)
    const { type, column: outer, block } = this.top
    if (outer !== column || type !== '[') {
      this.#pushList('[', column, start, this.isMissing, false)
    }
    block.end = Math.max(block.end, start)
  }

  #skip(): boolean {
    const isTooDeep = this.#frames.length >= maxDepth
    if (isTooDeep) this.#tooDeep += 1
    return isTooDeep
  }

  #pushMap(block: Block, column: number): void {
    const none = { list: undefined, value: undefined, isExpected: false, takesText: false }
    this.#push({ type: '{', column, block, key: '', isLoop: false, ...none })
  }

  #pushList(
    type: '[' | '(',
    column: number,
    start: number,
    isFirst: boolean,
    takesText: boolean,
  ): void {
    const { block, key, list: outer } = this.top
    const isWhole = isFirst && outer?.isWhole !== false
    const list = { start: outer?.start ?? start, isWhole }
    const none = { isExpected: true, value: undefined, isLoop: false }
    this.#push({ type, column, block, list, key, takesText, ...none })
  }

  #push(frame: Frame): void {
    if (this.#frames.length < maxDepth) this.#frames.push(frame)
  }

  /** Closes what is further in than a column, and what is of a type and in it. */
  #closeTo(column: number, end: number, type?: Frame['type']): void {
    for (;;) {
      const { top } = this
      const isOver = top.column > column || (top.column === column && top.type === type)
      if (!isOver || this.#frames.length === 1) return
      this.#pop(end)
    }
  }

  #pop(end: number): Frame['type'] {
    const { type, column, block } = this.#frames.pop()!
    if (column < 0) this.#brackets[type] -= 1
    if (type === '{' && column < 0) block.end = Math.max(block.end, end)
    const outer = this.top.block
    outer.end = Math.max(outer.end, block.end)
    return type
  }
}

function newBlock(
  head: readonly string[],
  parent: Block | undefined,
  list: BlockList | undefined,
  start: number,
): Block {
  const block: Block = {
    head,
    parent,
    list,
    children: [],
    keys: [],
    values: new Map(),
    gaps: [],
    start,
    end: start,
  }
  parent?.children.push(block)
  return block
}
