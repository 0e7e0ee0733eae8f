import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
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

describe('Deletion: An unknown end on a disk that is full, on which files can be deleted', () => {
  const windows = useWindows()
  const files = () => windows.machine.files
  const kinds = () => files().paths.flatMap((path) => /(sent|ended)\.json$/.exec(path)?.[1] ?? [])

  it('is left as a deletion that may have taken effect, so that the next one must be typed', async () => {
    windows.service.lookups = { cloudConfig: 405, machines: 405 }
    windows.service.addFault({ method: 'DELETE', status: 404, body: '' })
    const { run, modal } = await windows.openDialog()
    files().onWrite = (path) => {
      if (path.endsWith('.ended.json')) throw new Error('ENOSPC: the disk is full')
    }
    await windows.type(run, modal, pool.machinePoolName)
    await run.end
    assert.match(messageTexts(run).join(), /may have been deleted.*hasn’t saved the outcome/s)
    testClock.putForward(2)
    const next = await windows.openDialog(windows.machine.open())
    assert.match(next.modal.detail, /earlier delete request/)
    next.run.closeAll()
    await next.run.end
    assert.ok(kinds().includes('sent'))
    files().onWrite = () => {}
    const last = await windows.openDialog()
    last.run.closeAll()
    await last.run.end
    assert.deepEqual(kinds(), ['ended'])
  })
})
