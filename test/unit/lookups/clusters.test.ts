import assert from 'node:assert/strict'
import type { Cluster } from '../../../src/api/clusterSchemas.ts'
import type { ApiError } from '../../../src/api/errors.ts'
import type { CloudConfig, MachinePool } from '../../../src/api/poolSchemas.ts'
import type { Page } from '../../../src/api/pages.ts'
import { useSandbox } from '../useSandbox.ts'
import { all, config, lookupsOf } from './helpers.ts'

describe('Lookups: Clusters', () => {
  const sandbox = useSandbox()

  const body = (json: unknown) => sandbox.addFault({ body: JSON.stringify(json) })
  const cluster = (uid: string, more: object = {}) => ({
    metadata: { uid, name: uid },
    specSummary: { cloudConfig: { cloudType: 'aws', uid: `config-${uid}` } },
    ...more,
  })

  describe('from the list', () => {
    async function clustersIn(...items: object[]): Promise<Cluster[]> {
      body({ items })
      return all(lookupsOf(sandbox).clusters())
    }

    it('don’t include deleted clusters', async () => {
      const states = ['Running', 'Deleted', 'Deleting', 'DELETED', 'deleting', 'Unknown', 'Odd']
      const found = await clustersIn(
        ...states.map((state) => cluster(state, { status: { state } })),
        cluster('no status'),
      )
      assert.deepEqual(
        found.map(({ uid }) => uid),
        ['Running', 'Deleting', 'deleting', 'Unknown', 'Odd', 'no status'],
      )
    })

    it('have the number of their pools, without names', async () => {
      const machinePools = [
        { size: 3, healthy: 3, isControlPlane: true, labels: null },
        { size: 9, healthy: 8, isControlPlane: false },
        { isControlPlane: null },
        null,
      ]
      const hybridMachinePools = [{ size: 2, healthy: 1, isControlPlane: false }]
      const cloudConfig = { cloudType: 'aws', uid: 'c', machinePools, hybridMachinePools }
      const [found] = await clustersIn(cluster('a', { specSummary: { cloudConfig } }))
      assert.equal(found?.unreadablePools, 1)
      assert.deepEqual(JSON.parse(JSON.stringify(found.poolSummaries)), [
        { size: 3, healthy: 3, isControlPlane: true, isHybrid: false },
        { size: 9, healthy: 8, isControlPlane: false, isHybrid: false },
        // The service leaves zeros out.
        { size: 0, healthy: 0, isHybrid: false },
        { size: 2, healthy: 1, isControlPlane: false, isHybrid: true },
      ])
    })
  })

  describe('by themselves', () => {
    async function clusterWith(spec: object, status: object) {
      body({ spec, status })
      return lookupsOf(sandbox).cluster({ uid: 'u1' })
    }

    it('are requested by their UID, with their state and that of a repave', async () => {
      const found = await clusterWith({}, { state: 'Deleting', repave: { state: 'Pending' } })
      assert.deepEqual(found, { state: 'Deleting', repave: 'Pending', isImported: false })
      assert.deepEqual(
        sandbox.requests.map(({ url }) => url),
        ['/v1/spectroclusters/u1'],
      )
    })

    const kinds: [what: string, spec: object, status: object, isImported?: boolean][] = [
      ['of a type that is attached', { clusterType: 'PureAttach' }, {}, true],
      ['of a type that is adopted', { clusterType: 'pureAdopt' }, {}, true],
      ['with an import', {}, { clusterImport: { state: 'Imported' } }, true],
      ['with an import of which nothing is known', {}, { clusterImport: { state: '' } }, false],
      ['with an import whose parts are empty', {}, { clusterImport: { spec: {} } }, false],
      ['with an import that has a part', {}, { clusterImport: { spec: { a: 'b' } } }, true],
      ['of a managed type', { clusterType: 'PureManage' }, { clusterImport: null }, false],
      ['with an import that is a text', {}, { clusterImport: 'Imported' }, true],
      ['with an import that is true', {}, { clusterImport: true }, true],
      ['with an import that is false', {}, { clusterImport: false }, false],
      ['of an odd type', { clusterType: ['PureAttach'] }, {}],
      ['of a type that is a number', { clusterType: 2 }, {}],
    ]
    for (const [what, spec, status, isImported] of kinds) {
      it(`are imported, ${String(isImported ?? 'unknown')}: ${what}`, async () => {
        assert.equal((await clusterWith(spec, status)).isImported, isImported)
      })
    }
  })

  describe('on the pages of the list', () => {
    /** Pages with these items, one after the other. */
    function addPages(...uids: string[][]) {
      for (const [index, items] of uids.entries()) {
        const next = index < uids.length - 1 ? `page-${index + 1}` : ''
        const count = uids.flat().length
        body({ items: items.map((uid) => cluster(uid)), listmeta: { continue: next, count } })
      }
    }
    async function read(): Promise<Page<Cluster>[]> {
      const pages: Page<Cluster>[] = []
      for await (const page of lookupsOf(sandbox).clusters()) pages.push(page)
      return pages
    }
    const uidsOn = (pages: Page<Cluster>[]) => pages.map(({ items }) => items.map(({ uid }) => uid))

    it('are returned once, also if the list changes between two pages', async () => {
      addPages(['a', 'b'], ['b', 'c', 'c'], ['a', 'd'])
      const pages = await read()
      assert.deepEqual(uidsOn(pages), [['a', 'b'], ['c'], ['d']])
      // Seven were counted: three of them may have slipped through between the pages.
      assert.deepEqual(
        pages.map(({ isTruncated }) => isTruncated),
        [false, false, true],
      )
    })

    it('are incomplete if the service counts more than it lists', async () => {
      body({ items: [cluster('a')], listmeta: { count: 2 } })
      assert.deepEqual((await read()).at(-1)?.isTruncated, true)
    })

    it('are complete with those that are omitted or couldn’t be read', async () => {
      const deleted = cluster('a', { status: { state: 'Deleted' } })
      body({ items: [deleted, cluster('b'), { metadata: null }], listmeta: { count: 3 } })
      const [page] = await read()
      assert.deepEqual([page?.items.length, page?.unreadable, page?.isTruncated], [1, 1, false])
    })
  })

  describe('from a cloud config', () => {
    async function readConfig(spec: object, metadata?: object): Promise<CloudConfig> {
      body({ metadata, spec: { machinePoolConfig: null, ...spec } })
      return lookupsOf(sandbox).cloudConfig(config)
    }
    async function readPool(pool: object): Promise<MachinePool> {
      const { pools } = await readConfig({ machinePoolConfig: [{ name: 'p', ...pool }] })
      return pools[0] ?? assert.fail()
    }

    it('aren’t read from a config with another UID', async () => {
      const pools = [{ name: 'other' }]
      await assert.rejects(
        readConfig({ machinePoolConfig: pools }, { uid: 'another' }),
        (error: ApiError) => error.kind === 'invalidResponse',
      )
    })

    const zones: [what: string, pool: object, zones: string[]][] = [
      ['azs', { azs: ['a', 'b'] }, ['a', 'b']],
      [
        'the subnets of a pool that is placed statically',
        { azs: [], subnetIds: { a: 's' } },
        ['a'],
      ],
      ['the same, with azs null', { azs: null, subnetIds: { a: 's', b: '' } }, ['a', 'b']],
      ['azs rather than subnets', { azs: ['a'], subnetIds: { b: 's' } }, ['a']],
      ['none', { azs: null, subnetIds: null }, []],
      ['none of odd ones', { azs: 'a', subnetIds: 7 }, []],
    ]
    for (const [what, pool, expected] of zones) {
      it(`have zones by ${what}`, async () => {
        assert.deepEqual((await readPool(pool)).zones, expected)
      })
    }

    it('leave out texts that are too long, and count what is left out of zones and labels', async () => {
      const long = 'a'.repeat(401)
      const pool = await readPool({
        azs: [],
        subnetIds: { b: 's', [long]: 's' },
        additionalLabels: { b: 'c', d: long },
        instanceType: 'a'.repeat(2_000),
      })
      assert.deepEqual([pool.zones, pool.unreadableZones], [['b'], 1])
      assert.deepEqual([pool.labels, pool.unreadableLabels], [['b=c'], 1])
      assert.equal(pool.instanceType?.length, 1_000)
    })

    it('have the number of their zones that can’t be read, and of those of the cluster', async () => {
      const countZones = async (azs: unknown, clusterZones?: unknown) => {
        const machinePoolConfig = [{ name: 'p', azs }]
        const { pools } = await readConfig({
          clusterConfig: { zones: clusterZones },
          machinePoolConfig,
        })
        return pools[0]?.unreadableZones
      }
      assert.equal(await countZones(['a', null, 7]), 2)
      assert.equal(await countZones('a'), 1)
      assert.equal(await countZones(null, [{ name: 'a' }, {}]), 1)
      assert.equal(await countZones(['a'], [{}]), undefined)
      assert.equal(await countZones(null), undefined)
    })

    it('have overrides if their cluster has some', async () => {
      const readOverrides = async (overrideClusterAPIConfig: unknown) => {
        const clusterConfig = { overrideClusterAPIConfig }
        const { pools } = await readConfig({ clusterConfig, machinePoolConfig: [{ name: 'p' }] })
        return pools[0]?.hasOverrides
      }
      assert.deepEqual(
        [await readOverrides('kind: AWSCluster'), await readOverrides('')],
        [true, undefined],
      )
    })

    const types: [what: string, pool: object, text: string | undefined][] = [
      ['a name', { instanceType: 'm6i.xlarge' }, 'm6i.xlarge'],
      [
        'a name beside a size',
        { instanceType: 'm6i.xlarge', instanceConfig: { numCPUs: 4, memoryMiB: 16384 } },
        'm6i.xlarge',
      ],
      [
        'vsphere’s',
        { instanceType: { numCPUs: 4, memoryMiB: 16384, diskGiB: 60 } },
        '4 vCPU, 16 GiB',
      ],
      ['maas’s', { instanceType: { minCPU: 8, minMemInMB: 65536 } }, '8 vCPU, 64 GiB'],
      [
        'that of a virtual cluster',
        { instanceType: { minCPU: 1, maxCPU: 4, minMemInMiB: 1024, maxMemInMiB: 8704 } },
        '4 vCPU, 8.5 GiB',
      ],
      [
        'the minimum of a virtual cluster',
        { instanceType: { minCPU: 2, minMemInMiB: 24576 } },
        '2 vCPU, 24 GiB',
      ],
      ['apache-cloudstack’s', { offering: { id: '1', name: 'Large Instance' } }, 'Large Instance'],
      ['a size alone', { instanceConfig: { numCPUs: 2, memoryMiB: 4096 } }, '2 vCPU, 4 GiB'],
      ['half a size', { instanceType: { numCPUs: 2, memoryMiB: 0 } }, '2 vCPU'],
      ['nothing', {}, undefined],
      ['nothing of an odd one', { instanceType: 7, offering: null, instanceConfig: [] }, undefined],
    ]
    for (const [what, pool, text] of types) {
      it(`have an instance type by ${what}`, async () => {
        assert.equal((await readPool(pool)).instanceType, text)
      })
    }

    for (const isControlPlane of [true, false, null, undefined, 'true']) {
      it(`have a control plane by ${isControlPlane}`, async () => {
        const known = typeof isControlPlane === 'boolean' ? isControlPlane : undefined
        assert.equal((await readPool({ isControlPlane })).isControlPlane, known)
      })
    }

    it('have hybrid pools separately', async () => {
      const hybridMachinePools = [
        { poolCloudType: 'edge-native', poolName: 'edge', poolUid: 'u1' },
        { poolUid: 'u2' },
        {},
        null,
      ]
      const found = await readConfig({ machinePoolConfig: [{ name: 'p' }], hybridMachinePools })
      assert.deepEqual([found.pools.length, found.hybridPools], [1, ['edge', 'u2']])
      assert.equal(found.unreadable, 2, 'a pinned pool may be one of the others')
    })

    it('may be none in a cluster with Fargate profiles, which run its workloads', async () => {
      body({ spec: { machinePoolConfig: null, fargateProfiles: [{ name: 'fp' }] } })
      const found = await lookupsOf(sandbox).cloudConfig({ ...config, provider: 'eks' })
      assert.deepEqual([found.pools, found.hybridPools], [[], []])
    })

    for (const fargateProfiles of [[null], [{}], false, 'fp', {}]) {
      it(`have no Fargate profile that can be read in ${JSON.stringify(fargateProfiles)}`, async () => {
        const found = await readConfig({ machinePoolConfig: [{ name: 'p' }], fargateProfiles })
        assert.equal(found.hasFargateProfiles, undefined)
      })
    }

    it('have one pool of a name, preferably the control plane', async () => {
      const name = 'p'
      const { pools } = await readConfig({
        machinePoolConfig: [
          { name, size: 1 },
          { name, size: 2, isControlPlane: true },
          { name, size: 3 },
        ],
      })
      // Nothing says which of them is right.
      const [{ isControlPlane, ...facts }, ...furtherPools] = pools as [
        MachinePool,
        ...MachinePool[],
      ]
      assert.equal(isControlPlane, true)
      assert.deepEqual(
        [facts.size, facts.hasUnreadableRole, facts.hasUnreadableBounds],
        [undefined, true, true],
      )
      assert.equal(furtherPools.length, 0)
    })

    it('may be listed twice with the same facts', async () => {
      const pool = { name: 'p', size: 2 }
      const { pools } = await readConfig({ machinePoolConfig: [pool, pool] })
      assert.deepEqual(
        pools.map(({ size, hasUnreadableRole }) => [size, hasUnreadableRole]),
        [[2, undefined]],
      )
    })

    it('have unreadable bounds if their minimum or maximum is no number of nodes', async () => {
      const bounds = [
        { minSize: 0, maxSize: '9' },
        { minSize: '0', maxSize: 9 },
        { maxSize: -1 },
        {},
      ]
      const machinePoolConfig = bounds.map((bound, index) => ({ name: `p${index}`, ...bound }))
      const { pools } = await readConfig({ machinePoolConfig })
      assert.deepEqual(
        pools.map(({ hasUnreadableBounds }) => hasUnreadableBounds),
        [true, true, true, undefined],
      )
    })

    it('have the number of pools that couldn’t be read', async () => {
      const { pools, unreadable } = await readConfig({
        machinePoolConfig: [{ name: 'p' }, { size: 1 }, null, { name: '\ud800' }],
      })
      assert.deepEqual([pools.length, unreadable], [1, 3])
    })
  })
})
