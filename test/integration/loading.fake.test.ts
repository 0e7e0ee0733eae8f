import { strict as assert } from 'node:assert'
import { start } from '../../src/main.ts'
import { useWindows } from './deletion/races/windows.ts'

describe('Poolkeeper, if its main module can’t be loaded,', () => {
  const windows = useWindows()
  const startMain = (registered: Parameters<typeof start>[0]) =>
    start(registered, { isBrowser: false })
  const loadError = { message: 'Couldn’t load part of Poolkeeper. Reload the window.' }

  it('reports it with advice in views and commands, and the cause in the log', async () => {
    windows.machine.loadMain = () => Promise.reject(new Error("Cannot find module './main.js'"))
    const next = windows.machine.open(windows.window.globalState.text)
    await assert.rejects(next.rows('machinePools'), loadError)
    await assert.rejects(next.run('showLog'), loadError)
    assert.match(next.log.join('\n'), /^error .*Cannot find module '\.\/main\.js'/m)
  })

  it('loads it again at the next use', async () => {
    let fails = true
    windows.machine.loadMain = async () => {
      if (fails) throw new Error('EMFILE: too many open files')
      return startMain
    }
    const next = windows.machine.open(windows.window.globalState.text)
    await assert.rejects(next.rows('machinePools'), loadError)
    fails = false
    assert.ok((await next.rows('machinePools')).length > 0)
    await next.run('showLog')
  })

  it('starts it once, even if that fails, so that nothing is registered twice', async () => {
    let starts = 0
    windows.machine.loadMain = async () => () => {
      starts += 1
      throw new Error('half-way')
    }
    const next = windows.machine.open(windows.window.globalState.text)
    await assert.rejects(next.rows('machinePools'), loadError)
    await assert.rejects(next.run('showLog'), loadError)
    assert.equal(starts, 1)
    assert.match(next.log.join('\n'), /^error .*half-way/m)
  })

  for (const [condition, connections, isLoaded] of [
    ['there is a connection', undefined, true],
    ['there is no connection', [], false],
  ] as const) {
    it(`${isLoaded ? 'loads' : 'doesn’t load'} it after activation if ${condition}`, async () => {
      let loads = 0
      windows.machine.loadMain = async () => {
        loads += 1
        return startMain
      }
      if (connections) windows.machine.writeSetting('poolkeeper.connections', connections)
      const next = windows.machine.open(windows.window.globalState.text)
      assert.equal(loads, 0, 'activation loads nothing')
      await new Promise((resolve) => setTimeout(resolve))
      assert.equal(loads, isLoaded ? 1 : 0)
      windows.machine.writeSetting('poolkeeper.connections', [
        { name: 'x', baseUrl: 'https://127.0.0.1:9' },
      ])
      assert.equal(loads, 1, 'with a connection')
      await next.run('showLog')
      assert.equal(loads, 1)
    })
  }

  it('does not start it in a window that was closed while it was loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isStarted = false
    windows.machine.loadMain = async () => {
      await promise
      return (registered) => {
        isStarted = true
        return startMain(registered)
      }
    }
    const next = windows.machine.open(windows.window.globalState.text)
    const rows = assert.rejects(next.rows('machinePools'))
    next.kill()
    resolve()
    await rows
    assert.equal(isStarted, false)
  })
})
