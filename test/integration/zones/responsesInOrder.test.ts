import { strict as assert } from 'node:assert'
import { AsyncCache } from '../../../src/cache/asyncCache.ts'
import { valueOf } from '../../../src/cache/results.ts'

/** A cache of one key, with the requests that it has sent, in their order. */
function cacheWithRequests() {
  const requests: ((value: string) => void)[] = []
  const cache = new AsyncCache<string, string>(
    (key) => key,
    () => new Promise((resolve) => requests.push(resolve)),
  )
  const respond = (index: number, value: string) => requests[index]?.(value)
  return { cache, requests, respond, shown: () => valueOf(cache.peek('a')) }
}

describe('Zones: Responses that arrive in another order than their requests', () => {
  it('are shared by two callers at the same time', async () => {
    const { cache, requests, respond } = cacheWithRequests()
    const both = Promise.all([cache.get('a'), cache.get('a')])
    respond(0, 'only')
    assert.deepEqual((await both).map(valueOf), ['only', 'only'])
    assert.equal(requests.length, 1)
  })

  it('keep the response that was requested last', async () => {
    const { cache, respond, shown } = cacheWithRequests()
    const [first, second] = [cache.refresh('a'), cache.refresh('a')]
    respond(1, 'new')
    await second
    respond(0, 'old')
    assert.equal(await first, 'old', 'the caller gets its response all the same')
    assert.equal(shown(), 'new')
  })

  it('keep the response that a view has requested last', async () => {
    const { cache, respond, shown } = cacheWithRequests()
    const [first, second] = [cache.refresh('a'), cache.get('a')]
    respond(1, 'new')
    await second
    respond(0, 'old')
    await first
    assert.equal(shown(), 'new')
  })

  it('keep nothing that was requested before its item was invalidated', async () => {
    const { cache, respond, shown } = cacheWithRequests()
    const first = cache.refresh('a')
    cache.invalidate('a')
    respond(0, 'old')
    await first
    assert.equal(shown(), undefined)
    const next = cache.refresh('a')
    respond(1, 'new')
    await next
    assert.equal(shown(), 'new')
  })

  it('give a waiting caller the response of after the cache was cleared', async () => {
    const { cache, requests, respond } = cacheWithRequests()
    const [waiting, refreshed] = [cache.get('a'), cache.refresh('a')]
    respond(1, 'with the earlier key')
    await refreshed
    cache.clear()
    respond(0, 'with the earlier key')
    for (let turns = 0; turns < 50; turns++) await Promise.resolve()
    assert.equal(requests.length, 3)
    respond(2, 'new')
    assert.equal(valueOf(await waiting), 'new')
  })
})
