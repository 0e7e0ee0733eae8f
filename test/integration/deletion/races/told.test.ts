import { strict as assert } from 'node:assert'
import { settingIds } from '../../../../src/contributions.ts'
import type { MachinePoolNode, NoteNode } from '../../../../src/ui/trees/nodes.ts'
import { testClock } from '../../../clock.ts'
import { configs, oddConfigs, projects } from '../../../sandbox/data.ts'
import type { Fault } from '../../../sandbox/service.ts'
import { until } from '../../../until.ts'
import { pool, textsOf, useWindows } from './windows.ts'

const workers = { ...pool, machinePoolName: 'worker-pool' }
const configPath = `/v1/cloudconfigs/aws/${pool.configUid}`
const html = { body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } }

describe('Deletion: What is told of a deletion that is followed', () => {
  const w = useWindows()
  const data = () => w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
  const fates = () => w.kept.map(({ fate, settled }) => settled?.fate ?? fate)
  /** Waits until the service was looked at so many times more. */
  const looked = async (times = 2) => {
    const { requests } = w.service
    const before = requests.length
    const looks = () => requests.slice(before).filter(({ url }) => url.startsWith(configPath))
    await until(`${times} looks`, () => looks().length >= times * 2)
  }

  for (const fault of [{ status: 404 }, { status: 403 }, { status: 405 }, html] as Fault[]) {
    it(`is not its end where one look is answered so: ${JSON.stringify(fault)}`, async () => {
      await w.delete()
      await looked(1)
      w.service.addFault({ method: 'GET', path: configPath, times: 3, ...fault })
      await looked(3)
      assert.deepEqual([w.window.messages, fates()], [[], ['draining']])
      assert.ok(w.isMarked())
      w.drain()
      const { text } = await until('its end', () => w.window.messages[0])
      assert.match(text, /^Machine pool deleted: [^.]+\.$/)
    })
  }

  it('is not its end where another start of VS Code has never had an answer', async () => {
    await w.delete()
    w.window.kill()
    w.service.addFault({ method: 'GET', path: 'cloudconfigs', times: null, status: 405 })
    w.service.addFault({ method: 'POST', times: null, status: 405 })
    w.window = w.machine.open(w.window.globalState.text)
    const before = w.service.requests.length
    await until('looks', () => w.service.requests.length > before + 2)
    assert.deepEqual([w.window.messages, fates(), w.isMarked()], [[], ['draining'], true])
  })

  for (const fault of [{ status: 404 }, { status: 403 }, html] as Fault[]) {
    it(`is not its end where the first look of all is answered so: ${JSON.stringify(fault)}`, async () => {
      w.window = w.window.reload() // in which no lookup has worked yet
      w.service.addFault({ method: 'GET', path: configPath, times: null, ...fault })
      const { run, modal } = await w.ask()
      await w.type(run, modal, pool.machinePoolName)
      await run.end
      // Nobody has seen that anything drains.
      assert.match(textsOf(run).join(), /^Deleting machine pool, progress unknown: /)
      w.window = w.window.reload()
      const looks = () => w.service.requests.filter(({ url }) => url === configPath).length
      const before = looks()
      await until('looks', () => looks() > before + 2)
      assert.deepEqual([w.window.messages, fates(), w.isMarked()], [[], ['accepted'], true])
      w.service.clearFaults()
      w.drain()
      const { text } = await until('its end', () => w.window.messages[0])
      assert.match(text, /^Machine pool deleted: [^.]+\.$/)
    })
  }

  it('is its end where the service turns out to support no lookups, after a reload', async () => {
    for (const method of ['GET', 'POST']) {
      w.service.addFault({ method, times: null, status: 500 })
    }
    const { run, modal } = await w.ask()
    await w.type(run, modal, pool.machinePoolName)
    await run.end
    assert.deepEqual(fates(), ['accepted'])
    w.window.kill()
    w.service.clearFaults()
    w.service.lookups = 'none'
    w.window = w.machine.open(w.window.globalState.text)
    await until('no mark', () => !w.isMarked())
    const { text } = await until('its end', () => w.window.messages[0])
    assert.match(text, /^Machine pool deleted: [^.]+\.$/)
    await until('its entry', () => fates()[0] === 'deleted')
    assert.equal(w.window.messages.length, 1)
  })

  it('agrees with the view, whose row was read outside the project that is looked in', async () => {
    const rowOf = (rows: readonly MachinePoolNode[]) =>
      rows.find(({ machinePoolName }) => machinePoolName === pool.machinePoolName)
    await w.delete(w.window, rowOf(await w.rowsOf(pool.configUid)))
    assert.notEqual(w.kept[0]?.projectUid, undefined)
    w.window = w.window.reload()
    assert.ok(rowOf(await w.rowsOf(pool.configUid)))
    w.drain()
    const { text } = await until('its end', () => w.window.messages[0])
    assert.match(text, /^Machine pool deleted: [^.]+\.$/)
    await until('no row of it', async () => !rowOf(await w.rowsOf(pool.configUid)))
  })

  it('agrees with the view, whose row was read over another connection than it was deleted', async () => {
    const isShown = async () =>
      (await w.rowsOf(pool.configUid)).some(
        ({ machinePoolName }) => machinePoolName === pool.machinePoolName,
      )
    await w.connect('other', w.service)
    assert.ok(await isShown())
    w.service.drain = 'instant'
    assert.match(
      (await w.delete(w.window, { ...pool, connection: 'other' })).join(),
      /^Machine pool deleted: [^.]+\.$/,
    )
    await until('no row of it', async () => !(await isShown()))
  })

  it('is that it is not gone yet in one write with its history', async () => {
    const kept = new Set<string>()
    const look = () => {
      for (const { told, settled } of w.kept) kept.add(`${told} ${settled?.fate}`)
    }
    w.machine.files.onWrite = look
    await w.delete()
    testClock.putForward(20)
    await until('its report', () => w.window.messages[0])
    await looked(1)
    look()
    assert.deepEqual([...kept], ['undefined undefined', 'overdue overdue'])
  })

  it('is that it is not gone yet only after a look, and once', async () => {
    await w.delete()
    w.window.kill()
    testClock.putForward(600)
    w.service.addFault({ method: 'GET', times: 6, cut: 'beforeHeaders' })
    w.window = w.machine.open(w.window.globalState.text)
    const gets = () => w.service.requests.filter(({ method }) => method === 'GET').length
    const before = gets()
    await until('looks that fail', () => gets() >= before + 4)
    assert.deepEqual(w.window.messages, [])
    const { text } = await until('a look', () => w.window.messages[0])
    assert.match(
      text,
      /^Deletion accepted, not confirmed: .+ hasn’t been confirmed in the expected time/,
    )
    const { run, modal } = await w.ask()
    assert.match(
      modal.detail,
      /^The service accepted an earlier delete request\. The machines may still be draining\.$/m,
    )
    modal.press()
    await run.end
    for (let starts = 0; starts < 2; starts++) {
      w.window = w.window.reload()
      await looked(1)
      w.window.gainFocus()
      await w.window.run('refreshMachinePools')
      await looked(1)
      assert.deepEqual(w.window.messages, [])
    }
    w.drain()
    await w.window.run('refreshMachinePools')
    const end = await until('its end', () => w.window.messages[0])
    assert.match(end.text, /^Machine pool deleted: [^.]+\.$/)
  })

  it('is the same on the row after five minutes without progress on edge-native', async () => {
    const { provider, uid: configUid } = oddConfigs.storeEdge
    w.service.data.configs.push(structuredClone(oddConfigs.storeEdge))
    const target = { provider, configUid, machinePoolName: 'tills' }
    await w.delete(w.window, target)
    testClock.putForward(6)
    await until('its report', () => w.window.messages[0])
    const rows = await w.rowsOf(configUid)
    const row = rows.find(({ machinePoolName }) => machinePoolName === 'tills')
    const item = await w.window.item('machinePools', row)
    assert.match(String(item?.description), /completion not confirmed/)
    const { run, modal } = await w.ask(w.window, target)
    assert.match(modal.detail, /^The service accepted an earlier delete request\./m)
    modal.press()
    await run.end
  })

  for (const fault of [{ cut: 'beforeHeaders' }, { status: 403 }] as Fault[]) {
    it(`is once that it isn’t confirmed where no start of VS Code has an answer: ${JSON.stringify(fault)}`, async () => {
      await w.delete()
      w.window.kill()
      testClock.putForward(30)
      w.service.addFault({ method: 'GET', path: 'cloudconfigs', times: null, ...fault })
      w.window = w.machine.open(w.window.globalState.text)
      const { severity, text } = await until('the warning', () => w.window.messages[0])
      assert.match(`${severity}: ${text}`, /^warning: Deletion accepted, not confirmed: /)
      await until('its entry', () => fates()[0] === 'overdue')
      w.window = w.window.reload()
      for (let looks = 0; looks < 20; looks++) {
        const before = w.service.requests.length
        w.window.gainFocus() // one that is refused isn’t looked at again before
        await until('a look', () => w.service.requests.length > before)
      }
      assert.deepEqual(w.window.messages, [])
      w.service.clearFaults()
      w.drain()
      await w.window.run('refreshMachinePools')
      const end = await until('its end', () => w.window.messages[0])
      assert.match(end.text, /^Machine pool deleted: [^.]+\.$/)
    })
  }

  it('is nothing where there is no key to look with', async () => {
    await w.delete()
    w.window.kill()
    w.drain()
    const secrets = w.machine.secrets.of({ event: () => ({}) } as never)
    const { origin } = new URL(w.service.baseUrl)
    await secrets.delete(`apiKey:${JSON.stringify(['home', origin])}`)
    testClock.putForward(30)
    w.window = w.machine.open(w.window.globalState.text)
    await until('some looks', () => testClock.waiting.includes('following'))
    assert.deepEqual(w.window.messages, [])
    await w.window.run('setApiKey', { connection: 'home', apiKey: w.service.apiKey })
    const { text } = await until('its end', () => w.window.messages[0])
    assert.match(text, /^Machine pool deleted: [^.]+\.$/)
  })

  it('is nothing for as long as machines go, however late', async () => {
    await w.delete(w.window, workers) // of six
    await looked()
    for (let left = 5; left >= 3; left--) {
      testClock.putForward(19)
      w.service.drainStep()
      await looked()
    }
    assert.deepEqual(w.window.messages, [])
    const { run } = { run: await w.window.run('deleteMachinePool', workers) }
    assert.match(textsOf(run).join(), /is already being deleted/)
    w.service.drainStep(10)
    const { text } = await until('its end', () => w.window.messages[0])
    assert.match(text, /^Machine pool deleted: [^.]+\.$/)
  })

  it('is never that it was deleted where the service has neither accepted it nor listed its pool', async () => {
    const target = { ...pool, machinePoolName: 'typo-pool' }
    w.service.addFault({ method: 'GET', path: pool.configUid, status: 500, times: null })
    w.service.addFault({ method: 'DELETE', cut: 'beforeHeaders' })
    const { run, modal } = await w.ask(w.window, target)
    await w.type(run, modal, 'typo-pool')
    await run.end
    w.service.clearFaults()
    const { text } = await until('its end', () => w.window.messages[0])
    assert.match(
      text,
      /^Machine pool may have been deleted: “typo-pool” in .+ The service doesn’t list the machine pool\.$/,
    )
    await until('no mark', () => !w.isMarked())
    assert.deepEqual(
      w.kept.map(({ fate, settled }) => settled?.fate ?? fate),
      ['unknown'],
    )
  })

  it('is that it is in progress where the clock is set back', async () => {
    await w.delete()
    testClock.putForward(-25)
    const run = await w.window.run('deleteMachinePool', pool)
    assert.match(textsOf(run).join(), /is already being deleted/)
    assert.equal(w.deletions().length, 1)
  })

  it('is the end of the old one where a pool is made anew under the same name', async () => {
    await w.delete()
    const gate = w.hold('/cloudconfigs/')
    await until('a look', gate.isReached)
    w.drain()
    data().pools.push({
      name: pool.machinePoolName,
      isControlPlane: false,
      size: 9,
      azs: [],
      instanceType: 'new',
      generation: 2,
    })
    gate.open()
    const { text } = await until('its end', () => w.window.messages[0])
    assert.match(text, /^Machine pool deleted: [^.]+\.$/)
    assert.ok(!w.isMarked())
    const { run, modal } = await w.ask()
    assert.match(modal.detail, /^Nodes: 9 · /m)
    modal.press()
    await run.end
  })

  describe('without a definite answer', () => {
    async function fail(target: object = workers, fault: Fault = { status: 502 }): Promise<void> {
      w.service.addFault({ method: 'DELETE', ...fault })
      await w.delete(w.window, target)
      await looked() // when the second one begins, the first is over
    }

    it('is never said to have had no effect, however long its machines run', async () => {
      await fail()
      testClock.putForward(60)
      await looked(1)
      assert.deepEqual([w.window.messages, fates(), w.isMarked()], [[], ['unknown'], true])
    })

    it('is nothing where another pool has its name by now, whose row has no mark', async () => {
      await fail(pool)
      data().pools.find(({ name }) => name === pool.machinePoolName)!.generation = 2
      await until('no mark', () => !w.isMarked())
      assert.deepEqual([w.window.messages, fates()], [[], ['unknown']])
    })

    it('is its end where the look before the next one finds it gone', async () => {
      await fail(pool)
      const gate = w.hold('/cloudconfigs/')
      await until('a look', gate.isReached)
      w.window.deactivate()
      gate.open()
      w.window = w.window.reload()
      data().pools = data().pools.filter(({ name }) => name !== pool.machinePoolName)
      const run = await w.window.run('deleteMachinePool', pool)
      await until('the end', () => fates()[0] === 'deleted')
      const told = [...textsOf(run), ...w.window.messages.map(({ text }) => text)]
      assert.equal(
        told.filter((text) => text.startsWith('Machine pool deleted: ')).length,
        1,
        told.join(),
      )
      assert.ok(!w.isMarked())
    })
  })
})

