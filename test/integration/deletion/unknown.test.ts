import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { type Row, until } from '../helpers.ts'
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

  it('marks the row and is sent once', async () => {
    const { severity, text, buttons } = await failDeletion(session, row, { status: 500 })
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
