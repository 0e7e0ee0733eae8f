import { strict as assert } from 'node:assert'
import { accounts, createData } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { nextPick, paths, problemIn, useLookups } from '../lookups.ts'

const account = accounts.awsProduction
const problem = '$(warning) Couldn’t load the list'

describe('Zones: Prompts: what is typed beside what is listed', () => {
  const session = useLookups()

  /** Starts List Zones…, up to the list of accounts, which does not come before it is let go. */
  async function listAccounts() {
    const held = session.hold(paths.accounts)
    const listing = session.run('listZones')
    const list = await session.dialogs.pick()
    await until('the request', held.isReached)
    return { listing, held, list }
  }

  /** Waits for the next step, which is that of the regions of the listed account. */
  async function assertListed(listing: Promise<unknown>, uid: string): Promise<void> {
    const regions = await nextPick(session)
    assert.equal(regions.step, 2)
    regions.escape()
    await listing
    const asked = session.sandbox.requests.map(({ url }) => url)
    assert.ok(asked.includes(`${paths.awsRegions}?cloudAccountUid=${uid}`), asked.join('\n'))
  }

  for (const [what, text] of [
    ['name', account.name],
    ['uid', account.uid],
  ] as const) {
    it(`is the listed one where it is its ${what}, also where Enter comes before the list`, async () => {
      const { listing, held, list } = await listAccounts()
      list.answer(` ${text} `)
      assert.ok(list.busy)
      assert.ok(!list.isOver)
      held.letGo()
      await assertListed(listing, account.uid)
    })

    it(`is the listed one where it is its ${what}, and Enter comes as the list does`, async () => {
      const { listing, held, list } = await listAccounts()
      list.type(text)
      const place = list.items.findIndex(({ label }) => label === text)
      held.letGo()
      await until('the list', () => !list.busy)
      list.enterPlace(place)
      await assertListed(listing, account.uid)
    })

    it(`is the listed one where it is its ${what}, and the list is there`, async () => {
      const { listing, held, list } = await listAccounts()
      held.letGo()
      await until('the list', () => !list.busy)
      list.type(text)
      assert.ok(list.shown.every(({ label }) => label === account.name))
      list.enter()
      await assertListed(listing, account.uid)
    })
  }

  it('waits no longer once it is changed', async () => {
    const { listing, held, list } = await listAccounts()
    list.answer('aws-prod')
    list.type('aws-production')
    held.letGo()
    await until('the list', () => !list.busy)
    assert.ok(!list.isOver)
    assert.deepEqual(
      list.activeItems.map(({ description }) => description),
      [`aws · ${account.uid}`],
    )
    list.escape()
    await listing
  })

  it('ends in silence at Escape while it waits', async () => {
    const { listing, held, list } = await listAccounts()
    list.answer(account.name)
    list.escape()
    assert.equal(await listing, undefined)
    held.letGo()
    assert.deepEqual(session.dialogs.unseen, [])
  })

  it('gives way to an entry that is chosen while it waits', async () => {
    const { provider } = account
    session.sandbox.addFault({ path: '/us-east-1/zones', body: '{"zones":[]}' })
    await session.run('listZones', { provider, cloudAccountUid: 'one', region: 'us-east-1' })
    await session.run('refreshZones')
    const { listing, held, list } = await listAccounts()
    list.answer('on a whim')
    list.type('')
    list.choose('one')
    held.letGo()
    await assertListed(listing, 'one')
  })

  it('leaves the choice between two of its name', async () => {
    const twin = { ...accounts.awsAudit, name: account.name }
    const { uid } = accounts.awsAudit
    const all = createData().accounts
    session.sandbox.data.accounts = all.map((one) => (one.uid === uid ? twin : one))
    const { listing, held, list } = await listAccounts()
    list.answer(account.name)
    held.letGo()
    await until('the list', () => !list.busy)
    assert.ok(!list.isOver)
    assert.deepEqual(
      list.shown.map(({ description }) => description ?? '').toSorted(),
      [account.uid, uid].map((one) => `aws · ${one}`).toSorted(),
    )
    list.activeItems = list.shown.filter(({ description }) => description === `aws · ${uid}`)
    list.enter()
    await assertListed(listing, uid)
  })

  it('is taken by Enter where the list could not be read', async () => {
    session.sandbox.addFault({ path: paths.accounts, status: 500 })
    const { listing, held, list } = await listAccounts()
    held.letGo()
    await until('the list', () => !list.busy)
    assert.ok(problemIn(list))
    list.type('m')
    list.answer('my-account')
    assert.equal((await nextPick(session)).placeholder, 'Select or enter a provider')
    session.dialogs.closeAll()
    await listing
  })

  it('is taken by Enter as it turns out that the list cannot be read', async () => {
    session.sandbox.addFault({ path: paths.accounts, status: 500 })
    const { listing, held, list } = await listAccounts()
    list.type('my-account')
    const place = list.items.findIndex(({ label }) => label === 'my-account')
    held.letGo()
    await until('the list', () => !list.busy)
    list.enterPlace(place)
    assert.equal((await nextPick(session)).placeholder, 'Select or enter a provider')
    session.dialogs.closeAll()
    await listing
  })

  it('is taken by Enter on the row that says so, and nothing is where nothing is typed', async () => {
    session.sandbox.addFault({ path: paths.accounts, status: 500 })
    const { listing, held, list } = await listAccounts()
    held.letGo()
    await until('the list', () => !list.busy)
    list.choose(problem)
    assert.ok(!list.isOver)
    list.type('my-account')
    list.choose(problem)
    assert.equal((await nextPick(session)).placeholder, 'Select or enter a provider')
    session.dialogs.closeAll()
    await listing
  })
})

describe('Zones: Prompts: what is typed in place of the only entry', () => {
  const session = useLookups()

  it('is taken, although the prompt would have answered itself', async () => {
    const held = session.hold(paths.gcpProjects)
    const listing = session.run('listZones')
    ;(await nextPick(session)).choose('gcp-analytics')
    const list = await session.dialogs.pick()
    await until('the request', held.isReached)
    list.answer('my-project')
    held.letGo()
    ;(await session.dialogs.box()).escape() // nothing is listed for the region
    await listing
    const asked = session.sandbox.requests.map(({ url }) => url)
    assert.ok(asked.some((url) => url.includes('my-project')))
  })
})