describe('Deletion: A deletion is followed on', () => {
  const w = useWindows()
  /** How often a secret is not to be had. */
  let locked = 0

  beforeEach(async () => {
    const { secrets } = w.machine
    const of = secrets.of.bind(secrets)
    secrets.of = (changed) => {
      const storage = of(changed)
      const get = async (key: string) => {
        if (locked-- > 0) throw new Error('The keyring is locked')
        return storage.get(key)
      }
      return { ...storage, get }
    }
    locked = 0
    w.window = w.window.reload()
  })

  /** Waits for its end, which is told once, after so many other messages. */
  async function isTold(before = 0): Promise<void> {
    const { text } = await until('its end', () => w.window.messages[before])
    assert.match(text, /Machine pool deleted: “gpu-inference” in .+\.$/)
    await until('no mark', () => !w.isMarked())
    assert.equal(w.window.messages.length, before + 1)
  }

  it('where the secret storage rejects', async () => {
    await w.delete()
    await until('a look', () => w.looks() > 1)
    locked = 3
    await until('that', () => locked < 0)
    w.drain()
    await isTold()
  })

  it('though the views and commands say that the key can’t be read, and what to do', async () => {
    const text = 'Couldn’t read the API key from secret storage'
    locked = Infinity
    const [note, ...others] = (await w.window.rows('machinePools')) as NoteNode[]
    assert.deepEqual([note?.label, others], ['API key not available', []])
    assert.ok(note?.detail?.startsWith(text), note?.detail)
    const told = textsOf(await w.window.run('deleteMachinePool', pool)).join()
    locked = 0
    assert.ok(told.includes(text), told)
    assert.match(told, /The keyring is locked/)
    await w.delete()
    w.drain()
    await isTold()
  })

  it('where the disk is full as it ends, and told once', async () => {
    await w.delete()
    await until('a look', () => w.looks() > 1)
    let left = 3
    w.machine.files.onWrite = () => {
      if (left-- > 0) throw new Error('No space left on device')
    }
    w.drain()
    await isTold()
    assert.ok(left < 0)
  })

  it('where another project is selected for a while', async () => {
    await w.delete()
    const [entry] = w.machine.connections
    const switched = { ...entry, projectUid: projects.production.uid }
    w.machine.set(settingIds.connections, [switched])
    await w.window.pools()
    w.machine.set(settingIds.connections, [entry])
    w.drain()
    await isTold()
  })

  it('where the setting is broken for a while, which its notification does not hide', async () => {
    const { run, modal } = await w.ask()
    modal.press('Delete Machine Pool')
    await run.end
    assert.equal(run.dialogs.ongoing.size, 1)
    const all = w.machine.connections
    w.machine.set(settingIds.connections, [{ ...all[0], baseUrl: 'htt' }])
    const ends = () => !testClock.waiting.includes('following')
    await until('nothing to be followed', ends)
    const { text } = await until('what is known', () => w.window.messages[0])
    assert.match(text, /^Deleting machine pool, progress unknown: “gpu-inference” in /)
    assert.equal(run.dialogs.ongoing.size, 0)
    w.machine.set(settingIds.connections, all)
    w.drain()
    await isTold(1)
  })

  it('where its connection is renamed', async () => {
    await w.delete()
    const [entry] = w.machine.connections
    w.machine.set(settingIds.connections, [{ ...entry, name: 'renamed' }])
    await w.window.run('setApiKey', { connection: 'renamed', apiKey: w.service.apiKey })
    w.drain()
    await isTold()
  })

  it('after sleep, where the network comes later', async () => {
    await w.delete()
    await until('a look', () => w.looks() > 1)
    testClock.putForward(480)
    w.service.addFault({ method: 'GET', times: 6, cut: 'beforeHeaders' })
    w.drain()
    await isTold()
  })
})

