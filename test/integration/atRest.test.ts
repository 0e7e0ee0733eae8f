import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, configs } from '../sandbox/data.ts'
import { until, useSession } from './helpers.ts'
import { replace } from './replace.ts'

// In these windows the views are hidden; tests read them by themselves.
describe('While the views are hidden', () => {
  const session = useSession()
  /** Our timers that have not run, and who set them. */
  const timers = new Map<unknown, string>()
  let watchers = 0
  let restore: (() => void)[] = []

  beforeEach(() => {
    timers.clear()
    watchers = 0
    const { setTimeout, setInterval, clearTimeout } = globalThis
    const { createFileSystemWatcher } = vscode.workspace
    const isOurs = (stack = '') => /\/dist\/(web\/)?(extension|later)\./.test(stack)
    const watched = (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const run = (...given: unknown[]) => {
        timers.delete(timer)
        callback(...given)
      }
      const timer = setTimeout(run, ms, ...args)
      const { stack } = new Error()
      if (isOurs(stack)) timers.set(timer, `${ms} ms ${stack}`)
      return timer
    }
    restore = [
      replace(globalThis, 'setTimeout', Object.assign(watched, setTimeout) as typeof setTimeout),
      replace(globalThis, 'clearTimeout', ((timer: number) => {
        timers.delete(timer)
        clearTimeout(timer)
      }) as typeof clearTimeout),
      replace(globalThis, 'setInterval', ((...args: Parameters<typeof setInterval>) => {
        const timer = setInterval(...args)
        const { stack } = new Error()
        if (isOurs(stack)) timers.set(timer, `every ${args[1]} ms ${stack}`)
        return timer
      }) as typeof setInterval),
      replace(vscode.workspace, 'createFileSystemWatcher', (...args) => {
        watchers += 1
        return createFileSystemWatcher(...args)
      }),
    ]
  })
  afterEach(() => {
    for (const one of restore.splice(0).toReversed()) one()
  })

  it('no timer, no watcher and no request is left of what was done', async () => {
    session.sandbox.lookups = 'all'
    const region = await session.addRegion(accounts.awsProduction, 'us-east-1')
    await session.rows('zones', region)
    await session.rows('machinePools')
    await session.run('checkConnection')
    assert.ok(session.requests().length > 5)
    await until('an end of all requests', () => session.sandbox.load.underWay === 0)
    await until('no timer of ours', () => timers.size === 0).catch(() => {
      assert.deepEqual([...timers.values()], [])
    })
    assert.equal(watchers, 0)
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })

  it('nothing is asked, whatever changes', async () => {
    session.sandbox.lookups = 'all'
    session.sandbox.requests.length = 0
    await session.run('refreshZones')
    await session.run('refreshMachinePools')
    await session.setKey(session.name, 'another-key')
    await session.reconnect({ projectUid: 'p1' })
    await until('the news', () => timers.size === 0)
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
    await until('the wait for the next look', () => timers.size > 0)
    session.sandbox.drainStep(3)
    await session.run('refreshMachinePools')
    await until('no timer of ours', () => timers.size === 0)
  })
})
