import { strict as assert } from 'node:assert'
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

/** Half an hour’s worth. */
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
    const connections = names.map((name) => ({ name, baseUrl }))
    machine.set(settingIds.connections, connections)
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
    // A page of clusters each; the config, its machines, the deletion, the config again, and the counts
    // of the clusters each; the second connection's page.
    assert.equal(requests, work.refreshes + 5 * work.deletions + 1)
    assert.ok(!machine.files.paths.some((path) => path.endsWith('.sent.json'))) // all have ended
    const another = machine.open()
    await another.rows('machinePools')
    assert.ok(EventEmitter.listening > listening)
    another.kill()
    assert.equal(EventEmitter.listening, listening)
  })

  async function doWork({ refreshes, deletions, switches }: typeof work): Promise<void> {
    const rows = async () => window.rows('machinePools')
    await times(refreshes, async () => (await window.run('refreshMachinePools'), await rows()))
    await times(deletions, deletePool)
    await times(switches, async (nth) => {
      await window.run('manageConnections', nth % 2 === 0 ? 'second' : 'first')
      await rows()
    })
  }

  /** Does something so many times; what only the test keeps of it would be taken for a leak. */
  async function times(count: number, act: (nth: number) => Promise<unknown>): Promise<void> {
    for (let nth = 0; nth < count; nth++) {
      await act(nth)
      requests += service.requests.length
      service.requests.length = window.log.length = 0
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