describe('Deletion: A deletion that the service has accepted is never called not sent', () => {
  const w = useWindows()

  it('where the secret storage rejects in the look after it', async () => {
    const { secrets } = w.machine
    const of = secrets.of.bind(secrets)
    let isLocked = false
    secrets.of = (changed) => {
      const storage = of(changed)
      const get = async (key: string) => {
        if (isLocked) throw new Error('The keyring is locked')
        return storage.get(key)
      }
      return { ...storage, get }
    }
    w.window = w.window.reload()
    const { run, modal } = await w.ask()
    w.machine.onDeparture = ({ method }) => {
      isLocked ||= method === 'DELETE'
    }
    modal.press('Delete Machine Pool')
    await run.end
    isLocked = false
    assert.match(textsOf(run).join(), /^Deleting machine pool, /)
    assert.match(run.log.join(), /outcome done/)
    assert.equal(w.kept[0]?.fate, 'accepted')
    assert.ok(w.isMarked())
  })

  it('where nothing can be written any more', async () => {
    const { run, modal } = await w.ask()
    w.machine.onDeparture = ({ method }) => {
      if (method !== 'DELETE') return
      w.machine.files.onWrite = () => {
        throw new Error('No space left on device')
      }
    }
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(textsOf(run).join(), /Deleting machine pool, /)
    const warnings = run.messages.filter(
      ({ severity, isModal }) => severity === 'warning' && !isModal,
    )
    assert.deepEqual(
      warnings.map(({ text }) => text),
      [
        'Couldn’t save the outcome of the deletion of “gpu-inference”. After a reload, the machine pool will be shown as one that may have been deleted.',
      ],
    )
    assert.match(run.log.join(), /outcome done/)
    assert.equal(w.deletions().length, 1)
    const before = w.looks()
    await until('looks', () => w.looks() > before + 1)
    assert.deepEqual(w.window.messages, [])
    testClock.putForward(2)
    const next = w.machine.open(w.window.globalState.text)
    const row = (await next.pools()).find((one) => one.machinePoolName === pool.machinePoolName)
    const item = await next.item('machinePools', row)
    assert.match(String(item?.description), /^outcome unknown/)
  })

  it('but one whose mark could not be written is, and leaves no mark', async () => {
    const { run, modal } = await w.ask()
    let writes = 0
    w.machine.files.onWrite = () => {
      if (++writes === 1) throw new Error('No space left on device')
    }
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(
      textsOf(run).join(),
      /^Machine pool not deleted: .+\. .+ couldn’t save a record of it\. Check your disk’s free space/,
    )
    assert.doesNotMatch(textsOf(run).join(), /No space left on device/)
    assert.match(run.log.join('\n'), /^warn .*No space left on device/m)
    assert.deepEqual([w.deletions(), w.isMarked()], [[], false])
  })

  it('and a page that answers it is no answer', async () => {
    w.service.addFault({ method: 'DELETE', ...html })
    const texts = await w.delete()
    assert.match(texts.join(), /may have been deleted/)
    assert.match(w.window.log.join('\n'), /outcome unknown/)
    assert.ok(w.isMarked())
  })
})

