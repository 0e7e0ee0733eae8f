import { strict as assert } from 'node:assert'
import { start } from '../../src/main.ts'
import { useWindows } from './deletion/races/windows.ts'

describe('Poolkeeper of which a part cannot be loaded', () => {
  const w = useWindows()
  const startIt = (registered: Parameters<typeof start>[0]) =>
    start(registered, { isBrowser: false })
  const isTold = { message: 'Couldn’t load part of Poolkeeper. Reload the window.' }

  it('says so in words that help, in a view and for a command, and why in the log', async () => {
    w.machine.loadMain = () => Promise.reject(new Error("Cannot find module './main.js'"))
    const next = w.machine.open(w.window.globalState.text)
    await assert.rejects(next.rows('machinePools'), isTold)
    await assert.rejects(next.run('showLog'), isTold)
    assert.match(next.log.join('\n'), /^error .*Cannot find module '\.\/main\.js'/m)
  })

  it('is loaded again with the next use', async () => {
    let fails = true
    w.machine.loadMain = async () => {
      if (fails) throw new Error('EMFILE: too many open files')
      return startIt
    }
    const next = w.machine.open(w.window.globalState.text)
    await assert.rejects(next.rows('machinePools'), isTold)
    fails = false
    assert.ok((await next.rows('machinePools')).length > 0)
    await next.run('showLog')
  })

  it('is started once, even if that fails half-way: nothing is registered twice', async () => {
    let starts = 0
    w.machine.loadMain = async () => () => {
      starts += 1
      throw new Error('half-way')
    }
    const next = w.machine.open(w.window.globalState.text)
    await assert.rejects(next.rows('machinePools'), isTold)
    await assert.rejects(next.run('showLog'), isTold)
    assert.equal(starts, 1)
    assert.match(next.log.join('\n'), /^error .*half-way/m)
  })

  for (const [where, connections, isLoaded] of [
    ['there is a connection', undefined, true],
    ['there is none', [], false],
  ] as const) {
    it(`${isLoaded ? 'is' : 'isn’t'} loaded soon after activation where ${where}`, async () => {
      let loads = 0
      w.machine.loadMain = async () => {
        loads += 1
        return startIt
      }
      if (connections) w.machine.writeSetting('poolkeeper.connections', connections)
      const next = w.machine.open(w.window.globalState.text)
      assert.equal(loads, 0, 'activation loads nothing')
      await new Promise((resolve) => setTimeout(resolve))
      assert.equal(loads, isLoaded ? 1 : 0)
      w.machine.writeSetting('poolkeeper.connections', [
        { name: 'x', baseUrl: 'https://127.0.0.1:9' },
      ])
      assert.equal(loads, 1, 'a connection is there by now')
      await next.run('showLog')
      assert.equal(loads, 1)
    })
  }

  it('is not started in a window that is closed by the time that it is there', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isStarted = false
    w.machine.loadMain = async () => {
      await promise
      return (registered) => {
        isStarted = true
        return startIt(registered)
      }
    }
    const next = w.machine.open(w.window.globalState.text)
    const rows = assert.rejects(next.rows('machinePools'))
    next.kill()
    resolve()
    await rows
    assert.equal(isStarted, false)
  })
})
