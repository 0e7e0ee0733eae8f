import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import type { Sandbox } from '../../sandbox/service.ts'
import { until } from '../../until.ts'
import { addDeletions, noteArrivals, useRealTime } from './pendingDeletions.ts'
import { useWindows } from './races/windows.ts'

/** The promised rate for each service, with what the times of arrival may differ from those of sending. */
const maxRate = 24 + 4

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
    assert.ok(rateOf(arrivals) <= maxRate, `${rateOf(arrivals)} per second`)
    await until('polls of all deletions', () => polledConfigs(windows.service).size === 50)
    assert.ok(rateOf(arrivals) <= maxRate, `${rateOf(arrivals)} per second`)
    assert.ok(rateOf(otherArrivals) <= maxRate)
    assert.equal(polledConfigs(other).size, 5)
  })

  it('about one cluster are as many as those of a single window', async () => {
    addDeletions(windows, 'home', windows.service, 1)
    testClock.shorten('following', 3_600_000) // no wait ends by itself
    for (let count = 1; count < 4; count += 1) windows.machine.open()
    windows.window.gainFocus()
    const delays = () => testClock.pendingDelays('following')
    let requestsPerPoll = 0
    for (let round = 0; round < 5; round += 1) {
      await until('a wait in each window', () => delays().length === 4)
      testClock.putForward(Math.max(...delays()) / 60_000)
      const before = windows.service.requests.length
      testClock.endWaits('following')
      await until('the next waits', () => delays().length === 4)
      requestsPerPoll = (windows.service.requests.length - before) / 4
    }
    // A part of each interval has passed already. Without sharing, there would be 2 requests per second.
    const perSecond = delays().reduce((sum, ms) => sum + (1_000 * requestsPerPoll) / ms, 0)
    assert.ok(perSecond > 0.4 && perSecond < 0.8, `${perSecond} requests per second`)
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
