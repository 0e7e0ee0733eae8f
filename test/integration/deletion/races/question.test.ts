import { strict as assert } from 'node:assert'
import type { NoteNode } from '../../../../src/ui/trees/nodes.ts'
import { until } from '../../../until.ts'
import { pool, textsOf, useWindows } from './windows.ts'

describe('Deletion: The number of nodes in a question', () => {
  const w = useWindows()

  it('is a lower bound where not all machines can be read, and what is configured where none', async () => {
    const { pools } = w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    const asks = async (line: RegExp) => assert.match((await w.decline()).detail, line)
    const items = [{ metadata: { uid: 'm1', name: 'm1' } }, {}]
    w.service.addFault({ method: 'GET', path: '/machines', body: JSON.stringify({ items }) })
    await asks(/^Nodes: at least 2 · /m)
    w.service.lookups = { machines: 403 }
    await asks(/^Configured size: 2 \(machines not counted\) · /m)
    const own = pools.find(({ name }) => name === pool.machinePoolName)!
    Object.assign(own, { minSize: 1, maxSize: 200 })
    await asks(/^Configured size: 1–200 \(machines not counted\) · /m)
  })
})

describe('Deletion: While the look before a deletion is under way', () => {
  const w = useWindows()

  it('another key takes its answer from the views: it was read with the old one', async () => {
    const gate = w.hold('/cloudconfigs/', 'GET')
    const run = w.window.startCommand('deleteMachinePool', pool)
    await until('the look', gate.isReached)
    await w.window.run('setApiKey', { connection: 'home', apiKey: w.service.apiKey })
    gate.open()
    ;(await w.question(run)).press()
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

  it('shows that files are waited for, until Cancel', async () => {
    const gate = Promise.withResolvers<void>()
    w.machine.files.onCall = () => gate.promise
    const run = w.window.startCommand('deleteMachinePool', pool)
    await until('Cancel', () => run.isCancellable)
    run.cancel()
    await run.end
    assert.deepEqual([textsOf(run), w.deletions()], [[], []])
    gate.resolve()
    await w.delete()
    assert.equal(w.deletions().length, 1)
  })
})

describe('Deletion: A locked keychain', () => {
  const w = useWindows()

  it('is told by the views and commands, with what to do', async () => {
    const text = 'Couldn’t read the API key from secret storage'
    w.window = w.window.reload()
    w.machine.secrets.onGet = () => {
      throw new Error('The keyring is locked')
    }
    const [note, ...others] = (await w.window.rows('machinePools')) as NoteNode[]
    assert.deepEqual([note?.label, others], ['API key not available', []])
    assert.ok(note?.detail?.startsWith(text), note?.detail)
    const told = textsOf(await w.window.run('deleteMachinePool', pool)).join()
    w.machine.secrets.onGet = () => {}
    assert.ok(told.includes(text), told)
    assert.match(told, /The keyring is locked/)
    await w.delete()
    assert.equal(w.deletions().length, 1)
  })
})
