import assert from 'node:assert/strict'
import { Block } from '../../../src/syntax/blocks.ts'
import { bracketListAround, dashListAt, ListLayouts } from '../../../src/syntax/listLayout.ts'

describe('Zone formats: The number of looks at lists while zones are inserted', () => {
  const count = 4096
  const width = 4
  /** Creates a block with lists of one item each; `look` is called whenever the offset of a list is read. */
  function createBlock(type: '[' | '-', look: () => void): Block {
    const block = new Block([], 0)
    block.end = count * width
    const values = Array.from({ length: count }, (_, index) => {
      const start = index * width
      const list = {
        type,
        start,
        get open() {
          look()
          return start
        },
        end: start + width - 1,
        outer: undefined,
        isValueOfKey: true,
      }
      block.addList(list)
      const range = { start: start + 1, end: start + 2 }
      return { ...range, text: 'a', kind: 'text', quote: '', isUnclosed: false, list } as const
    })
    block.values.set('azs', [...values])
    return block
  }

  for (const type of ['[', '-'] as const) {
    it(`doesn’t grow with the product of cursors and lists: ${type}`, () => {
      let looks = 0
      const block = createBlock(type, () => (looks += 1))
      const layouts = new ListLayouts('\n-a\n'.repeat(count), [block])
      for (let index = 0; index < count; index++) {
        const start = index * width + 1
        const range = { start, end: start }
        const list = type === '[' ? bracketListAround(block, range) : dashListAt([block], start)
        assert.equal(list, block.lists[index])
        assert.equal(layouts.hasOnlyMaps(list!), false)
        assert.equal(layouts.indentOfItemLines(list!, { start: -1, end: -1 }), '')
      }
      assert.ok(looks < 40 * count, String(looks))
    })
  }
})
