import { strict as assert } from 'node:assert'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

describe('Deletion: A control plane pool of a service without cloud configs', () => {
  const windows = useWindows()

  // The list of clusters marks the control plane pool of a cluster, but has no names of pools.
  it('must be typed, although the list of clusters marks one', async () => {
    windows.service.lookups = { cloudConfig: 404 }
    for (const { provider, uid, pools } of windows.service.data.configs.slice(1, 5)) {
      const target = { provider, configUid: uid, machinePoolName: pools[0]?.name }
      const run = windows.window.startCommand('deleteMachinePool', target)
      await until('the question', () => run.isOver || run.modals[0])
      run.closeAll()
      await run.end
    }
    const target = { ...pool, machinePoolName: 'control-plane-pool' }
    const { buttons, detail } = await windows.declineDialog(target)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
    assert.match(detail, /Deleting a control plane pool may stop the cluster/)
  })
})
