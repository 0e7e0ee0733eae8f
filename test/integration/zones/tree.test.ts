import { strict as assert } from 'node:assert'
import { CancellationTokenSource, type ThemeIcon } from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { provided, type Row, textOf, useSession } from '../helpers.ts'
import { replace } from '../../replace.ts'

const account = accounts.awsProduction
const region = 'us-east-1'
const neverCancelled = new CancellationTokenSource().token

describe('Zones: The Zones view', () => {
  const session = useSession()
  const zones = (...list: unknown[]) =>
    session.sandbox.addFault({ method: 'GET', body: JSON.stringify({ zones: list }) })
  const icon = ({ item }: Row) => (item.iconPath as ThemeIcon).id
  const tooltip = async ({ node, item }: Row) => {
    const resolved = await provided('zones').resolveTreeItem?.(item, node, neverCancelled)
    return textOf(resolved?.tooltip)
  }

  it('shows cloud accounts, their regions, and their zones', async () => {
    const row = await session.addRegion(account, region)
    await session.addRegion(account, 'eu-west-1')
    await session.addRegion(accounts.gcpProduction, 'us-central1')
    assert.deepEqual(await session.labels('zones'), ['aws-production', 'gcp-production'])
    const first = await session.row('zones', 'aws-production')
    assert.equal(first?.item.description, 'aws')
    assert.deepEqual(await session.labels('zones', first), ['eu-west-1', 'us-east-1'])
    assert.deepEqual(
      await session.labels('zones', row),
      Array.from('abcdef', (letter) => `us-east-1${letter}`),
    )
  })

  it('shows a zone’s id and state', async () => {
    zones(
      { name: 'a', zoneId: 'az1', state: 'available' },
      { name: 'b', zoneId: 'az2', state: 'Available' },
      { name: 'c', zoneId: 'az3', state: 'impaired' },
      { name: 'd', state: null },
      { name: 'e' },
    )
    const rows = await session.rows('zones', await session.addRegion(account, region))
    assert.deepEqual(rows.map(icon), [
      'pass',
      'pass',
      'warning',
      'circle-outline',
      'circle-outline',
    ])
    assert.deepEqual(
      rows.map(({ item }) => item.description),
      ['az1', 'az2', 'impaired · az3', '', ''],
    )
    assert.deepEqual(
      rows.map((one) => one.tooltip),
      [
        'a\nZone ID: az1\nState: available',
        'b\nZone ID: az2\nState: Available',
        'c\nZone ID: az3\nState: impaired',
        'd\nState: unknown state',
        'e\nState: unknown state',
      ],
    )
  })

  it('has an id of its own for every row, whatever the names', async () => {
    const list = async (cloudAccountUid: string, zoneRegion: string) => {
      session.sandbox.addFault({ body: '{"zones":[{"name":"a"},{"name":"a"},{"name":"1/a"}]}' })
      await session.run('listZones', { provider: 'aws', cloudAccountUid, region: zoneRegion })
    }
    await list('a', 'b/c')
    await list('a/b', 'c')
    const ids = await allIds()
    // The same things over another connection.
    await session.connect(
      { name: session.name, baseUrl: session.sandbox.baseUrl },
      { name: `${session.name}/zones`, baseUrl: session.sandbox.baseUrl },
    )
    await session.setKey(`${session.name}/zones`, session.sandbox.apiKey)
    await session.run('manageConnections', `${session.name}/zones`)
    await list('a', 'b/c')
    ids.push(...(await allIds()))
    assert.equal(ids.length, 10 + 5)
    assert.equal(new Set(ids).size, ids.length, ids.join('\n'))
  })

  it('says how old the zones are once that is longer than a minute', async () => {
    const row = await session.addRegion(account, region)
    const [zone] = await session.rows('zones', row)
    const age = async (ms: number, of = row) => {
      const now = Date.now() + ms
      const restore = replace(Date, 'now', () => now)
      return tooltip(of).finally(restore)
    }
    const text = `${region}\nProvider: aws`
    assert.equal(await age(50_000), text)
    assert.equal(await age(65_000), `${text}\nUpdated 1 minute ago`)
    assert.equal(await age(59.5 * 60_000), `${text}\nUpdated 59 minutes ago`)
    assert.equal(await age(61 * 60_000), `${text}\nUpdated 1 hour ago`)
    assert.equal(await age(5.5 * 3_600_000), `${text}\nUpdated 5 hours ago`)
    assert.match(await age(65_000, zone), /\nState: available\nUpdated 1 minute ago$/)
  })

  /** The ids of all rows, from the top down. */
  async function allIds(under?: Row): Promise<string[]> {
    const rows = await session.rows('zones', under)
    const below = await Promise.all(rows.map((row) => allIds(row)))
    return [...rows.map(({ item }) => item.id ?? ''), ...below.flat()]
  }
})
