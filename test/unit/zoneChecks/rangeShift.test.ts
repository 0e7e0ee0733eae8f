import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import {
  isOnLines,
  shiftRange,
  type Position,
  type Span,
} from '../../../src/features/zoneChecks/rangeShift.ts'

const at = (line: number, character: number): Position => ({ line, character })
const span = (line: number, start: number, end: number): Span => ({
  start: at(line, start),
  end: at(line, end),
})

/** The place of an offset in a text. */
function placeOf(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n')
  return at(lines.length - 1, lines.at(-1)?.length ?? 0)
}

/** What stands in a span. */
function read(text: string, { start, end }: Span): string {
  return text.split('\n')[start.line]?.slice(start.character, end.character) ?? ''
}

describe('Zone checks: a place that something was found in', () => {
  it('moves with what is written before it, and holds the same text', () => {
    const line = fc.stringMatching(/^[a-z ]{0,8}$/)
    const lines = fc.array(line, { maxLength: 4 }).map((all) => all.join('\n'))
    const property = fc.property(
      lines,
      fc.stringMatching(/^[a-z]{1,5}$/),
      lines,
      fc.nat(),
      fc.nat(),
      lines,
      (before, value, after, first, second, text) => {
        const document = `${before}${value}${after}`
        const offsets = [first, second]
          .map((offset) => offset % (document.length + 1))
          .sort((a, b) => a - b)
        const [from = 0, to = 0] = offsets
        const start = placeOf(document, before.length)
        const own = { start, end: at(start.line, start.character + value.length) }
        const edit = { range: { start: placeOf(document, from), end: placeOf(document, to) }, text }
        const changed = document.slice(0, from) + text + document.slice(to)
        const now = shiftRange(own, edit)
        const touches = from < before.length + value.length && to > before.length
        if (touches) assert.equal(now, undefined)
        else assert.equal(read(changed, now ?? assert.fail()), value)
      },
    )
    fc.assert(property, { numRuns: 2000 })
  })

  it('goes where it is changed, and stays where what follows is', () => {
    const own = span(3, 4, 9)
    assert.equal(shiftRange(own, { range: span(3, 5, 5), text: 'x' }), undefined)
    assert.equal(
      shiftRange(own, { range: { start: at(0, 0), end: at(9, 0) }, text: '' }),
      undefined,
    )
    assert.equal(shiftRange(own, { range: span(3, 9, 9), text: 'x' }), own)
    assert.deepEqual(shiftRange(own, { range: span(3, 4, 4), text: '\n' }), span(4, 0, 5))
    assert.deepEqual(
      shiftRange(own, { range: { start: at(1, 2), end: at(3, 1) }, text: 'ab' }),
      span(1, 7, 12),
    )
  })

  it('may have several lines, of which only the first moves in its line', () => {
    const own = { start: at(3, 4), end: at(5, 9) }
    const moved = shiftRange(own, { range: span(3, 0, 0), text: 'ab' })
    assert.deepEqual(moved, { start: at(3, 6), end: at(5, 9) })
    const below = shiftRange(own, { range: span(0, 0, 0), text: '\n' })
    assert.deepEqual(below, { start: at(4, 4), end: at(6, 9) })
    assert.equal(shiftRange(own, { range: span(4, 0, 0), text: 'x' }), undefined)
  })

  it('is looked at again where its line is edited', () => {
    const own = span(3, 4, 9)
    assert.ok(isOnLines(own, { range: span(3, 0, 0), text: '#' }))
    assert.ok(isOnLines(own, { range: { start: at(1, 0), end: at(3, 0) }, text: '' }))
    assert.ok(!isOnLines(own, { range: span(2, 0, 3), text: '\n' }))
  })
})
