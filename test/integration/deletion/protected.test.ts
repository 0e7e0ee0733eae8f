import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { Row } from '../helpers.ts'
import { useUncheckedSession } from './pools.ts'

const config = configs.checkout

describe('Deletion: A protected connection', () => {
  const session = useUncheckedSession()
  let row: Row

  beforeEach(async () => {
    await session.reconnect({ protection: 'confirm' })
    row = await session.addPool(config, 'worker-pool')
  })

  it('wants what is to be deleted typed before a machine pool is deleted', async () => {
    const deleting = session.run('deleteMachinePool', row.node)
    const { buttons, press } = await session.dialogs.modal()
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
    press('Delete Machine Pool…')
    const box = await session.dialogs.box()
    const right = `${config.uid}/worker-pool`
    assert.equal(box.placeholder, right)
    for (const wrong of ['', 'worker-pool', session.name, `${right} `, right.toUpperCase()]) {
      box.answer(wrong)
      assert.match(box.validationMessage ?? '', /^The text doesn’t match\. /)
    }
    assert.deepEqual(session.requests('DELETE'), [])
    box.answer(right)
    await deleting
    assert.equal(session.requests('DELETE').length, 1)
  })

  it('deletes nothing where that is not typed', async () => {
    const deleting = session.run('deleteMachinePool', row.node)
    ;(await session.dialogs.modal()).press('Delete Machine Pool…')
    ;(await session.dialogs.box()).escape()
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
    assert.deepEqual(session.dialogs.unseen, [])
  })

  it('that becomes one while the question stands lets nothing pass', async () => {
    await session.reconnect({ protection: 'none' })
    const [shown] = [await session.row('machinePools', config.clusterName, 'worker-pool')]
    const deleting = session.run('deleteMachinePool', shown?.node)
    const { press } = await session.dialogs.modal()
    await session.reconnect({ protection: 'confirm' })
    press('Delete Machine Pool')
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
    assert.match((await session.dialogs.message()).text, /was changed or removed in the meantime/)
  })

  it('of a level that nobody knows can’t be used', async () => {
    await session.reconnect({ protection: 'paranoid' })
    await session.run('deleteMachinePool', row.node)
    assert.match((await session.dialogs.message()).text, /^The view changed in the meantime/)
    const [broken] = await session.rows('machinePools')
    assert.equal(broken?.item.description, 'protection: Enter “none”, “confirm”, or “readOnly”.')
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
