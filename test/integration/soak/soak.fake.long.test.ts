import { strict as assert } from 'node:assert'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { EventEmitter } from '../../fakeVscode/values.ts'
import { until } from '../../until.ts'
import { useWindows } from '../deletion/races/windows.ts'

/** The work that takes a user half an hour. */
const work = { refreshes: 10_000, deletions: 2_000, switches: 500 }
/** How much the heap may grow, in bytes. */
const maxGrowth = 2 * 1024 * 1024

describe('Long run: A long day’s work', function () {
  this.timeout(30 * 60_000) // far more than the test takes, for busy computers
  const windows = useWindows()
  let requests = 0

  it('leaves no memory, timer, or listener behind, and sends no needless request', async () => {
    windows.service.drain = 'instant'
    await windows.connect('second', windows.service)
    await doWork({ refreshes: 100, deletions: 20, switches: 10 }) // creates everything that is created once
    requests = 0
    const timers = countTimers()
    const listenersBefore = EventEmitter.listenerCount
    assert.ok(listenersBefore > 10)
    const heapBefore = measureHeap()
    await doWork(work)
    await until('the end of all timers', () => countTimers() <= timers)
    // Keep-alive connections, and VS Code itself, release memory later.
    let growth = 0
    const hasGrownLittle = () => {
      growth = measureHeap() - heapBefore
      return growth < maxGrowth
    }
    await until('the memory of before', hasGrownLittle).catch((error: unknown) => {
      throw new Error(`The heap has grown by ${growth} bytes`, { cause: error })
    })
    assert.equal(EventEmitter.listenerCount, listenersBefore)
    // A page of clusters for each refresh. For each deletion: the config, its machines, the deletion, the config again,
    // and the clusters. A page of clusters for the second connection.
    assert.equal(requests, work.refreshes + 5 * work.deletions + 1)
    assert.ok(!windows.machine.files.paths.some((path) => path.endsWith('.sent.json'))) // all have ended
    const newWindow = windows.machine.open()
    await newWindow.rows('machinePools')
    assert.ok(EventEmitter.listenerCount > listenersBefore)
    newWindow.kill()
    assert.equal(EventEmitter.listenerCount, listenersBefore)
  })

  async function doWork({ refreshes, deletions, switches }: typeof work): Promise<void> {
    const loadRows = async () => windows.window.rows('machinePools')
    await repeat(refreshes, async () => {
      await windows.window.run('refreshMachinePools')
      await loadRows()
    })
    await repeat(deletions, deletePool)
    await repeat(switches, async (index) => {
      await windows.window.run('manageConnections', index % 2 === 0 ? 'second' : 'home')
      await loadRows()
    })
  }

  /** Repeats an action. Counts and removes the recorded requests, which would look like a leak. */
  async function repeat(count: number, action: (index: number) => Promise<unknown>): Promise<void> {
    for (let index = 0; index < count; index++) {
      await action(index)
      requests += windows.service.requests.length
      windows.service.requests.length = 0
      windows.window.log.length = 0
    }
  }

  async function deletePool(): Promise<void> {
    windows.service.reset() // restores the pool
    const [message = ''] = await windows.delete()
    assert.match(message, /^Machine pool deleted: [^.]+\.$/)
  }
})

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

/** The used heap in bytes, after a forced garbage collection. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  for (let times = 0; times < 2; times++) collectGarbage()
  return process.memoryUsage().heapUsed
}
