import { strict as assert } from 'node:assert'
import { testClock } from '../../../clock.ts'
import { until } from '../../../until.ts'
import { pool, textsOf, useWindows } from './windows.ts'

const isDeleted = /^Deleting machine pool, .+: “gpu-inference” in /

describe('Deletion: Between the question and its answer', () => {
  const w = useWindows()

  it('a switch of the connection changes nothing of where it goes', async () => {
    const elsewhere = await w.startService()
    await w.connect('elsewhere', elsewhere)
    const { run, modal } = await w.ask()
    await w.window.run('manageConnections', 'elsewhere')
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(textsOf(run).join(), isDeleted)
    assert.equal(w.deletions().length, 1)
    assert.deepEqual(w.deletions(elsewhere), [])
  })

  it('another key is the one that goes along', async () => {
    const { run, modal } = await w.ask()
    w.service.apiKey = 'canary-key-of-tomorrow'
    await w.window.run('setApiKey', { connection: 'home', apiKey: w.service.apiKey })
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(textsOf(run).join(), isDeleted)
    assert.deepEqual(
      w.deletions().map(({ headers }) => headers['apikey']),
      ['canary-key-of-tomorrow'],
    )
  })

  it('a key that is cleared leaves nothing to send', async () => {
    const { run, modal } = await w.ask()
    await w.window.run('clearApiKey')
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(textsOf(run).join(), /Machine pool not deleted: .+\. .*API key/)
    assert.deepEqual(w.deletions(), [])
    assert.doesNotMatch(w.keptText, /gpu-inference/) // nor is it kept from now on
  })

  it('a refresh that finds the pool again does not send it twice', async () => {
    const [row] = (await w.window.pools()).filter((one) => one.machinePoolName === 'gpu-inference')
    const { run, modal } = await w.ask(w.window, row)
    await w.window.run('refreshMachinePools')
    await w.window.pools()
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(textsOf(run).join(), isDeleted)
    assert.equal(w.deletions().length, 1)
  })

  it('what others have written is read, and the own written, before a request leaves: each once', async () => {
    w.machine.files.isWatched = false
    const { run, modal } = await w.ask()
    const calls: string[] = []
    w.machine.files.onCall = (name) => calls.push(name)
    const steps = new Promise<readonly string[]>((resolve) => {
      w.machine.onDeparture = ({ method }) => resolve([...calls, method])
    })
    modal.press('Delete Machine Pool')
    assert.deepEqual(await steps, ['readDirectory', 'writeFile', 'readDirectory', 'DELETE'])
    await run.end
    assert.match(textsOf(run).join(), isDeleted)
  })

  it('a reload takes the question with it: nothing is sent', async () => {
    const { modal } = await w.ask()
    const window = w.window.reload()
    modal.press('Delete Machine Pool')
    await window.run('refreshMachinePools')
    await window.pools()
    assert.deepEqual(w.deletions(), [])
    assert.ok(!w.isMarked())
  })

  it('a second command for the pool asks nothing, and one after the answer does', async () => {
    const { run, modal } = await w.ask()
    const second = await w.window.run('deleteMachinePool', pool)
    assert.deepEqual(second.messages, [])
    modal.press()
    await run.end
    const third = await w.ask()
    third.modal.press()
    await third.run.end
    assert.deepEqual(w.deletions(), [])
  })

  it('three commands at once are one question and one deletion', async () => {
    const runs = [1, 2, 3].map(() => w.window.start('deleteMachinePool', pool))
    const modal = await w.question(runs[0]!)
    await Promise.all([runs[1]?.end, runs[2]?.end])
    modal.press('Delete Machine Pool')
    await runs[0]?.end
    assert.deepEqual(
      runs.map(({ messages, dialogs }) => [messages.length, dialogs.ongoing.size]),
      [
        [1, 1],
        [0, 0],
        [0, 0],
      ],
    )
    assert.equal(w.deletions().length, 1)
  })
})

