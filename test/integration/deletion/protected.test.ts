import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import { configs } from '../../sandbox/data.ts'
import { writeSetting, type Row } from '../helpers.ts'
import { confirmDeletion, useUncheckedSession } from './pools.ts'

const config = configs.checkout

describe('Deletion: A protected connection', () => {
  const session = useUncheckedSession()
  let row: Row

  beforeEach(async () => {
    await session.changeConnection({ protection: 'confirm' })
    row = await session.pinPool(config, 'worker-pool')
  })

  it('requires typing before a machine pool is deleted', async () => {
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
    box.escape()
    await deleting
    assert.deepEqual([session.requests('DELETE'), session.dialogs.unseenTexts], [[], []])
    await confirmDeletion(session, row)
    assert.equal(session.requests('DELETE').length, 1)
  })

  it('of a level that isn’t known can’t be used', async () => {
    await session.changeConnection({ protection: 'paranoid' })
    await session.run('deleteMachinePool', row.node)
    assert.match((await session.dialogs.message()).text, /^The view changed in the meantime/)
    const [broken] = await session.rows('machinePools')
    assert.equal(broken?.item.description, 'protection: Enter “none”, “confirm”, or “readOnly”.')
    assert.deepEqual(session.requests('DELETE'), [])
  })
})

describe('Deletion: The setting that a pool must be typed', () => {
  const session = useUncheckedSession()

  it('counts although it was changed while the dialog was open', async () => {
    const row = await session.pinPool(config, 'worker-pool')
    const deleting = session.run('deleteMachinePool', row.node)
    const { buttons, press } = await session.dialogs.modal()
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool'])
    await writeSetting(settingIds.confirmation, 'typeName')
    press('Delete Machine Pool')
    const box = await session.dialogs.box()
    assert.equal(box.placeholder, `${config.uid}/worker-pool`)
    box.escape()
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
