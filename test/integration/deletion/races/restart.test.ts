import { strict as assert } from 'node:assert'
import { settingIds } from '../../../../src/contributions.ts'
import { configs } from '../../../sandbox/data.ts'
import { FakeInputBox } from '../../../fakeVscode/quickInputs.ts'
import type { FakeWindow } from '../../../fakeVscode/window.ts'
import { until } from '../../../until.ts'
import { pool, textsOf, useWindows } from './windows.ts'

describe('Deletion: Deletions in several clusters that end while VS Code is closed', () => {
  const w = useWindows()
  const targets = [
    ['aws', configs.checkout, 'gpu-inference'],
    ['azure', configs.dataPlatform, 'kafka-brokers'],
    ['eks', configs.billing, 'system'],
    ['aks', configs.reporting, 'userpool'],
    ['gcp', configs.mlTraining, 'preprocessing'],
    ['vsphere', configs.factoryFloor, 'worker-pool'],
  ] as const

  // The memento of VS Code drops what is written between two others (core finding 9: 47 of 150 stayed).
  for (let run = 1; run <= 5; run++) {
    it(`leave no mark and are each told once, run ${run}`, async () => {
      for (const [provider, { uid }, machinePoolName] of targets) {
        const target = { provider, configUid: uid, machinePoolName }
        const { run: deleting, modal } = await w.ask(w.window, target)
        modal.press(modal.buttons[1])
        if (modal.buttons[1]?.endsWith('…')) {
          const box = await until('the name to type', () =>
            deleting.prompts.find((one) => one instanceof FakeInputBox),
          )
          assert.ok(box instanceof FakeInputBox)
          box.answer(box.placeholder)
        }
        await deleting.end
        assert.match(textsOf(deleting).join(), /^Deleting machine pool, /)
      }
      w.window.kill()
      w.service.drainStep(30)
      const next = w.machine.open(w.window.globalState.text)
      await until('no mark', () => !w.isMarked())
      const settled = () => next.log.filter((line) => line.includes('settled gone'))
      await until('the ends', () => settled().length >= targets.length)
      assert.equal(settled().length, targets.length)
      await until('the history', () => w.kept.every((one) => one.settled?.fate === 'deleted'))
    })
  }
})

describe('Deletion: A service that two connections lead to', () => {
  const w = useWindows()

  it('has a deletion of the one guarded over the other, too', async () => {
    await w.connect('same', w.service)
    await w.delete()
    await w.window.run('manageConnections', 'same')
    const again = await w.window.run('deleteMachinePool', { ...pool, connection: 'same' })
    assert.match(again.messages[0]?.text ?? '', /is already being deleted/)
    assert.equal(w.deletions().length, 1)
  })

  it('keeps its mark where the connection that it was sent over is removed', async () => {
    await w.connect('same', w.service)
    await w.delete()
    await w.removeConnection('home')
    assert.deepEqual(
      w.kept.map(({ connection, isOpen }) => [connection, isOpen]),
      [['same', true]],
    )
  })
})

describe('Deletion: The badge after a start', () => {
  const w = useWindows()

  it('counts a deletion that is followed before the service has answered', async () => {
    await w.delete()
    w.window.kill()
    const held = w.hold(pool.configUid)
    const next = w.machine.open(w.window.globalState.text)
    await until('the first look', held.isReached)
    assert.deepEqual(next.badge('machinePools'), { value: 1, tooltip: '1 deletion in progress' })
    held.open()
  })
})

describe('Deletion: A connection that is not in the settings', () => {
  const w = useWindows()

  it('counts as missing, and its key as left over, only where the settings have a list', async () => {
    const windows: FakeWindow[] = []
    for (const setting of [{}, 'home', null, []]) {
      w.machine.set(settingIds.connections, setting)
      const window = w.machine.open(w.window.globalState.text)
      windows.push(window)
      await window.run('refreshMachinePools') // which is loaded with what looks for them
    }
    const isMissed = ({ log }: FakeWindow) => log.some((line) => line.includes('its key is kept'))
    await until('the list to be missed in', () => isMissed(windows.at(-1)!))
    assert.deepEqual(windows.map(isMissed), [false, false, false, true])
  })
})

describe('Deletion: What is pinned', () => {
  const w = useWindows()
  const pins = () => w.window.globalState.get<unknown>('tracked') ?? {}

  it('is nothing after two deletions in a cluster that nobody has pinned', async () => {
    await w.delete()
    await w.delete(w.window, { ...pool, machinePoolName: 'worker-pool' })
    w.service.drainStep(3)
    await until('the first end', () => w.window.messages[0])
    w.service.drainStep(20)
    await until('the second end', () => !w.isMarked())
    assert.deepEqual(pins(), {})
  })

  it('stays, where it was pinned while its deletion was not known to have arrived', async () => {
    w.service.addFault({ method: 'DELETE', status: 502 })
    await w.delete()
    await w.window.run('pin', pool)
    const [row] = (await w.window.pools()).filter((one) => one.machinePoolName === 'gpu-inference')
    assert.equal(row?.mark, 'pinned')
    assert.match(JSON.stringify(pins()), /gpu-inference/)
    assert.ok(w.isMarked())
  })
})

describe('Deletion: What is kept of deletions', () => {
  const w = useWindows()

  it('is not read anew for each row', async () => {
    await w.delete()
    const config = w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    const [one] = config.pools
    config.pools = Array.from({ length: 400 }, (_, n) => ({ ...one!, name: `pool-${n}` }))
    await w.window.run('refreshMachinePools')
    const rows = await w.rowsOf(pool.configUid)
    assert.ok(rows.length >= 400)
    const { globalState } = w.window
    const get = globalState.get.bind(globalState)
    let reads = 0
    globalState.get = ((key: string, otherwise?: unknown) => {
      reads++
      return get(key, otherwise)
    }) as typeof globalState.get
    const opened = w.machine.files.reads
    for (const row of rows) assert.ok(await w.window.item('machinePools', row))
    assert.ok(reads + w.machine.files.reads - opened < 100)
  })
})
