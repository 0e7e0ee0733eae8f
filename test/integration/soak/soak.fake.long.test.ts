import { strict as assert } from 'node:assert'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { testClock } from '../../clock.ts'
import type { FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { EventEmitter, Uri } from '../../fakeVscode/values.ts'
import { createConfig, createPool } from '../../sandbox/builders.ts'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../../until.ts'
import { useWindows } from '../deletion/races/windows.ts'

/** The work that takes a user half an hour. */
const work = {
  refreshes: 10_000,
  replacements: 200,
  deletions: 2_000,
  checks: 2_000,
  switches: 500,
}
/** The number of clusters that are replaced by new ones at a time. */
const replacedCount = 20
/** How much the heap may grow, in bytes. */
const maxGrowth = 2 * 1024 * 1024

describe('Long run: A long day’s work', function () {
  this.timeout(60 * 60_000) // ten times as long as the test takes, for busy computers
  const windows = useWindows()
  let clusterCount = 0

  it('leaves no memory, timer, or listener behind, and sends no needless request', async () => {
    windows.service.drain = 'instant'
    await windows.connect('second', windows.service)
    // This creates everything that is created once.
    await doWork({ refreshes: 100, replacements: 5, deletions: 20, checks: 20, switches: 10 })
    const timers = countTimers()
    const listenersBefore = EventEmitter.listenerCount
    assert.ok(listenersBefore > 10)
    const heapBefore = measureHeap()
    const requests = await doWork(work)
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
    assert.equal(requests.refreshes, work.refreshes) // a page of clusters
    // The dialog reads the cloud config, the machines, and the state of the cluster; the confirmation reads them again;
    // then the deletion, and what proves it: the cloud config, the machines, and the key. Last, a page of clusters, which
    // after the last deletion may be read by the first switch. That also reads a page of the second connection.
    assert.equal(requests.deletions + requests.switches, 11 * work.deletions + 1)
    assert.ok(!windows.machine.files.paths.some((path) => path.endsWith('.sent.json'))) // all have ended
    const newWindow = windows.machine.open()
    await newWindow.rows('machinePools')
    assert.ok(EventEmitter.listenerCount > listenersBefore)
    newWindow.kill()
    assert.equal(EventEmitter.listenerCount, listenersBefore)
  })

  /** Does some work, and returns the number of requests by its kind. */
  async function doWork({ refreshes, replacements, deletions, checks, switches }: typeof work) {
    const loadRows = async () => windows.window.rows('machinePools')
    const switchTo = async (name: string) => {
      await windows.window.run('manageConnections', name)
      await loadRows()
    }
    await repeat(replacements, replaceClusters)
    await repeat(checks, checkZones)
    for (const name of ['second', 'home']) await switchTo(name) // collapses all rows
    windows.service.requests.length = 0
    return {
      refreshes: await repeat(refreshes, async () => {
        await windows.window.run('refreshMachinePools')
        await loadRows()
      }),
      deletions: await repeat(deletions, deletePool),
      switches: await repeat(switches, async (index) =>
        switchTo(index % 2 === 0 ? 'second' : 'home'),
      ),
    }
  }

  /** Replaces clusters by new ones, and expands all rows. */
  async function replaceClusters(): Promise<void> {
    windows.service.reset() // removes the earlier ones
    for (let count = 0; count < replacedCount; count++) {
      const pools = [createPool('workers', 3, 'm6i.xlarge', ['us-east-1a'])]
      const name = `replaced-${(clusterCount += 1)}`
      const cluster = createConfig(name, 'aws', 'us-east-1', accounts.awsProduction, pools)
      windows.service.data.configs.push(cluster)
    }
    await windows.window.run('refreshMachinePools')
    const pools = await windows.window.pools()
    assert.ok(pools.length > replacedCount)
  }

  /** Checks a file that has a misspelled zone. */
  async function checkZones(): Promise<void> {
    const uri = Uri.file('/workspace/zones.tf')
    const text = 'region = "us-east-1"\nzone = "us-east-1z"\n'
    await windows.window.files.writeFile(uri, new TextEncoder().encode(text))
    const run = windows.window.startCommand('checkZonesInFile', uri)
    let isOver = false
    void run.end.finally(() => (isOver = true))
    // Only the first check prompts for an account.
    const label = await until('the check', () => {
      const [list] = run.prompts as FakeQuickPick[]
      return isOver ? 'over' : list?.labels[0]
    })
    if (!isOver) (run.prompts[0] as FakeQuickPick).select(label)
    await run.end
  }

  /**
   * Repeats an action. Returns the number of requests, and removes what was recorded of them, which would look like a
   * leak.
   */
  async function repeat(count: number, action: (index: number) => Promise<unknown>) {
    let requests = 0
    for (let index = 0; index < count; index++) {
      await action(index)
      requests += windows.service.requests.length
      windows.service.requests.length = 0
      windows.window.log.length = 0
      testClock.forgetDelays()
    }
    return requests
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
