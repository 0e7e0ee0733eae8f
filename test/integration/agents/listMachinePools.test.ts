import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { call, failure } from './calling.ts'

const config = configs.checkout
const path = `/cloudconfigs/aws/${config.uid}`
const search = '/spectroclusters/search'

interface Listed {
  name: string
  configUid: string
  provider: string
  machinePools: Record<string, unknown>[]
  omittedMachinePools?: number
  poolsListedAt?: string
  note?: string
}

interface List {
  clusters: Listed[]
  clustersListedAt: string
  clustersSearched: number
  clustersNotSearched?: number
  next?: { after: string }
  incomplete?: string
}

describe('Agents: list_machine_pools', () => {
  const session = useFilledSession()
  const list = (input: object = {}) => call<List>('list_machine_pools', input)
  const only = async (input: object = { cluster: config.clusterName }) => {
    const { clusters } = await list(input)
    assert.equal(clusters.length, 1)
    return clusters[0]!
  }
  const pin = (change: object) =>
    session.run('pin', {
      provider: 'aws',
      configUid: config.uid,
      machinePoolName: config.pools[0]!.name,
      ...change,
    })
  const ownCluster = ({ clusters }: List) =>
    clusters.find(({ configUid }) => configUid === config.uid) ?? assert.fail('not listed')

  it('lists machine pools by cluster, with their identifiers and ages', async () => {
    const before = Date.now()
    const result = await list()
    const { name, provider, machinePools } = ownCluster(result)
    assert.deepEqual([name, provider], [config.clusterName, 'aws'])
    assert.deepEqual(
      machinePools.map((pool) => pool['name']),
      config.pools.map((pool) => pool.name),
    )
    assert.deepEqual(machinePools[3], {
      name: 'batch-spot',
      minNodes: 0,
      maxNodes: 20,
      zones: ['us-east-1a', 'us-east-1f'],
      instanceType: 'c7g.4xlarge',
    })
    assert.equal(result.incomplete, undefined)
    for (const { poolsListedAt = '' } of result.clusters)
      assert.ok(Date.parse(poolsListedAt) >= before)
    assert.ok(Date.parse(result.clustersListedAt) >= before)
    assert.equal((await list()).clustersListedAt, result.clustersListedAt)
  })

  it('finds a cluster by UID and by name, and loads its pools again', async () => {
    await list()
    session.sandbox.requests.length = 0
    const names = [config.clusterName.toUpperCase(), config.uid, config.clusterUid]
    for (const cluster of names) assert.equal((await only({ cluster })).configUid, config.uid)
    assert.deepEqual(
      session.reads(),
      names.map(() => config.uid),
    )
  })

  it('lists all clusters with a name, and one that is newer than the cached list', async () => {
    await session.addClusters(60)
    const all = session.sandbox.data.configs
    const newcomer = all.pop()!
    const last = all.at(-1)!
    last.clusterName = config.clusterName // on the second page
    await session.run('refreshMachinePools')
    const { clusters } = await list({ cluster: config.clusterName })
    const uids = clusters.map(({ configUid }) => configUid)
    assert.deepEqual(uids.sort(), [config.uid, last.uid].sort())
    all.push(newcomer) // and nothing refreshes the view
    assert.equal((await only({ cluster: newcomer.clusterName })).configUid, newcomer.uid)
  })

  it('lists pinned pools, too, as the view does, even if a cluster can’t be loaded', async () => {
    await pin({ machinePoolName: 'not-yet-there' })
    const { machinePools } = await only()
    assert.equal(machinePools.length, config.pools.length + 1)
    assert.deepEqual(machinePools.at(-1), { name: 'not-yet-there', isListed: false })
    session.sandbox.addFault({ path, status: 403, times: null })
    await session.run('refreshMachinePools')
    for (const input of [{}, { cluster: config.clusterName }]) {
      const result = await list(input)
      const { machinePools: pinned, note = '', poolsListedAt } = ownCluster(result)
      assert.deepEqual([pinned, poolsListedAt], [[{ name: 'not-yet-there' }], undefined])
      assert.match(
        note,
        /couldn’t be listed.*\(403\).* Don’t retry\. Tell the user: "If the current key/,
      )
      assert.ok(
        result.clusters.every(
          (cluster) => cluster.note === undefined || cluster.name === ownCluster(result).name,
        ),
      )
    }
  })

  it('finds pools by a part of their names, in all clusters, with their labels', async () => {
    const { pools } = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
    pools.find(({ name }) => name === 'gpu-inference')!.additionalLabels = { team: 'vision' }
    const { clusters, clustersSearched } = await list({ machinePool: 'GPU-' })
    assert.equal(clustersSearched, session.sandbox.data.configs.length)
    const [found, ...otherPools] = clusters.flatMap(({ machinePools }) => machinePools)
    assert.deepEqual([found?.['name'], found?.['labels']], ['gpu-inference', ['team=vision']])
    assert.deepEqual(otherPools, [])
  })

  const bodies: [title: string, body: object | undefined, text: RegExp][] = [
    ['is complete', undefined, /No cluster .* Available clusters: .*"checkout-prod"[^.]*\.$/],
    [
      'has one that can’t be shown',
      { items: [{ metadata: { uid: 'a', name: 'a' } }] },
      /Clusters not shown: 1\. The service’s response lacks their names or UIDs/,
    ],
    ['is cut', { items: [], listmeta: { count: 2 } }, /list couldn’t be loaded completely/],
    ['is empty', { items: null }, /Available clusters: none\.$/],
  ]
  for (const [title, body, text] of bodies) {
    it(`says what is known of a cluster that isn’t listed where the list ${title}`, async () => {
      const fault = { path: search, body: JSON.stringify(body), times: null }
      if (body) session.sandbox.addFault(fault)
      assert.match(await failure('list_machine_pools', { cluster: 'a' }), text)
    })
  }

  it('says so if the service supports no list', async () => {
    await session.offer('none')
    await pin({ configUid: 'c-1' })
    const { clusters, incomplete = '' } = await list()
    assert.deepEqual(
      clusters.map(({ configUid }) => configUid),
      ['c-1'],
    )
    assert.match(incomplete, /^Only pinned clusters are included/)
  })

  it('says that the clusters are outdated if their list couldn’t be loaded again', async () => {
    const before = (await list()).clustersListedAt
    session.sandbox.addFault({ path: search, status: 500, times: null })
    await session.run('refreshMachinePools')
    for (const input of [{}, { cluster: config.uid }, { cluster: config.clusterName }]) {
      const { incomplete = '', clustersListedAt } = await list(input)
      assert.equal(clustersListedAt, before)
      assert.match(incomplete, /couldn’t be loaded again\. .*from `clustersListedAt`.*\(500\)/)
    }
  })

  const refusals = [
    { title: 'the pools of a cluster', fault: { path } },
    { title: 'a page of the clusters', fault: { method: 'POST' as const, path: 'continue=' } },
  ]
  for (const { title, fault } of refusals) {
    it(`says that the result is partial where the service refuses ${title}, and goes on later`, async () => {
      if (fault.path !== path) await session.addClusters(60)
      const headers = { 'Retry-After': '3600' }
      session.sandbox.addFault({ ...fault, status: 429, headers, times: null })
      const { incomplete = '', next, ...partial } = await list()
      const all = session.sandbox.data.configs.length
      const missing = partial.clustersNotSearched ?? all - 50
      assert.ok(missing > 0 && partial.clusters.length < all)
      assert.equal(partial.clustersSearched + missing, all)
      assert.match(
        incomplete,
        /^The result is partial\. .+\(429\).+ Retry at most once, and then tell the user\.$/,
      )
      assert.equal(next, undefined)
      session.sandbox.clearFaults()
      const whole = await list()
      assert.deepEqual([whole.incomplete, whole.clusters.length], [undefined, all])
    })
  }

  it('lists everything once over several calls, and says how', async () => {
    await session.addClusters(110)
    const { configs: all } = session.sandbox.data
    const formatNames = (uid: string, pools: readonly object[]) =>
      pools.map((pool) => `${uid} ${(pool as { name: string }).name}`)
    const listed: string[] = []
    let calls = 0
    let after: string | undefined
    do {
      const { clusters, next, incomplete } = await list({ after })
      listed.push(
        ...clusters.flatMap((cluster) => formatNames(cluster.configUid, cluster.machinePools)),
      )
      after = next?.after
      assert.equal(
        incomplete?.startsWith('The list is incomplete. For the rest, call'),
        next && true,
      )
      // Its place in the view changes, not in what goes on.
      const last = all.findLast(({ provider }) => provider === 'aws')!
      if (++calls === 1) await pin({ configUid: last.uid, machinePoolName: last.pools[0]!.name })
    } while (after !== undefined)
    assert.ok(calls > 1)
    assert.deepEqual(listed.sort(), all.flatMap(({ uid, pools }) => formatNames(uid, pools)).sort())
    assert.match(await failure('list_machine_pools', { after: 'gone' }), /no longer listed/)
  })

  it('doesn’t report a cluster as gone that may be on a failed page', async () => {
    await session.addClusters(60)
    const after = session.sandbox.data.configs.at(-1)!.uid
    session.sandbox.addFault({ method: 'POST', path: 'continue=', status: 500, times: null })
    assert.match(await failure('list_machine_pools', { after }), /\(500\)/)
  })

  it('returns as many pools as fit, and says how many it omits', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `n${index} ${'x'.repeat(380)}`)
    const machinePoolConfig = names.map((name) => ({ name, size: 1 }))
    const body = JSON.stringify({ spec: { machinePoolConfig } })
    session.sandbox.addFault({ path, body, times: null })
    const { machinePools, omittedMachinePools } = await only()
    assert.ok(machinePools.length > 5)
    assert.equal(omittedMachinePools, names.length - machinePools.length)
    const { clusters, next } = await list()
    assert.ok(clusters.length < session.sandbox.data.configs.length)
    assert.deepEqual(next, { after: clusters.at(-1)?.configUid })
  })
})
