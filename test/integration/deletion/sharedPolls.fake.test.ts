import { strict as assert } from 'node:assert'
import { limits } from '../../../src/api/rateLimiter.ts'
import type { Sandbox } from '../../sandbox/service.ts'
import { until } from '../../until.ts'
import { addDeletions, noteArrivals, useRealTime } from './pendingDeletions.ts'
import { useWindows } from './races/windows.ts'

describe('Deletion: The polls of several windows', () => {
  const windows = useWindows()

  const polledConfigs = ({ requests }: Sandbox) =>
    new Set(requests.flatMap(({ url }) => /cloudconfigs\/aws\/(\w+)$/.exec(url)?.[1] ?? []))

  it('stay within the limits of each service, and leave none of its deletions out', async () => {
    const other = await windows.startService()
    await windows.connect('other', other)
    addDeletions(windows, 'home', windows.service, 50)
    addDeletions(windows, 'other', other, 5)
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
    addDeletions(windows, 'home', windows.service, 10)
    useRealTime()
    const opened = Array.from({ length: 4 }, () => windows.machine.open())
    await until('polls of all deletions', () => polledConfigs(windows.service).size === 10)
    const [left] = opened
    assert.ok(left)
    left.gainFocus()
    // On a busy computer, saving the outcome may take longer than it is waited for, which another message says.
    const messages = await windows.delete(left)
    assert.ok(messages.some((text) => text.startsWith('Deleting machine pool, 2 nodes left')))
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
