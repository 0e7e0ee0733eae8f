import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import { until } from '../../until.ts'
import { useWindows } from '../deletion/races/windows.ts'

describe('Connections: A connection that is not in the settings', () => {
  const w = useWindows()

  it('counts as missing, and its key as orphaned, only if the setting is a list', async () => {
    const isMissed = () => w.window.globalState.text.includes('missingConnections')
    const openWith = async (setting: unknown) => {
      w.machine.writeSetting(settingIds.connections, setting)
      await w.machine.open().run('refreshMachinePools') // which is loaded with what looks for them
    }
    for (const setting of [{}, 'home', null]) await openWith(setting)
    assert.ok(!isMissed())
    await openWith([])
    await until('the list to be missed in', isMissed)
  })
})
