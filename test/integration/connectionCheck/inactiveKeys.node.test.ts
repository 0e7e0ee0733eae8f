import { strict as assert } from 'node:assert'
import { useSandbox } from '../../unit/useSandbox.ts'
import { check, lineIn } from './findings.ts'

// The service leaves out what is false: a key that is switched off has `isActive` nowhere.
describe('Connection check: Keys that are switched off', () => {
  const sandbox = useSandbox()
  const key = (uid: string, year: number, status?: object) => ({
    metadata: { uid, name: uid },
    spec: { expiry: `${year}-06-15T00:00:00.000Z` },
    status,
  })
  const report = async (...items: object[]) => {
    sandbox.addFault({ path: '/v1/apiKeys', body: JSON.stringify({ items }) })
    return lineIn(await check(sandbox), 'API key expiry').text
  }

  for (const status of [{}, undefined, null]) {
    it(`don’t count beside one that is active: ${JSON.stringify(status)}`, async () => {
      const off = { ...key('off', 2040), status }
      const text = await report(off, key('on', 2050, { isActive: true }))
      assert.match(text, /2050/)
      assert.doesNotMatch(text, /2040|Active API keys: 2/)
    })
  }
})
