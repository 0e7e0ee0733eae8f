import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { confirmDeletion } from './pools.ts'

describe('Deletion: The waits of a deletion that is monitored', () => {
  const session = useFilledSession()

  beforeEach(() => {
    testClock.shorten('following', 20) // until the session’s end, as all that is done to the clock
    session.sandbox.drain = 'manual'
  })

  const confirm = async (machinePoolName: string) =>
    confirmDeletion(session, await session.poolRow(configs.checkout, machinePoolName))

  it('is looked at soon, however far away the next look at its cluster is', async () => {
    const cluster = session.sandbox.data.configs.find(({ uid }) => uid === configs.checkout.uid)
    cluster!.pools.find(({ name }) => name === 'batch-spot')!.size = 2
    testClock.shorten('following', 3_600_000) // ends by hand alone
    await confirm('gpu-inference')
    await until('a wait', () => testClock.pendingWaits.includes('following'))
    testClock.putForward(15)
    testClock.endWaits('following')
    await until('a long wait', () => (testClock.pendingDelays('following')[0] ?? 0) > 29_000)
    await confirm('batch-spot')
    await until(
      'a short wait',
      () => (testClock.pendingDelays('following')[0] ?? Infinity) < 20_000,
    )
  })

  it('offers to cancel it after half a second', async () => {
    testClock.shorten('quick', 60_000)
    const areCancellable = () =>
      session.dialogs.openProgress.map((progress) => progress.isCancellable)
    const held = session.holdRequests('/machinePools/gpu-inference', 'DELETE')
    const deleting = confirm('gpu-inference')
    await until('the request', held.hasRequest)
    assert.deepEqual(testClock.pendingDelays('quick'), [500])
    testClock.endWaits('quick')
    await until('Cancel', () => session.dialogs.isCancellable)
    assert.equal(session.dialogs.openProgress[0]?.title, 'Deleting machine pool “gpu-inference”…')
    held.release()
    await until('a wait', () => testClock.pendingWaits.includes('following'))
    // VS Code shows it for 0.8 seconds at least, however soon it ends: until then, there is no other.
    assert.deepEqual(testClock.pendingDelays('quick'), [900])
    assert.deepEqual(areCancellable(), [true])
    testClock.endWaits('quick')
    await deleting
    assert.deepEqual(areCancellable(), [false])
  })
})
