import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { useSession } from '../helpers.ts'

// With these variables, Node.js sends requests to this computer over the proxy as well: unencrypted, with the key.
describe('Connections: A service on this computer, over http', () => {
  const session = useSession()
  const before = { ...process.env }
  const names = ['NODE_USE_ENV_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY'] as const
  const setVariables = (values: Partial<Record<string, string>>) => {
    for (const name of names) {
      const value = values[name]
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  afterEach(() => setVariables(before))

  const { provider, uid: cloudAccountUid } = accounts.awsProduction
  const query = { provider, cloudAccountUid, region: 'us-east-1' }
  const proxy = 'http://proxy.example:3128'
  const cases: Partial<Record<(typeof names)[number], string>>[] = [
    { http_proxy: proxy },
    { HTTP_PROXY: proxy },
    { http_proxy: proxy, no_proxy: 'service.example' },
  ]
  for (const values of cases) {
    it(`gets no request where Node.js uses a proxy: ${JSON.stringify(values)}`, async () => {
      setVariables({ NODE_USE_ENV_PROXY: '1', ...values })
      await session.run('listZones', query)
      assert.deepEqual(session.requests(), [])
      assert.match((await session.dialogs.message()).text, /proxy/i)
    })
  }
})
