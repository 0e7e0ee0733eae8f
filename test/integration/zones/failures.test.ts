import { strict as assert } from 'node:assert'
import { commandIds } from '../../../src/contributions.ts'
import { accounts, configs } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import type { Message } from '../../fakeVscode/dialogs.ts'
import { type Row, type Session, until, useSession } from '../helpers.ts'
import {
  createLookupFault,
  describeRow,
  lookupPaths,
  requireRow,
  useSessionWithLookups,
} from '../lookups.ts'

const account = accounts.awsProduction
const { provider, uid: cloudAccountUid } = account
const query = { provider, cloudAccountUid, region: 'eu-west-1' }

/** How a failure looks: what List Zones… says of it, with its buttons, and what its row is called. */
const failures: [fault: Fault, text: RegExp, buttons: string[], title: string][] = [
  [{ status: 401 }, /didn’t accept the API key \(401\)/, ['Set API Key', 'Retry'], 'Set API Key…'],
  [{ status: 403 }, /the key has no permission for this \(403\)/, ['Retry'], 'Access denied'],
  [
    { status: 404 },
    /couldn’t find zones for provider aws, cloud account \w+, and region eu-west-1 \(404\)\. The service reported: Not Found/,
    ['Check Connection', 'Retry'],
    'Not found',
  ],
  [
    { status: 403, body: '{"code":"OperationForbidden","message":"No tenant-wide access"}' },
    /\(403\)\. Select a project\. The service reported: No tenant-wide access \(OperationForbidden\)$/,
    ['Select Project', 'Retry'],
    'Select Project…',
  ],
  [
    { status: 404, body: '{"code":"ProjectNotFoundInTenant"}' },
    /^The API key has no access to the project/,
    ['Select Project', 'Retry'],
    'Select Project…',
  ],
  [{ status: 500 }, /reported a server error \(500\)/, ['Retry'], 'Service error'],
  [
    { status: 503, headers: { 'Retry-After': '90' } },
    /reported a server error \(503\)\. Try again in 90 s\./,
    ['Retry'],
    'Service error',
  ],
  [{ status: 408, times: null }, /^The request to \S+ timed out\./, ['Retry'], 'Request timed out'],
  [{ status: 400 }, /rejected the request \(400\)\./, ['Retry'], 'Request rejected'],
  [
    { status: 429, headers: { 'Retry-After': '90' } },
    /Too many requests to \S+ \(429\)\. Try again in 90 s\./,
    ['Retry'],
    'Too many requests',
  ],
  [
    { body: '{"zones":[{' },
    /returned an unexpected response/,
    ['Edit Connections', 'Check Connection', 'Retry'],
    'Unexpected response',
  ],
  [
    { redirect: 'https://sso.example.com/login' },
    /redirected the request( to https:\/\/sso\.example\.com)?, but Poolkeeper doesn’t follow/,
    ['Edit Connections', 'Check Connection', 'Retry'],
    'Redirected',
  ],
  [
    { cut: 'beforeHeaders', times: null },
    /^The connection to \S+ failed/,
    ['Check Connection', 'Retry'],
    'Connection failed',
  ],
  [
    { status: 409, body: '{"message":"See [the terms](command:x) <b>now</b>"}' },
    /The service reported: See \[the terms\] \(command:x\) <b>now<\/b>$/,
    ['Retry'],
    'Request rejected',
  ],
  [
    { status: 403, body: '<html>Blocked</html>' },
    /\(403\)\. If the current key is valid, ask an administrator for permissions\.$/,
    ['Retry'],
    'Access denied',
  ],
]

