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
  const respond = (nth: number, value: string) => requests[nth]?.(value)
  return { cache, requests, respond, shown: () => valueOf(cache.peek('a')) }
}

describe('Zones: Responses that arrive in another order than their requests', () => {
  it('are one where two ask at the same time', async () => {
    const { cache, requests, respond } = cacheWithRequests()
    const both = Promise.all([cache.get('a'), cache.get('a')])
    respond(0, 'only')
    assert.deepEqual((await both).map(valueOf), ['only', 'only'])
    assert.equal(requests.length, 1)
  })

  it('leave the one that was requested last', async () => {
    const { cache, respond, shown } = cacheWithRequests()
    const [first, second] = [cache.refetch('a'), cache.refetch('a')]
    respond(1, 'new')
    await second
    respond(0, 'old')
    assert.equal(valueOf(await first), 'old', 'whoever asked is answered all the same')
    assert.equal(shown(), 'new')
  })

  it('leave the one that a view has requested last', async () => {
    const { cache, respond, shown } = cacheWithRequests()
    const [first, second] = [cache.refetch('a'), cache.get('a')]
    respond(1, 'new')
    await second
    respond(0, 'old')
    await first
    assert.equal(shown(), 'new')
  })

  it('leave nothing that was requested before this one was invalidated', async () => {
    const { cache, respond, shown } = cacheWithRequests()
    const first = cache.refetch('a')
    cache.invalidate('a')
    respond(0, 'old')
    await first
    assert.equal(shown(), undefined)
    const next = cache.refetch('a')
    respond(1, 'new')
    await next
    assert.equal(shown(), 'new')
  })

  it('give whoever still waits the one of after an invalidation', async () => {
    const { cache, requests, respond } = cacheWithRequests()
    const [waiting, refetched] = [cache.get('a'), cache.refetch('a')]
    respond(1, 'with the earlier key')
    await refetched
    cache.invalidate()
    respond(0, 'with the earlier key')
    for (let turns = 0; turns < 50; turns++) await Promise.resolve()
    assert.equal(requests.length, 3)
    respond(2, 'new')
    assert.equal(valueOf(await waiting), 'new')
  })
})
