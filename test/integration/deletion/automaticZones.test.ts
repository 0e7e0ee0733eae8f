import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

// AKS places nodes by itself with `availabilityZones: ["auto"]`, which is no zone.
describe('Deletion: A machine pool in automatic zones', () => {
  const session = useFilledSession()
  /** Asks for a deletion of a pool, where these pools of its cluster are placed automatically. */
  const ask = async (...automatic: string[]) => {
    const { uid: configUid, provider } = configs.reporting
    const config = session.sandbox.data.configs.find(({ uid }) => uid === configUid)
    for (const pool of config?.pools ?? assert.fail()) {
      if (automatic.includes(pool.name)) pool.azs = ['auto']
    }
    await session.run('refreshMachinePools')
    const { detail } = await session.readDeletionQuestion({
      provider,
      configUid,
      machinePoolName: 'userpool',
    })
    return detail.replaceAll('\u00a0', ' ')
  }

  it('is not counted in a zone “auto”', async () => {
    assert.doesNotMatch(await ask('systempool', 'userpool'), /auto \d/)
  })

  it('takes no workers in “auto” away', async () => {
    assert.doesNotMatch(await ask('userpool'), /workers in auto/)
  })
})
