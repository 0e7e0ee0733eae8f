import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, projects } from '../../sandbox/data.ts'
import { type Row, until, useSession } from '../helpers.ts'
import { closeAll } from '../zones/editors.ts'

const account = accounts.awsProduction

interface Shown {
  error?: string
  note?: string
  zones?: { name: string; zoneId?: string }[] | null
  regions?: ({ region?: string; cloudProject?: string } & Shown)[]
  [key: string]: unknown
}

function shown(): vscode.TextDocument {
  const document = vscode.window.activeTextEditor?.document
  if (document?.uri.scheme !== 'poolkeeper-zones') throw new Error('No zones are shown')
  return document
}
const content = (document = shown()) => JSON.parse(document.getText()) as Shown

/** Waits for what a document shows: VS Code keeps documents for a while, and reads them again. */
const untilShown = async (what: string, holds: (shown: Shown) => boolean, document = shown()) => {
  await until(what, () => holds(content(document)))
  return content(document)
}

describe('Zones as JSON', () => {
  afterEach(closeAll) // before the session ends, so that nothing that is shown is read again
  const session = useSession()

  const show = (row: Row | undefined) => session.run('showZonesAsJson', row?.node)

  it('are those of a region, with where they are from and when they were read', async () => {
    const region = await session.addRegion(account, 'us-east-1')
    const asked = session.zoneRequests().length
    await show(region)
    const { readAt, zones, ...rest } = await untilShown('the zones', (one) => !one.error)
    assert.deepEqual(rest, {
      connection: session.name,
      service: new URL(session.sandbox.baseUrl).host,
      provider: 'aws',
      account: { uid: account.uid, name: account.name },
      region: 'us-east-1',
    })
    assert.match(String(readAt), /^20\d\d-.*Z$/)
    assert.equal(zones?.length, 6)
    assert.equal(zones[0]?.name, 'us-east-1a')
    assert.match(zones[0]?.zoneId ?? '', /^use1-az\d$/)
    assert.equal(session.zoneRequests().length, asked, 'they were known')
  })

  it('are a read-only document in JSON with a name of its own, shown as a preview', async () => {
    await show(await session.addRegion(account, 'us-east-1'))
    const document = shown()
    assert.equal(document.languageId, 'json')
    assert.equal(document.getText().split('\n')[1], '  "connection": "sandbox",')
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab
    assert.equal(tab?.label, 'us-east-1 (aws-production).json')
    assert.equal(tab?.isPreview, true)
    assert.equal(vscode.workspace.fs.isWritableFileSystem('poolkeeper-zones'), false)
    await assert.rejects(async () =>
      vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode('{}')),
    )
  })

  it('have an address with all that makes them anew, and no secret', async () => {
    await session.reconnect({ projectUid: projects.production.uid })
    await show(await session.addRegion(account, 'us-east-1'))
    const { uri } = shown()
    assert.deepEqual(JSON.parse(uri.query), {
      connection: session.name,
      provider: 'aws',
      uid: account.uid,
      name: account.name,
      region: 'us-east-1',
    })
    assert.ok(!uri.toString().includes(session.sandbox.apiKey))
    await untilShown('the project', ({ project }) => project === projects.production.uid)
    // As after a reload: nothing but the address is known.
    const again = uri.with({ path: '/again.json' })
    const document = await vscode.workspace.openTextDocument(again)
    assert.deepEqual(content(document), content())
    const foreign = uri.with({ query: '{"provider":1}' })
    await assert.rejects(async () => vscode.workspace.openTextDocument(foreign))
  })

  it('are read where they were not, and say why they could not be', async () => {
    const region = await session.addRegion(account, 'us-east-1')
    await session.run('refresh', region.node)
    session.sandbox.addFault({ path: '/regions/us-east-1/zones', status: 403, times: null })
    await show(region)
    const { zones, error } = await untilShown('the failure', (one) => one.zones === null)
    assert.equal(zones, null)
    assert.match(error ?? '', /doesn’t have permission to do this on \S+ \(403\)/)
    session.sandbox.clearFaults()
    await show(region)
    await until('the zones', () => content().zones?.length === 6)
    assert.equal(content().error, undefined)
    assert.ok(session.dialogs.isSilent)
  })

  it('are brought up to date when the view is refreshed, while they are to be seen', async () => {
    const region = await session.addRegion(account, 'us-east-1')
    await show(region)
    const document = shown()
    const body = '{"zones":[{"name":"us-east-1z"}]}'
    session.sandbox.addFault({ path: '/regions/us-east-1/zones', body, times: null })
    await session.run('refreshZones')
    await until('the news', () => content(document).zones?.[0]?.name === 'us-east-1z')
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1)
  })

  it('ask for nothing while they are not to be seen, and catch up once they are', async () => {
    const region = await session.addRegion(account, 'us-east-1')
    await show(region)
    const document = shown()
    await vscode.window.showTextDocument(document, { preview: false })
    const other = await vscode.workspace.openTextDocument({ content: 'x' })
    await vscode.window.showTextDocument(other, { preview: false })
    await until('the other editor', () => vscode.window.activeTextEditor?.document === other)
    const body = '{"zones":[{"name":"us-east-1z"}]}'
    session.sandbox.addFault({ path: '/regions/us-east-1/zones', body, times: null })
    const asked = session.zoneRequests().length
    await session.run('refreshZones')
    // What would be asked for is asked for before this.
    await session.addRegion(account, 'eu-west-1')
    assert.equal(session.zoneRequests().length, asked + 1)
    await vscode.window.showTextDocument(document)
    await until('the news', () => content(document).zones?.[0]?.name === 'us-east-1z')
  })

  it('say so where the connection is gone', async () => {
    await show(await session.addRegion(account, 'us-east-1'))
    const document = shown()
    await session.connect({ name: 'another', baseUrl: session.sandbox.baseUrl })
    await until('the news', () => content(document).error !== undefined)
    const { connection, region, zones, error } = content(document)
    assert.deepEqual([connection, region, zones], [session.name, 'us-east-1', null])
    assert.equal(error, 'Connection “sandbox” doesn’t exist.')
  })

  it('show what is invisible in a name', async () => {
    const region = await session.addRegion(account, 'us-east-1')
    const body = JSON.stringify({ zones: [{ name: 'us-east-1\u202Ea' }] })
    session.sandbox.addFault({ path: '/regions/us-east-1/zones', body, times: null })
    await session.run('refresh', region.node)
    await show(region)
    await untilShown('the name', ({ zones }) => zones?.[0]?.name === 'us-east-1\u202Ea')
    assert.match(shown().getText(), /"us-east-1\\u202ea"/)
  })

  it('open for each of several rows', async () => {
    const rows = [
      await session.addRegion(account, 'us-east-1'),
      await session.addRegion(account, 'eu-west-1'),
    ]
    const nodes = rows.map(({ node }) => node)
    await session.run('showZonesAsJson', nodes[0], nodes)
    const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label))
    assert.deepEqual(labels, ['us-east-1 (aws-production).json', 'eu-west-1 (aws-production).json'])
  })
})

