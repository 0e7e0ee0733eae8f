import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { type Row, until, useSession } from '../helpers.ts'
import { requireRow } from '../lookups.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const account = accounts.awsProduction
const nodes = (rows: (Row | undefined)[]) => rows.map((row) => row?.node)

describe('Copy As…: zones', () => {
  const session = useSession()
  let region: Row
  let zones: Row[]

  beforeEach(async () => {
    await parts.globalState.update('copyFormat', undefined)
    region = await session.pinRegion(account, 'us-east-1')
    zones = await session.rows('zones', region)
  })

  /** Runs it on rows, and chooses a format. */
  async function copyAs(format: string, ...rows: (Row | undefined)[]): Promise<void> {
    const copying = session.run('copyAs', rows[0]?.node, nodes(rows))
    ;(await session.dialogs.pick()).select(format)
    await copying
  }

  it('copies selected zones, and a zone of a selected region only once', async () => {
    await copyAs('Names', zones[1], zones[0])
    assert.equal(session.dialogs.clipboard, 'us-east-1b\nus-east-1a')
    await copyAs('Names', zones[0], region)
    assert.equal(session.dialogs.clipboard?.split('\n').length, zones.length)
  })

  it('has columns for account and region in a table of several regions', async () => {
    const other = await session.pinRegion(account, 'eu-west-1')
    await copyAs('CSV', region, other)
    const [head, first] = session.dialogs.clipboard?.split('\n') ?? []
    assert.equal(head, 'account,region,name,state,zoneId')
    assert.match(first ?? '', /^aws-production,us-east-1,us-east-1a,available,use1-az\d$/)
  })

  it('prompts for the format before it loads anything, with the last used one first', async () => {
    await copyAs('Markdown', region)
    await session.run('refreshZones')
    session.sandbox.requests.length = 0
    const copying = session.run('copyAs', region.node)
    const pick = await session.dialogs.pick()
    assert.equal(pick.title, 'Copy As')
    assert.deepEqual(pick.labels, ['Markdown', 'Names', 'CSV', 'JSON'])
    assert.deepEqual(session.requests(), [])
    pick.hide()
    await copying
  })

  it('loads the region again for a zone from before a failed refresh, and says why it couldn’t', async () => {
    const path = '/regions/us-east-1/zones'
    session.sandbox.addFault({ path, status: 500, times: null })
    await session.run('refreshZones')
    const [, kept] = await session.rows('zones', region)
    assert.equal(kept?.label, 'us-east-1a')
    await copyAs('JSON', kept)
    assert.match((await session.dialogs.message()).text, /reported a server error \(500\)/)
    assert.equal(session.dialogs.clipboard, undefined)
    session.sandbox.clearFaults()
    const body = '{"zones":[{"name":"new"},{"name":"us-east-1a","state":"impaired"}]}'
    session.sandbox.addFault({ path, body })
    await copyAs('CSV', kept)
    assert.match(session.dialogs.clipboard ?? '', /us-east-1a,impaired,?$/)
  })

  it('copies all selected rows again by Retry', async () => {
    const other = await session.pinRegion(account, 'eu-west-1')
    session.sandbox.addFault({ path: '/zones', status: 500, times: null })
    await session.run('refreshZones')
    await copyAs('CSV', region, other)
    const { press } = await session.dialogs.message()
    session.sandbox.clearFaults()
    press('Retry')
    ;(await session.dialogs.pick()).select('CSV')
    const copied = await until('the copy', () => session.dialogs.clipboard)
    assert.match(copied, /,us-east-1,/)
    assert.match(copied, /,eu-west-1,/)
  })

  it('says how many zones of a region are missing in the copy', async () => {
    const path = '/regions/us-east-1/zones'
    const why = 'The service’s response lacks their names or UIDs.'
    session.sandbox.addFault({ path, body: '{"zones":[{"name":"a"},{"name":""}]}' })
    await session.run('refresh', region.node)
    await copyAs('Names', region)
    assert.equal(session.dialogs.clipboard, 'a')
    assert.equal(
      (await session.dialogs.message()).text,
      `Names copied: 1. The copy is incomplete. Zones not shown: 1. ${why}`,
    )
  })
})

describe('Copy As…: zones of accounts', () => {
  const session = useFilledSession()

  const copyAs = async (name: string) => {
    const { node } = await requireRow(session, name)
    const copying = session.run('copyAs', node, [node])
    ;(await session.dialogs.pick()).select('JSON')
    await copying
  }

  it('copies all regions of an account that it has opted in to', async () => {
    await copyAs(account.name)
    const records = JSON.parse(session.dialogs.clipboard ?? '') as {
      account: string
      region: string
    }[]
    assert.deepEqual([...new Set(records.map((record) => record.account))], [account.name])
    const regions = new Set(records.map((record) => record.region))
    assert.ok(regions.size > 3 && regions.has('eu-west-1') && !regions.has('il-central-1'))
  })

  it('says so for an account whose regions the service doesn’t list', async () => {
    session.sandbox.addFault({ path: account.uid, status: 404, times: null })
    await copyAs(account.name)
    const none = 'Nothing was copied. Lists that couldn’t be loaded: 1.'
    assert.equal((await session.dialogs.message()).text, none)
  })

  it('copies regions that are pinned in a Google Cloud project that isn’t listed, as the view shows them', async () => {
    const { provider, uid, name } = accounts.gcpProduction
    const place = { provider, cloudAccountUid: uid, project: 'elsewhere' }
    const zones = { body: '{"zones":[{"name":"moon-1a"}]}', times: null }
    session.sandbox.addFault({ path: '/regions/moon-1/zones', ...zones })
    await session.run('listZones', { ...place, region: 'moon-1' })
    session.dialogs.closeAll()
    await requireRow(session, name, 'elsewhere', 'moon-1', 'moon-1a')
    await copyAs(name)
    assert.match(session.dialogs.clipboard ?? '', /"moon-1a"/)
  })
})
