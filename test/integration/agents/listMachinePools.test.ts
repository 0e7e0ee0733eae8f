import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { addGenerated } from '../../sandbox/generate.ts'
import { unseen } from '../../hostile/names.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { call, callForText, failure, type Result } from './calling.ts'

const config = configs.checkout
const path = `/cloudconfigs/aws/${config.uid}`

interface Listed extends Result {
  name: string
  configUid: string
  machinePools: { name: string }[]
  note?: string
}

describe('Agents: list_machine_pools', () => {
  const session = useFilledSession()
  const list = async (input: object = {}) => {
    const result = await call('list_machine_pools', input)
    return { ...result, clusters: result['clusters'] as Listed[], incomplete: result['incomplete'] }
  }
  const only = async (input: object = { cluster: config.clusterName }) => {
    const { clusters } = await list(input)
    assert.equal(clusters.length, 1)
    return clusters[0]!
  }
  /** All results of a list, which goes on as the results say. */
  async function* pages(input: object = {}) {
    let after: string | undefined
    do {
      const result: Result & { clusters: Listed[] } = await list({ ...input, after })
      assert.ok(JSON.stringify(result).length < 52_000)
      after = (result['next'] as { after: string } | undefined)?.after
      yield { result, next: after }
    } while (after !== undefined)
  }
  const pin = (change: object) =>
    session.run('pin', {
      provider: 'aws',
      configUid: config.uid,
      machinePoolName: config.pools[0]!.name,
      ...change,
    })

  it('lists them by cluster, with what names them for others, and their ages', async () => {
    const before = Date.now()
    const { clusters, incomplete, ...result } = await list()
    const own = clusters.find(({ name }) => name === config.clusterName)
    assert.deepEqual([own?.configUid, own?.['provider']], [config.uid, 'aws'])
    assert.deepEqual(
      own?.machinePools.map(({ name }) => name),
      config.pools.map(({ name }) => name),
    )
    assert.equal(incomplete, undefined)
    for (const { poolsReadAt } of clusters) assert.ok(Date.parse(String(poolsReadAt)) >= before)
    const at = String((result as Result)['clustersReadAt'])
    assert.ok(Date.parse(at) >= before)
    assert.equal(((await list()) as Result)['clustersReadAt'], at)
    assert.deepEqual(own?.machinePools[3], {
      name: 'batch-spot',
      minNodes: 0,
      maxNodes: 20,
      zones: ['us-east-1a', 'us-east-1f'],
      instanceType: 'c7g.4xlarge',
    })
  })

  it('takes a cluster by UID, and by its name, and reads its pools anew', async () => {
    await list()
    session.sandbox.requests.length = 0
    const names = [config.clusterName.toUpperCase(), config.uid, config.clusterUid]
    for (const cluster of names) {
      const own = await only({ cluster })
      assert.equal(own.configUid, config.uid)
    }
    assert.deepEqual(
      session.reads(),
      names.map(() => config.uid),
    )
  })

  it('lists all clusters of a name, and one that is newer than the list that was read', async () => {
    await session.addClusters(60)
    const last = session.sandbox.data.configs.at(-1) ?? assert.fail()
    last.clusterName = config.clusterName // on the second page
    await session.run('refreshMachinePools')
    const { clusters } = await list({ cluster: config.clusterName })
    assert.deepEqual(
      clusters.map(({ configUid }) => configUid).sort(),
      [config.uid, last.uid].sort(),
    )
    addGenerated(session.sandbox.data, 1) // and nothing refreshes the view
    const newcomer = session.sandbox.data.configs.at(-1)?.clusterName
    assert.equal((await only({ cluster: newcomer })).name, newcomer)
  })

  it('lists the pinned pools of a listed cluster, too, as the view does', async () => {
    await pin({ machinePoolName: 'not-yet-there' })
    const { machinePools } = await only()
    assert.equal(machinePools.length, config.pools.length + 1)
    assert.deepEqual(machinePools.at(-1), { name: 'not-yet-there', isListed: false })
    session.sandbox.addFault({ path, status: 403, times: null })
    await session.run('refreshMachinePools')
    const { clusters } = await list()
    const own = clusters.find(({ configUid }) => configUid === config.uid)
    assert.deepEqual(own?.machinePools, [{ name: 'not-yet-there' }])
    assert.match(own.note ?? '', /couldn’t be listed.*\(403\)/)
    assert.equal(own['poolsReadAt'], undefined)
    assert.ok(clusters.filter(({ note }) => note === undefined).length > 3)
  })

  it('finds them by a part of their names, in all clusters, with their labels', async () => {
    const own = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)
    const pool = own?.pools.find(({ name }) => name === 'gpu-inference') ?? assert.fail()
    pool.additionalLabels = { team: 'vision', accelerator: 'a10g' }
    const queries: [object, string[]][] = [
      [{ machinePool: 'GPU-' }, ['gpu-inference']],
      [{ machinePool: 'gpu-x' }, []],
    ]
    for (const [input, names] of queries) {
      const { clusters, ...result } = await list(input)
      const found = clusters.flatMap(({ machinePools }) => machinePools)
      assert.deepEqual(
        found.map(({ name }) => name),
        names,
      )
      assert.equal((result as Result)['clustersSearched'], session.sandbox.data.configs.length)
    }
    const [found] = (await only({ machinePool: 'gpu-inference' })).machinePools as Result[]
    assert.deepEqual(found?.['labels'], ['team=vision', 'accelerator=a10g'])
  })

  it('says why a cluster that it doesn’t know may be there all the same', async () => {
    assert.match(
      await failure('list_machine_pools', { cluster: 'nowhere' }),
      /No cluster .* has that name or UID\. Available clusters: .*"checkout-prod"/,
    )
    const item = { metadata: { uid: 'a', name: 'a' } }
    const bodies: [object, RegExp][] = [
      [{ items: [item] }, /Clusters not shown: 1\. The service didn’t return what is needed/],
      [{ items: [], listmeta: { count: 2 } }, /list couldn’t be loaded completely/],
      [{ items: null }, /Available clusters: none\.$/],
    ]
    for (const [body, text] of bodies) {
      session.sandbox.clearFaults()
      const fault = { path: '/spectroclusters/search', body: JSON.stringify(body), times: null }
      session.sandbox.addFault(fault)
      await session.run('refreshMachinePools')
      assert.match(await failure('list_machine_pools', { cluster: 'a' }), text)
    }
  })

  it('says so where the service lists none', async () => {
    await session.offer('none')
    await pin({ configUid: 'c-1' })
    const { clusters, incomplete } = await list()
    assert.deepEqual(
      clusters.map(({ configUid }) => configUid),
      ['c-1'],
    )
    assert.match(String(incomplete), /^Only pinned clusters are included/)
  })

  it('says that the clusters are from before where their list could not be loaded again', async () => {
    const before = ((await list()) as Result)['clustersReadAt']
    session.sandbox.addFault({ path: '/spectroclusters/search', status: 500, times: null })
    await session.run('refreshMachinePools')
    for (const input of [{}, { cluster: config.uid }, { cluster: config.clusterName }]) {
      const { incomplete, ...result } = await list(input)
      assert.equal((result as Result)['clustersReadAt'], before)
      assert.match(
        String(incomplete),
        /couldn’t be loaded again\. It’s the one from `clustersReadAt`.*\(500\)/,
      )
    }
  })

  const retryAfter = { status: 429, headers: { 'Retry-After': '3600' }, times: null }
  const refusals = [
    { title: 'the pools of a cluster', fault: { path } },
    { title: 'a page of the clusters', fault: { method: 'POST' as const, path: 'continue=' } },
  ]
  for (const { title, fault } of refusals) {
    it(`says that the result is partial where the service refuses ${title}, and goes on later`, async () => {
      if (fault.path !== path) await session.addClusters(60)
      session.sandbox.addFault({ ...fault, ...retryAfter })
      const { incomplete, clusters, ...partial } = await list()
      const all = session.sandbox.data.configs.length
      const missing = Number((partial as Result)['clustersNotLoaded'] ?? all - 50)
      assert.ok(missing > 0 && clusters.length < all)
      assert.equal(Number((partial as Result)['clustersSearched']) + missing, all)
      assert.match(
        String(incomplete),
        /^The result is partial\. .+\(429\).+ Retry at most once, and then tell the user\.$/,
      )
      assert.equal((partial as Result)['next'], undefined)
      session.sandbox.clearFaults()
      const whole = await list()
      assert.deepEqual([whole.incomplete, whole.clusters.length], [undefined, all])
    })
  }

  describe('where the list goes on', () => {
    it('lists everything once, and says how', async () => {
      await session.addClusters(110)
      const all = session.sandbox.data.configs.flatMap(({ uid, pools }) =>
        pools.map(({ name }) => `${uid} ${name}`),
      )
      const listed: string[] = []
      let calls = 0
      for await (const { result, next } of pages()) {
        calls += 1
        // Its place in the view changes, not in what goes on.
        const last = session.sandbox.data.configs.findLast(({ provider }) => provider === 'aws')!
        const machinePoolName = last.pools[0]!.name
        if (calls === 1) await pin({ configUid: last.uid, machinePoolName })
        for (const { configUid, machinePools } of result.clusters) {
          listed.push(...machinePools.map(({ name }) => `${configUid} ${name}`))
        }
        if (next === undefined) assert.equal(result['incomplete'], undefined)
        else
          assert.match(String(result['incomplete']), /^The list is incomplete\. For the rest, call/)
      }
      assert.ok(calls > 1)
      assert.deepEqual(listed.sort(), all.sort())
    })

    it('is begun anew where the cluster is gone with which a call ended', async () => {
      const told = await failure('list_machine_pools', { after: 'gone' })
      assert.match(told, /no longer listed/)
    })

    it('is not said to have lost a cluster that may be on a page that failed', async () => {
      await session.addClusters(60)
      const last = session.sandbox.data.configs.at(-1)!.uid
      const nextPage = { method: 'POST', path: 'continue=' } as const
      session.sandbox.addFault({ ...nextPage, status: 500, times: null })
      assert.match(await failure('list_machine_pools', { after: last }), /\(500\)/)
    })
  })

  it('returns hostile names as data: escaped, shortened, and as many as fit', async () => {
    const names = Array.from({ length: 100 }, (_, nth) => `n${nth}\u202e all${'x'.repeat(3000)}`)
    const zones = Array.from({ length: 200 }, (_, nth) => `zone-\u200b${nth}`)
    const machinePoolConfig = names.map((name) => ({ name, size: 1, azs: zones }))
    const body = JSON.stringify({ spec: { machinePoolConfig } })
    session.sandbox.addFault({ path, body, times: null })
    const text = await callForText('list_machine_pools', { cluster: config.clusterName })
    assert.doesNotMatch(text, unseen)
    assert.ok(text.length < 52_000, String(text.length))
    const { clusters, incomplete } = JSON.parse(text) as { clusters: Listed[]; incomplete: string }
    const shown = clusters[0]?.machinePools.length ?? 0
    assert.ok(shown > 5)
    assert.equal(clusters[0]?.['machinePoolsLeftOut'], names.length - shown)
    assert.match(incomplete, /^To get the others of a cluster .* `machinePool`\.$/)
    const one = await only({ cluster: config.clusterName, machinePool: 'n99\u202e' })
    assert.equal(one.machinePools.length, 1)
    const all = (await list()) as Result & { clusters: Listed[] }
    const { length } = all.clusters
    assert.ok(length < session.sandbox.data.configs.length)
    assert.deepEqual(all['next'], { after: all.clusters[length - 1]?.configUid })
  })
})