describe('Zones: Zones that cannot be read', () => {
  const session = useSession()
  let region: Row

  beforeEach(async () => {
    region = await session.pinRegion(account, 'us-east-1')
    session.sandbox.requests.length = 0
  })

  /** The row above the zones of before, once reading them again has gone wrong. */
  async function failedRow(fault: Fault): Promise<Row> {
    session.sandbox.addFault({ ...fault, path: '/zones?' })
    await session.run('refresh', region.node)
    const [row, ...otherRows] = await session.rows('zones', region)
    assert.equal(otherRows.length, 6)
    assert.match(row?.item.contextValue ?? '', /\bfailure\b/)
    assert.ok(session.dialogs.isSilent)
    session.sandbox.clearFaults()
    return row ?? assert.fail()
  }

  /** The one message that is shown when listing goes wrong, which pins nothing. */
  async function message(fault: Fault): Promise<Message> {
    session.sandbox.addFault({ ...fault, path: '/zones?' }) // not for what a view still reads
    assert.equal(await session.run('listZones', query), undefined)
    const shown = await session.dialogs.message()
    assert.equal(shown.severity, 'error')
    assert.deepEqual(session.dialogs.unseenTexts, [])
    const regions = await session.labels('zones', await session.row('zones', account.name))
    assert.deepEqual(regions, ['us-east-1'])
    return shown
  }

  for (const [fault, text, buttons, title] of failures) {
    it(`are a row called “${title}”, and a message, for ${JSON.stringify(fault)}`, async () => {
      const { label, item } = await failedRow(fault)
      assert.equal(label, title)
      assert.ok(item.description)
      const shown = await message(fault)
      assert.match(shown.text, text)
      assert.deepEqual(shown.buttons, buttons)
    })
  }

  it('keep the zones of before, below the error with the service’s message and the time of the data', async () => {
    const body = JSON.stringify({ code: 'Busy', message: 'The cloud said no' })
    const { item, tooltip } = await failedRow({ status: 500, body })
    assert.equal(item.command, undefined) // a stray click does nothing
    assert.match(String(item.description), /^data from \d.* · Try again later$/)
    assert.match(
      tooltip,
      /^127\.0\.0\.1:\d+ reported a server error \(500\)\. Try again later\. The service reported: The cloud said no \(Busy\)\. The data is from \S/,
    )
  })

  it('are not replaced by zones that were loaded with another key', async () => {
    await session.setKey(session.name, 'another-key')
    const [row, ...otherRows] = await session.rows('zones', region)
    assert.equal(row?.item.command?.command, commandIds.setApiKey)
    assert.equal(session.requests().at(-1)?.headers['apikey'], 'another-key')
    assert.deepEqual(otherRows, [])
  })

  it('are listed again by Retry with the same values', async () => {
    const { press } = await message({ status: 500 })
    press('Retry')
    assert.equal((await session.dialogs.pick()).items.length, 3)
    const [first, second] = session.zoneRequests().map(({ url }) => url)
    assert.equal(first, second)
    assert.ok(await session.row('zones', account.name, 'eu-west-1'))
  })

  it('show no message after Cancel', async () => {
    session.sandbox.addFault({ stall: 'beforeHeaders' })
    const listing = session.run('listZones', query)
    await until('the request', () => session.requests().length === 1)
    assert.equal(session.dialogs.progress.at(-1)?.title, 'Listing zones for eu-west-1…')
    session.dialogs.cancel()
    assert.equal(await listing, undefined)
    assert.ok(session.dialogs.isSilent)
    assert.equal(await session.row('zones', account.name, 'eu-west-1'), undefined)
    assert.equal(session.zoneRequests().length, 1)
  })
})

