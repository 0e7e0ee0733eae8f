import type { Draft } from './values.ts'
import type { Meaning } from './zoneReferences.ts'

/** A map, a list, or the arguments of a function, while its values are read. */
export class Frame {
  readonly type: '{' | '[' | '('
  /** The column of its keys or dashes in YAML’s block style; -1 in brackets. */
  readonly column: number
  /** The start of the outermost list. */
  readonly start: number
  /** The key that it is the value of, and the key of the map around. */
  name = ''
  outer = ''
  /** The meaning of the items of a list, or of the keys of a map. */
  key: Meaning | undefined = undefined
  /** True if a function takes texts, not only lists. */
  takesText = false
  /** True for a loop in HCL. */
  isLoop = false
  /** True if it is for Azure: by a name, a label, or a kind, also of what is around it. */
  isAzure = false
  /** The latest key of a map, and its meaning. */
  current = ''
  meaning: Meaning | undefined = undefined
  /** The meaning of the `values` of a map, by the `key` beside them; and those values. */
  selector: Meaning | undefined = undefined
  pairs: Draft[] | undefined = undefined

  constructor(type: Frame['type'], start: number, column = -1) {
    this.type = type
    this.start = start
    this.column = column
  }

  /** The meaning of a value that begins here. */
  get valueMeaning(): Meaning | undefined {
    return this.type === '{' ? this.meaning : this.key
  }

  /** The start of the list that a value belongs to. */
  get list(): number | undefined {
    return this.type === '{' ? undefined : this.start
  }
}

/** More nested ones aren’t told apart. */
const maxDepth = 500

/** The open maps and lists, from the outermost. */
export class Frames {
  readonly #all = [new Frame('{', 0)]
  readonly #open = { '{': 0, '[': 0, '(': 0 }
  #left = 0 // opened too deep

  get top(): Frame {
    return this.#all.at(-1)!
  }

  /** True if no bracket is open. */
  get isBlock(): boolean {
    return this.#open['{'] + this.#open['['] + this.#open['('] + this.#left === 0
  }

  /** Passes a bracket that is too deep; returns whether it is. */
  skip(): boolean {
    if (this.#all.length < maxDepth) return false
    this.#left += 1
    return true
  }

  /** Opens a bracket. */
  open(frame: Frame): void {
    if (this.skip()) return
    this.#open[frame.type] += 1
    this.#push(frame)
  }

  /** Closes brackets: down to one of a type, if there is one; else the innermost. */
  close(type?: Frame['type']): void {
    if (this.#left > 0) this.#left -= 1
    else if (type === undefined) this.#closeOne()
    else if (this.#open[type] > 0) while (this.#closeOne() !== type);
  }

  /** Closes the lists and functions around a key. */
  closeLists(): void {
    this.#left = 0
    while (this.top.type !== '{') this.#closeOne()
  }

  /** Closes everything. */
  end(): void {
    this.#left = 0
    while (this.#all.length > 1) this.#closeOne()
    settle(this.top)
  }

  /** Goes to the map of YAML whose keys are in a column. */
  mapAt(column: number): void {
    this.#closeBlocks(column, '[')
    const { top } = this
    if (top.column === column) return
    const frame = new Frame('{', 0, column)
    if (top.type === '{') {
      frame.name = top.current
      frame.outer = top.name
      if (top.meaning?.isMap) frame.key = top.meaning
    }
    this.#pushBlock(frame)
  }

  /** Goes to the list of YAML whose dashes are in a column. */
  sequenceAt(column: number, start: number, isValue: boolean): void {
    this.#closeBlocks(column)
    const { top } = this
    if (top.column === column && top.type === '[') return
    const frame = new Frame('[', top.list ?? start, column)
    if (isValue) useMeaning(frame, top)
    this.#pushBlock(frame)
  }

  /** Closes what is further in than a column, and what is of a type and in it. */
  #closeBlocks(column: number, type?: Frame['type']): void {
    for (;;) {
      const { top } = this
      const isOver = top.column > column || (top.column === column && top.type === type)
      if (!isOver || this.#all.length === 1) return
      this.#closeOne()
    }
  }

  #pushBlock(frame: Frame): void {
    if (this.#all.length < maxDepth) this.#push(frame)
  }

  #push(frame: Frame): void {
    // In labels, the numbers of Azure may be those of fault domains.
    const isWithin = this.top.isAzure && !/(?:labels|tags)$/i.test(frame.name)
    frame.isAzure ||= isWithin || isOfAzure(frame.name)
    this.#all.push(frame)
  }

  #closeOne(): Frame['type'] {
    const frame = this.#all.length > 1 ? this.#all.pop() : undefined
    if (!frame) return this.top.type
    if (frame.column < 0) this.#open[frame.type] -= 1
    settle(frame)
    return frame.type
  }
}

/** Returns whether a name, such as the type of a resource, is one of Azure. */
export function isOfAzure(name: string): boolean {
  return /azure|(?:^|[^a-z])(?:aks|microsoft\.)/i.test(name)
}

/** Gives the items of a list the meaning of the list. */
export function useMeaning(frame: Frame, outer: Frame): void {
  const { valueMeaning } = outer
  if (valueMeaning?.isMap) return
  frame.key = valueMeaning
  if (valueMeaning && valueMeaning.kind === undefined) frame.pairs = outer.pairs ??= []
}

/** Gives the `values` of a map their meaning. */
function settle({ type, selector, pairs }: Frame): void {
  if (type !== '{' || !selector || !pairs) return
  for (const draft of pairs) draft.kind = selector.kind
}
