import { Block, type BlockKey, type BlockList, type WrittenValue } from './blocks.ts'

/** Deeper nesting isn’t read. */
const maxDepth = 200

/** HCL functions that return elements of their lists unchanged. */
const passThroughFunctions =
  /^(?:coalescelist|compact|concat|distinct|element|flatten|reverse|setunion|slice|sort|split|tolist|toset|try)$/

/** An open map, list, or call. */
interface Frame {
  readonly type: '{' | '[' | '('
  /** The column of its keys or dashes in YAML’s block style; -1 in brackets. */
  readonly column: number
  readonly block: Block
  /** Undefined for a map. */
  readonly list: BlockList | undefined
  /** True if the items of a list in it are part of the key’s value. */
  readonly passesItems: boolean
  /** True for an index in HCL, and for a list that a loop makes: no items follow in them. */
  isComputed: boolean
  /** The latest key of a map, or the key that a list belongs to. */
  key: string
  /** True if a value may begin or continue here. */
  expectsValue: boolean
  /** True behind the question mark of a condition in HCL. */
  isInCondition: boolean
  /** The value that has begun. */
  value: WrittenValue | undefined
}

/** The open maps, lists, and calls of a document, from the outermost, and the blocks that they make. */
export class Frames {
  readonly documents: Block[] = []
  readonly #isYaml: boolean
  #frames: Frame[] = []
  /** The innermost frame. */
  top!: Frame

  /** In YAML, maps and lists without brackets have columns. */
  constructor(isYaml: boolean) {
    this.#isYaml = isYaml
    this.beginDocument(0)
  }

  /** True in YAML’s block style. */
  get isBlockStyle(): boolean {
    return this.top.column >= 0
  }

  get isTooDeep(): boolean {
    return this.#frames.length > maxDepth
  }

  /** True if a value may begin here, and none has. */
  get lacksValue(): boolean {
    return this.top.expectsValue && this.top.value === undefined
  }

  beginDocument(start: number): void {
    const block = new Block([], start)
    this.documents.push(block)
    this.#frames = []
    this.#push({ type: '{', column: this.#isYaml ? 0 : -1, block })
  }

  endDocument(end: number): void {
    this.#popWhile(() => true, end)
    this.top.block.end = Math.max(this.top.block.end, end)
  }

  /** Opens a map in brackets, with the words before it, from an offset. */
  openMap(head: readonly string[], start: number): void {
    const block = new Block(head, start, this.top.block, this.top.list)
    this.#push({ type: '{', column: -1, block })
  }

  /** Opens a list in square brackets. Its items are the key’s value if nothing comes before it. */
  openList(start: number): void {
    const isValue = this.lacksValue
    this.#pushList('[', -1, start, { passesItems: isValue, isValueOfKey: isValue })
  }

