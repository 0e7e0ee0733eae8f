import { strict as assert } from 'node:assert'
import { hasZones } from '../../../src/api/providers.ts'
import { accounts, createData } from '../../sandbox/data.ts'
import { awsRegions, look, nextPick, notOptedIn, paths, rowAt, useLookups } from '../lookups.ts'

const account = accounts.awsProduction
/** The accounts whose cloud may have zones, in the service’s order. */
const withZones = createData()
  .accounts.filter(({ provider, owner }) => owner === 'tenant' && hasZones(provider))
  .map(({ name }) => name)
const inToLast = 'regions that need opt-in'

describe('Zones: The prompts of List Zones, filled by lookups', () => {
  const session = useLookups()

  it('are answered by choosing alone, and keep what was chosen', async () => {
    const listing = session.run('listZones')
    const list = await nextPick(session)
    assert.deepEqual(list.labels, [...withZones])
    const { description } = list.items.find(({ label }) => label === account.name) ?? {}
    assert.equal(description, `aws · ${account.uid}`)
    list.choose(account.name)
    const regions = await nextPick(session)
    assert.deepEqual(regions.labels, [...awsRegions])
    regions.choose('us-east-1')
    const zones = await session.dialogs.list()
    assert.equal(zones.items.length, 6)
    zones.choose(undefined)
    await listing
    assert.equal(look(await rowAt(session, account.name, 'us-east-1')), '$(globe) pinned')
  })

  it('take the only account, and its only region, without asking', async () => {
    const { data } = session.sandbox
    data.accounts = data.accounts.filter(({ uid }) => uid === account.uid)
    const body = JSON.stringify({ regions: [{ name: 'us-east-1' }] })
    session.sandbox.addFault({ path: `${paths.awsRegions}?`, body, times: null })
    for (let times = 0; times < 2; times++) {
      const listing = session.run('listZones')
      ;(await session.dialogs.list()).choose(undefined)
      await listing
    }
    assert.match(session.zoneRequests()[0]?.url ?? '', /\/us-east-1\/zones/)
  })

  it('offer regions that are not opted in to last, under their own heading, and marked', async () => {
    const listing = session.run('listZones')
    ;(await nextPick(session)).choose(account.name)
    const regions = await nextPick(session)
    const { items } = regions
    const heading = items.findIndex(({ label }) => label === inToLast)
    const below = items.slice(heading + 1, -1)
    assert.deepEqual(
      below.map(({ label, description }) => [label, description]),
      notOptedIn.map((region) => [region, 'not opted in']),
    )
    assert.ok(items.slice(0, heading).every(({ description }) => !description))
    regions.escape()
    await listing
  })
})
