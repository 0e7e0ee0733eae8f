import { strict as assert } from 'node:assert'
import { commandIds } from '../../../src/contributions.ts'
import { accounts } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import { type Row, useSession } from '../helpers.ts'

describe('Zones: A region whose zones cannot be read', () => {
  const session = useSession()
  let region: Row

  beforeEach(async () => {
    region = await session.addRegion(accounts.awsProduction, 'us-east-1')
    session.sandbox.requests.length = 0
  })

  /** The row above the zones of before, once reading them again has gone wrong. */
  async function failure(fault: Fault): Promise<Row> {
    session.sandbox.addFault(fault)
    await session.run('refresh', region.node)
    const [row, ...others] = await session.rows('zones', region)
    assert.equal(others.length, 6)
    assert.match(row?.item.contextValue ?? '', /\bfailure\b/)
    return row ?? assert.fail()
  }

  it('says above the zones of before what went wrong, in the service’s words too, and when those are from', async () => {
    const body = JSON.stringify({ code: 'Busy', message: 'The cloud said no' })
    const { label, item, tooltip } = await failure({ status: 500, body })
    assert.equal(label, 'Service error')
    assert.match(String(item.description), /^Try again later · data from \d/)
    assert.match(
      tooltip,
      /^127\.0\.0\.1:\d+ reported a server error \(500\)\. Try again later\. The service reported: The cloud said no \(Busy\) The data is from \S/,
    )
  })

  const titles: [fault: Fault, title: string][] = [
    [{ status: 401 }, 'API key not accepted'],
    [{ status: 403 }, 'Access denied'],
    [{ status: 404 }, 'Not found'],
    [{ status: 408, times: null }, 'Request timed out'],
    [{ status: 409 }, 'Request rejected'],
    [{ status: 429, headers: { 'Retry-After': '90' } }, 'Too many requests'],
    [{ redirect: 'https://sso.example.com/' }, 'Redirected'],
    [{ malformed: true }, 'Unexpected response'],
    [{ cut: 'beforeHeaders', times: null }, 'Connection failed'],
  ]
  for (const [fault, title] of titles) {
    it(`is called “${title}” for ${JSON.stringify(fault)}`, async () => {
      const { label, item } = await failure(fault)
      assert.equal(label, title)
      assert.ok(item.description)
      assert.ok(session.dialogs.isSilent)
    })
  }

  it('is read again by Retry, and not by a stray click on the row', async () => {
    const { node, item } = await failure({ status: 500 })
    assert.equal(item.command, undefined)
    await session.run('refresh', node)
    assert.equal((await session.rows('zones', region)).length, 6)
  })

  it('keeps no zones that were loaded with another key', async () => {
    await session.setKey(session.name, 'another-key')
    const [row, ...others] = await session.rows('zones', region)
    assert.equal(row?.item.command?.command, commandIds.setApiKey)
    assert.equal(session.requests().at(-1)?.headers['apikey'], 'another-key')
    assert.deepEqual(others, [])
  })
})
