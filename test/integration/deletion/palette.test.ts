import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { getLoadedPick } from '../lookups.ts'
import { poolPath, shownPools, useUncheckedSession } from './pools.ts'

const config = configs.checkout
const pool = { provider: 'aws', configUid: config.uid, machinePoolName: 'gpu-inference' }

describe('Deletion: Delete Machine Pool from the palette', () => {
  const session = useUncheckedSession()
  const urls = () => session.requests('DELETE').map(({ url }) => url)

  it('offers pinned pools, and confirms the deletion like any other', async () => {
    await session.pinPool(config, 'worker-pool')
    await session.pinPool(configs.billing, 'system')
    const deleting = session.run('deleteMachinePool')
    const pick = await getLoadedPick(session)
    assert.deepEqual(pick.labels, ['system', 'worker-pool', 'Enter Manually…'])
    const worker = pick.items.find(({ label }) => label === 'worker-pool')
    assert.equal(worker?.description, 'checkout-prod · aws')
    pick.select('worker-pool')
    const { text, press } = await session.dialogs.modal()
    assert.ok(text.endsWith(` of cloud config “checkout-prod (${config.uid})”?`), text)
    press('Delete Machine Pool')
    await deleting
    assert.deepEqual(urls(), [poolPath(config, 'worker-pool')])
    assert.deepEqual(await shownPools(session, config), [])
  })

  it('accepts an entered pool, trimmed, and keeps nothing of it after the deletion', async () => {
    const { dialogs } = session
    const deleting = session.run('deleteMachinePool')
    ;(await getLoadedPick(session)).select('aws')
    ;(await getLoadedPick(session)).answer(config.uid)
    ;(await dialogs.box()).answer('')
    const name = await dialogs.box()
    name.answer('..')
    assert.ok(!name.isOver)
    name.answer(' gpu-inference ')
    const modal = await dialogs.modal()
    assert.equal(modal.text, `Delete machine pool “gpu-inference” of cloud config “${config.uid}”?`)
    modal.press('Delete Machine Pool')
    await deleting
    assert.deepEqual(urls(), [poolPath(config, 'gpu-inference')])
    assert.deepEqual(await session.rows('machinePools'), [])
  })
})

describe('Deletion: Delete Machine Pool by code or by key', () => {
  const session = useUncheckedSession()

  it('opens the dialog although the pool is given', async () => {
    const { text } = await session.readDeletionQuestion(pool)
    assert.match(text, /^Delete machine pool “gpu-inference” of /)
  })

  it('only says so if no pool is selected', async () => {
    await session.pinPool(config, 'worker-pool')
    const parent = await session.row('machinePools', config.clusterName)
    parts.selections.set('poolkeeper.machinePools', [parent?.node])
    await session.run('deleteMachinePool', { target: 'selection' })
    assert.equal(session.dialogs.statusMessages.pop(), 'No machine pool selected')
    assert.ok(session.dialogs.isSilent)
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('doesn’t call a pool unselected whose row VS Code is refreshing', async () => {
    parts.selections.set('poolkeeper.machinePools', [])
    await session.run('deleteMachinePool', { target: 'selection' })
    const { text } = await session.dialogs.message()
    assert.equal(text, 'The view changed in the meantime. Try again.')
    assert.deepEqual(session.dialogs.statusMessages, [])
  })

  it('offers no other pool if the view changed under the menu of a row', async () => {
    await session.pinPool(config, 'worker-pool')
    await session.run('deleteMachinePool', undefined, undefined)
    assert.equal(
      (await session.dialogs.message()).text,
      'The view changed in the meantime. Try again.',
    )
    assert.deepEqual(session.dialogs.prompts, [])
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('refuses a name that leads elsewhere, before the dialog', async () => {
    for (const command of ['deleteMachinePool', 'pin'] as const) {
      await session.run(command, { ...pool, machinePoolName: '..' })
      const { text, isModal } = await session.dialogs.message()
      assert.ok(!isModal)
      assert.match(text, /^The request was not sent because a value isn’t valid\. Machine pool: /)
    }
    assert.deepEqual(session.dialogs.unseenTexts, [])
    assert.deepEqual(session.requests('DELETE'), [])
    assert.deepEqual(await session.rows('machinePools'), [])
  })
})
