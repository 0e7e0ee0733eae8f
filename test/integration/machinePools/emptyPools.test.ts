import { strict as assert } from 'node:assert'
import { cloudConfigBody } from '../../bodies.ts'
import { configs } from '../../sandbox/data.ts'
import { call } from '../agents/calling.ts'
import { useFilledSession } from './filled.ts'

const { checkout } = configs

// A size of zero is left out by the service.
describe('Machine Pools: A machine pool without nodes', () => {
  const session = useFilledSession()
  beforeEach(() => {
    const pools = [
      { name: 'masters', isControlPlane: true, size: 3 },
      { name: 'empty', azs: ['us-east-1a'] },
      { name: 'scaled', maxSize: 5, azs: ['us-east-1a'] },
    ]
    const body = cloudConfigBody(pools, { clusterConfig: { region: 'us-east-1' } })
    session.sandbox.addFault({ path: `/aws/${checkout.uid}`, body, times: null })
  })

  it('shows a zero in its row', async () => {
    const { item } = await session.poolRow(checkout, 'empty')
    assert.match(String(item.description), /^0\b/)
  })

  it('shows its range in its row if it is autoscaled', async () => {
    const { item } = await session.poolRow(checkout, 'scaled')
    assert.match(String(item.description), /^0–5\b/)
  })

  it('gives agents its size and its range', async () => {
    interface Listed {
      clusters: { machinePools: { name: string }[] }[]
    }
    const { clusters } = await call<Listed>('list_machine_pools', { cluster: 'checkout-prod' })
    const pools = clusters[0]?.machinePools ?? []
    const zones = ['us-east-1a']
    assert.deepEqual(pools.slice(1), [
      { name: 'empty', configuredNodes: 0, zones },
      { name: 'scaled', minNodes: 0, maxNodes: 5, zones },
    ])
  })
})
