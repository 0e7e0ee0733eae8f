import { strict as assert } from 'node:assert'
import type { NoteNode } from '../../../../src/ui/trees/nodes.ts'
import { until } from '../../../until.ts'
import { pool, messageTexts, useWindows } from './windows.ts'

describe('Deletion: The number of nodes in the dialog', () => {
  const w = useWindows()

  it('is a lower bound if some machines can’t be read, and the configured size if none can', async () => {
    const { pools } = w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    const asks = async (line: RegExp) => assert.match((await w.declineDialog()).detail, line)
    const items = [{ metadata: { uid: 'm1', name: 'm1' } }, {}]
    w.service.addFault({ method: 'GET', path: '/machines', body: JSON.stringify({ items }) })
    await asks(/^Nodes: at least 2 · /m)
    w.service.lookups = { machines: 403 }
    await asks(/^Configured size: 2 \(machines not counted\) · /m)
    const gpuPool = pools.find(({ name }) => name === pool.machinePoolName)!
    Object.assign(gpuPool, { minSize: 1, maxSize: 200 })
    await asks(/^Configured size: 1–200 \(machines not counted\) · /m)
  })
})

describe('Deletion: While the inspection before a deletion is in progress', () => {
  const w = useWindows()

  it('setting another key removes its result from the views: it was loaded with the old key', async () => {
    const gate = w.holdRequests('/cloudconfigs/', 'GET')
    const run = w.window.startCommand('deleteMachinePool', pool)
    await until('the look', gate.isReached)
    await w.window.run('setApiKey', { connection: 'home', apiKey: w.service.apiKey })
    gate.open()
    ;(await w.waitForDialog(run)).press()
    await run.end
    const { requests } = w.service
    const reads = () => requests.filter(({ url }) => url.endsWith(pool.configUid)).length
    const before = reads()
    await w.rowsOf(pool.configUid)
    assert.ok(reads() > before)
  })
})

describe('Deletion: A computer whose storage hangs', () => {
  const w = useWindows()

  it('shows progress with Cancel while it waits for files', async () => {
    const gate = Promise.withResolvers<void>()
    w.machine.files.onCall = () => gate.promise
    const run = w.window.startCommand('deleteMachinePool', pool)
    await until('Cancel', () => run.isCancellable)
    run.cancel()
    await run.end
    assert.deepEqual([messageTexts(run), w.deletions()], [[], []])
    gate.resolve()
    await w.delete()
    assert.equal(w.deletions().length, 1)
  })
})

describe('Deletion: A locked keychain', () => {
  const w = useWindows()

  it('is reported by views and commands, with advice', async () => {
    const text = 'Couldn’t read the API key from secret storage'
    w.window = w.window.reload()
    w.machine.secrets.onGet = () => {
      throw new Error('The keyring is locked')
    }
    const [note, ...otherRows] = (await w.window.rows('machinePools')) as NoteNode[]
    assert.deepEqual([note?.label, otherRows], ['API key not available', []])
    assert.ok(note?.detail?.startsWith(text), note?.detail)
    const messages = messageTexts(await w.window.run('deleteMachinePool', pool)).join()
    w.machine.secrets.onGet = () => {}
    assert.ok(messages.includes(text), messages)
    assert.match(messages, /The keyring is locked/)
    await w.delete()
    assert.equal(w.deletions().length, 1)
  })
})
