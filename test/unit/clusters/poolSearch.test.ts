import assert from 'node:assert/strict'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { ApiError } from '../../../src/api/errors.ts'
import type { CloudConfig } from '../../../src/api/poolSchemas.ts'
import { limits } from '../../../src/api/rateLimiter.ts'
import type { Result } from '../../../src/cache/results.ts'
import type { ClusterList } from '../../../src/clusters/clusterPages.ts'
import type { PoolSources } from '../../../src/clusters/configs.ts'
import type { CloudConfigRef } from '../../../src/model/refs.ts'
import { searchPools, type FoundPools } from '../../../src/clusters/poolSearch.ts'
import { createCluster, connection, createPoolSources } from '../sources.ts'

const uids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)
const createList = (names: string[], more: Partial<ClusterList> = {}): ClusterList => ({
  clusters: names.map((name) => createCluster(name)),
  hasMore: false,
  isTruncated: false,
  unreadable: 0,
  ...more,
})
const createConfig = (uid: string): CloudConfig => ({
  pools: [{ name: `pool of ${uid}`, zones: [] }],
  hybridPools: [],
  unreadable: 0,
})
const found = (value: CloudConfig | undefined) => ({ value, at: 0 })
const failed = (kind: ApiError['kind']) => ({ error: new ApiError(kind, 'no'), at: 0 })

/** Clusters that come page by page, pinned ones, and configs that are opened in some way. */
function createSources(
  lists: ClusterList[] | (() => AsyncGenerator<ClusterList | undefined>),
  open: (uid: string, ref: CloudConfigRef) => Promise<Result<CloudConfig | undefined>> = async (
    uid,
  ) => found(createConfig(uid)),
  pinned: readonly string[] = [],
): PoolSources {
  async function* followPages() {
    if (typeof lists === 'function') yield* lists()
    else for (const list of lists) yield list
  }
  const get = (ref: CloudConfigRef) => open(ref.configUid, ref)
  const items = pinned.map((uid) => ({
    uid,
    name: uid,
    provider: 'aws',
    pins: [],
    isImplied: undefined,
  }))
  const sources = createPoolSources({ pinned: items })
  Object.assign(sources.clusters, { followPages })
  Object.assign(sources.clusters.configs, { get })
  return sources
}

async function collectAll(sources: PoolSources): Promise<FoundPools[]> {
  const parts: FoundPools[] = []
  for await (const part of searchPools(connection, sources)) parts.push(part)
  return parts
}
const openedIn = (parts: FoundPools[]) =>
  parts.flatMap(({ opened }) => opened.map(({ configUid }) => configUid))

