import assert from 'node:assert/strict'
import { configs } from '../../sandbox/data.ts'
import type { LookupSupport } from '../../sandbox/service.ts'
import { useSandbox } from '../useSandbox.ts'
import { completeList } from '../../../src/api/list.ts'
import type { Cluster } from '../../../src/api/clusterSchemas.ts'
import { failureOf } from '../api/helpers.ts'
import { eventually } from '../api/servers.ts'
import { all, cases, config, lookupsOf } from './helpers.ts'

describe('Lookups: An unusual response is read correctly', () => {
  const sandbox = useSandbox()

  /** The lookups whose list isn’t required. */
  const optional =
    /^(cloudProjects|regions of gcp|zones of (azure|gcp|apache-cloudstack)|instance types of .+)$/
  for (const [name, { run, empty }] of Object.entries(cases)) {
    const field = /"(\w+)":null/.exec(empty)?.[1]
    const wrap = (list: string) => empty.replace('null', list)

    it(`if ${name} has null for arrays`, async () => {
      sandbox.traps = ['nullArrays']
      if (name === 'zones of azure') sandbox.addFault({ body: empty }) // a path of the contract
      if (name === 'cloudConfig') {
        // Without hybrid pools and Fargate profiles, every cluster has at least one pool.
        assert.equal((await failureOf(run(lookupsOf(sandbox)))).code, 'incomplete')
        return
      }
      const found = await run(lookupsOf(sandbox))
      if (name !== 'whoAmI') assert.deepEqual(listIn(found), [])
    })

    if (name === 'whoAmI') {
      it(`if ${name} has unknown, null, empty, or odd names`, async () => {
        for (const body of ['{}', '{"orgName":null}', '{"orgName":1}']) {
          sandbox.addFault({ body })
          assert.deepEqual(await run(lookupsOf(sandbox)), {})
        }
      })
      continue
    }

    const isOptional = optional.test(name)
    it(`if ${name} has no list, which ${isOptional ? 'stands for an empty list' : 'is invalid'}`, async () => {
      sandbox.addFault({ body: '{}' })
      const running = run(lookupsOf(sandbox))
      if (isOptional) assert.deepEqual(await running, completeList([]))
      else assert.equal((await failureOf(running)).kind, 'invalidResponse')
      if (field === 'items') return // which may come bare
      sandbox.addFault({ body: '[]' })
      assert.equal((await failureOf(run(lookupsOf(sandbox)))).kind, 'invalidResponse')
    })

    it(`if ${name} has elements of a wrong type among valid elements`, async () => {
      // Good for any of the lists; what a list does not know it ignores.
      const good = (uid: string) => ({
        id: uid,
        name: uid,
        message: uid,
        type: uid,
        kind: 'aws',
        metadata: { uid },
        specSummary: { cloudConfig: { cloudType: 'aws', uid } },
      })
      const bad = [null, 0, '', 'a', true, [], {}, { metadata: null, name: null, id: null }]
      const worse = [
        { metadata: { uid: '' }, name: '', id: '' },
        { metadata: [], name: {}, id: 7 },
        // No URL carries it; nobody asks for a zone.
        ...(name.startsWith('zones')
          ? []
          : [{ metadata: { uid: '\ud800' }, name: 'a\ud800', id: '\ud800' }]),
      ]
      const list = [...bad, good('a'), ...worse, good('b')].map((each) => JSON.stringify(each))
      sandbox.addFault({ body: wrap(`[${list.join()}]`) })
      const found = await run(lookupsOf(sandbox))
      assert.equal(listIn(found).length, 2)
      const { unreadable } = Object(found) as { unreadable?: number }
      assert.equal(unreadable ?? list.length - 2, list.length - 2)
    })

    if (field === 'items') {
      it(`if ${name} is a bare array`, async () => {
        const wrapped = await run(lookupsOf(sandbox))
        sandbox.traps = ['bareArrays']
        assert.deepEqual(await run(lookupsOf(sandbox)), wrapped)
      })
    }
  }

  const accountsFound = () => all(lookupsOf(sandbox).cloudAccounts())
  const clustersFound = () => all(lookupsOf(sandbox).clusters())

  it('if a cloud config has more than 2,000 pools: the others are counted', async () => {
    const machinePoolConfig = Array.from({ length: 2_001 }, (_, index) => ({ name: `p${index}` }))
    sandbox.addFault({ body: JSON.stringify({ spec: { machinePoolConfig } }) })
    const { pools, unreadable } = await lookupsOf(sandbox).cloudConfig(config)
    assert.deepEqual([pools.length, unreadable], [2_000, 1])
  })

  it('if clusters have no summary: each is requested for its cloud config', async () => {
    const known = (clusters: Cluster[]) =>
      clusters.map(({ uid, cloudType, configUid }) => ({ uid, cloudType, configUid }))
    const whole = known(await clustersFound())
    sandbox.traps = ['no specSummary']
    assert.deepEqual(known(await clustersFound()), whole)
    assert.equal(sandbox.requests.length, 2 + whole.length)
  })

  it('if clusters have no summary, and their cloud configs are unknown: they’re counted', async () => {
    sandbox.traps = ['no specSummary']
    for (const offer of [false, 405, 500, 'unreadable'] satisfies LookupSupport[]) {
      sandbox.lookups = { cluster: offer }
      sandbox.requests.length = 0
      const { value } = await lookupsOf(sandbox).clusters().next()
      assert.deepEqual([value?.items, value?.unreadable], [[], sandbox.data.configs.length])
      // That it tells of none is no failure; that it could not be asked now is one.
      assert.equal(value?.reason?.kind, offer === 500 ? 'server' : undefined)
      // All of them in vain would be a burden.
      assert.equal(sandbox.requests.length, 1 + 3, String(offer))
    }
  })

  it('if the list has no cloud config: a cluster is requested in its project, or the connection’s', async () => {
    const { clusterUid, projectUid, clusterName, uid } = configs.checkout
    const specSummary = { projectMeta: { uid: projectUid } }
    const item = { metadata: { uid: clusterUid, name: clusterName }, specSummary }
    sandbox.needsProject = true
    for (const connectionProject of [undefined, projectUid]) {
      sandbox.addFault({ path: '/search', body: JSON.stringify({ items: [item] }) })
      const [found] = await all(lookupsOf(sandbox, { projectUid: connectionProject }).clusters())
      assert.equal(found?.configUid, uid)
      assert.equal(sandbox.requests.at(-1)?.headers['projectuid'], projectUid)
    }
  })

  it('if clusters have no summary, until the caller cancels', async () => {
    sandbox.traps = ['no specSummary']
    sandbox.addFault({ path: '/v1/spectroclusters/', stall: 'midBody' })
    const caller = new AbortController()
    const failed = failureOf(lookupsOf(sandbox).clusters(caller.signal).next())
    await eventually(() => sandbox.requests.length === 1 + 3)
    caller.abort()
    assert.equal((await failed).kind, 'cancelled')
  })

  it('if a kind, a state, or an opt-in has another case', async () => {
    const [account] = await readAccounts({
      kind: 'AWS',
      metadata: { uid: 'a' },
      status: { state: 'ACTIVE' },
    })
    assert.deepEqual([account?.provider, account?.state], ['aws', 'active'])
    sandbox.addFault({ body: '{"regions":[{"name":"r","optInStatus":"Not-Opted-In"}]}' })
    const query = { provider: 'aws', cloudAccountUid: 'a' }
    assert.equal((await lookupsOf(sandbox).regions(query)).items[0]?.isOptedIn, false)
  })

  it('if a cluster has fields of a wrong type', async () => {
    const cloudConfig = { cloudType: 'aws', uid: 'c', machinePools: { name: 'p' } }
    const specSummary = { cloudConfig, cloudAccountMeta: { uid: null }, projectMeta: 'Production' }
    const items = [{ metadata: { uid: 'a' }, specSummary, status: null }]
    sandbox.addFault({ body: JSON.stringify({ items, listmeta: 'none' }) })
    assert.deepEqual(await clustersFound(), [
      {
        uid: 'a',
        name: 'a',
        cloudType: 'aws',
        configUid: 'c',
        poolSummaries: [],
        // Its list of pools is none.
        unreadablePools: 1,
      },
    ])
  })

  it('if a pool has fields of a wrong type', async () => {
    const odd = { isControlPlane: 'true', size: '3', minSize: null, azs: 'a', instanceType: 1 }
    const spec = {
      clusterConfig: { region: 3 },
      cloudAccountRef: null,
      machinePoolConfig: [
        { name: 'p', ...odd },
        { name: 'q', azs: [null, 1, '', 'a'], taints: [{ key: 'k' }, {}], additionalLabels: ['l'] },
        { name: 'r', taints: 'k', additionalLabels: { k: 1 }, instanceConfig: { numCPUs: '4' } },
        ...[null, '', {}, 'a: b', { a: 1 }].map((overrideClusterAPIConfig, index) => ({
          name: `s${index}`,
          taints: 'k',
          additionalLabels: 'l',
          overrideClusterAPIConfig,
        })),
      ],
    }
    sandbox.addFault({ body: JSON.stringify({ metadata: null, spec }) })
    const found = await lookupsOf(sandbox).cloudConfig(config)
    const defaults = { architecture: 'amd64', capacityType: 'on-demand' }
    assert.deepEqual(JSON.parse(JSON.stringify(found)), {
      pools: [
        {
          name: 'p',
          hasUnreadableRole: true,
          zones: [],
          unreadableZones: 1,
          labels: [],
          taints: [],
          ...defaults,
        },
        {
          name: 'q',
          zones: ['a'],
          unreadableZones: 3,
          taints: ['k'],
          unreadableTaints: 1,
          ...defaults,
        },
        { name: 'r', zones: [], labels: [], unreadableLabels: 1, ...defaults },
        ...[0, 1, 2].map((index) => ({ name: `s${index}`, zones: [], ...defaults })),
        ...[3, 4].map((index) => ({
          name: `s${index}`,
          zones: [],
          hasOverrides: true,
          ...defaults,
        })),
      ],
      hybridPools: [],
      unreadable: 0,
    })
  })

  it('if the requested config is returned, but not if it is another one or has no pools', async () => {
    const spec = { clusterConfig: { region: 'r' }, machinePoolConfig: [{ name: 'p' }] }
    const createBody = (metadata: object) => JSON.stringify({ metadata, spec })
    sandbox.addFault({ body: createBody({ uid: config.configUid }) })
    const { pools, unreadable, region } = await lookupsOf(sandbox).cloudConfig(config)
    assert.deepEqual([pools.map(({ name }) => name), unreadable, region], [['p'], 0, 'r'])
    const noPools = { clusterConfig: { region: 'r' } }
    // The control plane is always one of its pools.
    const onlyHybrid = { hybridMachinePools: [{ poolName: 'edge', poolUid: 'e' }] }
    const onlyFargate = { machinePoolConfig: null, fargateProfiles: [{ name: 'f' }] }
    const metadata = { uid: config.configUid }
    const bodies: [body: string, code: string | undefined][] = [
      [createBody({ uid: configs.billing.uid }), 'otherItem'],
      [JSON.stringify({ metadata: {}, spec: noPools }), undefined],
      [JSON.stringify({ metadata: { name: config.configUid }, spec: noPools }), undefined],
      [JSON.stringify({ metadata, spec: noPools }), 'incomplete'],
      [JSON.stringify({ metadata, spec: { machinePoolConfig: null } }), 'incomplete'],
      [JSON.stringify({ metadata, spec: { machinePoolConfig: [] } }), 'incomplete'],
      [JSON.stringify({ metadata, spec: onlyHybrid }), 'incomplete'],
      [JSON.stringify({ metadata, spec: onlyFargate }), 'incomplete'],
    ]
    for (const [body, code] of bodies) {
      sandbox.addFault({ body })
      const error = await failureOf(lookupsOf(sandbox).cloudConfig(config))
      assert.deepEqual([error.kind, error.code], ['invalidResponse', code])
    }
  })

  /** The list in what a lookup found. */
  function listIn(found: unknown): unknown[] {
    if (Array.isArray(found)) return found
    const { items, pools, machines } = found as Partial<Record<string, unknown[]>>
    return items ?? pools ?? machines ?? assert.fail()
  }

  function readAccounts(...items: object[]) {
    sandbox.addFault({ body: JSON.stringify({ items }) })
    return accountsFound()
  }
})
