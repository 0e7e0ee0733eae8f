import { strict as assert } from 'node:assert'
import { ApiError } from '../../../../src/api/client.ts'
import type { CloudConfig } from '../../../../src/api/lookupEndpoints.ts'
import type { Machines } from '../../../../src/api/lookups.ts'
import {
  inspect,
  machineUidsOf,
  type InspectionSources,
  type ConfigResult,
} from '../../../../src/inventory/deletion/inspection.ts'
import type { MachinePoolRef } from '../../../../src/inventory/machinePoolRef.ts'

const connection = {
  name: 'home',
  baseUrl: 'https://service.example/',
  origin: 'https://service.example',
  protection: 'none' as const,
}
const worker = (name: string) => ({ name, isControlPlane: false, zones: [], size: 2 })
const config: CloudConfig = {
  name: 'checkout',
  region: 'us-east-1',
  pools: [{ ...worker('masters'), isControlPlane: true }, worker('one'), worker('two')],
  hybridPools: [],
  unreadable: 0,
}
const ref = (machinePoolName: string, more: Partial<MachinePoolRef> = {}): MachinePoolRef => ({
  connection,
  provider: 'aws',
  configUid: 'a',
  machinePoolName,
  ...more,
})
const answer = (found: CloudConfig = config) =>
  Promise.resolve<ConfigResult>({ kind: 'answered', config: found })
const error = new ApiError('server', 'It failed', { status: 500 })

const machines = async (count: number): Promise<Machines> => ({
  machines: Array.from({ length: count }, (_, at) => ({ uid: `m${at}`, name: `m${at}` })),
  count,
  isComplete: true,
})

/** What tells nothing but what a test changes. */
const sources = (change: Partial<InspectionSources> = {}): InspectionSources => ({
  loadConfig: () => answer(),
  known: () => ({}),
  machines: async () => undefined,
  poolsBeingDeleted: () => new Set<string>(),
  ...change,
})

