import assert from 'node:assert/strict'
import { configs } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, fields, poolPath, read } from './helpers.ts'

describe('sandbox draining', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ drain: 'manual' })
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const { checkout } = configs
  const pool = poolPath(checkout, 'gpu-inference')
  const remove = () => call(sandbox, 'DELETE', pool)
  /** The pool's machines as the cloud config counts them; undefined when it is gone. */
  const left = async () => {
    const { spec } = await read<{ spec: { machinePoolConfig: { name: string; size: number }[] } }>(
      sandbox,
      `/v1/cloudconfigs/aws/${checkout.uid}`,
    )
    return spec.machinePoolConfig.find(({ name }) => name === 'gpu-inference')?.size
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
    const { items } = await read<{ items: { status: { instanceState: string } }[] }>(
      sandbox,
      `${pool}/machines`,
    )
    assert.deepEqual(
      items.map(({ status }) => status.instanceState),
      ['Running', 'Terminating'],
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

  it('is over after a reset, and the pool as it was', async () => {
    await remove()
    sandbox.drainStep()
    sandbox.reset()
    sandbox.drainStep()
    assert.equal(await left(), 2)
  })
})
