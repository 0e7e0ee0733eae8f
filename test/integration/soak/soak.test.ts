import { strict as assert } from 'node:assert'
import Mocha from 'mocha'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { settingIds } from '../../../src/contributions.ts'
import { configs } from '../../sandbox/data.ts'
import { startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { testClock } from '../../clock.ts'
import { FakeMachine } from '../../fakeVscode/machine.ts'
import { EventEmitter } from '../../fakeVscode/values.ts'
import type { FakeWindow } from '../../fakeVscode/window.ts'
import { until } from '../../until.ts'

// Half an hour's worth.
const work = { refreshes: 10_000, deletions: 2_000, switches: 500 }
const mostGrowth = 2 * 1024 * 1024

const { uid: configUid, provider, pools } = configs.checkout
const spare = pools.find(({ name }) => name === 'gpu-inference')!
const target = { provider, configUid, machinePoolName: spare.name }

describe('Long run: A long day’s work', function () {
  this.timeout(280_000)
  let machine: FakeMachine
  let service: Sandbox
  let window: FakeWindow
  let requests = 0

  before(async () => {
    machine = new FakeMachine()
    machine.begin()
    testClock.pacingSpeed = 10_000
    service = await startSandbox()
    window = machine.open()
    const { baseUrl, apiKey } = service
    const names = ['first', 'second']
    machine.set(
      settingIds.connections,
      names.map((name) => ({ name, baseUrl })),
    )
    for (const connection of names) await window.run('setApiKey', { connection, apiKey })
  })

  after(async () => {
    await machine.end()
    await service.close()
  })

  it('leaves no memory, timer or listener behind, and asks exactly for what it needs', async () => {
    await doWork({ refreshes: 100, deletions: 20, switches: 10 }) // what is made once is made by now
    requests = 0
    const timers = countTimers()
    const listening = EventEmitter.listening
    assert.ok(listening > 10)
    const before = heapUsed()
    await doWork(work)
    await until('the end of all timers', () => countTimers() <= timers)
    // Connections that are kept open for a while, and VS Code itself, let go of theirs later.
    let grown = 0
    const isLittle = () => (grown = heapUsed() - before) < mostGrowth
    await until('the memory of before', isLittle).catch((error: unknown) => {
      throw new Error(`The heap has grown by ${grown} bytes`, { cause: error })
    })
    assert.equal(EventEmitter.listening, listening)
    const text = `heap ${before} B, ${grown} B more; ${requests} requests`
    Mocha.reporters.Base.consoleLog(text)
    // A page of clusters each; the config, its machines, the deletion, the config again, and the counts
    // of the clusters each; the second connection's page.
    assert.equal(requests, work.refreshes + 5 * work.deletions + 1)
    assert.ok(!machine.files.paths.some((path) => path.endsWith('.sent.json'))) // all have ended
  })

  it('leaves no listener behind where the window is closed', async () => {
    const before = EventEmitter.listening
    const another = machine.open()
    await another.rows('machinePools')
    assert.ok(EventEmitter.listening > before)
    another.kill()
    assert.equal(EventEmitter.listening, before)
  })

  async function doWork({ refreshes, deletions, switches }: typeof work): Promise<void> {
    for (let nth = 0; nth < refreshes; nth++) {
      await window.run('refreshMachinePools')
      await window.rows('machinePools')
      forget()
    }
    for (let nth = 0; nth < deletions; nth++) {
      await deletePool()
      forget()
    }
    for (let nth = 0; nth < switches; nth++) {
      await window.run('manageConnections', nth % 2 === 0 ? 'second' : 'first')
      await window.rows('machinePools')
      forget()
    }
  }

  async function deletePool(): Promise<void> {
    const config = service.data.configs.find(({ uid }) => uid === configUid)!
    config.pools = [...config.pools.filter(({ name }) => name !== spare.name), { ...spare }]
    const run = window.start('deleteMachinePool', target)
    const modal = await until('the question', () => run.modals[0])
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(run.messages[1]?.text ?? '', /^Machine pool deleted: [^.]+\.$/)
  }

  /** What only the test keeps would be taken for a leak. */
  function forget(): void {
    requests += service.requests.length
    service.requests.length = 0
    window.log.length = 0
  }
})

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

/** How many bytes are in use, after a collection that is forced. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let times = 0; times < 2; times++) collect()
  return process.memoryUsage().heapUsed
}
