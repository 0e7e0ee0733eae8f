import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { CodeFormat } from '../../../src/contributions.ts'
import { scanZones } from './scanZones.ts'
import { Block } from '../../../src/syntax/blocks.ts'
import { CodeTokenizer } from '../../../src/syntax/codeTokenizer.ts'
import { insertZones } from '../../../src/syntax/insertion.ts'
import { bracketListAround, dashListAt, ListLayouts } from '../../../src/syntax/listLayout.ts'
import { createRegionReader } from '../../../src/syntax/regionReaders.ts'
import { YamlTokenizer } from '../../../src/syntax/yamlTokenizer.ts'
import { replace } from '../../replace.ts'
import { startRunEnd } from '../properties/anyTexts.ts'
import { CountingText } from '../properties/countingText.ts'

const formats = ['hcl', 'json', 'yaml'] as const satisfies CodeFormat[]

/** What could be looked at again and again: unfinished things, and what only its end explains. */
// prettier-ignore
const parts = [
  ' ', '\t', '\n', '\n ', '_', '-', '- ', '"', "'", '\\', '[', ']', '{', '}', '(', ')', '[[', '{{', '}}', '{{ ',
  '%{', '${', '"%{ "\\" ', '"${', '$${', '%{ "', ',', ':', ': ', '=', '= ', '==', '#', ' #', '//', '/*', '*/', '<<A\n',
  '<<A ', '<<-A\n A', 'A\n', '|', ': |\n', '>-\n', '&x ', '*x ', '!x ', '---\n', 'a', 'az', 'az: ', 'zone = "', 'zones: [',
  'zones = [', '"zone":"', 'toset(', 'split(', 'variable "a" {\n', 'default = ', 'name = "az"\nvalue = "', 'key: zone\n',
  '{#', '#}', '{{/*', '*/', '*/}}',
  'values: [', 'az_subnets = {', 'subnetIds:\n', 'us-east-1a', '1', '\u2028', 'a: "x\n ', "a: 'x\n  ",
]

/** Returns how often the scanner looks at characters. */
function countLooks(text: string, format: CodeFormat): number {
  const counting = new CountingText(text)
  scanZones(counting.asString, format)
  return counting.steps
}

/** Repeats a run up to about a length, between a start and an end. */
function repeatRun([start, run, end]: readonly string[], length: number): string {
  return `${start}${(run ?? '').repeat(Math.ceil(length / (run ?? '').length))}${end}`
}

describe('Zone checks: The number of looks at characters while zones are found', () => {
  for (const format of formats) {
    it(`at most doubles if the text doubles: ${format}`, function () {
      this.timeout(60_000)
      const property = fc.property(startRunEnd(parts), (runs) => {
        const [less, more] = [4000, 8000].map((length) =>
          countLooks(repeatRun(runs, length), format),
        )
        assert.ok((more ?? 0) <= 2.5 * (less ?? 0), `${less} becomes ${more}`)
      })
      fc.assert(property, { numRuns: 400 })
    })

    it(`is small for each character: ${format}`, function () {
      this.timeout(60_000)
      for (const part of parts) {
        for (const start of ['', 'zones: [', 'zone = "', 'a:\n  zones:\n']) {
          const text = repeatRun([start, part, 'b'], 20_000)
          assert.ok(countLooks(text, format) <= 16 * text.length, JSON.stringify([start, part]))
        }
      }
    })
  }
})

describe('Zone formats: More values than a call may have arguments', () => {
  const count = 300_000

  it('are the regions of a block', () => {
    for (const [cloud, key, text] of [
      ['aws', 'logs_region', 'us-east-1'],
      ['gcp', 'location', 'us-east1-b'],
      ['azure', 'location', 'westeurope'],
    ] as const) {
      const value = { text, start: 0, end: 0, kind: 'text', quote: '"', isUnclosed: false } as const
      const block = new Block([], 0)
      block.values.set('region', [{ ...value, kind: 'reference', list: undefined }])
      block.values.set(key, Array(count).fill({ ...value, list: undefined }))
      const found = createRegionReader(cloud).regionsIn(block).length
      assert.equal(found, cloud === 'gcp' ? 1 : count + 1)
      block.values.delete('region')
      assert.equal(createRegionReader(cloud).regionsIn(block).length, cloud === 'aws' ? 1 : count)
    }
  })

  it('are missing where zones are inserted', () => {
    const text = 'zone:\n'.repeat(150_000)
    assert.ok(insertZones(text, [{ start: 5, end: 5 }], [{ name: 'a' }], 'yaml', '\n').isAllowed)
  })
})

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

describe('Zone formats: The number of tokens that an insertion reads', () => {
  it('doesn’t grow with the number of selections', () => {
    for (const [format, { prototype }, item] of [
      ['json', CodeTokenizer, '"us-east-1a",'],
      ['yaml', YamlTokenizer, '- us-east-1a\n'],
    ] as const) {
      const text = `${format === 'json' ? '[' : 'azs:\n'}${item.repeat(200)}`
      const start = text.indexOf('us-')
      const starts = Array.from({ length: 200 }, (_, index) => start + index * item.length)
      // With the quotes, so that the selection isn’t a text in a string.
      const quoteLength = format === 'json' ? 1 : 0
      const selections = starts.map((offset) => ({
        start: offset - quoteLength,
        end: offset + 10 + quoteLength,
      }))
      const countTokens = (ranges: typeof selections) => {
        // oxlint-disable-next-line typescript/unbound-method -- it is called on the reader
        const { next } = prototype
        let count = 0
        const restore = replace(prototype, 'next', function (this: typeof prototype) {
          count += 1
          return next.call(this)
        })
        assert.ok(insertZones(text, ranges, [{ name: 'a' }], format, '\n').isAllowed)
        restore()
        return count
      }
      assert.ok(countTokens(selections) < 3 * countTokens(selections.slice(0, 1)), format)
    }
  })
})
