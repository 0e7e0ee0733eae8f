import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { Row } from '../helpers.ts'
import { confirmDeletion, useUncheckedSession } from './pools.ts'

const config = configs.checkout

describe('Deletion: A connection that requires typing', () => {
  const session = useUncheckedSession()
  let row: Row

  beforeEach(async () => {
    await session.changeConnection({ deletion: 'type' })
    row = await session.pinPool(config, 'worker-pool')
  })

  it('requires typing before a machine pool is deleted', async () => {
    const deleting = session.run('deleteMachinePool', row.node)
    const { buttons, detail, press } = await session.dialogs.modal()
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
    assert.match(detail, new RegExp(`^Type to delete: connection “${session.name}” requires it`))
    press('Delete Machine Pool…')
    const box = await session.dialogs.box()
    const right = `${config.uid}/worker-pool`
    assert.equal(box.placeholder, right)
    for (const wrong of ['', 'worker-pool', session.name, `${right} `, right.toUpperCase()]) {
      box.answer(wrong)
      assert.match(box.validationMessage ?? '', /^The text doesn’t match\. /)
    }
    box.escape()
    await deleting
    assert.deepEqual([session.requests('DELETE'), session.dialogs.unseenTexts], [[], []])
    await confirmDeletion(session, row)
    assert.equal(session.requests('DELETE').length, 1)
  })

  it('of a mode that isn’t known can’t be used', async () => {
    await session.changeConnection({ deletion: 'paranoid' })
    await session.run('deleteMachinePool', row.node)
    assert.match((await session.dialogs.message()).text, /^The view changed in the meantime/)
    const [broken] = await session.rows('machinePools')
    assert.equal(broken?.item.description, 'deletion: Enter “confirm”, “type”, or “block”.')
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
