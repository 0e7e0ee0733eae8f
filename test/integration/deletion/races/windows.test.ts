import { strict as assert } from 'node:assert'
import { until } from '../../../until.ts'
import { pool, textsOf, useWindows } from './windows.ts'

describe('Deletion: The view, the pins, and the history of what is deleted', () => {
  const w = useWindows()

  it('agree, where a row was read over another connection than it was deleted', async () => {
    const isShown = async () =>
      (await w.rowsOf(pool.configUid)).some(
        ({ machinePoolName }) => machinePoolName === pool.machinePoolName,
      )
    await w.connect('other', w.service)
    assert.ok(await isShown())
    w.service.drain = 'instant'
    assert.match(
      (await w.delete(w.window, { ...pool, connection: 'other' })).join(),
      /^Machine pool deleted: [^.]+\.$/,
    )
    await until('no row of it', async () => !(await isShown()))
  })

  it('have one that was pinned while its deletion was not known to have arrived', async () => {
    w.service.addFault({ method: 'DELETE', status: 502 })
    await w.delete()
    await w.window.run('pin', pool)
    const [row] = (await w.window.pools()).filter((one) => one.machinePoolName === 'gpu-inference')
    assert.deepEqual([row?.isPinned, row?.presence], [true, 'listed'])
    assert.match(JSON.stringify(w.window.globalState.get('tracked')), /gpu-inference/)
  })

  it('are told to be still there where it can’t be cleared', async () => {
    w.service.drain = 'instant'
    await w.delete()
    w.machine.files.onWrite = () => {
      throw new Error('EROFS: nothing can be written')
    }
    assert.match(
      textsOf(await w.clearHistory()).join(),
      /^An unexpected error occurred: Some files can’t be deleted/,
    )
  })

  it('are not synced: what Settings Sync carries along has nothing of it', async () => {
    await w.delete()
    const { synced, text } = w.window.globalState
    assert.deepEqual(synced, ['tracked'])
    assert.doesNotMatch(text, /sentAt|gpu-inference/)
  })
})
