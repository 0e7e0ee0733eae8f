import assert from 'node:assert/strict'
import { isLocked, isLockList } from '../../../src/connections/locks.ts'

describe('Connections: locks', () => {
  const cases: [patterns: string[], pool: string, isShut: boolean, cluster?: string][] = [
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
  ]
  for (const [patterns, pool, isShut, cluster] of cases) {
    it(`${patterns.join(' ')}: ${cluster ?? 'unknown'}/${pool} is ${isShut ? '' : 'not '}locked`, () => {
      assert.equal(isLocked({ protected: patterns }, cluster, pool), isShut)
    })
  }

  it('take lists of patterns whose only wildcard is *', () => {
    for (const good of [[], ['a'], ['*/a', 'b-*']]) assert.ok(isLockList(good))
    for (const bad of ['a', [''], [' '], [1], [null], ['a?'], ['[ab]'], ['{a,b}'], ['!a'], null]) {
      assert.ok(!isLockList(bad), JSON.stringify(bad))
    }
  })
})
