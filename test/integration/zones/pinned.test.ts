import { strict as assert } from 'node:assert'
import { TreeItemCollapsibleState } from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { look, nextPick, offer, rowAt, useLookups } from '../lookups.ts'

const account = accounts.awsProduction

describe('Zones: What is kept in the Zones view, beside what is listed', () => {
  const session = useLookups()
  const list = (region: string, more = {}) =>
    session.run('listZones', {
      provider: 'aws',
      cloudAccountUid: account.uid,
      region,
      ...more,
    })
  const gone = () => {
    const { data } = session.sandbox
    data.accounts = data.accounts.filter(({ uid }) => uid !== account.uid)
  }

  it('stands first in its level, once, with the icon of its kind', async () => {
    const before = await session.labels('zones')
    await list('us-east-1')
    const others = before.filter((label) => label !== account.name)
    assert.deepEqual(await session.labels('zones'), [account.name, ...others])
    const row = await rowAt(session, account.name)
    assert.equal(look(row), '$(cloud) aws · pinned')
    assert.match(row.item.contextValue ?? '', /\bunpin\b/)
    assert.equal(row.item.collapsibleState, TreeItemCollapsibleState.Expanded)
    const regions = await session.rows('zones', row)
    const [first] = regions
    assert.equal(first?.label, 'us-east-1')
    assert.match(first?.item.contextValue ?? '', /\bunpin\b/)
    assert.deepEqual(
      regions.filter((one) => look(one) === '$(globe) pinned').map(({ label }) => label),
      ['us-east-1'],
    )
    assert.equal(regions.filter(({ label }) => label === 'us-east-1').length, 1)
  })

  describe('where it was chosen from the list', () => {
    /** Chooses an account that is called so, and a region. */
    async function choose(title: string): Promise<void> {
      const listing = session.run('listZones')
      ;(await nextPick(session)).choose(title)
      ;(await nextPick(session)).choose('us-east-1')
      ;(await session.dialogs.list()).choose(undefined)
      await listing
    }
    const rename = (name: string) => {
      const { data } = session.sandbox
      data.accounts.find(({ uid }) => uid === account.uid)!.name = name
    }

    it('has the name that the service gives it now', async () => {
      await choose(account.name)
      rename('payments')
      await session.run('refreshZones')
      assert.equal(look(await rowAt(session, 'payments')), '$(cloud) aws · pinned')
      assert.equal(await session.row('zones', account.name), undefined)
      await choose('payments')
      rename('orders')
      await session.run('refreshZones')
      assert.equal(look(await rowAt(session, 'orders')), '$(cloud) aws · pinned')
    })

    it('has the name that it had last where the service does not tell', async () => {
      await choose(account.name)
      await offer(session, 'none')
      await rowAt(session, account.name)
      const listing = session.run('listZones')
      const known = await nextPick(session)
      assert.deepEqual(known.labels, [account.name])
      // Chosen so, it is still no label of the user's.
      known.choose(account.name)
      ;(await nextPick(session)).choose('us-east-1')
      ;(await session.dialogs.list()).choose(undefined)
      await listing
      rename('payments')
      await offer(session, 'all')
      await rowAt(session, 'payments')
    })
  })

  it('stays with its regions where the account is neither listed nor read, which is marked', async () => {
    await list('us-east-1', { cloudAccountLabel: 'payments' })
    gone()
    await session.run('refreshZones')
    const row = await rowAt(session, 'payments')
    assert.equal(look(row), '$(warning) aws · not listed')
    assert.match(row.tooltip, /Not listed by the service\.$/)
    const region = await rowAt(session, 'payments', 'us-east-1')
    const [zones] = await session.rows('zones', region)
    assert.match(zones?.item.contextValue ?? '', /\bfailure\b/) // of an account that is no more
  })
})
