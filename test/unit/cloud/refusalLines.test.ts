import assert from 'node:assert/strict'
import { findRefusalInLine, parseRefusalLines } from '../../../src/cloud/refusalLines.ts'

const now = Date.now()
const code = 'InsufficientInstanceCapacity'

describe('Refusals of capacity: The lines of events', () => {
  it('are those with a code, each once, with the time of the newest event that has the message', () => {
    const message = `m-1: ${code} in us-east-1a\nm-1: ${code} in us-east-1a\nm-2: us-east-1b`
    const events = [5, 1, 3].map((ago) => ({ message, at: now - ago }))
    const [line, ...more] = parseRefusalLines(events, 'aws')
    assert.equal(line?.at, now - 1)
    assert.deepEqual(more, [])
  })

  it('share the words of their message', () => {
    const message = `m-1: ${code} in us-east-1a\nm-2: ${code} in us-east-1b\nof type m5.large`
    const lines = parseRefusalLines([{ message, at: now }], 'aws')
    assert.equal(lines[0]?.messageWords, lines[1]?.messageWords)
    const instanceType = 'm5.large'
    assert.deepEqual(
      lines.map((line) => findRefusalInLine(line, 'us-east-1', new Set([instanceType]))),
      ['us-east-1a', 'us-east-1b'].map((zone) => ({ zone, instanceType })),
    )
  })

  it('are the newest 200, however many events there are', () => {
    const events = Array.from({ length: 1_000 }, (_, ago) => ({
      message: Array.from({ length: 30 }, (_element, line) => `m-${ago}-${line}: ${code}`).join(
        '\n',
      ),
      at: now - ago,
    }))
    const lines = parseRefusalLines(events.toReversed(), 'aws')
    assert.equal(lines.length, 200)
    assert.deepEqual(new Set(lines.map(({ at }) => now - at)), new Set([0, 1, 2, 3, 4, 5, 6]))
  })

  it('leave out events that are a day away, or whose time is unknown', () => {
    const times = [now - 24 * 3_600_000 - 1, now + 25 * 3_600_000, NaN]
    const events = times.map((at) => ({ message: code, at }))
    assert.deepEqual(parseRefusalLines(events, 'aws'), [])
  })

  it('have words without the punctuation at their ends', () => {
    const [line] = parseRefusalLines([{ message: `${code}: a.b, c-..- -.- .d`, at: now }], 'aws')
    assert.deepEqual(line?.messageWords, [code, 'a.b', 'c', '', '.d'])
  })

  it('are read as fast if a word has dots as if it has letters', () => {
    const measureParsing = (character: string) => {
      const message = `${code} ${character.repeat(30_000)}a`
      const start = process.threadCpuUsage()
      parseRefusalLines([{ message, at: now }], 'aws')
      const { user, system } = process.threadCpuUsage(start)
      return (user + system) / 1000
    }
    const lettersMs = measureParsing('b')
    const dotsMs = measureParsing('.')
    assert.ok(dotsMs < 20 * lettersMs + 200, `${dotsMs} ms instead of ${lettersMs} ms`)
  })
})
