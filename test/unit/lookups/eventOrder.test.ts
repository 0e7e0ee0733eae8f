import assert from 'node:assert/strict'
import { configs } from '../../sandbox/data.ts'
import { useSandbox } from '../useSandbox.ts'
import { lookupsOf } from './helpers.ts'

describe('Lookups: The events of a cluster', () => {
  const sandbox = useSandbox()
  const uid = configs.checkout.clusterUid
  const orders = () =>
    sandbox.requests.map(({ url }) => new URL(url, sandbox.baseUrl).searchParams.get('orderBy'))

  it('are requested in order, the newest first', async () => {
    await lookupsOf(sandbox).clusterEvents({ uid })
    assert.deepEqual(orders(), ['metadata.creationTimestamp=-1'])
  })

  it('are requested in any order from a service that refuses one', async () => {
    sandbox.ordersEvents = false
    const events = await lookupsOf(sandbox).clusterEvents({ uid })
    assert.ok(events.items.length > 0)
    assert.deepEqual(orders(), ['metadata.creationTimestamp=-1', null])
  })

  it('have messages of at most 1,000 characters', async () => {
    sandbox.addFault({ body: JSON.stringify({ items: [{ message: 'm'.repeat(1_001) }] }) })
    const { items } = await lookupsOf(sandbox).clusterEvents({ uid })
    assert.deepEqual(
      items.map(({ message }) => message.length),
      [1_000],
    )
  })
})
