import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import {
  getRequestedPaths,
  describeRow,
  getLoadedPick,
  lookupPaths,
  requireRow,
  useSessionWithLookups,
} from '../lookups.ts'

const { maasLab, cloudstackEdge } = accounts
const maasZones = `/v1/cloudaccounts/maas/${maasLab.uid}/properties/azs`

describe('Zones: Accounts without regions', () => {
  const session = useSessionWithLookups()

  it('have their zones directly below them, by one request', async () => {
    const zones = await session.labels('zones', await requireRow(session, maasLab.name))
    assert.deepEqual(zones, ['default', 'rack-east', 'rack-west'])
    assert.deepEqual(getRequestedPaths(session), [lookupPaths.accounts, maasZones])
    const edge = await requireRow(session, cloudstackEdge.name)
    assert.deepEqual(await session.labels('zones', edge), ['edge-north', 'edge-south'])
    assert.ok(getRequestedPaths(session).every((path) => !path.includes('/regions')))
  })

  it('are listed without a prompt for a region, and the account is pinned', async () => {
    const listing = session.run('listZones')
    ;(await getLoadedPick(session)).select(maasLab.name)
    const zones = await session.dialogs.pick()
    assert.equal(zones.title, 'Zones in maas-lab')
    assert.equal(zones.items.length, 3)
    zones.escape()
    await listing
    assert.deepEqual(getRequestedPaths(session), [lookupPaths.accounts, maasZones])
    const row = await requireRow(session, maasLab.name)
    assert.equal(describeRow(row), '$(cloud) maas · pinned')
    assert.match(row.item.contextValue ?? '', /\bunpin\b/)
    assert.deepEqual(await session.labels('zones', row), ['default', 'rack-east', 'rack-west'])
    await session.run('unpin', row.node)
    assert.equal(describeRow(await requireRow(session, maasLab.name)), '$(cloud) maas')
  })

  it('don’t confirm a region that doesn’t exist', async () => {
    const { provider, uid: cloudAccountUid } = maasLab
    for (const region of ['nonsense', 'other']) {
      await session.run('listZones', { provider, cloudAccountUid, region })
    }
    assert.deepEqual(getRequestedPaths(session), [maasZones, maasZones])
    const below = await session.labels('zones', await requireRow(session, maasLab.name))
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
