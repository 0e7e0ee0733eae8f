import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useSessionWithLookups } from '../lookups.ts'

const config = configs.checkout
const other = configs.storefront

describe('Machine Pools: A cloud config that cannot be read', () => {
  const session = useSessionWithLookups()

  for (const status of [403, 404, 500]) {
    it(`leaves the warnings of other clusters: ${status}`, async () => {
      session.sandbox.addFault({ status, path: config.uid, times: null })
      const cluster = await session.row('machinePools', 'Production', config.clusterName)
      await session.rows('machinePools', cluster)
      const pool = { provider: other.provider, configUid: other.uid }
      const machinePoolName = 'control-plane-pool'
      const { detail } = await session.readDeletionQuestion({ ...pool, machinePoolName })
      assert.match(detail.split('\n')[0] ?? '', /control plane pool/)
    })
  }
})
