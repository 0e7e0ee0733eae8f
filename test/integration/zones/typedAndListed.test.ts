import { strict as assert } from 'node:assert'
import { accounts, createData } from '../../sandbox/data.ts'
import { nameOf, type FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { until } from '../helpers.ts'
import { nextPick, paths, useLookups } from '../lookups.ts'

const account = accounts.awsProduction
const active = ({ activeItems }: FakeQuickPick) => activeItems.map(nameOf)

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
    assert.equal(regions.placeholder, 'Select or enter a region')
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

    it(`is the listed one where it is its ${what}, and the list is there`, async () => {
      const { listing, held, list } = await listAccounts()
      held.letGo()
      await until('the list', () => !list.busy)
      list.type(text)
      assert.deepEqual(active(list), [account.name])
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
    assert.deepEqual(list.shown.map(nameOf), [account.name, 'aws-production'])
    list.enter() // it is on what was typed, which is the name of the listed one
    await assertListed(listing, account.uid)
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
    const shown = list.shown.map(({ description }) => description ?? '')
    for (const one of [account.uid, uid]) assert.ok(shown.includes(`aws · ${one}`))
    list.activeItems = list.shown.filter(({ description }) => description === `aws · ${uid}`)
    list.enter()
    await assertListed(listing, uid)
  })
})

describe('Zones: Prompts: what is typed in place of the only entry', () => {
  const session = useLookups()

  it('stays, although the prompt would have answered itself', async () => {
    const { data } = session.sandbox
    data.accounts = data.accounts.filter(({ uid }) => uid === account.uid)
    const held = session.hold(paths.accounts)
    const listing = session.run('listZones')
    const list = await session.dialogs.pick()
    await until('the request', held.isReached)
    list.type('another')
    held.letGo()
    await until('the list', () => list.isOver || !list.busy)
    assert.ok(!list.isOver)
    assert.deepEqual(active(list), ['another'])
    list.type('')
    assert.deepEqual(active(list), [account.name])
    list.escape()
    await listing
  })
})
