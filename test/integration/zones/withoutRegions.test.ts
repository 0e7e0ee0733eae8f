import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { asked, look, nextPick, paths, rowAt, useLookups } from '../lookups.ts'

const { maasLab, cloudstackEdge } = accounts
const maasZones = `/v1/cloudaccounts/maas/${maasLab.uid}/properties/azs`

describe('Zones: Accounts without regions', () => {
  const session = useLookups()

  it('have their zones directly below them, by one request', async () => {
    const zones = await session.labels('zones', await rowAt(session, maasLab.name))
    assert.deepEqual(zones, ['default', 'rack-east', 'rack-west'])
    assert.deepEqual(asked(session), [paths.accounts, maasZones])
    const edge = await rowAt(session, cloudstackEdge.name)
    assert.deepEqual(await session.labels('zones', edge), ['edge-north', 'edge-south'])
    assert.ok(asked(session).every((path) => !path.includes('/regions')))
  })

  it('are listed without being asked for a region, and pinned as a whole', async () => {
    const listing = session.run('listZones')
    ;(await nextPick(session)).choose(maasLab.name)
    const zones = await session.dialogs.pick()
    assert.equal(zones.title, 'Zones in maas-lab')
    assert.equal(zones.items.length, 3)
    zones.escape()
    await listing
    assert.deepEqual(asked(session), [paths.accounts, maasZones])
    const row = await rowAt(session, maasLab.name)
    assert.equal(look(row), '$(cloud) maas · pinned')
    assert.match(row.item.contextValue ?? '', /\bunpin\b/)
    assert.deepEqual(await session.labels('zones', row), ['default', 'rack-east', 'rack-west'])
    await session.run('unpin', row.node)
    assert.equal(look(await rowAt(session, maasLab.name)), '$(cloud) maas')
  })

  it('confirm no region that does not exist', async () => {
    const { provider, uid: cloudAccountUid } = maasLab
    for (const region of ['nonsense', 'other']) {
      await session.run('listZones', { provider, cloudAccountUid, region })
    }
    assert.deepEqual(asked(session), [maasZones, maasZones])
    const below = await session.labels('zones', await rowAt(session, maasLab.name))
    assert.deepEqual(below, ['default', 'rack-east', 'rack-west'])
    const listing = session.run('listZones', {
      provider,
      cloudAccountUid,
      region: 'other',
      show: true,
    })
    const zones = await session.dialogs.pick()
    assert.equal(zones.title, 'Zones in maas-lab')
    zones.escape()
    await listing
  })
})
