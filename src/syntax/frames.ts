import { Block, type BlockKey, type BlockList, type WrittenValue } from './blocks.ts'
import { isNextItem, openingOf, type Frame } from './frame.ts'
import { passThroughFunctions, textFunctions } from './functions.ts'

/** The number of nested maps, lists, and calls up to which a text is read. */
const maxDepth = 200
/** The number of documents up to which a YAML file is read. */
const maxDocuments = 10_000

/** Builds the blocks of documents, and holds the maps, lists, and calls that are open at the current token. */
export class Frames {
  readonly documents: Block[] = []
  readonly #isYaml: boolean
  /** From the outermost, which is that of the document. */
  #frames: Frame[] = []
  /** How many brackets of each type are open, besides that of the document. In YAML, all count as `{`. */
  #openBrackets = noBrackets()
  /** The innermost frame. */
  top!: Frame

  constructor(isYaml: boolean) {
    this.#isYaml = isYaml
    this.beginDocument(0)
  }

  /** True in a map or list that YAML writes without brackets. */
  get isBlockStyle(): boolean {
    return this.top.column >= 0
  }

  get isTooLarge(): boolean {
    return this.#frames.length > maxDepth || this.documents.length > maxDocuments
  }

  /** True if a value is expected, and none has begun. */
  get lacksValue(): boolean {
    return this.top.expectsValue && this.top.value === undefined
  }

  beginDocument(start: number): void {
    const block = new Block([], start)
    this.documents.push(block)
    this.#frames = []
    this.#push({ type: '{', column: this.#isYaml ? 0 : -1, block })
    this.#openBrackets = noBrackets()
  }

  endDocument(end: number): void {
    this.#popWhile(() => true, end)
    this.top.block.end = Math.max(this.top.block.end, end)
  }

  /** Opens a map in braces. `header` are the words before it, from `start` on. */
  openMap(header: readonly string[], start: number): void {
    const block = new Block(header, start, this.top.block, this.top.list)
    this.#push({ type: '{', column: -1, block })
  }

  /**
   * Opens a list in square brackets. Its items are the key’s value, unless a value stands before it, as in `a + [b]`.
   */
  openList(start: number): void {
    const isValue = this.lacksValue
    this.#pushList('[', -1, start, { passesItems: isValue, isValueOfKey: isValue })
  }

  /**
   * Opens the arguments of a function. In `toset(["a"])`, the items of the list are the key’s value, as `toset` returns
   * them unchanged. In `coalesce(var.a, "b")`, the texts are, too.
   */
  openCall(start: number, functionName: string): void {
    const commasBeforeText = textFunctions.get(functionName)
    const isValueOfKey = commasBeforeText !== undefined
    const passesItems = isValueOfKey || passThroughFunctions.test(functionName)
    this.#pushList('(', -1, start, { passesItems, isValueOfKey })
    this.top.commasBeforeText = commasBeforeText ?? 0
  }

