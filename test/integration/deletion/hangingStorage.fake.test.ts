import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { until } from '../../until.ts'
import { messageTexts, pool, useWindows } from './races/windows.ts'

const folder = '/storage/poolkeeper/deletions'
const never = () => new Promise<void>(() => {})

describe('Deletion: Storage that doesn’t respond', () => {
  const windows = useWindows()
  const files = () => windows.machine.files
  const sentFiles = () => files().paths.filter((path) => path.endsWith('.sent.json'))

  /** Lets calls of storage hang, and waits for storage be short. Returns the function that lets it respond again. */
  function hang(onCall: (name: string) => Promise<void> | void = never): () => void {
    const restoreWaits = testClock.shorten('storage', 50)
    files().onCall = onCall
    return () => {
      files().onCall = () => {}
      restoreWaits()
    }
  }

  beforeEach(() => windows.waitForRows(pool.configUid))

  it('doesn’t keep the dialog from being shown', async () => {
    hang()
    const { run, modal } = await windows.openDialog()
    modal.press()
    await run.end
  })

  it('doesn’t hide that the deletion was accepted, and that this isn’t saved yet', async () => {
    const { run, modal } = await windows.openDialog()
    windows.machine.onRequest = ({ method }) => {
      if (method === 'DELETE') hang()
    }
    modal.press('Delete Machine Pool')
    await run.end
    assert.ok(testClock.allDelays('storage').includes(1_000)) // for which people wait
    const texts = messageTexts(run).join()
    assert.match(texts, /hasn’t saved the outcome of the deletion of .* yet\./)
    assert.match(texts, /Deleting machine pool/)
  })

  it('doesn’t hide that the deletion was refused', async () => {
    windows.service.addFault({ method: 'DELETE', status: 403 })
    const { run, modal } = await windows.openDialog()
    windows.machine.onRequest = ({ method }) => {
      if (method === 'DELETE') hang()
    }
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(messageTexts(run).join(), /^Machine pool not deleted/)
    const rows = await windows.window.pools()
    assert.ok(rows.every(({ hasPendingDeletion }) => !hasPendingDeletion))
  })

  it('lets nothing be sent that isn’t recorded, and a record that is saved later goes again', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { run, modal } = await windows.openDialog()
    const respond = hang((name) => (name === 'writeFile' ? promise : undefined))
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(messageTexts(run).join(), /was not sent because Poolkeeper couldn’t save a record/)
    assert.equal(Math.max(...testClock.allDelays('storage')), 10_000)
    assert.equal(windows.deletions().length, 0)
    const [row] = (await windows.window.pools()).filter(
      ({ machinePoolName }) => machinePoolName === pool.machinePoolName,
    )
    assert.equal(row?.hasPendingDeletion, false)
    let wasSaved = false
    files().onEmptied = () => {
      wasSaved = true
    }
    resolve()
    await until('the record to be saved', () => wasSaved)
    await until('the record to go again', () => sentFiles().length === 0)
    respond()
    // The pool isn’t in progress, in this window or another.
    const texts = await windows.delete(windows.machine.open())
    assert.match(texts.join(), /^Deleting machine pool/)
    assert.equal(windows.deletions().length, 1)
  })

  it('lets a deletion be sent once storage responds again', async () => {
    const respond = hang()
    const { run, modal } = await windows.openDialog()
    modal.press('Delete Machine Pool')
    await run.end
    assert.equal(windows.deletions().length, 0)
    respond()
    assert.match((await windows.delete()).join(), /^Deleting machine pool/)
    assert.equal(windows.deletions().length, 1)
  })

  it('deletes old records little by little: nobody waits for a thousand', async () => {
    const record = {
      baseUrl: windows.service.baseUrl,
      ...pool,
      connection: 'home',
      sentAt: 1,
      end: 'deleted',
    }
    for (let index = 0; index < 1_000; index++) {
      const text = JSON.stringify({ ...record, endedAt: index })
      files().writeSilently(`${folder}/old-${index}.ended.json`, text)
    }
    const counts = { delete: 0, readDirectory: 0 }
    files().onCall = (name) => {
      if (name === 'delete' || name === 'readDirectory') counts[name] += 1
    }
    await windows.declineDialog()
    const oldFiles = () => files().paths.filter((path) => path.includes('/old-'))
    await until('the last fifty to be left', () => oldFiles().length === 50)
    assert.ok(counts.delete <= 20 * counts.readDirectory, JSON.stringify(counts))
  })
})
