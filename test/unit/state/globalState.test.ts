import assert from 'node:assert/strict'
import { setClock, systemClock } from '../../../src/api/clock.ts'
import { GlobalState } from '../../../src/state/globalState.ts'
import { testClock } from '../../clock.ts'
import { FakeMemento, FakeStorage } from '../../fakeVscode/state.ts'
import { until } from '../../until.ts'

const added = (entry: string) => (now: unknown) => {
  const all = (now ?? []) as string[]
  return all.includes(entry) ? all : [...all, entry]
}
const without = (entry: string) => (now: unknown) =>
  ((now ?? []) as string[]).filter((one) => one !== entry)
const letters = 'abcdefghij'.split('')

describe('State: a memento as VS Code has it', () => {
  it('has at once what is updated, and resolves once it is stored', async () => {
    const memento = new FakeMemento()
    const updating = memento.update('a', { b: 1 })
    assert.deepEqual(memento.get('a'), { b: 1 })
    assert.equal(memento.text, '{}')
    await updating
    assert.equal(memento.text, '{"a":{"b":1}}')
  })

  it('loses what is updated between the sending of the whole and its echo', async () => {
    let second: Promise<void> | undefined
    const memento = new FakeMemento('{}', () =>
      queueMicrotask(() => {
        second ??= memento.update('b', 2)
      }),
    )
    await memento.update('a', 1)
    await second
    assert.deepEqual([memento.get('a'), memento.get('b')], [1, undefined])
  })

  it('takes what another window has stored as a whole', async () => {
    const storage = new FakeStorage()
    const [one, two] = [storage.open('{}'), storage.open('{}')]
    await one.update('a', 1)
    two.take(one.text)
    await two.update('b', 2)
    await until('the news', () => one.text === '{"a":1,"b":2}')
    assert.equal(one.get('b'), 2)
  })
})

/** Takes what another window has written that knew all that is stored here. */
function takeKnowing(memento: FakeMemento, more: object): void {
  memento.take(JSON.stringify({ ...(JSON.parse(memento.text) as object), ...more }))
}