describe('Zones: A lookup that fails', () => {
  const session = useSessionWithLookups()
  beforeEach(async () => {
    await session.run('listZones', { ...query, region: 'us-east-1' })
    session.sandbox.requests.length = 0
  })

  /** The rows below a failure at the top of a view. */
  async function belowFailure(view: Parameters<Session['rows']>[0], title: string): Promise<Row[]> {
    const [failure, ...otherRows] = await session.rows(view)
    assert.equal(failure?.label, title)
    assert.match(failure.item.contextValue ?? '', /\bfailure\b/)
    return otherRows
  }

  it('is shown above the pinned accounts, and tried again by Retry', async () => {
    session.sandbox.addFault(createLookupFault(lookupPaths.accounts, { status: 500 }))
    const [kept, ...otherRows] = await belowFailure('zones', 'Service error')
    assert.deepEqual(otherRows, [])
    assert.equal(kept?.label, account.uid)
    assert.equal(describeRow(kept), '$(cloud) aws') // nothing says that it is missing
    assert.ok(session.dialogs.isSilent)
    session.sandbox.clearFaults()
    await session.run('refresh', (await session.rows('zones'))[0]?.node)
    assert.equal((await session.rows('zones')).length, 11)
  })

  it('keeps the loaded pages if a later one fails', async () => {
    const { data } = session.sandbox
    const some = data.accounts.slice(0, 1)
    data.accounts = Array.from({ length: 60 }, (_, index) => ({ ...some[0]!, uid: `uid-${index}` }))
    const parts: [Fault, string][] = [
      [{ status: 500 }, 'Service error'],
      [{ status: 403 }, 'Access denied'],
      [{ body: '{"zones":[{' }, 'Unexpected response'],
    ]
    for (const [fault, title] of parts) {
      session.sandbox.addFault({ path: 'continue=', times: 2, ...fault })
      assert.equal((await belowFailure('zones', title)).length, 51) // a page, and the one that is kept
      session.sandbox.clearFaults()
      await session.run('refreshZones')
    }
    assert.equal((await session.rows('zones')).length, 61)
    // A part never replaces the whole list.
    session.sandbox.addFault({ path: 'continue=', times: 2, status: 500 })
    await session.run('refreshZones')
    assert.equal((await belowFailure('zones', 'Service error')).length, 61)
  })

  for (const [what, fault, label] of [
    ['the key is no longer accepted', { status: 401 }, 'Set API Key…'],
    ['the service can’t be reached', { cut: 'beforeHeaders' }, 'Connection failed'],
  ] as const) {
    it(`is shown once in a view if ${what}, whatever is expanded`, async () => {
      const path = ['aws-production', 'us-east-1']
      await requireRow(session, ...path, 'us-east-1a')
      const cluster = configs.checkout.clusterName
      session.sandbox.addFault({ times: null, ...fault })
      await session.run('refreshZones')
      await session.run('refreshMachinePools')
      await belowFailure('zones', label)
      const accountRow = await session.row('zones', 'aws-production')
      assert.ok(!(await session.labels('zones', accountRow)).includes(label))
      const region = await session.row('zones', ...path)
      const zones = await session.labels('zones', region)
      assert.ok(!zones.includes(label), zones.join())
      const configRow = (await belowFailure('machinePools', label)).find(
        (row) => row.label === cluster,
      )
      if (configRow) assert.ok(!(await session.labels('machinePools', configRow)).includes(label))
    })
  }

  it('leaves a note below a row of which nothing was loaded, and its own error if the cause is another', async () => {
    session.sandbox.addFault({ path: lookupPaths.accounts, times: null, status: 401 })
    session.sandbox.addFault({ path: '/zones?', times: 1, status: 401 })
    session.sandbox.addFault({ path: '/zones?', times: null, status: 500 })
    await session.setKey(session.name, 'another-key')
    await belowFailure('zones', 'Set API Key…')
    const region = await session.row('zones', account.uid, 'us-east-1')
    assert.deepEqual(await session.labels('zones', region), ['Not loaded yet'])
    await session.run('refresh', region?.node)
    assert.deepEqual(await session.labels('zones', region), ['Service error'])
  })

  it('is shown in each view if every response is 403, as some gateways answer a wrong key', async () => {
    session.sandbox.addFault({ status: 403, times: null })
    await session.setKey(session.name, 'wrong-key')
    for (const view of ['zones', 'machinePools'] as const) await belowFailure(view, 'Access denied')
  })
})
