import { strict as assert } from 'node:assert'
import type { FakeWindow } from '../../fakeVscode/window.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from '../deletion/races/windows.ts'

describe('Machine Pools: What is pinned in one of two windows', () => {
  const windows = useWindows()

  it('includes what both windows have pinned', async () => {
    const second = windows.machine.open()
    const [names, otherNames] = [
      ['one', 'two', 'three'],
      ['four', 'five'],
    ]
    const add = (window: FakeWindow, machinePoolName: string) =>
      window.run('pin', { ...pool, machinePoolName })
    const isKept = (pinned: string[]) =>
      [windows.window, second].every(({ globalState }) =>
        pinned.every((name) => globalState.text.includes(`"${name}"`)),
      )
    await Promise.all([...names.map((name) => add(windows.window, name)), windows.delete()])
    await until('the pins of one in both', () => isKept(names))
    await Promise.all(otherNames.map((name) => add(second, name)))
    await until('all pins in both', () => isKept([...names, ...otherNames]))
  })

  it('stays with another pin, however much it is', async () => {
    const configs = Array.from({ length: 2_100 }, (_, index) => {
      return { provider: pool.provider, uid: `config-${index}`, pins: [] }
    })
    const stored = JSON.stringify({ tracked: { home: { accounts: [], configs } } })
    const second = windows.machine.open(stored)
    await second.run('pin', pool)
    assert.match(second.globalState.text, new RegExp(pool.machinePoolName))
    assert.match(second.globalState.text, /"config-2099"/)
  })

  it('is shown in the other window when that gets the focus', async () => {
    const second = windows.machine.open(windows.window.globalState.text)
    await windows.window.run('pin', { ...pool, machinePoolName: 'of-mine' })
    await until('the news', () => second.globalState.text.includes('of-mine'))
    let isRedrawn = false
    second.onRedraw('machinePools', () => (isRedrawn = true))
    second.gainFocus()
    assert.ok(isRedrawn)
  })

  it('stays if Unpin of a message fails, which is reported', async () => {
    await windows.window.run('pin', pool)
    windows.service.lookups = 'none'
    for (const config of windows.service.data.configs) config.pools = []
    const { run, modal } = await windows.openDialog()
    await windows.type(run, modal, pool.machinePoolName)
    const message = await until('the message', () => run.notifications[0])
    windows.window.globalState.onSend = () => {
      throw new Error('The disk is full')
    }
    assert.ok(message.buttons.includes('Unpin'), message.text)
    message.press('Unpin')
    const text = 'An unexpected error occurred: The disk is full'
    await until('why', () => windows.window.dialogs.messages.some((shown) => shown.text === text))
  })
})
