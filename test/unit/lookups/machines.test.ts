import assert from 'node:assert/strict'
import { useSandbox } from '../useSandbox.ts'
import { config, lookupsOf } from './helpers.ts'

describe('Lookups: The machines of a pool', () => {
  const sandbox = useSandbox()

  const pool = { ...config, machinePoolName: 'worker-pool' }
  const body = (json: unknown) => sandbox.addFault({ body: JSON.stringify(json) })
  const machine = (uid: string, more: object = {}) => ({ metadata: { uid, name: uid }, ...more })
  function resize(size: number) {
    const found = sandbox.data.configs
      .find(({ uid }) => uid === pool.configUid)
      ?.pools.find(({ name }) => name === pool.machinePoolName)
    assert.ok(found)
    found.size = size
  }

  for (const size of [0, 1, 49, 50, 51, 100, 120]) {
    it(`come from all pages, if there are ${size}`, async () => {
      resize(size)
      const { machines, ...rest } = await lookupsOf(sandbox).machines(pool)
      assert.equal(new Set(machines.map(({ uid }) => uid)).size, size)
      assert.deepEqual(rest, { count: size, isComplete: true })
      assert.equal(sandbox.requests.length, Math.max(1, Math.ceil(size / 50)))
    })
  }

  it('don’t include those that are gone, which aren’t counted', async () => {
    const gone = machine('b', {
      status: { instanceState: 'Deleted', health: { state: 'UnHealthy' } },
    })
    const pages = [
      { items: [machine('a'), gone], listmeta: { continue: 'next', count: 4 } },
      { items: [machine('c'), { ...gone, metadata: { uid: 'd' } }], listmeta: { count: 4 } },
    ]
    pages.forEach(body)
    const { machines, ...rest } = await lookupsOf(sandbox).machines(pool)
    assert.deepEqual(
      machines.map(({ uid }) => uid),
      ['a', 'c'],
    )
    assert.deepEqual(rest, { count: 2, isComplete: true, deleted: ['b', 'd'] })
  })

  it('are incomplete if one couldn’t be read, or the service counts more', async () => {
    body({ items: [machine('a'), { metadata: {} }] })
    const unreadable = await lookupsOf(sandbox).machines(pool)
    assert.deepEqual([unreadable.count, unreadable.isComplete], [2, false])
    body({ items: [machine('a')], listmeta: { count: 3 } })
    const cut = await lookupsOf(sandbox).machines(pool)
    assert.deepEqual([cut.machines.length, cut.count, cut.isComplete], [1, 3, false])
  })

  it('are incomplete if one is listed again with other values', async () => {
    const running = machine('a', { status: { instanceState: 'Running' } })
    const isComplete = async (...items: object[]) => {
      body({ items })
      return (await lookupsOf(sandbox).machines(pool)).isComplete
    }
    assert.ok(await isComplete(running, running))
    assert.ok(!(await isComplete(running, machine('a', { status: { instanceState: 'Deleting' } }))))
  })

  it('are incomplete after 10,000, although the service doesn’t keep to the size of a page', async () => {
    const uids = Array.from({ length: 2_000 }, (_, index) => String(index))
    for (const page of ['a', 'b', 'c', 'd', 'e', 'f']) {
      body({ items: uids.map((uid) => machine(`${page}${uid}`)), listmeta: { continue: page } })
    }
    const { machines, isComplete } = await lookupsOf(sandbox).machines(pool)
    assert.deepEqual([machines.length, isComplete], [10_000, false])
    assert.equal(sandbox.requests.length, 6)
  })

  it('have names of at most 400 characters, and at most 20 messages of at most 1,000', async () => {
    const condition = (message: string) => ({ type: 'Ready', status: 'False', message })
    const conditions = Array.from({ length: 21 }, () => condition('m'.repeat(1_001)))
    const health = { state: 'UnHealthy', conditions }
    body({ items: [machine('n'.repeat(401)), machine('a', { status: { health } })] })
    const { machines, count, isComplete } = await lookupsOf(sandbox).machines(pool)
    assert.deepEqual([count, isComplete], [2, false])
    assert.deepEqual(
      machines.map(({ uid, messages }) => [uid, messages?.map(({ length }) => length)]),
      [['a', Array.from({ length: 20 }, () => 1_000)]],
    )
  })

  const times: [at: unknown, read: string | undefined][] = [
    ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00.000Z', undefined],
    ['', undefined],
    [null, undefined],
    [0, undefined],
  ]
  for (const [at, read] of times) {
    it(`have a state, and are being deleted since ${JSON.stringify(at)}`, async () => {
      const metadata = { uid: 'a', deletionTimestamp: at }
      body({ items: [{ metadata, status: { instanceStateLastUpdate: at } }] })
      const { machines } = await lookupsOf(sandbox).machines(pool)
      assert.deepEqual([machines[0]?.since, machines[0]?.deletionTimestamp], [read, read])
    })
  }

  const conditions: [type: string, status: string | undefined, isTold: boolean][] = [
    ['Ready', 'True', false],
    ['Ready', 'False', true],
    ['Ready', 'Unknown', true],
    ['Ready', undefined, false],
    ['', 'False', false],
    ['DrainingSucceeded', 'False', true],
    ['VolumeDetachSucceeded', 'True', false],
    ['MemoryPressure', 'False', false],
    ['MemoryPressure', 'True', true],
    ['Deleting', 'True', true],
    ['Deleting', 'False', false],
    ['Anything', 'odd', true],
  ]
  for (const [type, status, isTold] of conditions) {
    it(`${isTold ? 'have' : 'don’t have'} the message of a condition: ${type} is ${status}`, async () => {
      const condition = { type, status, message: 'what is told' }
      const health = { conditions: [null, { type: 'Ready', status: 'False' }, condition, 'odd'] }
      body({ items: [machine('a', { status: { health } })] })
      const { machines } = await lookupsOf(sandbox).machines(pool)
      assert.deepEqual(machines[0]?.messages, isTold ? ['what is told'] : undefined)
    })
  }
})
