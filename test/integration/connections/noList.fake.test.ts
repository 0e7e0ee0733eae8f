import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import { until } from '../../until.ts'
import { useWindows } from '../deletion/races/windows.ts'

// One entry without its brackets, or entries by name.
const settings: unknown[] = [
  { prod: { baseUrl: 'https://prod.example', deletion: 'block' } },
  { name: 'prod', baseUrl: 'https://prod.example' },
  'https://prod.example',
  0,
]

describe('Connections: A setting that isn’t a list', () => {
  const windows = useWindows()

  for (const setting of settings) {
    const text = JSON.stringify(setting)

    it(`is left as it is by Add Connection, which says so: ${text}`, async () => {
      windows.machine.writeSetting(settingIds.connections, setting)
      const { baseUrl, apiKey } = windows.service
      const run = windows.window.startCommand('addConnection', { name: 'new', baseUrl, apiKey })
      await until('a message', () => run.isOver || run.notifications.length > 0)
      run.closeAll()
      await run.end
      assert.deepEqual(windows.machine.connections, setting)
      assert.ok(run.notifications.some(({ buttons }) => buttons.includes('Edit Connections')))
    })

    it(`is left as it is by the sample data: ${text}`, async () => {
      windows.machine.writeSetting(settingIds.connections, setting)
      const run = windows.window.startCommand('trySampleData')
      await until('an end', () => run.isOver || run.notifications.length > 0)
      run.closeAll()
      await run.end
      assert.deepEqual(windows.machine.connections, setting)
    })

    it(`is shown in the view: ${text}`, async () => {
      windows.machine.writeSetting(settingIds.connections, setting)
      const rows = await windows.window.rows('machinePools')
      assert.equal(rows.length, 1)
      assert.equal((rows[0] as { action?: string }).action, 'editConnections')
    })
  }
})
