import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import type { Message } from '../../fakeVscode/dialogs.ts'
import { until, useSession } from '../helpers.ts'
import { inBrowser } from '../inBrowser.ts'

const { provider, uid: cloudAccountUid } = accounts.awsProduction
const query = { provider, cloudAccountUid, region: 'eu-west-1' }

describe('Zones: List Zones that fails', () => {
  const session = useSession()

  /** The one message that is shown when listing goes wrong. */
  async function failure(fault: Fault): Promise<Message> {
    session.sandbox.addFault({ ...fault, path: '/zones?' }) // not for what a view still reads
    assert.equal(await session.run('listZones', query), undefined)
    const message = await session.dialogs.message()
    assert.equal(message.severity, 'error')
    assert.deepEqual(session.dialogs.unseen, [])
    assert.deepEqual(await session.rows('zones'), [])
    return message
  }

  const reasons: [fault: Fault, text: RegExp, buttons: string[]][] = [
    [{ status: 401 }, /didn’t accept the API key \(401\)/, ['Set API Key', 'Retry']],
    [{ status: 403 }, /doesn’t have permission to do this on \S+ \(403\)/, ['Retry']],
    [
      { status: 404 },
      /couldn’t find zones for provider aws, cloud account \w+, and region eu-west-1 \(404\)\. The service reported: Not Found/,
      ['Check Connection', 'Retry'],
    ],
    [
      { status: 403, body: '{"code":"OperationForbidden","message":"No tenant-wide access"}' },
      /\(403\)\. The service reported: No tenant-wide access \(OperationForbidden\)$/,
      ['Select Project', 'Retry'],
    ],
    [
      { status: 404, body: '{"code":"ProjectNotFoundInTenant"}' },
      /^The API key has no access to the project/,
      ['Select Project', 'Retry'],
    ],
    [{ status: 500 }, /reported a server error \(500\)/, ['Retry']],
    [
      { status: 503, headers: { 'Retry-After': '90' } },
      /reported a server error \(503\) and requested a delay of 90 s\./,
      ['Retry'],
    ],
    [{ status: 408, times: null }, /^The request to \S+ timed out\./, ['Retry']],
    [{ status: 400 }, /rejected the request \(400\)\./, ['Retry']],
    [
      { status: 429, headers: { 'Retry-After': '90' } },
      /Too many requests to \S+ \(429\)\. Try again in 90 s\./,
      ['Retry'],
    ],
    [
      { malformed: true },
      /returned an unexpected response/,
      ['Edit Connections', 'Check Connection', 'Retry'],
    ],
    [
      { redirect: 'https://sso.example.com/login' },
      /redirected the request( to https:\/\/sso\.example\.com)?, but Poolkeeper doesn’t follow/,
      ['Edit Connections', 'Check Connection', 'Retry'],
    ],
    [
      { status: 409, body: '{"message":"See [the terms](command:x) <b>now</b>"}' },
      /The service reported: See \[the terms\] \(command:x\) <b>now<\/b>$/,
      ['Retry'],
    ],
    [{ status: 403, body: '<html>Blocked</html>' }, /\(403\)\.$/, ['Retry']],
  ]
  for (const [fault, text, buttons] of reasons) {
    it(`says so for ${JSON.stringify(fault)}`, async () => {
      const message = await failure(fault)
      assert.match(message.text, text)
      assert.deepEqual(message.buttons, buttons)
    })
  }

  it('says so where the service cannot be reached', async () => {
    const { name: connection, sandbox } = await session.connectAnother()
    await sandbox.close()
    await session.run('listZones', { ...query, connection })
    const { text, buttons } = await session.dialogs.message()
    assert.match(
      text,
      inBrowser
        ? /^The connection to \S+ failed, or .+ \(CORS\)/
        : /^The connection to \S+ failed \(ECONNREFUSED\)/,
    )
    assert.deepEqual(buttons, ['Check Connection', 'Retry'])
  })

  it('tries again with the same values, and goes on where it stopped', async () => {
    const { press } = await failure({ status: 500 })
    press('Retry')
    assert.equal((await session.dialogs.list()).items.length, 3)
    const [first, second] = session.zoneRequests().map(({ url }) => url)
    assert.equal(first, second)
    assert.ok(await session.row('zones', cloudAccountUid, 'eu-west-1'))
  })

  it('is silent after Cancel', async () => {
    session.sandbox.addFault({ stall: 'beforeHeaders' })
    const listing = session.run('listZones', query)
    await until('the request', () => session.requests().length === 1)
    assert.deepEqual(session.dialogs.progress, ['Listing zones for eu-west-1…'])
    session.dialogs.cancel()
    assert.equal(await listing, undefined)
    assert.ok(session.dialogs.isSilent)
    assert.deepEqual(await session.rows('zones'), [])
    assert.equal(session.zoneRequests().length, 1)
  })
})
