import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { type Row } from '../helpers.ts'
import {
  confirmDeletion,
  failDeletion,
  unknownMark,
  useUncheckedSession,
} from '../deletion/pools.ts'

const config = configs.checkout

describe('Browser: A deletion from a browser', () => {
  const session = useUncheckedSession()
  let row: Row
  beforeEach(async () => {
    row = await session.pinPool(config, 'worker-pool')
  })

  const isMarked = async () => {
    const currentRow = await session.row('machinePools', config.clusterName, 'worker-pool')
    return currentRow?.item.description === unknownMark
  }

  const mayBeDeleted =
    /^Machine pool may have been deleted: .+ Check in the management console whether it still exists\.$/
  for (const [what, listsDrainingPools, fault] of [
    [
      'may have arrived twice if the connection breaks, so a refusal proves nothing',
      true,
      { cut: 'beforeHeaders', afterEffect: true },
    ],
    [
      'has arrived twice if the service responds that it waited too long for the first request',
      false,
      { status: 408, times: null },
    ],
  ] as const) {
    it(what, async () => {
      session.sandbox.drain = 'manual'
      session.sandbox.listsDrainingPools = listsDrainingPools
      session.sandbox.addFault({ method: 'DELETE', ...fault })
      await confirmDeletion(session, row)
      const { severity, text } = await session.dialogs.message()
      assert.equal(severity, 'warning')
      assert.match(text, mayBeDeleted)
      assert.ok(await isMarked())
    })
  }

  it('may have arrived twice if the connection breaks, so a 404 may be about a pool that it deleted', async () => {
    session.sandbox.drain = 'manual'
    session.sandbox.addFault({ method: 'DELETE', cut: 'beforeHeaders', afterEffect: true })
    await confirmDeletion(session, row)
    const { text } = await session.dialogs.message()
    assert.match(text, /^Machine pool may have been deleted: /)
  })

  it('that conflicts with another may conflict with its own first request', async () => {
    const { severity, text, buttons } = await failDeletion(session, row, { status: 409 })
    assert.equal(severity, 'warning')
    assert.match(
      text,
      /may have been deleted.* The browser may have sent the request twice, .* \(409\)\./,
    )
    assert.deepEqual(buttons, ['Check Again', 'Reveal in View', 'Show Log'])
    assert.ok(await isMarked())
  })

  it('that is redirected may have been carried out, since the browser hides the status', async () => {
    const { severity, text } = await failDeletion(session, row, {
      redirect: 'https://sso.example.com/',
    })
    assert.equal(severity, 'warning')
    assert.match(text, /may have been deleted.* redirected the request, but/)
    assert.ok(await isMarked())
  })

  it('may have arrived if the browser hides the response', async () => {
    session.sandbox.cors = false
    await confirmDeletion(session, row)
    const { severity, text } = await session.dialogs.message()
    assert.equal(severity, 'warning')
    assert.match(text, /may have been deleted.* The connection to \S+ failed, or .*\(CORS\)/)
    assert.ok(await isMarked())
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
