import { strict as assert } from 'node:assert'
import { cloudConfigBody } from '../../bodies.ts'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { call } from './calling.ts'

interface List {
  clusters: { machinePools: Record<string, unknown>[] }[]
}

const readable = { key: 'gpu', value: 'present', effect: 'NoSchedule' }

describe('Agents: A taint or label that can’t be read', () => {
  const session = useFilledSession()

  async function poolWith(more: object): Promise<Record<string, unknown>> {
    const pools = [
      { name: 'masters', isControlPlane: true, size: 3 },
      { name: 'worker', size: 2, ...more },
    ]
    const body = cloudConfigBody(pools)
    session.sandbox.clearFaults()
    session.sandbox.addFault({ path: `/aws/${configs.checkout.uid}`, body, times: null })
    const { clusters } = await call<List>('list_machine_pools', { cluster: 'checkout-prod' })
    return clusters[0]?.machinePools[1] ?? assert.fail()
  }

  it('leaves the other taints of its pool, and is counted', async () => {
    const pool = await poolWith({ taints: [readable, { value: 'without a key' }] })
    const text = JSON.stringify(pool)
    assert.match(text, /gpu=present:NoSchedule/)
    assert.match(text, /[Uu]nreadable|[Nn]otShown/)
  })

  for (const field of ['taints', 'additionalLabels']) {
    it(`isn’t told as if there were none: ${field}`, async () => {
      const pool = await poolWith({ [field]: 'unreadable' })
      const plain = await poolWith({})
      assert.notDeepEqual(pool, plain)
    })
  }
})