describe('Clusters: The search for machine pools', () => {
  it('tells of each cluster as it is opened, and how far it has come', async () => {
    const [first, second, third] = uids(3) as [string, string, string]
    const lists = [
      createList([first, second], { hasMore: true, total: 3 }),
      createList([first, second, third], { total: 3 }),
    ]
    const parts = await collectAll(createSources(lists))
    assert.deepEqual(
      parts.map(({ opened, searched, total, isInProgress, hasMore }) => [
        opened[0]?.cloudConfig.pools[0]?.name,
        searched,
        total,
        isInProgress,
        hasMore,
      ]),
      [
        ['pool of c0', 1, 3, true, true],
        ['pool of c1', 2, 3, true, true],
        [undefined, 2, 3, false, true],
        ['pool of c2', 3, 3, true, true],
        [undefined, 3, 3, false, false],
      ],
    )
  })

  it('tells of those together that are cached, and requests only the others', async () => {
    const asked: string[] = []
    const sources = createSources([createList(uids(5000))], async (uid) => {
      asked.push(uid)
      return found(createConfig(uid))
    })
    const peek = ({ configUid }: CloudConfigRef) =>
      configUid === 'c7' ? undefined : found(createConfig(configUid))
    Object.assign(sources.clusters.configs, { peek })
    const parts = await collectAll(sources)
    assert.deepEqual(
      parts.map(({ opened, searched }) => [opened.length, searched]),
      [
        [4999, 4999],
        [1, 5000],
        [0, 5000],
      ],
    )
    assert.deepEqual(asked, ['c7'])
  })

  it('searches pinned clusters once, at the end, and those alone where none are listed', async () => {
    const [first, second, third] = uids(3) as [string, string, string]
    const listOpened = async (lists: Parameters<typeof createSources>[0]) =>
      openedIn(await collectAll(createSources(lists, undefined, [second, third])))
    const lists = [createList([first], { hasMore: true }), createList([first, second])]
    assert.deepEqual(await listOpened(lists), [first, second, third])
    const unsupported = async function* () {
      yield await Promise.resolve(undefined)
    }
    assert.deepEqual(await listOpened(unsupported), [second, third])
  })

  it('opens each in its own project, whatever the list tells by then', async () => {
    const projects: unknown[] = []
    const sources = createSources(
      [
        createList([], {
          clusters: [createCluster('a', { project: { uid: 'p' } }), createCluster('b')],
        }),
      ],
      async (uid, { project }) => {
        projects.push(project?.uid)
        return found(createConfig(uid))
      },
    )
    await collectAll(sources)
    assert.deepEqual(projects, ['p', undefined])
  })

  it('counts a pinned cluster that cannot be opened only if that has failed', async () => {
    const open = async (uid: string) => (uid === 'c0' ? found(undefined) : failed('forbidden'))
    const last = (await collectAll(createSources([createList([])], open, uids(2)))).at(-1)
    assert.deepEqual([last?.searched, last?.unreadable], [2, 1])
  })

  it('opens as many at once as a batch may, and none that nobody asks for', async () => {
    const asked: string[] = []
    const sources = createSources([createList(uids(50))], async (uid) => {
      asked.push(uid)
      return found(createConfig(uid))
    })
    const search = searchPools(connection, sources)
    await search.next()
    await turnOfLoop()
    assert.equal(asked.length, limits.clusters.batchSlots)
    await search.return(undefined)
    await turnOfLoop()
    assert.equal(asked.length, limits.clusters.batchSlots)
  })

  it('counts those that cannot be opened, and goes on with the others', async () => {
    const sources = createSources([createList(uids(4), { unreadable: 2 })], async (uid) => {
      if (uid === 'c1') return failed('forbidden')
      return found(uid === 'c2' ? undefined : { ...createConfig(uid), unreadable: 1 })
    })
    const parts = await collectAll(sources)
    assert.deepEqual(openedIn(parts), ['c0', 'c3'])
    const last = parts.at(-1)
    assert.deepEqual([last?.searched, last?.unreadable, last?.reason?.kind], [4, 4, 'forbidden'])
    assert.equal(last?.unreadablePools, 2)
    assert.equal(last?.error, undefined)
  })

  for (const kind of ['unauthorized', 'rateLimited'] as const) {
    it(`stops where all would be refused, and goes on from there: ${kind}`, async () => {
      let isRefused = true
      const asked: string[] = []
      const sources = createSources([createList(uids(30))], async (uid) => {
        asked.push(uid)
        await turnOfLoop()
        return isRefused && uid !== 'c0' ? failed(kind) : found(createConfig(uid))
      })
      const search = searchPools(connection, sources)
      const parts: FoundPools[] = []
      do parts.push((await search.next()).value as FoundPools)
      while (!parts.at(-1)?.error)
      assert.equal(parts.at(-1)?.error?.kind, kind)
      assert.deepEqual([openedIn(parts), parts.at(-1)?.hasMore], [['c0'], true])
      assert.ok(asked.length <= limits.clusters.batchSlots + 1)
      isRefused = false
      for await (const part of search) parts.push(part)
      assert.deepEqual(openedIn(parts).toSorted(), uids(30).toSorted())
      assert.deepEqual([parts.at(-1)?.searched, parts.at(-1)?.unreadable], [30, 0])
    })
  }

  it('says why a page could not be read, with what came before', async () => {
    const error = new ApiError('server', 'no')
    const [a] = uids(1) as [string]
    const parts = await collectAll(
      createSources([createList([a], { hasMore: true, error }), createList([a, 'b'])]),
    )
    assert.deepEqual(
      parts.map((part) => part.error?.kind),
      [undefined, 'server', undefined, undefined],
    )
    assert.deepEqual(openedIn(parts), [a, 'b'])
  })
})
