import { Block, type BlockList, type WrittenValue } from './blocks.ts'

/** What is nested deeper isn’t read. */
const maxDepth = 200

/** HCL functions that return elements of their lists unchanged. */
const passing =
  /^(?:coalescelist|compact|concat|distinct|element|flatten|reverse|setunion|slice|sort|split|tolist|toset|try)$/

/** An open map, list, or call. */
interface Frame {
  readonly type: '{' | '[' | '('
  /** The column of its keys or dashes in YAML’s block style; -1 in brackets. */
  readonly column: number
  readonly block: Block
  /** Undefined for a map. */
  readonly list: BlockList | undefined
  /** True if lists in it are the value of the key, too. */
  readonly isPassing: boolean
  /** True for an index, and for a list that a loop makes, in HCL: they have no more items. */
  isComputed: boolean
  /** The latest key of a map, or that of a list. */
  key: string
  /** True if a value may begin or go on. */
  isExpected: boolean
  /** True behind the question mark of a condition in HCL. */
  isConditional: boolean
  /** The value that has begun. */
  value: WrittenValue | undefined
}

/** The open maps, lists, and calls of a document, from the outermost, and the blocks that they make. */
export class Frames {
  readonly documents: Block[] = []
  readonly #hasColumns: boolean
  #frames: Frame[] = []
  /** The innermost one. */
  top!: Frame

  /** In YAML, maps and lists without brackets have `columns`. */
  constructor(hasColumns: boolean) {
    this.#hasColumns = hasColumns
    this.begin(0)
  }

  /** True in YAML’s block style. */
  get isIndented(): boolean {
    return this.top.column >= 0
  }

  get isTooDeep(): boolean {
    return this.#frames.length > maxDepth
  }

  /** True if a value may begin, and none has. */
  get isMissing(): boolean {
    return this.top.isExpected && this.top.value === undefined
  }

  /** Begins a document. */
  begin(start: number): void {
    const block = new Block([], start)
    this.documents.push(block)
    this.#frames = []
    this.#push('{', this.#hasColumns ? 0 : -1, block)
  }

  /** Ends the document. */
  end(end: number): void {
    this.#closeWhile(() => true, end)
    this.top.block.end = Math.max(this.top.block.end, end)
  }

  /** Opens a bracket around a map with a head, from an offset. */
  openMap(head: readonly string[], start: number): void {
    this.#push('{', -1, new Block(head, start, this.top.block, this.top.list))
  }

  /**
   * Opens a list in brackets, whose texts are those of the key’s value if it begins the value, or the arguments of a
   * function: lists in those of some are the key’s value, too, and texts in those of `split`.
   */
  openList(type: '[' | '(', start: number, call: string): void {
    const isFirst = type === '[' ? this.isMissing : passing.test(call)
    this.#pushList(type, -1, start, isFirst, type === '[' ? isFirst : call === 'split')
  }

  /** Closes brackets: down to one of a type, if there is one; in YAML, the innermost. */
  close(type: Frame['type'], end: number): void {
    // An unclosed collection of YAML ends without a bracket.
    const nth = this.#frames.findLastIndex(
      (one) => one.column < 0 && (this.#hasColumns || one.type === type),
    )
    if (nth > 0) this.#closeWhile(() => this.#frames.length > nth, end)
  }

  /** Closes the lists and calls around a key. */
  closeLists(end: number): void {
    this.#closeWhile(({ type }) => type !== '{', end)
  }

  /** Goes to the map of YAML whose keys are in a column. */
  mapAt(column: number, start: number): void {
    const isOver = (one: Frame) =>
      one.column > column || (one.column === column && one.type === '[')
    this.#closeWhile(isOver, start)
    const { top } = this
    if (top.column !== column)
      this.#push('{', column, new Block([top.key], start, top.block, top.list))
  }

  /** Goes to the list of YAML whose dashes are in a column. */
  listAt(column: number, start: number): void {
    this.#closeWhile((one) => one.column > column, start)
    const { type, column: outer, block } = this.top
    if (outer !== column || type !== '[') this.#pushList('[', column, start, this.isMissing)
    block.end = Math.max(block.end, start)
  }

  #pushList(type: '[' | '(', column: number, start: number, isFirst: boolean, isWhole = isFirst) {
    const { block, list: outer, isPassing } = this.top
    const list: BlockList = {
      type: column < 0 ? type : '-',
      start: outer?.start ?? start,
      open: start,
      end: start,
      outer,
      isWhole: isWhole && isPassing,
    }
    block.lists.push(list)
    this.#push(type, column, block, list, isFirst && isPassing)
  }

  #push(type: Frame['type'], column: number, block: Block, list?: BlockList, isPassing = true) {
    const isOfKey = list !== undefined
    const key = isOfKey ? this.top.key : ''
    // In YAML, a list may be where no value is.
    const isExpected = isOfKey && (!this.#hasColumns || this.top.isExpected)
    this.top = {
      type,
      column,
      block,
      list,
      isPassing,
      isComputed: false,
      key,
      isExpected,
      isConditional: false,
      value: undefined,
    }
    this.#frames.push(this.top)
  }

  /** Closes the innermost ones, but for that of the document. */
  #closeWhile(isOver: (top: Frame) => boolean, end: number): void {
    while (this.#frames.length > 1 && isOver(this.top)) this.#pop(end)
  }

  #pop(end: number): void {
    const { column, block, list } = this.#frames.pop()!
    this.top = this.#frames.at(-1)!
    if (list) list.end = end
    if (column < 0) block.end = Math.max(block.end, end)
    const outer = this.top.block
    outer.end = Math.max(outer.end, block.end)
  }
}
