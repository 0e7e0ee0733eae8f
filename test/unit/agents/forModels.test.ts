import assert from 'node:assert/strict'
import { takeFitting, modelJson, shortList } from '../../../src/features/agents/modelJson.ts'

describe('Agents: JSON for models', () => {
  it('is JSON without anything invisible, and means the same', () => {
    const value = { name: 'a\u200bb\u{e0041}\u2028', list: ['\u202e', 'é 😀'] }
    const json = modelJson(value)
    assert.doesNotMatch(json, /[\u200b\u2028\u202e]|\u{e0041}/u)
    assert.deepEqual(JSON.parse(json), value)
  })

  it('has no endless text', () => {
    const { name } = JSON.parse(modelJson({ name: `${'x'.repeat(999)}😀${'y'.repeat(8_000)}` }))
    assert.equal(name, `${'x'.repeat(999)}…`)
  })

  it('has no endless list of texts, however long they are', () => {
    const length = (texts: string[]) => modelJson(shortList(texts)).length
    assert.ok(length(Array.from({ length: 30 }, () => 'x'.repeat(900))) < 6_000)
    assert.ok(length(Array.from({ length: 30 }, () => '\u200b'.repeat(1_000))) < 7_000)
    assert.equal(shortList(Array.from({ length: 1_252 }, () => 'a'))?.at(-1), '(2 more)')
    assert.equal(shortList([]), undefined)
  })

  it('says how many items of a list are omitted', () => {
    assert.deepEqual(takeFitting([1, 2, 3], 6), { items: [1, 2, 3] })
    assert.deepEqual(takeFitting([1, 2, 3], 5), { items: [1, 2], omitted: 1 })
    assert.deepEqual(takeFitting(['long', 2], 1), { items: ['long'], omitted: 1 })
  })
})
