import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { plan, type Planned } from '../../bench/plan.ts'
import { ratios, summary } from '../../bench/samples.ts'
import { holds, table, withTable } from '../../bench/resultsTable.ts'

describe('Benchmark: the table of measurements', () => {
  it('in PERFORMANCE.md has the rows that are measured, with what is allowed', async () => {
    const page = await readFile(new URL('../../../PERFORMANCE.md', import.meta.url), 'utf8')
    const section = page.split('<!-- bench: begin -->')[1]?.split('<!-- bench: end -->')[0] ?? ''
    const rows = [...section.matchAll(/^\| (.+?) +\| .* \| (.*?) *\|$/gm)]
      .map(([, what, most]) => ({ what, most }))
      .filter(({ what }) => what !== 'Measurement' && !what?.startsWith('--'))
    assert.deepEqual(
      rows,
      Object.values<Planned>(plan).map(({ what, unit, most }) => ({
        what,
        most: most === undefined ? '' : `${most} ${unit}`,
      })),
    )
  })

  it('tells median and range, and what is over its limit', () => {
    const text = table({ activation: summary([3, 1, 2.5]), vsix: summary([145]) })
    assert.match(text, /\| 2\.50 × \(over the limit\) \| 1\.00–3\.00 +\| 1\.5 × +\|/)
    assert.match(text, /\| 145 KB +\| +\| 300 KB +\|/)
    assert.equal(text.split('\n').length, 4)
    assert.equal(new Set(text.split('\n').map((line) => line.length)).size, 1)
  })

  it('replaces the one in a document, and nothing else', () => {
    const document = 'a\n<!-- bench: begin -->\nold\n<!-- bench: end -->\nb\n'
    const once = withTable(document, 'new')
    assert.equal(once, 'a\n<!-- bench: begin -->\n\nnew\n\n<!-- bench: end -->\nb\n')
    assert.equal(withTable(once, 'new'), once)
    assert.throws(() => withTable('a', 'new'))
  })
})

describe('Benchmark: samples', () => {
  it('have a median, a least and a most', () => {
    assert.deepEqual(summary([3, 1, 2]), { median: 2, min: 1, max: 3, count: 3 })
    assert.equal(summary([1, 2, 3, 10]).median, 2.5)
  })

  it('are compared each with the one of the same moment', () => {
    assert.deepEqual(ratios([2, 30, 4], [1, 10, 2]), { median: 2, min: 2, max: 3, count: 3 })
  })

  it('hold where they are not above what is allowed, or so many times of it', () => {
    const planned: Planned = { what: '', unit: '×', most: 2 }
    assert.equal(holds(planned, summary([2])), true)
    assert.equal(holds(planned, summary([2.1])), false)
    assert.equal(holds(planned, summary([3.9]), 2), true)
    assert.equal(holds({ what: '', unit: 'ms' }, summary([1e9])), true)
  })
})
