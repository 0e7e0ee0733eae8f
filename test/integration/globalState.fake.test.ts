import { strict as assert } from 'node:assert'
import { GlobalState } from '../../src/globalState.ts'
import { FakeMemento } from '../fakeVscode/state.ts'
import { until } from '../until.ts'
import { pool, useWindows } from './deletion/races/windows.ts'

describe('The global state', () => {
  it('keeps a value that is stored just before VS Code reports an earlier one', async () => {
    const memento = new FakeMemento('{}')
    const state = new GlobalState(memento)
    const second = new Promise<void>((resolve) => {
      memento.onReport = () => {
        memento.onReport = () => {}
        resolve(state.update('second', 2))
      }
    })
    await Promise.all([state.update('first', 1), second])
    assert.deepEqual(JSON.parse(memento.text), { first: 1, second: 2 })
    assert.equal(state.get('second'), 2)
  })

  it('computes each value from the one that is stored before it', async () => {
    const memento = new FakeMemento('{}')
    const state = new GlobalState(memento)
    const add = async (name: string) =>
      state.change('names', () => [...state.get<string[]>('names', []), name])
    await Promise.all(['first', 'second', 'third'].map(add))
    assert.deepEqual(JSON.parse(memento.text), { names: ['first', 'second', 'third'] })
  })

  it('stores a value after another that VS Code couldn’t store', async () => {
    const memento = new FakeMemento('{}')
    const state = new GlobalState(memento)
    memento.onSend = () => {
      memento.onSend = () => {}
      throw new Error('The disk is full')
    }
    const results = await Promise.allSettled([state.update('first', 1), state.update('second', 2)])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    )
    // VS Code keeps the value that it couldn’t store, and stores it with the next.
    assert.deepEqual(JSON.parse(memento.text), { first: 1, second: 2 })
  })
})

describe('The global state of a window', () => {
  const windows = useWindows()

  it('keeps both a new pin and a key that is set at the same time', async () => {
    const { window } = windows
    const { secrets } = window.context
    window.globalState.onReport = async () => {
      window.globalState.onReport = () => {}
      await secrets.store('apiKey:["other","https://service.example"]', 'key')
      // Lets the list of keys, which awaits only promises, write before VS Code’s timer sends the next values.
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
    }
    await window.run('pin', pool)
    await until('the key in the list', () => window.globalState.text.includes('service.example'))
    assert.match(window.globalState.text, new RegExp(pool.machinePoolName))
  })
})
