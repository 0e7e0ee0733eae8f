import { strict as assert } from 'node:assert'
import { hasZones } from '../../../src/api/providers.ts'
import { accounts, createData } from '../../sandbox/data.ts'
import { getItemName, type FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { until } from '../helpers.ts'
import {
  awsRegions,
  loadFailedLabel,
  createLookupFault,
  describeRow,
  getLoadedPick,
  regionsNotOptedIn,
  lookupPaths,
  findProblem,
  requireRow,
  useSessionWithLookups,
} from '../lookups.ts'

const account = accounts.awsProduction
/** The accounts whose cloud may have zones, in the service’s order. */
const withZones = createData()
  .accounts.filter(({ provider, owner }) => owner === 'tenant' && hasZones(provider))
  .map(({ name }) => name)
const serverError = /reported a server error \(500\)/
const active = ({ activeItems }: FakeQuickPick) => activeItems.map(getItemName)

describe('Zones: The prompts of List Zones', () => {
  const session = useSessionWithLookups()

  /** Starts the command, up to the list of accounts. */
  async function listAccounts() {
    const listing = session.run('listZones')
    return { listing, list: await getLoadedPick(session) }
  }

  /** The same, before the list has come, which it does once it is let go. */
  async function listHeldAccounts() {
    const held = session.holdRequests(lookupPaths.accounts)
    const listing = session.run('listZones')
    const list = await session.dialogs.pick()
    await until('the request', held.hasRequest)
    const letGo = async () => {
      held.release()
      await until('the list', () => list.isOver || !list.busy)
    }
    return { listing, list, letGo }
  }

  /** Leaves the next prompt, by what it asks for. */
  async function leave(listing: Promise<unknown>, placeholder: string): Promise<void> {
    assert.equal((await getLoadedPick(session)).placeholder, placeholder)
    session.dialogs.closeAll()
    await listing
  }

  /** The next step is that of the regions of a listed account. */
  async function assertListed(listing: Promise<unknown>, uid = account.uid): Promise<void> {
    await leave(listing, 'Select or enter a region')
    const asked = session.sandbox.requests.map(({ url }) => url)
    assert.ok(asked.includes(`${lookupPaths.awsRegions}?cloudAccountUid=${uid}`), asked.join('\n'))
  }

  it('can be answered by selecting alone, and pin what was selected', async () => {
    const { listing, list } = await listAccounts()
    assert.deepEqual(list.labels, [...withZones])
    const { description } = list.items.find(({ label }) => label === account.name) ?? {}
    assert.equal(description, `aws · ${account.uid}`)
    list.select(account.name)
    const regions = await getLoadedPick(session)
    assert.deepEqual(regions.labels, [...awsRegions])
    // Those that are not opted in to come last, under their own heading.
    const heading = regions.items.findIndex(({ label }) => label === 'not opted in')
    assert.deepEqual(
      regions.items.slice(heading + 1, -1).map(({ label, description: why }) => [label, why]),
      regionsNotOptedIn.map((region) => [region, 'not opted in']),
    )
    assert.ok(regions.items.slice(0, heading).every(({ description: why }) => !why))
    regions.select('us-east-1')
    const zones = await session.dialogs.pick()
    assert.equal(zones.items.length, 6)
    zones.escape()
    await listing
    assert.equal(
      describeRow(await requireRow(session, account.name, 'us-east-1')),
      '$(globe) pinned',
    )
  })

  it('take the only account, and its only region, without a prompt', async () => {
    const { data } = session.sandbox
    data.accounts = data.accounts.filter(({ uid }) => uid === account.uid)
    const body = JSON.stringify({ regions: [{ name: 'us-east-1' }] })
    session.sandbox.addFault({ path: `${lookupPaths.awsRegions}?`, body, times: null })
    for (let times = 0; times < 2; times++) {
      const listing = session.run('listZones')
      ;(await getLoadedPick(session)).escape() // on a slow computer, prompts appear before their lists are loaded
      await listing
    }
    assert.match(session.zoneRequests()[0]?.url ?? '', /\/us-east-1\/zones/)
  })

  it('take a pasted value even if Enter comes before its row', async () => {
    const { listing, list } = await listAccounts()
    list.type('my-account')
    list.activeItems = [] // none is on the screen yet
    list.pressEnter()
    await leave(listing, 'Select or enter a provider')
  })

  it('go on if a lookup fails, which the list says', async () => {
    const { provider, uid: cloudAccountUid } = account
    await session.run('listZones', { provider, cloudAccountUid, region: 'us-east-1' })
    session.sandbox.addFault(createLookupFault(lookupPaths.accounts, { status: 500 }))
    session.sandbox.addFault(createLookupFault(lookupPaths.awsRegions, { status: 500 }))
    const { listing, list } = await listAccounts()
    assert.match(findProblem(list) ?? '', serverError)
    assert.equal(list.labels[0], cloudAccountUid)
    assert.equal(list.labels.at(-1), loadFailedLabel)
    list.select(cloudAccountUid)
    const regions = await getLoadedPick(session)
    assert.match(findProblem(regions) ?? '', serverError)
    assert.equal(regions.labels[0], 'us-east-1')
    regions.answer('eu-west-1')
    ;(await session.dialogs.pick()).escape()
    await listing
    const texts = session.dialogs.messages.map(({ text }) => text)
    assert.deepEqual(texts, ['“eu-west-1” is pinned in the Zones view.'])
  })

  it('keep their own items while Retry loads, and take what is entered in the meantime', async () => {
    session.sandbox.addFault(createLookupFault(lookupPaths.accounts, { status: 500, times: 1 }))
    const { listing, list } = await listAccounts()
    const held = session.holdRequests(lookupPaths.accounts)
    list.select(loadFailedLabel)
    await until('the request', held.hasRequest)
    list.type(account.name)
    await until('what is typed', () => list.shown[0]?.description?.startsWith(account.name))
    assert.deepEqual(list.shown.map(getItemName), [account.name, loadFailedLabel])
    assert.match(findProblem(list) ?? '', serverError)
    list.pressEnter()
    assert.ok(!list.isOver)
    held.release()
    await assertListed(listing)
  })

  it('do not take a name for a UID if the list fails after Enter, until Enter is pressed again', async () => {
    session.sandbox.addFault(createLookupFault(lookupPaths.accounts, { status: 500 }))
    const { listing, list, letGo } = await listHeldAccounts()
    list.answer(account.name)
    await letGo()
    assert.ok(!list.isOver)
    assert.match(findProblem(list) ?? '', serverError)
    list.pressEnter()
    await leave(listing, 'Select or enter a provider')
  })

  for (const text of [account.name, account.uid]) {
    it(`take the listed item for the entered text, even if Enter comes before the list: ${text}`, async () => {
      const { listing, list, letGo } = await listHeldAccounts()
      list.answer(` ${text} `)
      assert.ok(list.busy)
      assert.ok(!list.isOver)
      await letGo()
      await assertListed(listing)
    })

    it(`take the listed item for the entered text once the list is loaded: ${text}`, async () => {
      const { listing, list } = await listAccounts()
      list.type(text)
      assert.deepEqual(active(list), [account.name])
      list.pressEnter()
      await assertListed(listing)
    })
  }

  it('stop waiting for the list once the text is changed', async () => {
    const { listing, list, letGo } = await listHeldAccounts()
    list.answer('aws-prod')
    list.type('aws-production')
    await letGo()
    assert.ok(!list.isOver)
    assert.deepEqual(list.shown.map(getItemName), [account.name, 'aws-production'])
    list.pressEnter() // it is on what was typed, which is the name of the listed one
    await assertListed(listing)
  })

  it('let people select between two items with the entered name', async () => {
    const twin = { ...accounts.awsAudit, name: account.name }
    const { uid } = accounts.awsAudit
    const all = createData().accounts
    session.sandbox.data.accounts = all.map((candidate) =>
      candidate.uid === uid ? twin : candidate,
    )
    const { listing, list, letGo } = await listHeldAccounts()
    list.answer(account.name)
    await letGo()
    assert.ok(!list.isOver)
    const shown = list.shown.map(({ description }) => description ?? '')
    for (const shownUid of [account.uid, uid]) assert.ok(shown.includes(`aws · ${shownUid}`))
    list.activeItems = list.shown.filter(({ description }) => description === `aws · ${uid}`)
    list.pressEnter()
    await assertListed(listing, uid)
  })

  it('stay open while a text is entered, although the only item would answer them', async () => {
    const { data } = session.sandbox
    data.accounts = data.accounts.filter(({ uid }) => uid === account.uid)
    const { listing, list, letGo } = await listHeldAccounts()
    list.type('another')
    await letGo()
    assert.ok(!list.isOver)
    assert.deepEqual(active(list), ['another'])
    list.type('')
    assert.deepEqual(active(list), [account.name])
    list.escape()
    await listing
  })
})
