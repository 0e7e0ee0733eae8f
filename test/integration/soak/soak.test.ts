import { strict as assert } from 'node:assert'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { EventEmitter } from '../../fakeVscode/values.ts'
import { until } from '../../until.ts'
import { useWindows } from '../deletion/races/windows.ts'

/** Half an hour’s worth. */
const work = { refreshes: 10_000, deletions: 2_000, switches: 500 }
const mostGrowth = 2 * 1024 * 1024

describe('Long run: A long day’s work', function () {
  this.timeout(30 * 60_000) // far more than it takes, but on a machine that does other things too
  const w = useWindows()
  let requests = 0

  it('leaves no memory, timer or listener behind, and asks exactly for what it needs', async () => {
    w.service.drain = 'instant'
    await w.connect('second', w.service)
    await doWork({ refreshes: 100, deletions: 20, switches: 10 }) // what is made once is made by now
    requests = 0
    const timers = countTimers()
    const listenersBefore = EventEmitter.listenerCount
    assert.ok(listenersBefore > 10)
    const before = heapUsed()
    await doWork(work)
    await until('the end of all timers', () => countTimers() <= timers)
    // Connections that are kept open for a while, and VS Code itself, let go of theirs later.
    let grown = 0
    const isLittle = () => (grown = heapUsed() - before) < mostGrowth
    await until('the memory of before', isLittle).catch((error: unknown) => {
      throw new Error(`The heap has grown by ${grown} bytes`, { cause: error })
    })
    assert.equal(EventEmitter.listenerCount, listenersBefore)
    // A page of clusters each; the config, its machines, the deletion, the config again, and the counts
    // of the clusters each; the second connection's page.
    assert.equal(requests, work.refreshes + 5 * work.deletions + 1)
    assert.ok(!w.machine.files.paths.some((path) => path.endsWith('.sent.json'))) // all have ended
    const another = w.machine.open()
    await another.rows('machinePools')
    assert.ok(EventEmitter.listenerCount > listenersBefore)
    another.kill()
    assert.equal(EventEmitter.listenerCount, listenersBefore)
  })

  async function doWork({ refreshes, deletions, switches }: typeof work): Promise<void> {
    const rows = async () => w.window.rows('machinePools')
    await times(refreshes, async () => (await w.window.run('refreshMachinePools'), await rows()))
    await times(deletions, deletePool)
    await times(switches, async (nth) => {
      await w.window.run('manageConnections', nth % 2 === 0 ? 'second' : 'home')
      await rows()
    })
  }

  /** Does something so many times; what only the test keeps of it would be taken for a leak. */
  async function times(count: number, act: (nth: number) => Promise<unknown>): Promise<void> {
    for (let nth = 0; nth < count; nth++) {
      await act(nth)
      requests += w.service.requests.length
      w.service.requests.length = w.window.log.length = 0
    }
  }

  async function deletePool(): Promise<void> {
    w.service.reset() // the pool is there again
    const [told = ''] = await w.delete()
    assert.match(told, /^Machine pool deleted: [^.]+\.$/)
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
