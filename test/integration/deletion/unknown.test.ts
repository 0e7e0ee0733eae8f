import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import { type Row, until } from '../helpers.ts'
import { inBrowser, itInNode } from '../inBrowser.ts'
import { failDeletion, mark, useUncheckedSession } from './pools.ts'

const config = configs.checkout

describe('Deletion: A deletion without a definite answer', () => {
  const session = useUncheckedSession()
  let row: Row

  beforeEach(async () => {
    row = await session.addPool(config, 'worker-pool')
  })

  const shown = () => session.row('machinePools', config.clusterName, 'worker-pool')
  const isMarked = async () => (await shown())?.item.description === mark

  const notInBrowser: Fault[] = [
    { status: 408, afterEffect: true },
    { cut: 'beforeHeaders', afterEffect: true },
  ]
  const silences: Fault[] = [
    { status: 500 },
    { status: 502, afterEffect: true },
    // A browser sends it again after these; see web/deletion.test.ts.
    ...(inBrowser ? [] : notInBrowser),
  ]
  for (const fault of silences) {
    it(`marks the row and is sent once: ${JSON.stringify(fault)}`, async () => {
      const { severity, text, buttons } = await failDeletion(session, row, fault)
      assert.equal(severity, 'warning')
      assert.match(
        text,
        /^Machine pool may have been deleted: “worker-pool” in checkout-prod\. Check before you try again\. /,
      )
      assert.deepEqual(buttons, ['Show Log', 'Reveal in View'])
      assert.ok(await isMarked())
      const icon = (await shown())?.item.iconPath as { id: string } | undefined
      assert.equal(icon?.id, 'warning')
      assert.equal(session.requests('DELETE').length, 1)
    })
  }

  itInNode('says of a 408 that the request timed out', async () => {
    const { text } = await failDeletion(session, row, { status: 408 })
    assert.match(
      text,
      /may have been deleted: .+\. Check before you try again\. The request to 127\.0\.0\.1:\d+ timed out\. The service reported:/,
    )
  })

  it('marks the row after Cancel, and says that it was cancelled', async () => {
    session.sandbox.addFault({ method: 'DELETE', stall: 'beforeHeaders' })
    const deleting = session.run('deleteMachinePool', row.node)
    ;(await session.dialogs.modal()).press('Delete Machine Pool')
    await until('the request', () => session.requests('DELETE').length === 1)
    await until('Cancel', () => session.dialogs.isCancellable)
    assert.equal(session.dialogs.progress.at(-1), 'Deleting machine pool “worker-pool”…')
    session.dialogs.cancel()
    await deleting
    const { severity, text } = await session.dialogs.message()
    assert.equal(severity, 'warning')
    assert.match(text, /may have been deleted.*You canceled while the request was in progress\.$/)
    assert.ok(await isMarked())
    assert.equal(session.requests('DELETE').length, 1)
  })
})
