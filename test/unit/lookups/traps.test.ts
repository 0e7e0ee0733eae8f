import assert from 'node:assert/strict'
import { accounts, configs } from '../../sandbox/data.ts'
import { startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { all, cases, config, lookupsOf } from './helpers.ts'

describe('traps in the answer to a lookup', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  for (const [name, { run, empty }] of Object.entries(cases)) {
    const field = /"(\w+)":null/.exec(empty)?.[1]
    const wrap = (list: string) => empty.replace('null', list)

    it(`${name}: null arrays`, async () => {
      sandbox.traps = ['nullArrays']
      if (name === 'zones of azure') sandbox.addFault({ body: empty }) // a path of the contract
      const found = await run(lookupsOf(sandbox))
      if (name === 'cloudConfig') assert.deepEqual((found as { pools: unknown }).pools, [])
      else if (name !== 'whoAmI') assert.deepEqual(found, [])
    })

    if (name === 'whoAmI') {
      it(`${name}: unknown, null, empty or odd names`, async () => {
        for (const body of ['{}', '{"orgName":null,"userUid":""}', '{"orgName":1,"userUid":[]}']) {
          sandbox.addFault({ body })
          const nobody = { organization: undefined, userUid: undefined }
          assert.deepEqual(await run(lookupsOf(sandbox)), nobody)
        }
      })
      continue
    }

    it(`${name}: elements of a wrong type among good ones`, async () => {
      // Good for any of the lists; what a list does not know it ignores.
      const good = {
        id: 'a',
        name: 'a',
        kind: 'aws',
        metadata: { uid: 'a' },
        specSummary: { cloudConfig: { cloudType: 'aws', uid: 'c' } },
      }
      const bad = [null, 0, '', 'a', true, [], {}, { metadata: null, name: null, id: null }]
      const worse = [
        { metadata: { uid: '' }, name: '', id: '' },
        { metadata: [], name: {}, id: 7 },
      ]
      const list = [...bad, good, ...worse, good].map((each) => JSON.stringify(each))
      sandbox.addFault({ body: wrap(`[${list.join()}]`) })
      const found = await run(lookupsOf(sandbox))
      const kept = name === 'cloudConfig' ? (found as { pools: unknown[] }).pools : found
      assert.equal((kept as unknown[]).length, 2)
    })

    if (field === 'items') {
      it(`${name}: a bare array`, async () => {
        const wrapped = await run(lookupsOf(sandbox))
        sandbox.traps = ['bareArrays']
        assert.deepEqual(await run(lookupsOf(sandbox)), wrapped)
      })
    }
  }

  const accountsFound = () => all(lookupsOf(sandbox).cloudAccounts())
  const clustersFound = () => all(lookupsOf(sandbox).clusters())

  it('no listmeta ends the list', async () => {
    sandbox.traps = ['noListmeta']
    assert.equal((await accountsFound()).length, Object.keys(accounts).length)
    assert.equal((await clustersFound()).length, Object.keys(configs).length)
  })

  for (const [trap, field] of [
    ['noSpecSummary', 'accountId'],
    ['noStatus', 'state'],
    ['noKind', 'provider'],
  ] as const) {
    it(`${trap}: cloud accounts without ${field}`, async () => {
      const whole = await accountsFound()
      sandbox.traps = [trap]
      assert.deepEqual(
        await accountsFound(),
        whole.map((account) => ({ ...account, [field]: undefined })),
      )
    })
  }

  it('noStatus: clusters and machines without a state', async () => {
    sandbox.traps = ['noStatus']
    assert.ok((await clustersFound()).every(({ state }) => state === undefined))
    const pool = { ...config, machinePoolName: 'worker-pool' }
    const machines = await lookupsOf(sandbox).machines(pool)
    assert.deepEqual(new Set(machines.map(({ state }) => state)), new Set([undefined]))
  })

  it('noSpecSummary: a cluster of which no cloud config is known is left out', async () => {
    sandbox.traps = ['noSpecSummary']
    assert.deepEqual(await clustersFound(), [])
  })

  it('noIsControlPlane: a pool that does not say is taken for no control plane', async () => {
    sandbox.traps = ['noIsControlPlane']
    const { pools } = await lookupsOf(sandbox).cloudConfig(config)
    assert.deepEqual(
      pools.map(({ isControlPlane }) => isControlPlane),
      [false, false, false, false],
    )
  })

  it('the case of a kind, a state and an opt-in', async () => {
    const [account] = await accountsOf({
      kind: 'AWS',
      metadata: { uid: 'a' },
      status: { state: 'ACTIVE' },
    })
    assert.deepEqual([account?.provider, account?.state], ['aws', 'active'])
    sandbox.addFault({ body: '{"regions":[{"name":"r","optInStatus":"Not-Opted-In"}]}' })
    const query = { provider: 'aws', cloudAccountUid: 'a' }
    assert.equal((await lookupsOf(sandbox).regions(query))[0]?.isOptedIn, false)
  })

  it('texts that are empty for not set', async () => {
    const account = {
      kind: '',
      metadata: { uid: 'a', name: '' },
      specSummary: { accountId: '' },
      status: { state: '' },
    }
    assert.deepEqual(await accountsOf(account), [
      { uid: 'a', name: 'a', provider: undefined, accountId: undefined, state: undefined },
    ])
  })

  it('fields of a wrong type are left out of an account', async () => {
    const account = { kind: 7, metadata: { uid: 'a', name: {} }, specSummary: [], status: 'Active' }
    assert.deepEqual(await accountsOf(account), [
      { uid: 'a', name: 'a', provider: undefined, accountId: undefined, state: undefined },
    ])
  })

  it('fields of a wrong type are left out of a cluster', async () => {
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
        account: undefined,
        project: undefined,
        state: undefined,
        pools: [],
      },
    ])
  })

  it('fields of a wrong type are left out of a pool', async () => {
    const odd = { isControlPlane: 'true', size: '3', minSize: null, azs: 'a', instanceType: 1 }
    const spec = {
      clusterConfig: { region: 3 },
      cloudAccountRef: null,
      machinePoolConfig: [
        { name: 'p', ...odd },
        { name: 'q', azs: [null, 1, '', 'a'] },
      ],
    }
    sandbox.addFault({ body: JSON.stringify({ metadata: null, spec }) })
    const unknown = {
      isControlPlane: false,
      size: undefined,
      minSize: undefined,
      maxSize: undefined,
      instanceType: undefined,
    }
    const found = await lookupsOf(sandbox).cloudConfig(config)
    assert.deepEqual(JSON.parse(JSON.stringify(found)), {
      pools: [
        { name: 'p', isControlPlane: false, zones: [] },
        { name: 'q', isControlPlane: false, zones: ['a'] },
      ],
    })
    assert.deepEqual({ ...unknown, name: 'p', zones: [] }, { ...unknown, ...found.pools[0] })
  })

  it('names of what objects inherit', async () => {
    const body =
      '{"__proto__":{"polluted":1},"items":[{"metadata":{"uid":"a","__proto__":{"name":"x"}}}]}'
    sandbox.addFault({ body })
    assert.deepEqual(await lookupsOf(sandbox).projects(), [{ uid: 'a', name: 'a' }])
    assert.equal(({} as { polluted?: number }).polluted, undefined)
  })

  function accountsOf(...items: object[]) {
    sandbox.addFault({ body: JSON.stringify({ items }) })
    return accountsFound()
  }
})
