import assert from 'node:assert/strict'
import { isPatternList, isTypedPool } from '../../../src/connections/typedPools.ts'

describe('Connections: Patterns of machine pools to type', () => {
  const cases: [patterns: string[], pool: string, mustBeTyped: boolean, cluster?: string][] = [
    [['*-prod/*'], 'gpu', true, 'checkout-prod'],
    [['*-prod/*'], 'gpu', false, 'checkout-staging'],
    [['*-PROD/*'], 'gpu', true, 'checkout-prod'],
    [['gpu-*'], 'gpu-a100', true, 'any'],
    [['gpu-*'], 'my-gpu-a100', false, 'any'],
    [['a.b/x'], 'x', false, 'aXb'],
    [['prod/blue/green'], 'blue/green', true, 'prod'],
    [['other', '*/x'], 'x', true, 'prod'],
    [[], 'x', false, 'prod'],
    // A cluster that isn’t known may be any.
    [['*-prod/*'], 'gpu', true],
    [['*-prod/db'], 'gpu', false],
    [['prod/blue/green'], 'green', true],
    [['prod/blue/green'], 'blue/green', true],
    [['prod/db'], 'prod/db', false],
    // Names may have slashes, spaces, and other spellings of a character.
    [['a/b/x'], 'x', true, 'a/b'],
    [[' prod / x '], 'x', true, 'prod'],
    [['caf\u00e9'], 'cafe\u0301', true, 'any'],
    [['*-prod\uff0f*'], 'gpu', true, 'checkout-prod'],
    [['\u212a*'], 'k1', true, 'any'],
    [['b**'], 'x', false, 'any'],
    [['a*b*b'], 'ab', false, 'any'],
    [['a*b*b'], 'abb', true, 'any'],
    [['*****************x'], '-'.repeat(40), false, 'any'],
  ]
  for (const [patterns, pool, mustBeTyped, cluster] of cases) {
    it(`${patterns.join(' ')}: ${cluster ?? 'unknown'}/${pool} is ${mustBeTyped ? '' : 'not '}typed`, () => {
      assert.equal(isTypedPool({ typeFor: patterns }, cluster, pool), mustBeTyped)
    })
  }

  it('accept patterns whose only wildcard is *', () => {
    for (const good of [[], ['a'], ['*/a', 'b-*'], ['caf\u00e9 *']]) assert.ok(isPatternList(good))
    for (const bad of ['a', [''], [' '], [1], [null], ['a?'], ['[ab]'], ['{a,b}'], ['!a'], null]) {
      assert.ok(!isPatternList(bad), JSON.stringify(bad))
    }
    // These would match nothing.
    for (const bad of [
      'a,b',
      'a;b',
      'prod/',
      '/a',
      ' / a',
      'a/ ',
      '/',
      'a//b',
      'a/ /b',
      'a\uff0cb',
      'a\uff1f',
      'a\u200b',
      'a\nb',
      'a\u00a0b',
    ]) {
      assert.ok(!isPatternList([bad]), JSON.stringify(bad))
    }
  })
})
