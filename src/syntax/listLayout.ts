import { blockAt, type Block, type BlockList } from './blocks.ts'
import { countLeading, isFirstInLine, startOfLine, type OffsetRange } from './offsets.ts'

/** Where the items of a list begin: its texts with their quotes, its maps, and the lists in it, in this order. */
class ListItems {
  readonly starts: number[] = []
  #mapCount = 0
  #firstWithinLine = Infinity
  #lastWithinLine = -Infinity

  /** True if there are maps, and nothing else. */
  get areMaps(): boolean {
    return this.#mapCount > 0 && this.#mapCount === this.starts.length
  }

  add(start: number, { beginsLine, isMap }: { beginsLine: boolean; isMap: boolean }): void {
    this.starts.push(start)
    if (isMap) this.#mapCount += 1
    if (beginsLine) return
    this.#firstWithinLine = Math.min(this.#firstWithinLine, start)
    this.#lastWithinLine = Math.max(this.#lastWithinLine, start)
  }

  /** Returns the start of the first item outside of a range if each such item begins a line. */
  startOfItemLines({ start, end }: OffsetRange): number | undefined {
    if (this.#firstWithinLine < start || this.#lastWithinLine >= end) return undefined
    return this.starts.find((candidate) => candidate < start || candidate >= end)
  }
}

/**
 * Finds how the lists of a document are written. The items of a block’s lists are read once, for all lists and cursors:
 * a block may have thousands of lists, and a list thousands of items.
 */
export class ListLayouts {
  readonly #text: string
  readonly #blocks: readonly Block[]
  readonly #itemsByBlock = new Map<Block, ReadonlyMap<number, ListItems>>()

  constructor(text: string, blocks: readonly Block[]) {
    this.#text = text
    this.#blocks = blocks
  }

  /** Returns whether a list has maps as items, and nothing else: a name isn’t one of them. */
  hasOnlyMaps(list: BlockList): boolean {
    return this.#itemsOf(list)?.areMaps === true
  }

  /**
   * Returns the indentation of the items of a list in brackets if each item outside of a range begins a line; undefined
   * for other lists, and for a list without such items.
   */
  indentOfItemLines(list: BlockList, range: OffsetRange): string | undefined {
    const start = this.#itemsOf(list)?.startOfItemLines(range)
    return start === undefined ? undefined : this.#text.slice(startOfLine(this.#text, start), start)
  }

  #itemsOf(list: BlockList): ListItems | undefined {
    const block = blockAt(this.#blocks, list.open)
    if (!block) return undefined
    const items = this.#itemsByBlock.get(block) ?? this.#readItems(block)
    this.#itemsByBlock.set(block, items)
    return items.get(list.open)
  }

  /** Returns the items of each list of a block, by the offset of the list. */
  #readItems({ values, children, lists }: Block): ReadonlyMap<number, ListItems> {
    const byList = new Map<number, ListItems>()
    const addItem = (list: BlockList | undefined, start: number, isMap = false) => {
      if (!list) return
      const items = byList.get(list.open) ?? new ListItems()
      byList.set(list.open, items)
      items.add(start, { beginsLine: isFirstInLine(this.#text, start), isMap })
    }
    for (const valuesOfKey of values.values()) {
      for (const { list, start, quote } of valuesOfKey) addItem(list, start - quote.length)
    }
    for (const { list, start } of children) addItem(list, start, true)
    for (const { outer, open } of lists) addItem(outer, open)
    return byList
  }
}

/** Returns the innermost of a block’s lists in brackets that a range is in. */
export function bracketListAround(
  block: Block | undefined,
  { start, end }: OffsetRange,
): BlockList | undefined {
  return innermostList(
    block,
    start,
    (list) => list.type !== '-' && list.open < start && end < list.end,
  )
}

/** Returns the list of YAML with dashes that has an item at an offset. */
export function dashListAt(blocks: readonly Block[], dash: number): BlockList | undefined {
  const block = blockAt(blocks, dash)
  return innermostList(block, dash + 1, (list) => list.type === '-' && dash < list.end)
}

/** Returns the innermost of a block’s lists that begin before an offset, and for which a test of its end holds. */
function innermostList(
  block: Block | undefined,
  offset: number,
  isAround: (list: BlockList) => boolean,
): BlockList | undefined {
  const lists = block?.lists ?? []
  // The lists are in the order of the text, and one that is around the last of them is among those around that.
  let list = lists[countLeading(lists, ({ open }) => open < offset) - 1]
  while (list && !isAround(list)) list = list.outer
  return list
}
