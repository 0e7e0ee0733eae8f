import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { confirmDeletion } from './pools.ts'

const config = configs.checkout
const gpu = 'gpu-inference'
const deletedText = `Machine pool deleted: “${gpu}” in ${config.clusterName}.`

describe('Deletion: One deletion, one notification', () => {
  const session = useFilledSession()
  let restore: (() => void)[]

  beforeEach(() => {
    restore = [testClock.shorten('following', 20)]
    session.sandbox.drain = 'manual'
  })

  afterEach(() => {
    for (const one of restore.toReversed()) one()
  })

  const row = (name = gpu) => session.poolRow(config, name)
  const progress = () => [...session.dialogs.ongoing]
  const tracked = () => testClock.waiting.includes('following')

  it('offers to cancel it after half a second', async () => {
    testClock.shorten('quick', 60_000)
    const held = session.hold(`/machinePools/${gpu}`, 'DELETE')
    const deleting = confirmDeletion(session, await row())
    await until('the request', held.isReached)
    assert.deepEqual(testClock.askedFor('quick'), [500])
    testClock.end('quick')
    await until('Cancel', () => session.dialogs.isCancellable)
    assert.equal(progress()[0]?.text, `Deleting machine pool “${gpu}”…`)
    held.letGo()
    await until('a wait', tracked)
    // VS Code shows it for 0.8 seconds at least, however soon it ends: until then, there is no other.
    assert.deepEqual(testClock.askedFor('quick'), [900])
    assert.deepEqual(
      progress().map(({ isCancellable }) => isCancellable),
      [true],
    )
    testClock.end('quick')
    await deleting
    assert.deepEqual(
      progress().map(({ isCancellable }) => isCancellable),
      [false],
    )
  })

  it('says that the progress is unknown while the service can’t be reached, and ends once it is known to be overdue', async () => {
    await confirmDeletion(session, await row())
    const state = (what: string) =>
      `Deleting machine pool, ${what}: “${gpu}” in ${config.clusterName}`
    assert.equal(progress()[0]?.text, state('2 nodes left'))
    const path = `/v1/cloudconfigs/aws/${config.uid}`
    session.sandbox.addFault({ method: 'GET', path, cut: 'beforeHeaders', times: null })
    await until('unknown', () => progress()[0]?.text === state('progress unknown'))
    assert.match(String((await row()).item.description), /^deleting…/)
    assert.deepEqual(session.dialogs.unseen, [])
    restore.push(testClock.putForward(21))
    // After sleep, the network may come later, and the pool may be gone.
    const looks = () => session.sandbox.requests.filter(({ url }) => url.includes(path)).length
    const before = looks()
    await until('two more looks', () => looks() >= before + 2)
    assert.deepEqual(session.dialogs.unseen, [])
    session.sandbox.clearFaults()
    const { severity, text } = await session.dialogs.message()
    assert.match(`${severity}: ${text}`, /^warning: Deletion accepted, but not confirmed in/)
    assert.deepEqual(progress(), [])
    // It comes to its end all the same, and nothing is said twice.
    session.sandbox.drainStep(3)
    assert.equal((await session.dialogs.message()).text, deletedText)
  })
})