describe('Deletion: The number of nodes in a question', () => {
  const w = useWindows()
  const find = () =>
    w.service.data.configs
      .find(({ uid }) => uid === configs.checkout.uid)!
      .pools.find(({ name }) => name === pool.machinePoolName)!

  async function detail(): Promise<string> {
    const { run, modal } = await w.ask()
    modal.press()
    await run.end
    return modal.detail
  }

  it('is the number of its machines, from all pages', async () => {
    Object.assign(find(), { size: 3, machines: 120 })
    assert.match(await detail(), /^Nodes: 120 \(configured: 3\) · /m)
  })

  it('has what is configured beside it only where it is outside of its autoscaling', async () => {
    Object.assign(find(), { size: 1, minSize: 1, maxSize: 200, machines: 120 })
    assert.match(await detail(), /^Nodes: 120 · /m)
  })

  it('is none where machines are not listed: then what is configured is called that', async () => {
    w.service.lookups = { machines: 403 }
    assert.match(await detail(), /^Configured size: 2 \(machines not counted\) · /m)
    Object.assign(find(), { minSize: 1, maxSize: 200 })
    assert.match(await detail(), /^Configured size: 1–200 \(machines not counted\) · /m)
  })

  it('is not waited for where the list stalls', async () => {
    w.service.addFault({ method: 'GET', path: '/machines', stall: 'beforeHeaders' })
    const run = w.window.start('deleteMachinePool', pool)
    const isAsked = () => w.service.requests.some(({ url }) => url.endsWith('/machines'))
    const isLookedAt = () => run.log.some((line) => line.includes(`${configPath} 200`))
    await until('the rest of what is asked', () => isAsked() && isLookedAt())
    testClock.end('deadline')
    const modal = await w.question(run)
    assert.match(modal.detail, /^Configured size: 2/m)
    modal.press()
    await run.end
  })
})

describe('Deletion: A button of a message about a deletion', () => {
  const w = useWindows()

  it('tells that what it does has failed', async () => {
    const target = { ...pool, machinePoolName: 'long-gone' }
    await w.window.run('pin', { ...target, connection: 'home' })
    await w.rowsOf(pool.configUid)
    const run = await w.window.run('deleteMachinePool', target)
    w.window.globalState.onSend = () => {
      throw new Error('No space left on device')
    }
    run.messages[0]?.press('Unpin')
    const all = () => [...run.messages, ...w.window.messages].map(({ text }) => text)
    const failed = (text: string) =>
      text === 'An unexpected error occurred: No space left on device'
    await until('what is told', () => all().some(failed))
    w.window.globalState.onSend = () => {}
  })
})