  /**
   * Closes the innermost open brackets of a closing bracket’s type, and all that is open within them. Does nothing if
   * none of this type are open. In YAML, the type doesn’t matter.
   */
  closeBracket(bracket: string, end: number): void {
    // The tokenizer ends an unclosed collection of YAML with a token that has no bracket, and so no type.
    const type = this.#countedType(openingOf(bracket))
    // A text may have thousands of brackets that close none of hundreds of open ones.
    if (this.#openBrackets[type] === 0) return
    const isOpening = (frame: Frame) => frame.column < 0 && this.#countedType(frame.type) === type
    this.#popWhile((frame) => !isOpening(frame), end)
    this.#pop(end)
  }

  /** Closes the lists and calls that are open when a key follows: they were left unclosed. */
  closeLists(end: number): void {
    this.#popWhile(({ type }) => type !== '{', end)
  }

  /** Makes the open map of YAML whose keys are in a column the innermost frame; opens a map if there is none. */
  goToMap(column: number, start: number): void {
    const isOver = (frame: Frame) =>
      frame.column > column || (frame.column === column && frame.type === '[')
    this.#popWhile(isOver, start)
    const { top } = this
    if (top.column === column) return
    this.#push({ type: '{', column, block: new Block([top.key], start, top.block, top.list) })
  }

  /** Makes the open list of YAML whose dashes are in a column the innermost frame; opens a list if there is none. */
  goToList(column: number, start: number): void {
    this.#popWhile((frame) => frame.column > column, start)
    const { top } = this
    if (top.column !== column || top.type !== '[') {
      const isValue = this.lacksValue
      this.#pushList('[', column, start, { passesItems: isValue, isValueOfKey: isValue })
    }
    top.block.end = Math.max(top.block.end, start)
  }

  /** Adds a key to the innermost map. The values that follow are values of this key. */
  addKey(key: BlockKey): void {
    this.top.key = key.text
    this.top.block.keys.push(key)
  }

  /** Ends the last value. The next token begins a value of the key or an item of the list, if one `isExpected`. */
  beginValue({ isExpected }: { readonly isExpected: boolean }): void {
    const { top } = this
    top.expectsValue = isExpected
    top.isInCondition = false
    if (top.commasBeforeText > 0) top.commasBeforeText -= 1
    top.value = undefined
    top.firstList = top.block.lists.length
  }

  /**
   * Adds a value to the current key or list. If another value stands before it without a comma, as in `"a" + b`, both
   * are parts of an expression, whose result isn’t known.
   */
  addValue(value: WrittenValue): void {
    const { top } = this
    if (!top.expectsValue) return
    const { block, key, list } = top
    value.list = list
    if (top.commasBeforeText > 0) markAsPartOfExpression(value)
    if (!top.value || isNextItem(top, value, top.value)) top.value = value
    else {
      markAsPartOfExpression(value)
      // A string whose closing quote is still missing takes the rest of its line: what follows is
      // no expression with it.
      if (!top.value.isUnclosed) markAsPartOfExpression(top.value)
      if (value.quote === '') return
    }
    block.end = Math.max(block.end, value.end)
    const values = block.values.get(key)
    if (values) values.push(value)
    else block.values.set(key, [value])
  }

  /** Records that a value is missing in a range, if a value is expected and none has begun. */
  addMissingValue(start: number, end: number): void {
    const { block, key, list } = this.top
    if (!this.lacksValue) return
    block.addMissingValue({ key, start, end, list })
    block.end = Math.max(block.end, start)
  }

  /** Marks the last value as part of an expression, so that it isn’t taken for the value of its key. */
  markValueAsPartOfExpression(): void {
    if (this.top.value) markAsPartOfExpression(this.top.value)
  }

  /**
   * Marks the lists and calls since the key or comma as parts of an expression that an operator continues, so that
   * their items aren’t taken for the key’s value, as in `coalesce(var.a, "b") == "b" ? "c" : "d"`.
   */
  markListsAsPartOfExpression(): void {
    const { block, firstList } = this.top
    for (const list of block.lists.slice(firstList)) list.isValueOfKey = false
    this.top.firstList = block.lists.length
  }

  /** Marks the list that has just opened as the result of a loop in HCL (`[for …]`), whose items aren’t known. */
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
    block.addList(list)
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
    // In YAML, a list may stand where no value is expected, as after a complete text. Its items aren’t values either.
    const expectsValue = isList && (!this.#isYaml || this.top.expectsValue)
    this.top = {
      type,
      column,
      block,
      list,
      passesItems,
      isComputed: false,
      commasBeforeText: 0,
      key,
      expectsValue,
      isInCondition: false,
      value: undefined,
      firstList: block.lists.length,
    }
    this.#frames.push(this.top)
    if (column < 0) this.#openBrackets[this.#countedType(type)] += 1
  }

  #countedType(type: Frame['type']): Frame['type'] {
    return this.#isYaml ? '{' : type
  }

  /** Closes frames from the innermost on as long as `isOver` says so, but never the frame of the document. */
  #popWhile(isOver: (top: Frame) => boolean, end: number): void {
    while (this.#frames.length > 1 && isOver(this.top)) this.#pop(end)
  }

  #pop(end: number): void {
    const { type, column, block, list } = this.#frames.pop()!
    if (column < 0) this.#openBrackets[this.#countedType(type)] -= 1
    this.top = this.#frames.at(-1)!
    if (list) list.end = end
    if (column < 0) block.end = Math.max(block.end, end)
    const outer = this.top.block
    outer.end = Math.max(outer.end, block.end)
  }
}

/** Marks a value as part of an expression such as `"a" + b`, so that it isn’t taken for the value of its key. */
function markAsPartOfExpression(value: WrittenValue): void {
  const { start, end, list } = value
  const expression = { type: '(', start, open: start, end, outer: list } as const
  value.kind = 'other'
  value.list = { ...(list ?? expression), isValueOfKey: false }
}

function noBrackets(): Record<Frame['type'], number> {
  return { '{': 0, '[': 0, '(': 0 }
}
