import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import { until } from '../../until.ts'
import { useWindows } from '../deletion/races/windows.ts'

describe('Connections: A connection that is not in the settings', () => {
  const windows = useWindows()

  it('counts as missing, and its key as orphaned, only if the setting is a list', async () => {
    const isMissed = () => windows.window.globalState.text.includes('missingConnections')
    const openWith = async (setting: unknown) => {
      windows.machine.writeSetting(settingIds.connections, setting)
      await windows.machine.open().run('refreshMachinePools') // which is loaded with what looks for them
    }
    for (const setting of [{}, 'home', null]) await openWith(setting)
    assert.ok(!isMissed())
    await openWith([])
    await until('the list to be missed in', isMissed)
  })
})
