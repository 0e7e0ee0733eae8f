import { strict as assert } from 'node:assert'
import { parseBaseUrl } from '../../../src/api/baseUrl.ts'
import { limits } from '../../../src/api/rateLimiter.ts'
import { realTime, testClock } from '../../clock.ts'
import { accounts } from '../../sandbox/accounts.ts'
import { createConfig, createControlPlanePool, createPool } from '../../sandbox/builders.ts'
import type { Sandbox } from '../../sandbox/service.ts'
import { until } from '../../until.ts'
import { useWindows } from './races/windows.ts'

const folder = '/storage/poolkeeper/deletions'

describe('Deletion: The polls of several windows', () => {
  const windows = useWindows()

  /** Uses the real time: only that is the time of the service. */
  function useRealTime(): void {
    for (const kind of ['following', 'pacing', 'joining'] as const) testClock.useRealTime(kind)
  }

  /** Adds clusters to a service, of each of which a machine pool is being deleted. */
  function addDeletions(connection: string, service: Sandbox, count: number): void {
    for (let index = 0; index < count; index += 1) {
      const config = createConfig(
        `${connection}-${index}`,
        'aws',
        'us-east-1',
        accounts.awsProduction,
        [
          createControlPlanePool(3, 'm6i.xlarge', ['us-east-1a']),
          createPool('gpu', 3, 'g5.xlarge'),
        ],
      )
      service.data.configs.push(config)
      const sent = {
        baseUrl: parseBaseUrl(service.baseUrl).href,
        provider: 'aws',
        configUid: config.uid,
        machinePoolName: 'gpu',
        connection,
        sentAt: Date.now() - 5_000,
        nodes: 4,
        wasListed: true,
      }
      const write = (kind: string, part: object) =>
        windows.machine.files.writeSilently(
          `${folder}/${connection}${index}.${kind}.json`,
          JSON.stringify(part),
        )
      write('sent', sent)
      write('answered', { isAccepted: true })
    }
  }

  /** Notes when requests arrive from now on, in ms. */
  function noteArrivals({ requests }: Sandbox): number[] {
    const arrivals: number[] = []
    requests.push = (...received) => {
      arrivals.push(realTime())
      return Array.prototype.push.apply(requests, received)
    }
    return arrivals
  }

  const polledConfigs = ({ requests }: Sandbox) =>
    new Set(requests.flatMap(({ url }) => /cloudconfigs\/aws\/(\w+)$/.exec(url)?.[1] ?? []))

  it('stay within the limits of each service, and leave none of its deletions out', async () => {
    const other = await windows.startService()
    await windows.connect('other', other)
    addDeletions('home', windows.service, 50)
    addDeletions('other', other, 5)
    const arrivals = noteArrivals(windows.service)
    const otherArrivals = noteArrivals(other)
    useRealTime()
    for (let count = 1; count < 10; count += 1) windows.machine.open()
    windows.window.gainFocus()
    await until('many polls', () => arrivals.length >= 100)
    assert.ok(rateOf(arrivals) <= limits.clusters.perSecond, `${rateOf(arrivals)} per second`)
    await until('polls of all deletions', () => polledConfigs(windows.service).size === 50)
    assert.ok(rateOf(arrivals) <= limits.clusters.perSecond, `${rateOf(arrivals)} per second`)
    assert.ok(rateOf(otherArrivals) <= limits.clusters.perSecond)
    assert.equal(polledConfigs(other).size, 5)
  })

  it('go on without the others, and report what has just been deleted', async () => {
    addDeletions('home', windows.service, 10)
    useRealTime()
    const opened = Array.from({ length: 4 }, () => windows.machine.open())
    await until('polls of all deletions', () => polledConfigs(windows.service).size === 10)
    const [left] = opened
    assert.ok(left)
    left.gainFocus()
    assert.match((await windows.delete(left)).join(), /^Deleting machine pool, 2 nodes left/)
    left.isFocused = false // another program has it
    windows.window.kill()
    for (const window of opened.slice(1)) window.kill()
    windows.service.advanceDrains(3)
    await until('the end of the deletion', () =>
      left.dialogs.notifications.some(({ text }) => text.startsWith('Machine pool deleted')),
    )
  })
})

/** The number of requests per second, from the first to the last. */
function rateOf(arrivals: readonly number[]): number {
  return (arrivals.length / (arrivals.at(-1)! - arrivals[0]!)) * 1000
}
