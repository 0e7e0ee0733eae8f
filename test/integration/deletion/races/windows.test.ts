import { strict as assert } from 'node:assert'
import { until } from '../../../until.ts'
import { pool, messageTexts, useWindows } from './windows.ts'

describe('Deletion: The view, the pins, and the history of what is deleted', () => {
  const w = useWindows()

  it('agree although the row was loaded over another connection', async () => {
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

  it('keep a pool that was pinned while its deletion was unknown', async () => {
    w.service.addFault({ method: 'DELETE', status: 502 })
    await w.delete()
    await w.window.run('pin', pool)
    const [row] = (await w.window.pools()).filter(
      (node) => node.machinePoolName === 'gpu-inference',
    )
    assert.deepEqual([row?.isPinned, row?.presence], [true, 'listed'])
    assert.match(JSON.stringify(w.window.globalState.get('tracked')), /gpu-inference/)
  })

  it('stay if they can’t be cleared, which is reported', async () => {
    w.service.drain = 'instant'
    await w.delete()
    w.machine.files.onWrite = () => {
      throw new Error('EROFS: nothing can be written')
    }
    assert.match(
      messageTexts(await w.clearHistory()).join(),
      /^An unexpected error occurred: Some files can’t be deleted/,
    )
  })

  it('are not in Settings Sync', async () => {
    await w.delete()
    const { synced, text } = w.window.globalState
    assert.deepEqual(synced, ['tracked'])
    assert.doesNotMatch(text, /sentAt|gpu-inference/)
  })
})
