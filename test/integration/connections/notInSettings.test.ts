import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import type { FakeWindow } from '../../fakeVscode/window.ts'
import { until } from '../../until.ts'
import { useWindows } from '../deletion/races/windows.ts'

describe('Connections: A connection that is not in the settings', () => {
  const w = useWindows()

  it('counts as missing, and its key as left over, only where the settings have a list', async () => {
    const windows: FakeWindow[] = []
    for (const setting of [{}, 'home', null, []]) {
      w.machine.set(settingIds.connections, setting)
      const window = w.machine.open(w.window.globalState.text)
      windows.push(window)
      await window.run('refreshMachinePools') // which is loaded with what looks for them
    }
    const isMissed = ({ globalState }: FakeWindow) =>
      globalState.text.includes('missingConnections')
    await until('the list to be missed in', () => isMissed(windows.at(-1)!))
    assert.deepEqual(windows.map(isMissed), [false, false, false, true])
  })
})
