import { strict as assert } from 'node:assert'
import type { NoteNode } from '../../../../src/ui/trees/nodes.ts'
import { until } from '../../../until.ts'
import { pool, messageTexts, useWindows } from './windows.ts'

describe('Deletion: The number of nodes in the dialog', () => {
  const windows = useWindows()

  it('is a lower bound if some machines can’t be read, and the configured size if none can', async () => {
    const { pools } = windows.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    const asks = async (line: RegExp) => assert.match((await windows.declineDialog()).detail, line)
    const items = [{ metadata: { uid: 'm1', name: 'm1' } }, {}]
    windows.service.addFault({ method: 'GET', path: '/machines', body: JSON.stringify({ items }) })
    await asks(/^Nodes: at least 2 · /m)
    windows.service.lookups = { machines: 403 }
    await asks(/^Nodes: 2 as configured · /m)
    const gpuPool = pools.find(({ name }) => name === pool.machinePoolName)!
    Object.assign(gpuPool, { minSize: 1, maxSize: 200 })
    await asks(/^Nodes: 1–200 as configured · /m)
  })
})

describe('Deletion: While the inspection before a deletion is in progress', () => {
  const windows = useWindows()

  it('setting another key removes its result from the views: it was loaded with the old key', async () => {
    const gate = windows.holdRequests('/cloudconfigs/', 'GET')
    const run = windows.window.startCommand('deleteMachinePool', pool)
    await until('the look', gate.isReached)
    await windows.window.run('setApiKey', { connection: 'home', apiKey: windows.service.apiKey })
    gate.open()
    ;(await windows.waitForDialog(run)).press()
    await run.end
    const { requests } = windows.service
    const reads = () => requests.filter(({ url }) => url.endsWith(pool.configUid)).length
    const before = reads()
    await windows.waitForRows(pool.configUid)
    assert.ok(reads() > before)
  })
})

describe('Deletion: A computer whose storage hangs', () => {
  const windows = useWindows()

  it('shows progress with Cancel while it waits for files', async () => {
    const gate = Promise.withResolvers<void>()
    windows.machine.files.onCall = () => gate.promise
    const run = windows.window.startCommand('deleteMachinePool', pool)
    await until('Cancel', () => run.isCancellable)
    run.cancel()
    await run.end
    assert.deepEqual([messageTexts(run), windows.deletions()], [[], []])
    gate.resolve()
    await windows.delete()
    assert.equal(windows.deletions().length, 1)
  })
})

describe('Deletion: A locked keychain', () => {
  const windows = useWindows()

  it('is reported by views and commands, with advice', async () => {
    const text = 'Couldn’t read the API key from secret storage'
    windows.window = windows.window.reload()
    windows.machine.secrets.onGet = () => {
      throw new Error('The keyring is locked')
    }
    const [note, ...otherRows] = (await windows.window.rows('machinePools')) as NoteNode[]
    assert.deepEqual([note?.label, otherRows], ['API key not available', []])
    assert.ok(note?.detail?.startsWith(text), note?.detail)
    const messages = messageTexts(await windows.window.run('deleteMachinePool', pool)).join()
    windows.machine.secrets.onGet = () => {}
    assert.ok(messages.includes(text), messages)
    assert.match(messages, /The keyring is locked/)
    await windows.delete()
    assert.equal(windows.deletions().length, 1)
  })
})