describe('State: the global state, by one writer', () => {
  const opened: GlobalState[] = []
  const open = (memento: FakeMemento) => {
    const state = new GlobalState(memento)
    opened.push(state)
    return state
  }
  before(() => setClock(testClock))
  afterEach(() => {
    for (const one of opened.splice(0)) one.dispose()
    testClock.reset()
  })
  after(() => setClock(systemClock))

  it('keeps all that is changed at once, whatever the echoes replace', async () => {
    const memento = new FakeMemento()
    const state = open(memento)
    await Promise.all(letters.map((one) => state.update('list', added(one))))
    assert.deepEqual(state.get('list'), letters)
    await Promise.all(letters.map((one) => state.update(one, () => one)))
    assert.deepEqual(
      letters.map((one) => state.get(one)),
      letters,
    )
  })

  it('changes one entry of a record, whatever it is called, and leaves the others as they are', async () => {
    const state = open(new FakeMemento())
    const names = ['constructor', '__proto__', 'home']
    for (const name of names) await state.updateEntry<number>('record', name, (now = 0) => now + 1)
    assert.deepEqual(
      [...state.entries('record')],
      names.map((name) => [name, 1]),
    )
    await state.updateEntry<number>('record', '__proto__', (now = 0) => now + 1)
    await state.updateEntry('record', 'constructor', () => undefined)
    assert.deepEqual(
      [...state.entries('record')],
      [
        ['home', 1],
        ['__proto__', 2],
      ],
    )
    assert.deepEqual([...state.entries('nothing')], [])
  })

  it('keeps what is changed at other moments than the echoes come', async () => {
    const memento = new FakeMemento()
    const state = open(memento)
    const writes = letters.map(async (one, at) => {
      await new Promise((resolve) => setTimeout(resolve, at))
      await state.update('list', added(one))
    })
    await Promise.all(writes)
    assert.deepEqual([...(state.get('list') as string[])].sort(), letters)
  })

  it('reads when its turn has come', async () => {
    const memento = new FakeMemento('{"count":0}')
    const state = open(memento)
    const seen: unknown[] = []
    const note = (next: number) => (now: unknown) => {
      seen.push(now)
      return next
    }
    await Promise.all([state.update('count', note(1)), state.update('count', note(2))])
    assert.deepEqual(seen, [0, 1])
  })

  it('writes nothing where nothing is new', async () => {
    const memento = new FakeMemento('{"a":[1]}')
    memento.onSend = () => assert.fail('it was sent')
    await open(memento).update('a', () => [1])
  })

  it('writes again what another window’s write has replaced meanwhile', async () => {
    const memento = new FakeMemento()
    const state = open(memento)
    memento.onSend = () => {
      memento.onSend = () => {}
      memento.take('{"of":"another window"}')
    }
    await state.update('a', () => 1)
    assert.deepEqual([state.get('a'), state.get('of')], [1, 'another window'])
  })

  it('writes again what another window’s write has replaced after it', async () => {
    testClock.shorten('saving', 30)
    const memento = new FakeMemento()
    const state = open(memento)
    await state.update('list', added('mine'))
    memento.take('{"list":["theirs"]}')
    await until('both', () => /"list":\["theirs","mine"\]/.test(memento.text))
  })

  it('loses nothing of two windows that write at the same moment', async () => {
    const storage = new FakeStorage()
    const [one, two] = [storage.open('{}', () => false), storage.open('{}', () => false)]
    const [first, second] = [open(one), open(two)]
    await Promise.all(
      letters.map((letter, at) => (at % 2 ? first : second).update('list', added(letter))),
    )
    const hasAll = (memento: FakeMemento) =>
      letters.every((letter) => memento.get<string[]>('list').includes(letter))
    await until('all in both', () => hasAll(one) && hasAll(two))
  })

  it('does not undo what this window has changed since', async () => {
    testClock.shorten('saving', 60_000)
    const memento = new FakeMemento('{"list":["a"]}')
    const state = open(memento)
    await state.update('list', without('a'))
    await state.update('list', added('a'))
    memento.take('{"list":["a","theirs"]}')
    testClock.end('saving')
    await until('the check', () => testClock.waiting.length === 0)
    await state.update('after', () => 1)
    // Both changes are done again, in their order: what was taken away and added comes last.
    assert.deepEqual(state.get('list'), ['theirs', 'a'])
  })

  it('does not undo what is being changed as it checks', async () => {
    testClock.shorten('saving', 1) // a change takes longer
    const state = open(new FakeMemento())
    for (let times = 0; times < 20; times++) {
      await state.update('list', added('a'))
      await state.update('list', without('a'))
      await until('the check', () => testClock.waiting.length === 0)
      await state.update('after', () => times)
      assert.deepEqual(state.get('list'), [])
    }
  })

  it('leaves what another window has taken away that knew of it', async () => {
    testClock.shorten('saving', 30)
    const memento = new FakeMemento()
    const state = open(memento)
    await state.update('list', added('mine'))
    takeKnowing(memento, { list: [] })
    await until('the check', () => testClock.waiting.length === 0)
    await state.update('after', () => 1)
    assert.deepEqual(state.get('list'), [])
  })

  it('takes away for good in one window what another has just added', async () => {
    testClock.shorten('saving', 30)
    const storage = new FakeStorage()
    const [one, two] = [storage.open('{}', () => false), storage.open('{}', () => false)]
    const [first, second] = [open(one), open(two)]
    for (const letter of letters) {
      await first.update('list', added(letter))
      await until('the news', () => two.get<string[]>('list', []).includes(letter))
      await second.update('list', without(letter))
    }
    await until('the checks', () => testClock.waiting.length === 0)
    await until('the same in both', () => one.text === two.text)
    assert.deepEqual(first.get('list'), [])
  })

  it('writes again what was lost before it writes the next', async () => {
    const memento = new FakeMemento()
    const state = open(memento)
    await state.update('list', added('mine'))
    memento.take('{"list":["theirs"]}')
    await state.update('other', () => 1)
    assert.deepEqual([state.get('list'), state.get('other')], [['theirs', 'mine'], 1])
  })

  it('stores what could not be stored, when it is asked once more', async () => {
    const memento = new FakeMemento()
    const state = open(memento)
    memento.onSend = () => {
      memento.onSend = () => {}
      throw new Error('No space left on device')
    }
    await assert.rejects(state.update('list', added('mine')), /No space/)
    await state.update('list', added('mine'))
    assert.match(memento.text, /"list":\["mine"\]/)
  })

  it('does again what was undone, though that cannot be stored at first', async () => {
    testClock.shorten('saving', 30)
    const memento = new FakeMemento()
    const state = open(memento)
    await state.update('list', added('mine'))
    memento.take('{"list":["theirs"]}')
    memento.onSend = () => {
      memento.onSend = () => {}
      throw new Error('No space left on device')
    }
    await until('both', () => /"list":\["theirs","mine"\]/.test(memento.text))
  })

  it('leaves the order that another window has given', async () => {
    testClock.shorten('saving', 30)
    const memento = new FakeMemento()
    const state = open(memento)
    const first = (entry: string) => (now: unknown) => [
      entry,
      ...((now ?? []) as string[]).filter((one) => one !== entry),
    ]
    await state.update('list', first('mine'))
    takeKnowing(memento, { list: ['theirs', 'mine'] })
    await until('the check', () => testClock.waiting.length === 0)
    await state.update('after', () => 1)
    assert.deepEqual(state.get('list'), ['theirs', 'mine'])
  })

  it('rejects where it cannot be stored, and goes on with the next', async () => {
    const memento = new FakeMemento()
    const state = open(memento)
    memento.onSend = () => {
      memento.onSend = () => {}
      throw new Error('No space left on device')
    }
    const failing = state.update('a', () => 1)
    const next = state.update('b', () => 2)
    await assert.rejects(failing, /No space/)
    await next
    assert.equal(state.get('b'), 2)
  })
})
