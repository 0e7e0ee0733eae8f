import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import { type Row, until } from '../helpers.ts'
import { inBrowser, itInNode } from '../inBrowser.ts'
import { keptDeletions } from '../keptDeletions.ts'
import { confirmDeletion, failDeletion, mark, poolsShown, useUncheckedSession } from './pools.ts'

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
      /may have been deleted: .+\. Check before you try again\. The request to 127\.0\.0\.1:\d+ timed out \(408\)\. The service reported:/,
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

  it('keeps its mark for another start of VS Code', async () => {
    const before = Date.now()
    await failDeletion(session, row, { status: 500 })
    const [record] = await keptDeletions()
    assert.equal(record?.machinePoolName, 'worker-pool')
    assert.ok(record.isOpen && record.sentAt >= before)
  })

  it('has its mark already while it is under way, lest a window that closes forget it', async () => {
    const held = session.hold('worker-pool', 'DELETE')
    const deleting = session.run('deleteMachinePool', row.node)
    ;(await session.dialogs.modal()).press('Delete Machine Pool')
    await until('the request', held.isReached)
    const [record] = await keptDeletions()
    assert.ok(record?.isOpen)
    assert.equal(record.fate, 'unknown')
    held.letGo()
    await deleting
  })

  it('is mentioned when it is to be deleted again', async () => {
    await failDeletion(session, row, { status: 500 })
    const deleting = session.run('deleteMachinePool', row.node)
    const { detail, press } = await session.dialogs.modal()
    assert.match(
      detail,
      /The outcome of an earlier delete request is unknown\. The machine pool may already have been deleted\.$/m,
    )
    press()
    await deleting
  })

  it('keeps its mark when a later deletion is refused', async () => {
    await failDeletion(session, row, { status: 500 })
    await failDeletion(session, row, { status: 403 })
    assert.ok(await isMarked())
    await failDeletion(session, row, { status: 404 })
    assert.ok(await isMarked())
  })

  for (const status of [400, 403, 409, 429]) {
    it(`may be what a later one is refused for, which is said: ${status}`, async () => {
      await failDeletion(session, row, { status: 500 })
      const { severity, text, buttons } = await failDeletion(session, row, { status })
      assert.equal(severity, 'warning')
      assert.match(text, /may have been deleted: .+\. Check before you try again\. /)
      assert.deepEqual(buttons, ['Show Log', 'Reveal in View'])
    })
  }

  it('loses its row when a later deletion is done', async () => {
    await failDeletion(session, row, { status: 500 })
    await confirmDeletion(session, row)
    assert.deepEqual(await poolsShown(session, config), [])
  })

  it('keeps its mark when it is added again', async () => {
    await failDeletion(session, row, { status: 500 })
    await session.addPool(config, 'worker-pool')
    assert.ok(await isMarked())
  })
})
