import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, configs } from '../sandbox/data.ts'
import { testClock } from '../clock.ts'
import { until, useSession } from './helpers.ts'
import { replace } from '../replace.ts'

// In these windows the views are hidden; tests read them by themselves.
describe('While the views are hidden', () => {
  const session = useSession()
  let watchers = 0
  let restore: () => void

  beforeEach(() => {
    watchers = 0
    const { createFileSystemWatcher } = vscode.workspace
    restore = replace(vscode.workspace, 'createFileSystemWatcher', (...args) => {
      watchers += 1
      return createFileSystemWatcher(...args)
    })
  })
  afterEach(() => restore())

  it('no timer, no watcher and no request is left of what was done', async () => {
    session.sandbox.lookups = 'all'
    const region = await session.pinRegion(accounts.awsProduction, 'us-east-1')
    await session.rows('zones', region)
    await session.rows('machinePools')
    await session.run('checkConnection')
    assert.ok(session.requests().length > 5)
    await until('an end of all requests', () => session.sandbox.pendingRequests === 0)
    await until('no wait', () => testClock.waiting.length === 0)
    assert.equal(watchers, 0)
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })

  it('nothing is asked, whatever changes', async () => {
    session.sandbox.lookups = 'all'
    session.sandbox.requests.length = 0
    await session.run('refreshZones')
    await session.run('refreshMachinePools')
    await session.setKey(session.name, 'another-key')
    await session.changeConnection({ projectUid: 'p1' })
    await until('the news', () => testClock.waiting.length === 0)
    // What comes next is the first request: had there been others, they would stand before it.
    await session.run('listZones', { provider: 'aws', cloudAccountUid: 'a1', region: 'r' })
    const [first] = session.requests()
    assert.match(first?.url ?? '', /\/zones\?/)
  })

  it('a deletion is followed, and nothing after it is over', async () => {
    session.sandbox.lookups = 'all'
    session.sandbox.drain = 'manual'
    const { provider, uid: configUid } = configs.checkout
    const pool = { provider, configUid, machinePoolName: 'gpu-inference' } // of two nodes
    const deleting = session.run('deleteMachinePool', pool)
    ;(await session.dialogs.modal()).press('Delete Machine Pool')
    await deleting
    await until('a look', () => session.requests('GET').some(({ url }) => url.includes('machines')))
    await until('the wait for the next look', () => testClock.waiting.includes('following'))
    session.sandbox.advanceDrains(3)
    await session.run('refreshMachinePools')
    await session.dialogs.message()
    await until('no wait', () => testClock.waiting.length === 0)
  })
})
