import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { parseConnections, type Connection } from '../../../src/connections/connection.ts'
import { createGracePeriod, type GracePeriod } from '../../../src/ui/trees/gracePeriod.ts'
import { useTestClock } from '../clock.ts'

const connection = (projectUid = '') => {
  const entry = { name: 'a', baseUrl: 'https://api.example.com', projectUid }
  return parseConnections([entry]).connections[0] as Connection
}
/** Longer than what is quick takes on the clock of these tests. */
const long = 50

describe('User interface: The grace period of a tree', () => {
  useTestClock('quick')
  let later = 0
  let patience: GracePeriod
  beforeEach(() => {
    later = 0
    patience = createGracePeriod(() => later++)
  })

  /** Waits for a lookup where something else is to be shown, unless a test says that there is nothing. */
  const wait = (lookup: Promise<number>, place = 'top', isOther = true, project?: string) =>
    patience.waitFor(connection(project), place, lookup, isOther)
  const staysWaiting = async (waiting: Promise<unknown>) =>
    assert.equal(await Promise.race([waiting, delay(long, 'still waiting')]), 'still waiting')

  it('waits for a quick lookup, and passes on its error', async () => {
    assert.equal(await wait(Promise.resolve(7)), 7)
    assert.equal(later, 0)
    await assert.rejects(wait(Promise.reject(new Error('Locked')), 'below'), /Locked/)
  })

  it('does not wait for a slow lookup, and reports its end', async () => {
    const lookup = Promise.withResolvers<number>()
    assert.equal(await wait(lookup.promise), undefined)
    assert.equal(later, 0)
    lookup.resolve(7)
    await delay(0)
    assert.equal(later, 1)
  })

  for (const where of ['nothing else is to be shown', 'it was shown before']) {
    it(`waits where ${where}`, async () => {
      const isShown = where === 'it was shown before'
      if (isShown) await wait(Promise.resolve(7))
      const lookup = Promise.withResolvers<number>()
      const waiting = wait(lookup.promise, 'top', isShown)
      await staysWaiting(waiting)
      lookup.resolve(8)
      assert.equal(await waiting, 8)
    })
  }

  it('does not wait if the rows of another project or another row were shown before', async () => {
    await wait(Promise.resolve(7))
    const never = new Promise<number>(() => {})
    const waits = [wait(never, 'top', true, 'p1'), wait(never, 'below')]
    assert.deepEqual(await Promise.all(waits), [undefined, undefined])
  })

  it('does not wait for rows that were gone in between, and waits for those that stayed', async () => {
    await wait(Promise.resolve(7), 'gone')
    await wait(Promise.resolve(7), 'stayed')
    patience.retain(new Set(['stayed']))
    const never = new Promise<number>(() => {})
    assert.equal(await wait(never, 'gone'), undefined)
    await staysWaiting(wait(never, 'stayed'))
  })

  it('refreshes the tree once after a slow lookup fails, and waits for the next one: it isn’t refreshed endlessly', async () => {
    const first = Promise.withResolvers<number>()
    assert.equal(await wait(first.promise), undefined)
    first.reject(new Error('Locked'))
    await delay(0)
    assert.equal(later, 1)
    const second = Promise.withResolvers<number>()
    const waiting = wait(second.promise)
    await staysWaiting(waiting)
    second.reject(new Error('Locked'))
    await assert.rejects(waiting, /Locked/)
    await delay(0)
    assert.equal(later, 1)
  })
})
