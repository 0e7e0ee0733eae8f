import { strict as assert } from 'node:assert'
import { ApiError } from '../../../src/api/errors.ts'
import { AsyncCache } from '../../../src/cache/asyncCache.ts'
import { Capabilities } from '../../../src/cache/capabilities.ts'
import { ClusterIndex } from '../../../src/clusters/clusterPages.ts'
import { Clusters } from '../../../src/clusters/clusters.ts'
import type { Connection } from '../../../src/connections/connection.ts'

/** A cache whose requests get these responses, one after the other, and the number of its events. */
function cacheWithResponses(...responses: unknown[]) {
  const remaining = [...responses]
  const cache = new AsyncCache<string, unknown>(
    (key) => key,
    async () => {
      const response = remaining.shift()
      if (response instanceof Error) throw response
      return response
    },
  )
  let events = 0
  cache.onDidChange(() => events++)
  return { cache, eventCount: () => events }
}

const failure = new ApiError('server', 'Internal error', { status: 500 })

describe('Machine pools: Cached lists', () => {
  it('tell the views nothing if a poll finds what is known', async () => {
    const { cache, eventCount } = cacheWithResponses(
      { pools: ['a'], sizes: new Map([['a', 1]]) },
      { pools: ['a'], sizes: new Map([['a', 1]]) },
      { pools: ['a'], sizes: new Map([['a', 2]]) },
    )
    await cache.refresh('config')
    await cache.refresh('config')
    assert.equal(eventCount(), 1)
    await cache.refresh('config')
    assert.equal(eventCount(), 2)
  })

  it('tell the views nothing of clusters if only the source of further pages is new', async () => {
    const page = (name: string) => ({
      items: [
        {
          uid: 'a',
          name,
          cloudType: 'aws',
          configUid: 'config-a',
          poolSummaries: [],
          unreadablePools: 0,
        },
      ],
      unreadable: 0,
      hasMore: false,
      isTruncated: false,
    })
    const responses = ['a', 'a', 'b'].map(page)
    const service = {
      clusters: () => ({ next: async () => Promise.resolve({ value: responses.shift() }) }),
    }
    const clusters = new Clusters(async () => Promise.resolve(service as never), new Capabilities())
    let events = 0
    clusters.lists.onDidChange(() => events++)
    const connection = { name: 'home', baseUrl: 'https://example.com' } as Connection
    await clusters.getList(connection)
    await clusters.refreshList(connection)
    assert.equal(events, 0)
    await clusters.refreshList(connection)
    assert.equal(events, 1)
    assert.equal(clusters.peekList(connection)?.clusters[0]?.name, 'b')
  })

  it('tell the views of a value that comes after an error', async () => {
    const { cache, eventCount } = cacheWithResponses('pools', failure, 'pools')
    await cache.get('config')
    cache.invalidate('config')
    await cache.get('config')
    assert.equal(eventCount(), 1)
    await cache.refresh('config')
    assert.equal(eventCount(), 2)
  })

  it('tell the views of no more than the result if what has failed is requested again', async () => {
    const { cache, eventCount } = cacheWithResponses(failure, 'pools')
    await cache.get('config')
    let loads = 0
    cache.onDidLoad(() => loads++)
    await cache.get('config', { retry: true })
    assert.deepEqual([eventCount(), loads], [0, 1])
  })

  it('keep the value of an invalidated item for the views, until it is pruned', async () => {
    const { cache } = cacheWithResponses('gone', 'pinned', failure, failure)
    await cache.get('gone')
    await cache.get('pinned')
    cache.invalidate()
    cache.prune((key) => key === 'gone')
    const [gone, pinned] = [await cache.get('gone'), await cache.get('pinned')]
    assert.ok('error' in gone && 'error' in pinned)
    assert.deepEqual([gone.previous?.value, pinned.previous?.value], [undefined, 'pinned'])
  })

  it('prune nothing that is current', async () => {
    const { cache } = cacheWithResponses('current')
    await cache.get('current')
    cache.prune(() => true)
    assert.deepEqual(cache.refs, ['current'])
  })

  it('find a cluster by its cloud config, the later of two pages first', () => {
    const cluster = (name: string) => ({
      uid: 'u',
      name,
      cloudType: 'aws',
      configUid: 'c',
      poolSummaries: [],
      unreadablePools: 0,
    })
    const index = new ClusterIndex().withPage([cluster('a')]).withPage([cluster('b')])
    assert.equal(index.find({ provider: 'aws', configUid: 'c' })?.name, 'b')
    assert.equal(index.find({ provider: 'azure', configUid: 'c' }), undefined)
    assert.deepEqual([index.countNamed('a'), index.countNamed('b')], [0, 1])
  })
})
