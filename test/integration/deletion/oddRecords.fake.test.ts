import { strict as assert } from 'node:assert'
import type { FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

describe('Deletion: The history with a record that is odd', () => {
  const windows = useWindows()

  const record = (change: object) => ({
    baseUrl: windows.service.baseUrl,
    ...pool,
    connection: 'home',
    sentAt: Date.now(),
    end: 'deleted',
    endedAt: Date.now(),
    ...change,
  })
  const put = (name: string, change: object = {}) =>
    windows.machine.files.writeSilently(
      `/storage/poolkeeper/deletions/${name}.ended.json`,
      JSON.stringify(record(change)),
    )

  /** Opens the history, unless it fails. */
  async function open() {
    const run = windows.window.startCommand('showDeletionHistory')
    await until('the history', () => run.isOver || run.prompts.length > 0)
    return { run, list: run.prompts[0] as FakeQuickPick | undefined }
  }

  const changes = [{ baseUrl: 'no URL' }, { baseUrl: '' }, { sentAt: -1e300 }, { sentAt: -8.65e15 }]
  for (const change of changes) {
    it(`has the other records: ${JSON.stringify(change)}`, async () => {
      put('odd', change)
      put('usual', { machinePoolName: 'usual' })
      const { run, list } = await open()
      list?.hide()
      await run.end
      assert.ok(
        list?.items.some(({ label }) => label.includes('usual')),
        JSON.stringify(run.notifications),
      )
    })
  }

  for (const change of [...changes, { endedAt: -1e300 }]) {
    it(`opens as a document: ${JSON.stringify(change)}`, async () => {
      put('odd', change)
      put('usual', { machinePoolName: 'usual' })
      const { run, list } = await open()
      list?.pressTitleButton('Open as Document')
      await run.end
      assert.deepEqual(
        run.notifications.map(({ text }) => text),
        [],
      )
    })
  }
})