describe('Zones as JSON: Zones of an account as JSON', () => {
  afterEach(closeAll) // before the session ends, so that nothing that is shown is read again
  const session = useSession()
  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })

  const regionIn = (name: string) => content().regions?.find(({ region }) => region === name)

  it('are those that were read; of other regions it is said that they were not', async () => {
    await session.run('refreshZones')
    const row = await session.row('zones', account.name)
    const region = await session.row('zones', account.name, 'eu-west-1')
    await session.rows('zones', region)
    const asked = session.zoneRequests().length
    await session.run('showZonesAsJson', row?.node)
    const { connection, provider, regions } = content()
    assert.deepEqual(
      [connection, provider, content()['account']],
      [session.name, 'aws', { uid: account.uid, name: account.name }],
    )
    assert.ok((regions?.length ?? 0) > 20)
    assert.equal(regionIn('eu-west-1')?.zones?.length, 3)
    assert.deepEqual(regionIn('us-east-1'), {
      region: 'us-east-1',
      zones: null,
      note: 'Not loaded yet. Expand the region in the Zones view.',
    })
    assert.equal(session.zoneRequests().length, asked)
  })

  it('come as regions are opened in the view, and are read again after a refresh', async () => {
    await session.run('refreshZones')
    await session.run('showZonesAsJson', (await session.row('zones', account.name))?.node)
    await session.rows('zones', await session.row('zones', account.name, 'us-east-1'))
    await until('the zones', () => regionIn('us-east-1')?.zones?.length === 6)
    const body = '{"zones":[{"name":"us-east-1z"}]}'
    session.sandbox.addFault({ path: '/regions/us-east-1/zones', body, times: null })
    const asked = session.zoneRequests().length
    await session.run('refreshZones')
    await until('the news', () => regionIn('us-east-1')?.zones?.[0]?.name === 'us-east-1z')
    const paths = session.zoneRequests().map(({ url }) => url.split('?')[0])
    assert.deepEqual(paths.slice(asked), ['/v1/clouds/aws/regions/us-east-1/zones'])
  })

  it('are below the projects of a cloud that has them', async () => {
    await session.run('refreshZones')
    const gcp = accounts.gcpProduction
    const row = await session.row('zones', gcp.name)
    await session.run('showZonesAsJson', row?.node)
    const before = content().regions ?? []
    assert.ok(before.length > 0 && before.every(({ cloudProject }) => cloudProject !== undefined))
  })

  it('say why regions could not be listed', async () => {
    const region = await session.addRegion(account, 'us-east-1')
    assert.ok(region)
    session.sandbox.addFault({ path: '/clouds/aws/regions?', status: 500, times: null })
    await session.run('refreshZones')
    const row = await session.row('zones', account.name)
    await session.run('showZonesAsJson', row?.node)
    const { error, regions } = await untilShown('the failure', (one) => one.error !== undefined)
    assert.match(error ?? '', /reported a server error \(500\)/)
    assert.deepEqual(
      regions?.map((one) => one.region),
      ['us-east-1'],
    )
  })
})
