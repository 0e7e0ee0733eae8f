import assert from 'node:assert/strict'
import { asCode } from '../../../src/ui/markup.ts'

describe('User interface: A text from outside in Markdown', () => {
  const texts: [text: string, expected: string][] = [
    ['api.example.com', '`api.example.com`'],
    ['[press](command:x)', '`[press](command:x)`'],
    ['<img src=x>', '`<img src=x>`'],
    ['one`two', '``one`two``'],
    ['`', '`` ` ``'],
    ['``x`', '``` ``x` ```'],
    ['a\n\n# b\r- c', '`a # b - c`'],
    ['  ', '—'],
    ['', '—'],
  ]
  for (const [text, expected] of texts) {
    it(JSON.stringify(text), () => assert.equal(asCode(text), expected))
  }

  it('can never end its code by itself', () => {
    for (const text of ['a`b``c```d', '```', '`a`', '` `` `', 'x``````y']) {
      const code = asCode(text)
      const [fence = ''] = /^`+/.exec(code) ?? []
      const inside = code.slice(fence.length, -fence.length)
      assert.ok(code.endsWith(fence))
      const runs: string[] = inside.match(/`+/g) ?? []
      assert.ok(!runs.includes(fence), code)
      assert.ok(!inside.startsWith('`') && !inside.endsWith('`'), code)
    }
  })

  it('is shortened if it is too long, but not in the middle of a character', () => {
    assert.ok(asCode('x'.repeat(10_000)).length < 400)
    assert.ok(!/[\uD800-\uDBFF]…/.test(asCode(`${'x'.repeat(298)}🚀🚀`)))
  })
})
