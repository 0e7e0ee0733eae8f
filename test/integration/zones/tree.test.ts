import { strict as assert } from 'node:assert'
import { type ThemeIcon } from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { type Row, useSession } from '../helpers.ts'

const account = accounts.awsProduction
const region = 'us-east-1'

describe('Zones: The Zones view', () => {
  const session = useSession()
  const zones = (...list: unknown[]) =>
    session.sandbox.addFault({ method: 'GET', body: JSON.stringify({ zones: list }) })
  const icon = ({ item }: Row) => (item.iconPath as ThemeIcon).id
  it('shows a zone’s id and state', async () => {
    zones(
      { name: 'a', zoneId: 'az1', state: 'available' },
      { name: 'b', zoneId: 'az2', state: 'Available' },
      { name: 'c', zoneId: 'az3', state: 'impaired' },
      { name: 'd', state: null },
      { name: 'e' },
    )
    const rows = await session.rows('zones', await session.pinRegion(account, region))
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
      rows.map((row) => row.tooltip),
      [
        'a\nZone ID: az1\nState: available',
        'b\nZone ID: az2\nState: Available',
        'c\nZone ID: az3\nState: impaired',
        'd\nState: unknown state',
        'e\nState: unknown state',
      ],
    )
    // A screen reader says the state, which sighted people see by the icon.
    assert.deepEqual(
      rows.map(({ item }) => item.accessibilityInformation?.label),
      [
        'a, az1, available',
        'b, az2, Available',
        'c, impaired, az3',
        'd, unknown state',
        'e, unknown state',
      ],
    )
  })

  it('has a unique ID for every row, whatever the names', async () => {
    const list = async (cloudAccountUid: string, zoneRegion: string) => {
      session.sandbox.addFault({ body: '{"zones":[{"name":"a"},{"name":"a"},{"name":"1/a"}]}' })
      await session.run('listZones', { provider: 'aws', cloudAccountUid, region: zoneRegion })
    }
    await list('a', 'b/c')
    await list('a/b', 'c')
    const ids = await allIds()
    // The same things over another connection.
    await session.writeConnections(
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

  /** The ids of all rows, from the top down. */
  async function allIds(under?: Row): Promise<string[]> {
    const rows = await session.rows('zones', under)
    const below = await Promise.all(rows.map((row) => allIds(row)))
    return [...rows.map(({ item }) => item.id ?? ''), ...below.flat()]
  }
})
