import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { failDeletion, useUncheckedSession } from './pools.ts'

describe('Deletion: A deletion that is forbidden', () => {
  const session = useUncheckedSession()

  it('offers another API key, which may have the permission', async () => {
    const row = await session.pinPool(configs.checkout, 'worker-pool')
    const { buttons } = await failDeletion(session, row, { status: 403 })
    assert.ok(buttons.includes('Set API Key'), buttons.join())
  })
})
