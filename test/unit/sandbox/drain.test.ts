import assert from 'node:assert/strict'
import { configs } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { stalls } from '../../sandbox/stalls.ts'
import { call, fields, poolPath, read } from './helpers.ts'

interface Machine {
  metadata: { deletionTimestamp: string }
  status: {
    instanceState: string
    instanceStateLastUpdate: string
    health: { conditions: { type: string; status: string; message: string }[] }
  }
}

describe('Sandbox: draining', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ drain: 'manual' })
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const { checkout } = configs
  const pool = poolPath(checkout, 'gpu-inference')
  const remove = () => call(sandbox, 'DELETE', pool)
  /** How many machines the pool has; undefined when it is gone. */
  const left = async () => {
    const response = await call(sandbox, 'GET', `${pool}/machines`)
    if (response.status === 404) return undefined
    const { items } = (await response.json()) as { items: unknown[] | null }
    return items?.length ?? 0
  }

  it('takes one machine at a time, then the pool', async () => {
    assert.equal((await remove()).status, 204)
    const seen = [await left()]
    for (let step = 0; step < 3; step += 1) {
      sandbox.drainStep()
      seen.push(await left())
    }
    assert.deepEqual(seen, [2, 1, 0, undefined])
    assert.equal((await remove()).status, 404)
  })

  it('can be stepped by another process', async () => {
    await remove()
    await fetch(`${sandbox.baseUrl}/sandbox/drainStep`, { method: 'POST' })
    assert.equal(await left(), 1)
  })

  it('shows in the machines which one is leaving', async () => {
    await remove()
    const { items } = await read<{ items: Machine[] }>(sandbox, `${pool}/machines`)
    assert.deepEqual(
      items.map(({ metadata }) => metadata.deletionTimestamp.startsWith('0001-')),
      [true, false],
    )
    assert.deepEqual(
      items.map(({ status }) => status.instanceState),
      ['Running', 'Deleting'],
    )
  })

  it('leaves the size that the pool is to have as it was', async () => {
    await remove()
    sandbox.drainStep()
    const { spec } = await read<{ spec: { machinePoolConfig: { name: string; size: number }[] } }>(
      sandbox,
      `/v1/cloudconfigs/aws/${checkout.uid}`,
    )
    assert.equal(spec.machinePoolConfig.find(({ name }) => name === 'gpu-inference')?.size, 2)
  })

  it('may never begin, whatever was answered', async () => {
    sandbox.drain = 'never'
    assert.equal((await remove()).status, 204)
    sandbox.drainStep(10)
    assert.equal(await left(), 2)
    assert.equal((await remove()).status, 204)
  })

  it('is told by events', async () => {
    await remove()
    const ofCluster = `/v1/events/components/spectrocluster/${checkout.clusterUid}`
    const { items: events } = await read<{ items: { message: string }[] }>(sandbox, ofCluster)
    assert.deepEqual(
      events.map(({ message }) => message),
      ['Deleting machine pool gpu-inference'],
    )
  })

  it('refuses a second deletion meanwhile with 409, and that changes nothing', async () => {
    await remove()
    const again = await remove()
    assert.equal(again.status, 409)
    assert.equal((await fields(again))['code'], 'MachinePoolBeingDeleted')
    assert.equal(await left(), 2)
  })

  it('goes on by itself for as long as it is told', async () => {
    sandbox.drain = 3_600_000
    await remove()
    assert.equal(await left(), 2)
    sandbox.reset()
    sandbox.drain = 60
    await remove()
    const seen: number[] = []
    for (let now = await left(); now !== undefined; now = await left()) seen.push(now)
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => b - a),
    )
  })

  for (const cause of ['disruptionBudget', 'volume', 'finalizer'] as const) {
    it(`may stand still, and says why: ${cause}`, async () => {
      const stalled = sandbox.data.configs[0]?.pools.find(({ name }) => name === 'gpu-inference')
      assert.ok(stalled)
      stalled.stall = { cause, after: 1 }
      const before = new Date().toISOString()
      await remove()
      sandbox.drainStep(10)
      assert.equal(await left(), 1)
      const { items } = await read<{ items: Machine[] }>(sandbox, `${pool}/machines`)
      const [{ status }] = items as [Machine]
      assert.ok(status.instanceStateLastUpdate >= before)
      const { message } = stalls[cause]
      assert.ok(status.health.conditions.some((one) => one.message === message))
      const ofCluster = `/v1/events/components/spectrocluster/${checkout.clusterUid}`
      const { items: events } = await read<{ items: { message: string; severity: string }[] }>(
        sandbox,
        ofCluster,
      )
      assert.deepEqual(
        events.filter(({ severity }) => severity === 'Warning').map((one) => one.message),
        [message],
      )
    })
  }

  it('is over after a reset, and the pool as it was', async () => {
    await remove()
    sandbox.drainStep()
    sandbox.reset()
    sandbox.drainStep()
    assert.equal(await left(), 2)
  })
})
