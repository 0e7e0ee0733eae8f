import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import {
  failed,
  faultAt,
  nextPick,
  offer,
  paths,
  problemIn,
  rowAt,
  useLookups,
} from '../lookups.ts'

const account = accounts.awsProduction

describe('Zones: Typing into prompts that are filled', () => {
  const session = useLookups()

  /** Starts the command, up to the list of accounts. */
  async function listAccounts() {
    const listing = session.run('listZones')
    return { listing, list: await nextPick(session) }
  }

  it('gives a value that is not in the list', async () => {
    const { listing, list } = await listAccounts()
    list.answer('661e39-not-listed')
    ;(await nextPick(session)).choose('aws')
    ;(await session.dialogs.box()).answer('mine')
    session.sandbox.addFault({ path: '/zones', body: '{"zones":[{"name":"moon-1a"}]}' })
    ;(await nextPick(session)).answer('moon-1')
    const zones = await session.dialogs.list()
    assert.deepEqual(
      zones.items.map(({ label }) => label),
      ['moon-1a'],
    )
    zones.choose(undefined)
    await listing
    await rowAt(session, 'mine', 'moon-1', 'moon-1a')
  })

  it('gives its value also where Enter comes before its row, pasted', async () => {
    const { listing, list } = await listAccounts()
    list.fallBehind()
    list.answer('my-account')
    assert.equal((await nextPick(session)).placeholder, 'Select or enter a provider')
    session.dialogs.closeAll()
    await listing
  })

  it('is all there is where no lookup is offered, and nothing is said', async () => {
    await offer(session, 'none')
    const listing = session.run('listZones')
    ;(await nextPick(session)).answer(account.uid)
    ;(await nextPick(session)).choose('aws')
    ;(await session.dialogs.box()).answer('')
    ;(await nextPick(session)).escape()
    await listing
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('goes on where a lookup fails, which the list says', async () => {
    const detail = /reported a server error \(500\)/
    const { provider, uid: cloudAccountUid } = account
    await session.run('listZones', { provider, cloudAccountUid, region: 'us-east-1' })
    session.sandbox.addFault(faultAt(paths.accounts, { status: 500 }))
    session.sandbox.addFault(faultAt(paths.awsRegions, { status: 500 }))
    const { listing, list } = await listAccounts()
    assert.match(problemIn(list) ?? '', detail)
    assert.equal(list.labels[0], cloudAccountUid)
    assert.equal(list.labels.at(-1), failed)
    list.choose(cloudAccountUid)
    const regions = await nextPick(session)
    assert.match(problemIn(regions) ?? '', detail)
    assert.equal(regions.labels[0], 'us-east-1')
    regions.answer('eu-west-1')
    ;(await session.dialogs.list()).choose(undefined)
    await listing
    const texts = session.dialogs.messages.map(({ text }) => text)
    assert.deepEqual(texts, ['“eu-west-1” is pinned in the Zones view.'])
  })

  it('takes a name for no UID where the list fails after Enter, until Enter is pressed again', async () => {
    session.sandbox.addFault(faultAt(paths.accounts, { status: 500 }))
    const held = session.hold(paths.accounts)
    const listing = session.run('listZones')
    const list = await session.dialogs.pick()
    list.answer(account.name)
    held.letGo()
    await until('the list', () => !list.busy)
    assert.ok(!list.isOver)
    assert.match(problemIn(list) ?? '', /reported a server error \(500\)/)
    list.enter()
    assert.equal((await nextPick(session)).placeholder, 'Select or enter a provider')
    session.dialogs.closeAll()
    await listing
  })
})
