import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { parseConnections, type Connection } from '../../../src/connections/connection.ts'
import { GracePeriod } from '../../../src/ui/trees/gracePeriod.ts'
import { useTestClock } from '../clock.ts'

const connection = (projectUid = '') => {
  const entry = { name: 'a', baseUrl: 'https://api.example.com', projectUid }
  return parseConnections([entry]).connections[0] as Connection
}
/** Longer than what is quick takes on the clock of these tests. */
const long = 50

describe('User interface: patience', () => {
  useTestClock('quick')
  let later = 0
  let patience: GracePeriod
  beforeEach(() => {
    later = 0
    patience = new GracePeriod(() => later++)
  })

  it('waits for what is quick', async () => {
    assert.equal(await patience.waitFor(connection(), 'top', Promise.resolve(7), () => true), 7)
    assert.equal(later, 0)
  })

  for (const how of ['resolve', 'reject'] as const) {
    it(`does not wait for what takes long, and says when it has ended: ${how}`, async () => {
      const lookup = Promise.withResolvers<number>()
      assert.equal(
        await patience.waitFor(connection(), 'top', lookup.promise, () => true),
        undefined,
      )
      assert.equal(later, 0)
      lookup[how](7)
      await lookup.promise.catch(() => {})
      await delay(0)
      assert.equal(later, 1)
    })
  }

  it('waits where nothing else is to be shown', async () => {
    const lookup = Promise.withResolvers<number>()
    const waiting = patience.waitFor(connection(), 'top', lookup.promise, () => false)
    assert.equal(await Promise.race([waiting, delay(long, 'still waiting')]), 'still waiting')
    lookup.resolve(7)
    assert.equal(await waiting, 7)
  })

  it('waits where it was shown before', async () => {
    await patience.waitFor(connection(), 'top', Promise.resolve(7), () => true)
    const lookup = Promise.withResolvers<number>()
    const waiting = patience.waitFor(connection(), 'top', lookup.promise, () => true)
    assert.equal(await Promise.race([waiting, delay(long, 'still waiting')]), 'still waiting')
    lookup.resolve(8)
    assert.equal(await waiting, 8)
  })

  it('does not wait where another project or place was shown before', async () => {
    await patience.waitFor(connection(), 'top', Promise.resolve(7), () => true)
    const never = new Promise<number>(() => {})
    const project = patience.waitFor(connection('p1'), 'top', never, () => true)
    const place = patience.waitFor(connection(), 'below', never, () => true)
    assert.deepEqual(await Promise.all([project, place]), [undefined, undefined])
  })

  it('shows what goes wrong after long once, and waits for it then: it is not shown without end', async () => {
    const first = Promise.withResolvers<number>()
    assert.equal(await patience.waitFor(connection(), 'top', first.promise, () => true), undefined)
    first.reject(new Error('Locked'))
    await delay(0)
    assert.equal(later, 1)
    const second = Promise.withResolvers<number>()
    const waiting = patience.waitFor(connection(), 'top', second.promise, () => true)
    assert.equal(await Promise.race([waiting, delay(long, 'still waiting')]), 'still waiting')
    second.reject(new Error('Locked'))
    await assert.rejects(waiting, /Locked/)
    await delay(0)
    assert.equal(later, 1)
  })

  it('hands on what goes wrong', async () => {
    const broken = Promise.reject(new Error('Locked'))
    await assert.rejects(
      patience.waitFor(connection(), 'top', broken, () => true),
      /Locked/,
    )
  })
})
