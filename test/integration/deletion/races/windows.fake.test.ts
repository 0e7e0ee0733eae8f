import { strict as assert } from 'node:assert'
import { until } from '../../../until.ts'
import { pool, messageTexts, useWindows } from './windows.ts'

describe('Deletion: The view, the pins, and the history of what is deleted', () => {
  const windows = useWindows()

  it('agree although the row was loaded over another connection', async () => {
    const isShown = async () =>
      (await windows.waitForRows(pool.configUid)).some(
        ({ machinePoolName }) => machinePoolName === pool.machinePoolName,
      )
    await windows.connect('other', windows.service)
    assert.ok(await isShown())
    windows.service.drain = 'instant'
    assert.match(
      (await windows.delete(windows.window, { ...pool, connection: 'other' })).join(),
      /^Machine pool deleted: [^.]+\.$/,
    )
    await until('no row of it', async () => !(await isShown()))
  })

  it('keep a pool that was pinned while its deletion was unknown', async () => {
    windows.service.addFault({ method: 'DELETE', status: 502 })
    await windows.delete()
    await windows.window.run('pin', pool)
    const [row] = (await windows.window.pools()).filter(
      (node) => node.machinePoolName === 'gpu-inference',
    )
    assert.deepEqual([row?.isPinned, row?.presence], [true, 'listed'])
    assert.match(JSON.stringify(windows.window.globalState.get('tracked')), /gpu-inference/)
  })

  it('stay if they can’t be cleared, which is reported', async () => {
    windows.service.drain = 'instant'
    await windows.delete()
    windows.machine.files.onWrite = () => {
      throw new Error('EROFS: nothing can be written')
    }
    assert.match(
      messageTexts(await windows.clearHistory()).join(),
      /^An unexpected error occurred: Some files can’t be deleted/,
    )
  })

  it('are not in Settings Sync', async () => {
    await windows.delete()
    const { synced, text } = windows.window.globalState
    assert.deepEqual(synced, ['tracked'])
    assert.doesNotMatch(text, /sentAt|gpu-inference/)
  })
})
