import { strict as assert } from 'node:assert'
import * as fc from 'fast-check'
import { displayText } from '../../../src/displayTexts.ts'
import { hostileNames, invisible } from '../../hostile/names.ts'
import { anyText } from '../../unit/properties/anyTexts.ts'

const options = { numRuns: 1000, seed: 4 }
const longText = fc
  .tuple(anyText, fc.integer({ min: 0, max: 400 }))
  .map(([text, count]) => text.repeat(count))

describe('Any text: A text from outside, made visible', () => {
  it('contains no invisible characters, and is never long', () => {
    const property = fc.property(fc.oneof(anyText, longText), (text) => {
      const shown = displayText(text)
      assert.doesNotMatch(shown, invisible)
      assert.doesNotMatch(shown, /^ | $| {2}/)
      assert.ok(shown.length <= 200)
      assert.equal(displayText(shown), shown)
    })
    fc.assert(property, options)
  })

  it('differs from that of a text which differs only invisibly', () => {
    const invisibleCharacter = fc.constantFrom(
      ...Array.from('\u200b\u00ad\u2060\ufe0f\u3164\u034f\u00a0\u2003\u202e'),
    )
    const property = fc.property(
      fc.string({ maxLength: 20 }),
      invisibleCharacter,
      fc.nat(20),
      (text, character, index) => {
        const changedText = text.slice(0, index) + character + text.slice(index)
        assert.notEqual(displayText(changedText), displayText(text))
        assert.notEqual(displayText(changedText), text)
      },
    )
    fc.assert(property, options)
    for (const [composed, decomposed] of [
      ['m\u00e4rz', 'ma\u0308rz'],
      ['\uac00', '\u1100\u1161'],
      ['\u00c5', '\u212b'],
      ['K', '\u212a'],
      ['\u1e69', 's\u0307\u0323'],
    ] as const) {
      assert.equal(composed.normalize('NFC'), decomposed.normalize('NFC'))
      assert.notEqual(displayText(composed), displayText(decomposed))
    }
  })

  it('stays unchanged if all its characters are visible', () => {
    const names = ['worker-pool', 'größe-プール-🚀', 'blue/green', '⚠️ prod', 'नमस्ते', 'a b (c)', '']
    for (const name of names) assert.equal(displayText(name), name)
  })

  it('keeps the beginning and the end if it is long, with the number of omitted characters', () => {
    const shown = displayText(`begin-${'x'.repeat(9_990)}-end`)
    assert.match(shown, /^begin-x+…\+9820…x+-end$/)
    assert.notEqual(shown, displayText(`begin-${'x'.repeat(9_991)}-end`))
    assert.match(displayText(hostileNames.long), /the end$/)
    assert.doesNotMatch(displayText(`${'x'.repeat(119)}🚀${'🚀'.repeat(500)}`), /\p{Surrogate}/u)
  })

  it('has the ends of a long text, of which normalizing all would take minutes', () => {
    assert.match(
      displayText(`gpu${'\u0301\u0323'.repeat(1_000_000)}end`),
      /^gpu\\u\{301\}.+…\+2\d{6}….+end$/,
    )
  })
})
