import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, configs } from '../sandbox/data.ts'
import { testClock } from '../clock.ts'
import { until, useSession } from './helpers.ts'
import { replace } from '../replace.ts'

// The views are hidden in the windows of tests, which read the rows themselves.
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

  it('no timer, file watcher, or request remains after they were used', async () => {
    session.sandbox.lookups = 'all'
    const region = await session.pinRegion(accounts.awsProduction, 'us-east-1')
    await session.rows('zones', region)
    await session.rows('machinePools')
    await session.run('checkConnection')
    assert.ok(session.requests().length > 5)
    await until('the end of all requests', () => session.sandbox.pendingRequests === 0)
    await until('the end of all timers', () => testClock.pendingWaits.length === 0)
    assert.equal(watchers, 0)
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })

  it('no request is sent, whatever changes', async () => {
    session.sandbox.lookups = 'all'
    session.sandbox.requests.length = 0
    await session.run('refreshZones')
    await session.run('refreshMachinePools')
    await session.setKey(session.name, 'another-key')
    await session.changeConnection({ projectUid: 'p1' })
    await until('the end of all timers', () => testClock.pendingWaits.length === 0)
    // Any earlier request would be before the request of List Zones.
    await session.run('listZones', { provider: 'aws', cloudAccountUid: 'a1', region: 'r' })
    const [firstRequest] = session.requests()
    assert.match(firstRequest?.url ?? '', /\/zones\?/)
  })

  it('a deletion is monitored, and nothing runs after its end', async () => {
    session.sandbox.lookups = 'all'
    session.sandbox.drain = 'manual'
    const { provider, uid: configUid } = configs.checkout
    const pool = { provider, configUid, machinePoolName: 'gpu-inference' } // of two nodes
    const running = session.run('deleteMachinePool', pool)
    ;(await session.dialogs.modal()).press('Delete Machine Pool')
    await running
    await until('a poll', () => session.requests('GET').some(({ url }) => url.includes('machines')))
    await until('the timer of the next poll', () => testClock.pendingWaits.includes('following'))
    session.sandbox.advanceDrains(3)
    await session.run('refreshMachinePools')
    await session.dialogs.message()
    await until('the end of all timers', () => testClock.pendingWaits.length === 0)
  })
})
