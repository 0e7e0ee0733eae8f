import { strict as assert } from 'node:assert'
import { ApiError } from '../../../src/api/client.ts'
import type { CloudConfig } from '../../../src/api/lookupSchemas.ts'
import { inspect } from '../../../src/inventory/inspection.ts'
import type { MachinePoolRef } from '../../../src/inventory/machinePoolRef.ts'

const connection = {
  name: 'home',
  baseUrl: 'https://service.example/',
  origin: 'https://service.example',
  readOnly: false,
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
const always = async () => config

describe('The look at machine pools before their deletion', () => {
  it('tells cluster, region and nodes', async () => {
    const [one] = await inspect([ref('one')], always)
    assert.deepEqual(one?.inspection, {
      kind: 'found',
      cluster: 'checkout',
      region: 'us-east-1',
      nodes: 2,
      isControlPlane: false,
    })
  })

  it('tells a control-plane pool', async () => {
    const [one] = await inspect([ref('masters')], always)
    assert.ok(one?.inspection.kind === 'found' && one.inspection.isControlPlane)
    assert.equal(one.isLastWorker, false)
  })

  it('tells a pool that is gone, and takes no other for it', async () => {
    for (const name of ['three', 'One', 'one ', 'on']) {
      const [one] = await inspect([ref(name)], always)
      assert.deepEqual(one?.inspection, { kind: 'gone' }, name)
      assert.equal(one.isLastWorker, false)
    }
  })

  it('tells the last worker pool, whether it goes by itself or with the others', async () => {
    const lasts = async (...pools: MachinePoolRef[]) =>
      (await inspect(pools, always)).map(({ isLastWorker }) => isLastWorker)
    assert.deepEqual(await lasts(ref('one')), [false])
    assert.deepEqual(await lasts(ref('one'), ref('masters')), [false, false])
    assert.deepEqual(await lasts(ref('one'), ref('two')), [true, true])
    assert.deepEqual(await lasts(ref('one'), ref('two', { configUid: 'b' })), [false, false])
    const elsewhere = { ...connection, name: 'elsewhere' }
    assert.deepEqual(await lasts(ref('one'), ref('two', { connection: elsewhere })), [false, false])
    const small = { ...config, pools: config.pools.slice(0, 2) }
    const [one] = await inspect([ref('one')], async () => small)
    assert.equal(one?.isLastWorker, true)
  })

  it('takes rows that were read at different times for the same connection', async () => {
    const later = { ...connection }
    const both = await inspect([ref('one'), ref('two', { connection: later })], always)
    assert.ok(both.every(({ isLastWorker }) => isLastWorker))
  })

  it('reads each cloud config once, and each', async () => {
    const read: MachinePoolRef[] = []
    const pools = [ref('one'), ref('two'), ref('one', { configUid: 'b' })]
    await inspect([...pools, ref('one', { provider: 'eks' })], async (pool) => {
      read.push(pool)
      return config
    })
    assert.deepEqual(
      read.map(({ provider, configUid }) => [provider, configUid]),
      [
        ['aws', 'a'],
        ['aws', 'b'],
        ['eks', 'a'],
      ],
    )
  })

  it('knows nothing where the service does not offer to look', async () => {
    const [one] = await inspect([ref('one')], async () => undefined)
    assert.deepEqual(one?.inspection, { kind: 'notOffered' })
    assert.equal(one.isLastWorker, false)
  })

  it('tells what failed of each, and goes on with the others', async () => {
    const error = new ApiError('server', 'It failed', { status: 500 })
    const both = await inspect([ref('one'), ref('one', { configUid: 'b' })], async (pool) => {
      if (pool.configUid === 'a') throw error
      return config
    })
    assert.deepEqual(
      both.map(({ inspection }) => inspection.kind),
      ['failed', 'found'],
    )
    assert.ok(both[0]?.inspection.kind === 'failed' && both[0].inspection.error === error)
  })

  it('ends where it is cancelled, or where a fault is ours', async () => {
    for (const error of [new ApiError('cancelled', 'Cancelled'), new TypeError('ours')]) {
      const looking = inspect([ref('one'), ref('two')], () => Promise.reject(error))
      await assert.rejects(looking, error)
    }
  })
})