describe('Deletion: While the look before a deletion is under way', () => {
  const w = useWindows()

  it('another key takes its answer from the views: it was read with the old one', async () => {
    const gate = w.hold('/cloudconfigs/', 'GET')
    const run = w.window.start('deleteMachinePool', pool)
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

describe('Deletion: While the request of a deletion is under way', () => {
  const w = useWindows()

  it('a switch of the connection leaves its outcome as it is', async () => {
    await w.connect('elsewhere', await w.startService())
    const { run, open } = await w.deleteHeld()
    await w.window.run('manageConnections', 'elsewhere')
    open()
    await run.end
    assert.match(textsOf(run).join(), isDeleted)
    assert.equal(w.deletions().length, 1)
  })

  it('another key and a refresh do not send it again', async () => {
    const { run, open } = await w.deleteHeld()
    const { apiKey } = w.service
    await w.window.run('setApiKey', { connection: 'home', apiKey })
    await w.window.run('refreshMachinePools')
    await w.window.pools()
    open()
    await run.end
    assert.match(textsOf(run).join(), isDeleted)
    assert.equal(w.deletions().length, 1)
  })

  it('its connection may go: the outcome is told, and nothing stays kept for it', async () => {
    w.service.addFault({ method: 'DELETE', cut: 'beforeHeaders' })
    const { run, open } = await w.deleteHeld()
    await w.removeConnection('home')
    open()
    await run.end
    assert.match(textsOf(run).join(), /may have been deleted/)
    assert.doesNotMatch(w.keptText, /home/)
  })

  it('its connection may go: that it was accepted is told, as nobody will follow it', async () => {
    const { run, open } = await w.deleteHeld()
    await w.removeConnection('home')
    open()
    await run.end
    assert.equal(w.deletions().length, 1)
    assert.match(textsOf(run).join(), /^Deleting machine pool, progress unknown: “gpu-inference”/)
    assert.equal(run.dialogs.ongoing.size, 0)
    assert.doesNotMatch(w.keptText, /home/)
  })

  it('its row may go: a deletion that nobody knows the end of is marked all the same', async () => {
    w.service.addFault({ method: 'DELETE', cut: 'beforeHeaders' })
    const { run, open } = await w.deleteHeld()
    const [row] = (await w.window.pools()).filter((one) => one.machinePoolName === 'gpu-inference')
    await w.window.run('unpin', row)
    open()
    await run.end
    assert.match(textsOf(run).join(), /may have been deleted/)
    assert.ok(w.isMarked())
  })

  it('a reload keeps its mark, and the next start finds out', async () => {
    const { open } = await w.deleteHeld()
    const window = w.window.reload()
    open()
    await until('the deletion', () => w.deletions().length === 1)
    assert.ok(w.isMarked())
    w.drain()
    const told = await until('what came of it', () => window.messages[0])
    assert.match(told.text, /Machine pool deleted: “gpu-inference” in .+\.$/)
    assert.ok(!w.isMarked())
    assert.equal(w.deletions().length, 1)
  })

  it('the end of the extension leaves its mark, and no error', async () => {
    w.service.addFault({ method: 'DELETE', stall: 'beforeHeaders' })
    testClock.shorten('deadline', 150)
    const { run, open } = await w.deleteHeld()
    w.window.deactivate()
    open()
    await run.end
    assert.ok(w.isMarked())
  })
})

describe('Deletion: While a deletion is followed', () => {
  const w = useWindows()

  it('a switch of the connection does not end it', async () => {
    await w.connect('elsewhere', await w.startService())
    await w.delete()
    await w.window.run('manageConnections', 'elsewhere')
    w.drain()
    const told = await until('its end', () => w.window.messages[0])
    assert.match(told.text, /Machine pool deleted: “gpu-inference” in .+\.$/)
  })

  it('a key that is cleared and set again does not end it', async () => {
    await w.delete()
    await w.window.run('clearApiKey')
    w.drain()
    const { apiKey } = w.service
    await w.window.run('setApiKey', { connection: 'home', apiKey })
    const told = await until('its end', () => w.window.messages[0])
    assert.match(told.text, /Machine pool deleted: “gpu-inference” in .+\.$/)
    assert.ok(w.service.requests.every(({ headers }) => headers['apikey'] === apiKey))
  })

  it('the removal of its connection ends it, in silence', async () => {
    const texts = await w.delete()
    assert.match(texts.join(), isDeleted)
    await until('a look', () => w.looks() > 1)
    const gate = w.hold('/cloudconfigs/')
    await until('the next look', gate.isReached)
    await w.removeConnection('home')
    gate.open()
    w.drain()
    await w.window.run('refreshMachinePools')
    assert.doesNotMatch(w.keptText, /home/)
    assert.deepEqual(w.window.messages, [])
  })

  it('a refresh in the midst of a look tells of its end once', async () => {
    await w.delete()
    const gate = w.hold('/cloudconfigs/')
    await until('a look', gate.isReached)
    w.drain()
    for (let times = 0; times < 3; times++) await w.window.run('refreshMachinePools')
    gate.open()
    await until('its end', () => !w.isMarked())
    await w.window.run('refreshMachinePools')
    await w.window.pools()
    assert.equal(w.window.messages.length, 1)
  })

  it('the end of the extension ends the looks, and leaves the mark', async () => {
    await w.delete()
    const gate = w.hold('/cloudconfigs/')
    await until('a look', gate.isReached)
    w.window.deactivate()
    gate.open()
    assert.ok(w.isMarked())
    const window = w.window.reload()
    w.drain()
    await until('its end', () => window.messages[0])
    assert.deepEqual(w.window.messages, [])
  })
})

describe('Deletion: A deletion that is accepted while a save is slow', () => {
  const w = useWindows()

  it('is told as any other, not as one that could not be saved', async () => {
    w.service.lookups = 'all'
    testClock.shorten('deadline', 150)
    const { run, open } = await w.deleteHeld()
    const { promise, resolve } = Promise.withResolvers<void>()
    let isSlow = false
    w.machine.onDeparture = ({ method }) => {
      isSlow ||= method === 'GET'
    }
    w.machine.files.onWrite = () => (isSlow ? promise : undefined)
    open()
    await until('the outcome', () => /outcome done/.test(run.log.join()))
    resolve()
    await run.end
    assert.deepEqual(
      run.messages.filter(({ isModal }) => !isModal).map(({ text }) => text),
      [],
    )
  })
})

describe('Deletion: A deletion that is accepted while nothing can be saved', () => {
  const w = useWindows()

  it('is known to be, refused a second time, and followed to its end', async () => {
    w.service.lookups = 'all'
    const { run, open } = await w.deleteHeld()
    w.machine.files.onWrite = () => {
      throw new Error('No space left on device')
    }
    open()
    await run.end
    assert.match(run.dialogs.followed.join(), isDeleted)
    assert.match(
      textsOf(run).join(),
      /^Couldn’t save the outcome of the deletion of “gpu-inference”\. /,
    )
    testClock.putForward(15)
    const again = await w.window.run('deleteMachinePool', pool)
    assert.match(again.messages[0]?.text ?? '', /is already being deleted/)
    const before = w.looks()
    await until('a look or two', () => w.looks() > before + 1)
    assert.deepEqual([w.window.messages.length, w.deletions().length], [0, 1])
    w.machine.files.onWrite = () => {}
    w.drain()
    assert.match(
      (await until('its end', () => w.window.messages[0])).text,
      /^Machine pool deleted: [^.]+\.$/,
    )
    await until('no mark', () => !w.isMarked())
  })
})