describe('Inventory: the look at machine pools before their deletion', () => {
  it('tells region and nodes, and what the cloud config and the cluster are called', async () => {
    const known = () => ({ cluster: 'The checkout' })
    const one = await inspect(ref('one'), sources({ known, machines: () => machines(3) }))
    const { status, config: found, cluster, machines: counted, dangers } = one
    // As many nodes as machines, whatever is configured.
    const facts = [status, found?.name, cluster, found?.region, counted?.count, dangers]
    assert.deepEqual(facts, ['listed', 'checkout', 'The checkout', 'us-east-1', 3, []])
    assert.deepEqual(machineUidsOf(one), ['m0', 'm1', 'm2'])
  })

  it('takes no configured size for a number of nodes', async () => {
    const one = await inspect(ref('one'), sources())
    assert.deepEqual([one.machines, one.liveUids, one.configured?.size], [undefined, undefined, 2])
  })

  it('knows the machines only where all of them are listed', async () => {
    const some = async () => ({ ...(await machines(2)), count: 60, isComplete: false })
    const one = await inspect(ref('one'), sources({ machines: some }))
    assert.deepEqual([one.machines?.count, machineUidsOf(one)], [60, undefined])
    const leaving = async () => ({ ...(await machines(1)), deleted: ['gone'] })
    const other = await inspect(ref('one'), sources({ machines: leaving }))
    assert.deepEqual([machineUidsOf(other), other.liveUids], [['m0', 'gone'], ['m0']])
  })

  it('takes no pool for gone where some could not be read', async () => {
    const loadConfig = () => answer({ ...config, unreadable: 1 })
    const one = await inspect(ref('three'), sources({ loadConfig }))
    assert.equal(one.status, 'unknown')
    assert.deepEqual(one.dangers, ['lookFailed'])
  })

  it('tells a control-plane pool', async () => {
    const one = await inspect(ref('masters'), sources())
    assert.deepEqual(one.dangers, ['controlPlane'])
  })

  it('tells a pool that is gone, and takes no other for it', async () => {
    for (const name of ['three', 'One', 'one ', 'on']) {
      const one = await inspect(ref(name), sources())
      assert.equal(one.status, 'gone', name)
      assert.deepEqual(one.dangers, [])
    }
  })

  it('tells the last worker pool', async () => {
    const small = { ...config, pools: config.pools.slice(0, 2) }
    const one = await inspect(ref('one'), sources({ loadConfig: () => answer(small) }))
    assert.deepEqual(one.dangers, ['lastWorker'])
  })

  it('counts pools whose deletion is pending as gone, and tells them', async () => {
    const one = await inspect(ref('one'), sources({ poolsBeingDeleted: () => new Set(['two']) }))
    assert.deepEqual(one.dangers, ['lastWorker'])
    assert.deepEqual([...one.poolsBeingDeleted], ['two'])
  })

  it('asks for those that have ended since it began to load', async () => {
    const before = Date.now()
    let since = 0
    const poolsBeingDeleted = (_: MachinePoolRef, loadedAt: number) => {
      since = loadedAt
      return new Set(Date.now() > loadedAt ? ['two'] : [])
    }
    const machinesLate = () => new Promise<undefined>((resolve) => setTimeout(resolve, 5))
    const one = await inspect(ref('one'), sources({ machines: machinesLate, poolsBeingDeleted }))
    assert.deepEqual(one.dangers, ['lastWorker'])
    assert.ok(since >= before && since <= one.loadedAt)
  })

  it('asks which are pending once all has been looked at', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const poolsBeingDeleted = new Set<string>()
    const loadConfig = () => promise.then(() => answer())
    const inspecting = inspect(
      ref('one'),
      sources({ loadConfig, poolsBeingDeleted: () => new Set(poolsBeingDeleted) }),
    )
    poolsBeingDeleted.add('two')
    resolve()
    assert.deepEqual((await inspecting).dangers, ['lastWorker'])
  })

  it('knows nothing where the service does not support it, and nothing else is known', async () => {
    const loadConfig = () => Promise.resolve<ConfigResult>({ kind: 'unsupported' })
    const one = await inspect(ref('one'), sources({ loadConfig }))
    assert.equal(one.status, 'unknown')
    assert.deepEqual(one.dangers, ['lookUnsupported'])
  })

  const failing = (kind: ConfigResult['kind']) => ({
    loadConfig: () =>
      Promise.resolve<ConfigResult>(
        kind === 'failed' ? { kind: 'failed', error } : { kind: 'unsupported' },
      ),
  })
  for (const kind of ['failed', 'unsupported'] as const) {
    const own = kind === 'failed' ? 'lookFailed' : 'lookUnsupported'

    it(`goes by the row where the look is ${kind}`, async () => {
      const row = ref('one', { facts: { isControlPlane: true } })
      const one = await inspect(row, sources(failing(kind)))
      assert.deepEqual(one.dangers, ['controlPlane', own])
    })

    it(`goes by what was read before where the look is ${kind}`, async () => {
      const known = () => ({ config })
      const seen = await inspect(ref('masters'), sources({ ...failing(kind), known }))
      assert.deepEqual(seen.dangers, ['controlPlane', own])
    })

    it(`goes by the list of clusters where the look is ${kind}`, async () => {
      const known = () => ({ listed: [{ isControlPlane: true }, { size: 2 }] })
      const one = await inspect(ref('one'), sources({ ...failing(kind), known }))
      assert.deepEqual(one.dangers, ['lastWorker', own])
    })
  }

  it('goes by the answer where the row says otherwise', async () => {
    const row = ref('one', { facts: { isControlPlane: true } })
    const one = await inspect(row, sources())
    assert.deepEqual(one.dangers, [])
  })

  it('ends where it is cancelled, or where a fault is ours', async () => {
    for (const reason of [new ApiError('cancelled', 'Cancelled'), new TypeError('ours')]) {
      const loadConfig = () => Promise.reject(reason)
      await assert.rejects(inspect(ref('one'), sources({ loadConfig })), reason)
    }
  })
})
