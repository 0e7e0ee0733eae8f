import { blockAt, type Block, type BlockList } from './blocks.ts'
import { isBlank, startOfLine, type OffsetRange } from './offsets.ts'

/** Returns the start of each item of a list: of its texts with their quotes, of its maps, and of the lists in it. */
function startsOfItems(block: Block, list: BlockList): number[] {
  const values = valuesOfList(block, list).map(({ start, quote }) => start - quote.length)
  const maps = mapsOfList(block, list).map(({ start }) => start)
  const lists = block.lists.filter(({ outer }) => outer?.open === list.open)
  return [...values, ...maps, ...lists.map(({ open }) => open)]
}

/** Returns the values that are items of a list, but not of the lists in it. */
function valuesOfList({ values }: Block, { open }: BlockList) {
  return [...values.values()].flat().filter((value) => value.list?.open === open)
}

function mapsOfList({ children }: Block, { open }: BlockList): Block[] {
  return children.filter((child) => child.list?.open === open)
}

/** Returns the list of YAML with dashes that has an item at an offset. */
export function dashListAt(blocks: readonly Block[], dash: number): BlockList | undefined {
  const lists = blockAt(blocks, dash)?.lists ?? []
  return lists.findLast(({ type, open, end }) => type === '-' && open <= dash && dash < end)
}

/** Returns whether a list has maps as items, and nothing else: a name isn’t one of them. */
export function hasOnlyMaps(blocks: readonly Block[], list: BlockList): boolean {
  const block = blockAt(blocks, list.open)
  if (!block) return false
  const mapCount = mapsOfList(block, list).length
  return mapCount > 0 && startsOfItems(block, list).length === mapCount
}

/**
 * Returns the indentation of the items of a list in brackets if each item outside of a range begins a line; undefined
 * for other lists, and for a list without such items.
 */
export function indentOfItemLines(
  text: string,
  blocks: readonly Block[],
  list: BlockList,
  range: OffsetRange,
): string | undefined {
  const block = blockAt(blocks, list.open)
  if (!block) return undefined
  const starts = startsOfItems(block, list).filter((start) => {
    return start < range.start || start >= range.end
  })
  const indents = starts.map((start) => text.slice(startOfLine(text, start), start))
  return indents.every(isBlank) ? indents[0] : undefined
}
