import { strict as assert } from 'node:assert'
import { QuickPickItemKind } from 'vscode'
import { zoneProviders } from '../../../src/api/providers.ts'
import { accounts, createData } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import type { FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import {
  asked,
  awsRegions,
  look,
  nextPick,
  notOptedIn,
  paths,
  rowAt,
  useLookups,
} from '../lookups.ts'

const account = accounts.awsProduction
/** The accounts whose cloud has zones, in the service’s order. */
const withZones = createData()
  .accounts.filter(({ provider, owner }) => owner === 'tenant' && zoneProviders.includes(provider))
  .map(({ name }) => name)
const inToLast = 'regions that need opt-in'

describe('Zones: The prompts of List Zones, filled by lookups', () => {
  const session = useLookups()
  const headings = ({ items }: FakeQuickPick) =>
    items
      .filter(({ kind, label }) => kind === QuickPickItemKind.Separator && label !== '')
      .map(({ label }) => label)

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

  it('ask once for what they list, and share it with the view', async () => {
    for (let times = 0; times < 2; times++) {
      const listing = session.run('listZones')
      ;(await nextPick(session)).choose(account.name)
      ;(await nextPick(session)).escape()
      await listing
    }
    await rowAt(session, account.name, 'us-east-1')
    assert.deepEqual(asked(session), [paths.accounts, paths.awsRegions])
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

  it('offer first what was used before, each once, under its own heading', async () => {
    const { provider, uid: cloudAccountUid } = account
    const query = { provider, cloudAccountUid, cloudAccountLabel: 'payments' }
    await session.run('listZones', { ...query, region: 'us-east-1' })
    await session.run('listZones', { ...query, region: 'eu-west-1' })
    const listing = session.run('listZones')
    const list = await nextPick(session)
    assert.deepEqual(list.labels, ['payments', ...withZones.slice(1)])
    assert.deepEqual(headings(list), ['recently used', 'listed by the service'])
    list.choose('payments')
    const regions = await nextPick(session)
    const recent = ['eu-west-1', 'us-east-1']
    const others = awsRegions.filter((region) => !recent.includes(region))
    assert.deepEqual(regions.labels, [...recent, ...others])
    assert.deepEqual(headings(regions), ['recently used', 'listed by the service', inToLast])
    regions.escape()
    await listing
  })

  it('show that they wait, and take an answer that is not in the list once it is there', async () => {
    const held = session.hold(paths.accounts)
    const listing = session.run('listZones')
    const list = await session.dialogs.pick()
    await until('the request', held.isReached)
    assert.ok(list.busy)
    assert.deepEqual(list.labels, [])
    list.answer('my-account')
    assert.equal(list.shown.at(-1)?.description, 'my-account · waiting for the list…')
    assert.ok(!list.isOver)
    held.letGo()
    ;(await nextPick(session)).choose('aws')
    ;(await session.dialogs.box()).answer('mine')
    ;(await nextPick(session)).escape() // an account that is not there has no regions
    await listing
  })

  it('leave what was typed or moved to when the list comes', async () => {
    const { provider } = account
    for (const uid of ['one', 'two']) {
      session.sandbox.addFault({ path: '/us-east-1/zones', body: '{"zones":[]}' })
      await session.run('listZones', { provider, cloudAccountUid: uid, region: 'us-east-1' })
    }
    await session.run('refreshZones')
    const held = session.hold(paths.accounts)
    const listing = session.run('listZones')
    const list = await session.dialogs.pick()
    assert.deepEqual(list.labels, ['two', 'one'])
    list.activeItems = list.items.filter(({ label }) => label === 'one')
    list.type('o')
    await until('the request', held.isReached)
    held.letGo()
    await until('the list', () => !list.busy)
    assert.equal(list.value, 'o')
    for (const label of ['aws-production', 'o', 'one', 'two']) {
      assert.ok(list.labels.includes(label))
    }
    assert.deepEqual(
      list.activeItems.map(({ label }) => label),
      ['one'],
    )
    list.escape()
    await listing
  })
})
