import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import { useLookups } from '../lookups.ts'

const config = configs.checkout
const other = configs.storefront

describe('Machine Pools: A cloud config that cannot be read', () => {
  const session = useLookups()

  const faults: Fault[] = [
    { status: 403 },
    { status: 404 },
    { status: 405 },
    { status: 500 },
    { malformed: true },
    { cut: 'beforeHeaders' },
  ]
  for (const fault of faults) {
    it(`leaves the others their warnings: ${JSON.stringify(fault)}`, async () => {
      session.sandbox.addFault({ ...fault, path: config.uid, times: null })
      const cluster = await session.row('machinePools', 'Production', config.clusterName)
      await session.rows('machinePools', cluster)
      const pool = { provider: other.provider, configUid: other.uid }
      const machinePoolName = 'control-plane-pool'
      const deleting = session.run('deleteMachinePool', { ...pool, machinePoolName })
      const { detail, press } = await session.dialogs.modal()
      assert.match(detail.split('\n')[0] ?? '', /control plane pool/)
      press()
      await deleting
      assert.deepEqual(session.requests('DELETE'), [])
    })
  }
})
