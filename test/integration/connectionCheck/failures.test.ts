import { strict as assert } from 'node:assert'
import { listedKeyCanary } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession } from '../helpers.ts'
import { check, closeEditors, lineOf, shownReport } from './checking.ts'

describe('Check Connection: The report of failures', () => {
  const session = useSession()
  const always = { times: null }
  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })
  afterEach(closeEditors)

  it('shows what failed, what to do, and where to start', async () => {
    session.sandbox.addFault({ ...always, status: 403 })
    const text = await check(session)
    assert.match(
      lineOf(text, 'API key'),
      /✗.*doesn’t accept the API key, or the key has no permission for this \(403\)\. What to do: Set a valid API key\. (?!.*project)/,
    )
    assert.match(
      text,
      /\*\*1 of 11 checks failed\. Start with this: Set a valid API key\.[^]*not available \| \*\*User info\*\* \| Access denied \(403\)\. This feature is optional\. The service reported: `Forbidden` \|$/m,
    )
  })

  it('is offered by messages that it helps with', async () => {
    session.sandbox.addFault({ body: '{"zones":[{', times: 1 })
    const query = { provider: 'aws', cloudAccountUid: 'a1', region: 'us-east-1' }
    await session.run('listZones', query)
    const { press } = await session.dialogs.message()
    press('Check Connection')
    await until('the report', () => {
      try {
        return shownReport()
      } catch {
        return undefined
      }
    })
  })

  it('contains no part of the key, however the service echoes it', async () => {
    const { apiKey } = session.sandbox
    session.sandbox.addFault({ ...always, echoKey: true })
    const refused = await check(session)
    assert.match(refused, /The service reported: `Invalid key: ‹API key› \(InvalidApiKey\)`/)
    session.sandbox.clearFaults()
    const body = JSON.stringify({ orgName: `of ${apiKey}` })
    session.sandbox.addFault({ ...always, path: 'users/info', body })
    const named = await check(session)
    assert.match(named, /organization `of ‹API key›`/)
    for (const text of [refused, named]) {
      assert.ok(!text.includes(apiKey))
    }
  })

  it('contains no part of the keys that the service lists, of which only the expiry is read', async () => {
    const body = `{"items":[{"spec":{"key":"${listedKeyCanary}"}}`
    const traces = [await check(session)]
    for (const status of [200, 500]) {
      session.sandbox.addFault({ path: '/v1/apiKeys', status, body, times: null })
      traces.push(await check(session))
      session.sandbox.clearFaults()
    }
    const { globalState, workspaceState } = parts.context
    for (const state of [globalState, workspaceState])
      traces.push(JSON.stringify(state.keys().map((key) => state.get(key))))
    traces.push(...session.log)
    assert.ok(traces.join('\n').includes('/v1/apiKeys'))
    assert.ok(!traces.join('\n').includes(listedKeyCanary))
  })

  it('renders no Markdown of a service: neither links, nor images, nor HTML, nor lines', async () => {
    const orgName = '`![x](https://evil.example/x.png)\n\n# [Fine](command:x)\n| <img src=x>`'
    const body = JSON.stringify({ orgName })
    session.sandbox.addFault({ ...always, path: 'users/info', body })
    const report = await check(session)
    const line = lineOf(report, 'API key')
    const inside =
      '`![x](https://evil.example/x.png)\\u{a}\\u{a}# [Fine](command:x)\\u{a}\\| <img src=x>`'
    assert.ok(line.endsWith(`\`\` ${inside} \`\`. |`), line)
    assert.deepEqual(report.match(/^#.*$/gm), ['# Connection check: `sandbox`'])
  })
})
