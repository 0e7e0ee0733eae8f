import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { useSessionWithLookups } from '../lookups.ts'

describe('Zones: Zones that aren’t found for an account without regions', () => {
  const session = useSessionWithLookups()

  for (const { provider, uid: cloudAccountUid, name } of [
    accounts.maasLab,
    accounts.cloudstackEdge,
  ]) {
    it(`are reported with the provider and the account: ${provider}`, async () => {
      session.sandbox.addFault({ path: cloudAccountUid, status: 404, times: null })
      const query = { provider, cloudAccountUid, region: '', cloudAccountLabel: name }
      await session.run('listZones', { ...query, connection: session.name })
      const { text } = await session.dialogs.message()
      assert.doesNotMatch(text, /this item/)
      assert.match(text, new RegExp(name))
      assert.match(text, new RegExp(provider))
    })
  }
})
