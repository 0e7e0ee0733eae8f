import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { CodeFormat } from '../../../src/contributions.ts'
import { scanZones } from './scanZones.ts'
import { BlockContext } from '../../../src/syntax/blockContext.ts'
import { Block, type BlockValue } from '../../../src/syntax/blocks.ts'
import { CodeTokenizer } from '../../../src/syntax/codeTokenizer.ts'
import { FileRegions } from '../../../src/syntax/fileRegions.ts'
import { createRegionReader } from '../../../src/syntax/regionReaders.ts'
import { YamlTokenizer } from '../../../src/syntax/yamlTokenizer.ts'
import { ZoneContexts } from '../../../src/zoneAnalysis/zoneContexts.ts'
import { replace } from '../../replace.ts'
import { startRunEnd } from '../properties/anyTexts.ts'
import { CountingText } from '../properties/countingText.ts'
import { readBlocks, findReferences, insertZones } from './atOnce.ts'

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
      const values = Array.from({ length: count }, () => ({ ...value, list: undefined }))
      block.values.set(key, values)
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

describe('Zone checks: The work for the blocks around zones', () => {
  it('doesn’t grow with the number of blocks that ask for the meaning of for_each', () => {
    const values = Array.from({ length: 100 }, (_, index) => `a${index} = each.value\n`).join('')
    for (const asking of ['for_each = {\n}\n', 'for_each =\n']) {
      const text = `resource "a" "b" {\n${values}${asking.repeat(100)}}\n`
      const blocks = readBlocks(text, 'terraform').blocks
      // oxlint-disable-next-line typescript/unbound-method -- it is called on the context
      const { meaningOf } = BlockContext.prototype
      let count = 0
      const restore = replace(
        BlockContext.prototype,
        'meaningOf',
        function (this: BlockContext, key) {
          count += 1
          return meaningOf.call(this, key)
        },
      )
      findReferences(blocks, 'terraform')
      restore()
      assert.ok(count < 1000, `${count} for ${asking}`)
    }
  })

  it('doesn’t grow with the depth of a list of numbers', () => {
    const blocks = readBlocks(nest(`zones: [1${', 1'.repeat(999)}]`), 'yaml').blocks
    const count = countReads(BlockContext.prototype, 'isInLabels', () =>
      assert.equal(findReferences(blocks, 'yaml').length, 1000),
    )
    assert.ok(count < 2000, String(count))
  })

  it('doesn’t grow with the depth of the blocks that zones are in', () => {
    const blocks = readBlocks(
      nest(`zones: [us-east-1a${', us-east-1a'.repeat(999)}]`),
      'yaml',
    ).blocks
    const references = findReferences(blocks, 'yaml')
    const contexts = new ZoneContexts({ blocks, references }, 'aws')
    const count = countReads(Block.prototype, 'children', () => {
      for (const reference of references) assert.equal(contexts.blockOf(reference)?.header[0], 'a')
    })
    assert.ok(references.length === 1000 && count < 2000, String(count))
  })

  it('reads the regions of the file once for all documents', () => {
    const cluster = 'kind: AWSCluster\napiVersion: cluster.x-k8s.io/v1\nregion: us-east-1\n'
    const { blocks } = readBlocks(`${cluster}${'---\nzone: us-east-1a\n'.repeat(100)}`, 'yaml')
    const value = blocks[0]?.values.get('region')?.[0] ?? assert.fail('no region')
    const regions = new FileRegions(blocks, 'aws')
    const count = countReads<BlockValue>(value, 'kind', () => {
      for (const block of blocks) assert.equal(regions.regionOf(block), 'us-east-1')
    })
    assert.ok(count < 50, String(count))
  })

  it('fits on the stack, however many regions a list has', () => {
    const [value] = readBlocks('a: b', 'yaml').blocks[0]?.values.get('a') ?? assert.fail('no value')
    const values = Array.from({ length: 150_000 }, () => value!)
    for (const [cloud, header, key] of [
      ['azure', ['locals'], 'location'],
      ['aws', ['provider', 'aws'], 'region'],
      ['aws', ['provider', 'aws'], 'logs_region'],
    ] as const) {
      const document = new Block([], 0)
      new Block(header, 0, document).values.set(key, values)
      assert.doesNotThrow(() => new FileRegions([document], cloud).regionOf(document))
    }
  })
})

describe('Zone checks: The time to read a text', () => {
  it('doesn’t grow with the brackets that are open where others close none of them', () => {
    for (const opening of ['(', '{']) {
      const read = (depth: number) => {
        const text = `a=${opening.repeat(depth)}${']'.repeat(60_000)}`
        return measureTime(() => readBlocks(text, 'terraform'))
      }
      const [deep, flat] = [read(190), read(1)]
      assert.ok(deep < 5 * flat + 20, `${deep} instead of ${flat} ms`)
    }
  })

  it('doesn’t grow with the square of a word beside settings', () => {
    for (const [word, twin] of [
      ['/'.padEnd(285, 'a'), '/'.padEnd(285, 'a/')],
      ['/'.padEnd(285, 'a-'), '/'.padEnd(285, 'a/')],
      [`a,${'a'.repeat(285)}=`, `a,${'a/'.repeat(142)}=`],
    ] as const) {
      const find = (rest: string) => {
        const { blocks } = readBlocks(`a:\n${`- "zone=${rest}"\n`.repeat(1000)}`, 'yaml')
        return measureTime(() => findReferences(blocks, 'yaml'))
      }
      const [long, short] = [find(word), find(twin)]
      assert.ok(long < 5 * short + 20, `${long} instead of ${short} ms`)
    }
  })
})

/** Returns the least time of the processor, in milliseconds, that an action takes in one of several runs. */
function measureTime(act: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.threadCpuUsage()
    act()
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

/** Returns a text in YAML within maps that are almost as deeply nested as is read. */
function nest(text: string): string {
  const keys = Array.from({ length: 190 }, (_, depth) => `${' '.repeat(depth)}a:\n`)
  return `${keys.join('')}${' '.repeat(190)}${text}`
}

/** Returns how often a property is read while an action runs. */
function countReads<T extends object>(target: T, key: keyof T, act: () => void): number {
  const original = Object.getOwnPropertyDescriptor(target, key) ?? assert.fail(String(key))
  let count = 0
  const get = function (this: T): unknown {
    count += 1
    return original.get ? original.get.call(this) : original.value
  }
  Object.defineProperty(target, key, { get, configurable: true })
  act()
  Object.defineProperty(target, key, original)
  return count
}
