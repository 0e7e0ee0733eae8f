import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import { until } from '../../until.ts'
import { pool, messageTexts, useWindows } from './races/windows.ts'

describe('Deletion: One service that two connections reach by names of this computer', () => {
  const windows = useWindows()

  it('has a second deletion of a pool refused, or asked for with a word of the first', async () => {
    await windows.delete()
    const baseUrl = windows.service.baseUrl.replace('127.0.0.1', 'localhost')
    windows.machine.writeSetting(settingIds.connections, [
      ...windows.machine.connections,
      { name: 'same', baseUrl },
    ])
    await windows.window.run('setApiKey', { connection: 'same', apiKey: windows.service.apiKey })
    const run = windows.window.startCommand('deleteMachinePool', { ...pool, connection: 'same' })
    await until('a question or the end', () => run.isOver || run.modals.length > 0)
    const texts = [...messageTexts(run), ...run.modals.map(({ detail }) => detail)].join()
    assert.match(texts, /already being deleted|earlier delete request/)
  })
})
