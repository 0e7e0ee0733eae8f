import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from './filled.ts'

const { checkout } = configs

describe('Machine Pools: A cloud config whose response is another one', () => {
  const session = useFilledSession()
  beforeEach(() => {
    const metadata = { uid: 'another-config', name: 'another' }
    const spec = { machinePoolConfig: [{ name: 'worker-pool', size: 2 }] }
    const body = JSON.stringify({ metadata, spec })
    session.sandbox.addFault({ path: `/aws/${checkout.uid}`, body, times: null })
  })

  it('is told as that in the view', async () => {
    const [row] = await session.rows('machinePools', await session.clusterRow('checkout-prod'))
    assert.match(row?.tooltip ?? '', /a different cluster/)
    assert.doesNotMatch(row?.tooltip ?? '', /URL/)
  })

  it('is told as that before a deletion', async () => {
    const { provider, uid: configUid } = checkout
    const target = { provider, configUid, machinePoolName: 'worker-pool' }
    const { detail, buttons } = await session.readDeletionQuestion(target)
    assert.doesNotMatch(detail, /Check the connection’s URL/)
    assert.equal(buttons[1], 'Delete Machine Pool…')
  })
})
