import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { accounts } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { type Row, until, useSession } from '../helpers.ts'

const account = accounts.awsProduction
const nodes = (rows: (Row | undefined)[]) => rows.map((row) => row?.node)

describe('Zones: Copy Zones As…', () => {
  const session = useSession()
  let region: Row
  let zones: Row[]

  beforeEach(async () => {
    await parts.context.globalState.update('zoneFormat', undefined)
    region = await session.addRegion(account, 'us-east-1')
    zones = await session.rows('zones', region)
  })

  /** Runs it on rows, and chooses a format. */
  async function copyAs(format: string, ...rows: (Row | undefined)[]): Promise<void> {
    const copying = session.run('copyZonesAs', rows[0]?.node, nodes(rows))
    ;(await session.dialogs.pick()).choose(format)
    await copying
  }

  it('copies all zones of a region', async () => {
    await copyAs('Names', region)
    assert.deepEqual(session.dialogs.viewProgress, [viewIds.zones])
    assert.equal(session.dialogs.clipboard, zones.map(({ label }) => label).join('\n'))
    assert.equal(session.dialogs.statusMessages.at(-1), `Copied ${zones.length} zone names`)
  })

  it('copies chosen zones, and one of a region that is chosen too only once', async () => {
    await copyAs('HCL', zones[1], zones[0])
    assert.equal(session.dialogs.clipboard, '["us-east-1b", "us-east-1a"]')
    await copyAs('Names', zones[0], region)
    assert.equal(session.dialogs.clipboard?.split('\n').length, zones.length)
  })

  it('tells account and region in a table of several regions', async () => {
    const other = await session.addRegion(account, 'eu-west-1')
    await copyAs('CSV', region, other)
    const [head, first] = session.dialogs.clipboard?.split('\n') ?? []
    assert.equal(head, 'account,region,name,state,zone id')
    assert.match(first ?? '', /^aws-production,us-east-1,us-east-1a,available,use1-az\d$/)
  })

  it('copies a name that two accounts have once as a list, and both zones as a table', async () => {
    const other = await session.addRegion(accounts.awsAudit, 'us-east-1')
    await copyAs('Names', region, other)
    assert.equal(session.dialogs.clipboard, zones.map(({ label }) => label).join('\n'))
    assert.equal(session.dialogs.statusMessages.at(-1), `Copied ${zones.length} zone names`)
    await copyAs('CSV', region, other)
    assert.equal(session.dialogs.clipboard.split('\n').length, 1 + 2 * zones.length)
    assert.equal(session.dialogs.statusMessages.at(-1), `Copied ${2 * zones.length} zones as CSV`)
  })

  it('offers the last format first', async () => {
    await copyAs('YAML', region)
    const copying = session.run('copyZonesAs', region.node)
    const pick = await session.dialogs.pick()
    assert.equal(pick.title, `Copy ${zones.length} Zones As`)
    assert.deepEqual(pick.labels, ['YAML', 'Names', 'JSON', 'HCL', 'CSV', 'Markdown'])
    pick.hide()
    await copying
  })

  it('copies nothing where it is left', async () => {
    const copying = session.run('copyZonesAs', region.node)
    ;(await session.dialogs.pick()).hide()
    await copying
    assert.equal(session.dialogs.clipboard, undefined)
  })

  it('copies those of chosen states', async () => {
    const path = '/regions/us-east-1/zones'
    const body = JSON.stringify({
      zones: [
        { name: 'us-east-1a', state: 'available' },
        { name: 'us-east-1b', state: 'impaired' },
        { name: 'us-east-1c' },
      ],
    })
    session.sandbox.addFault({ path, body, times: null })
    await session.run('refreshItem', region.node)
    const copying = session.run('copyZonesAs', region.node)
    ;(await session.dialogs.pick()).choose('Filter by State…')
    const states = await session.dialogs.list()
    assert.deepEqual(
      states.items.map(({ label, picked }) => [label, picked]),
      [
        ['available', true],
        ['impaired', false],
        ['unknown state', false],
      ],
    )
    states.choose(['impaired', 'unknown state'])
    const pick = await until('the formats again', () => session.dialogs.pick())
    assert.equal(pick.title, 'Copy 2 Zones As')
    pick.choose('JSON')
    await copying
    assert.deepEqual(JSON.parse(session.dialogs.clipboard ?? ''), ['us-east-1b', 'us-east-1c'])
  })

  it('reads a region that was not opened, and says why it cannot', async () => {
    await session.run('refreshItem', region.node)
    session.sandbox.addFault({ path: '/regions/us-east-1/zones', status: 403 })
    await session.run('copyZonesAs', region.node)
    const { text, buttons, press } = await session.dialogs.message()
    assert.match(text, /doesn’t have permission to do this on \S+ \(403\)/)
    assert.deepEqual(buttons, ['Retry'])
    press('Retry')
    ;(await session.dialogs.pick()).choose('Names')
    const copied = await until('the names', () => session.dialogs.clipboard)
    assert.match(copied, /^us-east-1a\n/)
  })

  it('says how many zones of a region the copy lacks', async () => {
    const path = '/regions/us-east-1/zones'
    const why = 'The service didn’t return what is needed to show them.'
    session.sandbox.addFault({ path, body: '{"zones":[{"name":"a"},{"name":""}]}' })
    await session.run('refreshItem', region.node)
    await copyAs('Names', region)
    assert.equal(session.dialogs.clipboard, 'a')
    assert.equal(
      (await session.dialogs.message()).text,
      `Copied 1 zone name. The copy is incomplete. Zones not shown: 1. ${why}`,
    )
  })

  it('says so where a region has no zones', async () => {
    session.sandbox.addFault({
      path: '/regions/us-east-1/zones',
      body: '{"zones":[]}',
      times: null,
    })
    await session.run('refreshItem', region.node)
    await session.run('copyZonesAs', region.node)
    assert.equal((await session.dialogs.message()).text, 'There are no zones to copy.')
  })
})
