import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { call } from '../agents/calling.ts'
import { useFilledSession } from './filled.ts'

const { hpcLab } = configs

// MAAS chooses a machine that has at least these sizes.
describe('Machine Pools: The sizes of MAAS machines, which are minimums,', () => {
  const session = useFilledSession()
  const size = /at least 64 vCPU, 512 GiB/

  it('are told as that in the tooltip of their row', async () => {
    assert.match((await session.poolRow(hpcLab, 'compute')).tooltip, size)
  })

  it('are told as that to agents', async () => {
    const result = await call('list_machine_pools', { cluster: hpcLab.clusterName })
    assert.match(JSON.stringify(result), size)
  })
})
