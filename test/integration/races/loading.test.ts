import { strict as assert } from 'node:assert'
import { useWindows } from './windows.ts'

describe('Poolkeeper of which a part cannot be loaded', () => {
  const w = useWindows()

  it('says so in words that help, in a view and for a command, and why in the log', async () => {
    w.machine.load = () => Promise.reject(new Error("Cannot find module './later.js'"))
    const next = w.machine.open(w.window.globalState.text)
    const isTold = { message: 'Couldn’t load part of Poolkeeper. Reload the window.' }
    await assert.rejects(next.rows('machinePools'), isTold)
    await assert.rejects(next.run('showLog'), isTold)
    assert.match(next.log.join('\n'), /^error .*Cannot find module '\.\/later\.js'/m)
  })
})