  /**
   * Opens the arguments of a function. The items of lists among them are the key’s value if the function returns them
   * unchanged, such as `toset`; of `split`, a text among the arguments is, too.
   */
  openCall(start: number, functionName: string): void {
    this.#pushList('(', -1, start, {
      passesItems: passThroughFunctions.test(functionName),
      isValueOfKey: functionName === 'split',
    })
  }

  /** Closes what a closing bracket ends: the innermost brackets of its type, if there are any; in YAML, of any type. */
  close(bracket: string, end: number): void {
    const type = openingOf(bracket)
    // An unclosed collection of YAML ends without a bracket.
    const index = this.#frames.findLastIndex(
      (frame) => frame.column < 0 && (this.#isYaml || frame.type === type),
    )
    if (index > 0) this.#popWhile(() => this.#frames.length > index, end)
  }

  /** Closes the lists and calls around a key. */
  closeLists(end: number): void {
    this.#popWhile(({ type }) => type !== '{', end)
  }

  /** Goes to the map of YAML whose keys are in a column, and opens it if there is none. */
  goToMap(column: number, start: number): void {
    const isOver = (frame: Frame) =>
      frame.column > column || (frame.column === column && frame.type === '[')
    this.#popWhile(isOver, start)
    const { top } = this
    if (top.column === column) return
    this.#push({ type: '{', column, block: new Block([top.key], start, top.block, top.list) })
  }

  /** Goes to the list of YAML whose dashes are in a column, and opens it if there is none. */
  goToList(column: number, start: number): void {
    this.#popWhile((frame) => frame.column > column, start)
    const { top } = this
    if (top.column !== column || top.type !== '[') {
      const isValue = this.lacksValue
      this.#pushList('[', column, start, { passesItems: isValue, isValueOfKey: isValue })
    }
    top.block.end = Math.max(top.block.end, start)
  }

  /** Adds a key of a map; values that follow are of this key. */
  addKey(key: BlockKey): void {
    this.top.key = key.text
    this.top.block.keys.push(key)
  }

  /** Begins a value of the latest key or of a list, unless none `isExpected`. */
  beginValue(isExpected: boolean): void {
    const { top } = this
    top.expectsValue = isExpected
    top.isInCondition = false
    top.value = undefined
  }

  /**
   * Adds a value to the current key or list. If another value precedes it without a comma, as in `"a" + b`, both are parts
   * of an expression, and what the expression results in isn’t known.
   */
  addValue(value: WrittenValue): void {
    const { top } = this
    if (!top.expectsValue) return
    const { block, key, list } = top
    value.list = list
    if (!top.value || isNextItem(top, value, top.value)) top.value = value
    else {
      markAsPart(value)
      // An unclosed string is still being written.
      if (!top.value.isOpen) markAsPart(top.value)
      if (value.quote === '') return
    }
    block.end = Math.max(block.end, value.end)
    const values = block.values.get(key)
    if (values) values.push(value)
    else block.values.set(key, [value])
  }

  /** Adds the space before a value that is missing, unless a value has begun. */
  addGap(start: number, end: number): void {
    const { block, key, list } = this.top
    if (this.lacksValue) block.gaps.push({ key, start, end, list })
  }

  /** Makes the value that has begun a part of an expression. */
  markValueAsPart(): void {
    if (this.top.value) markAsPart(this.top.value)
  }

  /** Makes the list that has just opened the result of a loop in HCL. */
  markAsLoop(): void {
    const { type, list } = this.top
    if (!this.lacksValue || type !== '[' || !list) return
    this.top.isComputed = true
    list.isValueOfKey = false
  }

  #pushList(
    type: '[' | '(',
    column: number,
    start: number,
    { passesItems, isValueOfKey }: Pick<Frame, 'passesItems'> & Pick<BlockList, 'isValueOfKey'>,
  ): void {
    const { block, list: outer, passesItems: isPassed } = this.top
    const list: BlockList = {
      type: column < 0 ? type : '-',
      start: outer?.start ?? start,
      open: start,
      end: start,
      outer,
      isValueOfKey: isValueOfKey && isPassed,
    }
    block.lists.push(list)
    this.#push({ type, column, block, list, passesItems: passesItems && isPassed })
  }

  #push({
    type,
    column,
    block,
    list,
    passesItems = true,
  }: Pick<Frame, 'type' | 'column' | 'block'> & Partial<Pick<Frame, 'list' | 'passesItems'>>) {
    const isList = list !== undefined
    const key = isList ? this.top.key : ''
    // In YAML, a list may stand where no value is expected. Then its items aren’t values either.
    const expectsValue = isList && (!this.#isYaml || this.top.expectsValue)
    this.top = {
      type,
      column,
      block,
      list,
      passesItems,
      isComputed: false,
      key,
      expectsValue,
      isInCondition: false,
      value: undefined,
    }
    this.#frames.push(this.top)
  }

  /** Closes the innermost frames as long as they are over, but not that of the document. */
  #popWhile(isOver: (top: Frame) => boolean, end: number): void {
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

/** Returns whether two strings in brackets are two items between which the comma isn’t written yet: `["a" "b"]`. */
function isNextItem(
  { type, column, isComputed }: Frame,
  value: WrittenValue,
  previous: WrittenValue,
): boolean {
  const isInBrackets = type === '[' && column < 0 && !isComputed
  return isInBrackets && value.quote !== '' && previous.quote !== '' && previous.kind === 'text'
}

/** Marks a value as a part of an expression such as `"a" + b`, so that it isn’t taken for the whole value of its key. */
function markAsPart(value: WrittenValue): void {
  const { start, end, list } = value
  const expression = { type: '(', start, open: start, end, outer: list } as const
  value.kind = 'other'
  value.list = { ...(list ?? expression), isValueOfKey: false }
}

function openingOf(bracket: string): Frame['type'] {
  if (bracket === '}') return '{'
  return bracket === ']' ? '[' : '('
}
