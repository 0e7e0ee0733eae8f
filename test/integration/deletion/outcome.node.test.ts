import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { assertRefused, failDeletion, type Refusal, useUncheckedSession } from './pools.ts'

// A browser’s request may have been sent twice; see ../web/deletion.browser.test.ts.
describe('Deletion: A deletion from Node.js', () => {
  const session = useUncheckedSession()

  const refusals: Refusal[] = [
    [{ status: 409 }, /rejected the request because of a conflict \(409\)/, ['Retry']],
    [
      { redirect: 'https://sso.example.com/' },
      /redirected the request to https:\/\/sso.+, but/,
      ['Edit Connections', 'Check Connection'],
    ],
  ]
  for (const refusal of refusals) {
    it(`keeps the row, and reports why the service refuses it: ${JSON.stringify(refusal[0])}`, async () => {
      await assertRefused(session, await session.pinPool(configs.checkout, 'worker-pool'), refusal)
    })
  }

  it('is sent once if its connection breaks', async () => {
    const row = await session.pinPool(configs.checkout, 'worker-pool')
    const { text } = await failDeletion(session, row, { cut: 'beforeHeaders', afterEffect: true })
    assert.match(text, /^Machine pool may have been deleted: /)
  })
})
