import { strict as assert } from 'node:assert'
import { until } from '../../until.ts'
import { pool, messageTexts, useWindows } from './races/windows.ts'

describe('Deletion: A deletion whose files are gone', () => {
  const windows = useWindows()

  it('is known to the window that has sent it, and not offered again without a word', async () => {
    await windows.delete()
    windows.machine.files.deleteAllSilently()
    const run = windows.window.startCommand('deleteMachinePool', pool)
    await until('a question or the end', () => run.isOver || run.modals.length > 0)
    const texts = [...messageTexts(run), ...run.modals.map(({ detail }) => detail)].join()
    assert.match(texts, /already being deleted|earlier delete request/)
  })
})
