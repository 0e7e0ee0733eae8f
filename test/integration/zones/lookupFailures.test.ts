import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { faultAt, look, paths, useLookups } from '../lookups.ts'

const account = accounts.awsProduction

describe('Zones: A lookup that fails', () => {
  const session = useLookups()

  beforeEach(async () => {
    const { provider, uid: cloudAccountUid } = account
    await session.run('listZones', { provider, cloudAccountUid, region: 'us-east-1' })
    session.sandbox.requests.length = 0
  })

  it('stands above the accounts that are kept, and is tried again by Retry', async () => {
    session.sandbox.addFault(faultAt(paths.accounts, { status: 500 }))
    const [failure, kept, ...others] = await session.rows('zones')
    assert.ok(failure)
    assert.match(failure.item.contextValue ?? '', /\bfailure\b/)
    assert.equal(failure.label, 'Service error')
    assert.match(failure.tooltip, /reported a server error \(500\)/)
    assert.deepEqual(others, [])
    assert.equal(kept?.label, account.uid)
    assert.equal(look(kept), '$(cloud) aws') // nothing says that it is missing
    assert.ok(session.dialogs.isSilent)
    session.sandbox.clearFaults()
    await session.run('refresh', failure.node)
    assert.equal((await session.rows('zones')).length, 11)
  })

  it('leaves the pages that came where a later one fails', async () => {
    const { data } = session.sandbox
    const some = data.accounts.slice(0, 1)
    data.accounts = Array.from({ length: 60 }, (_, n) => ({ ...some[0]!, uid: `uid-${n}` }))
    for (const fault of [{ status: 500 }, { status: 403 }, { malformed: true }] as const) {
      session.sandbox.addFault({ path: 'continue=', times: 2, ...fault })
      const [failure, ...others] = await session.rows('zones')
      assert.ok(failure?.item.contextValue?.includes('failure'))
      assert.equal(others.length, 51) // a page of them, and the one that is kept
      session.sandbox.clearFaults()
      await session.run('refreshZones')
    }
    assert.equal((await session.rows('zones')).length, 61)
    // A part never replaces the whole list.
    session.sandbox.addFault({ path: 'continue=', times: 2, status: 500 })
    await session.run('refreshZones')
    const [failure, ...others] = await session.rows('zones')
    assert.ok(failure?.item.contextValue?.includes('failure'))
    assert.equal(others.length, 61)
  })

  it('stands in each view where all that is asked is 403, as with a wrong key on some gateways', async () => {
    session.sandbox.addFault({ status: 403, times: null })
    await session.setKey(session.name, 'wrong-key')
    for (const view of ['zones', 'machinePools'] as const) {
      const [failure] = await session.rows(view)
      assert.equal(failure?.label, 'Access denied')
      assert.match(failure.item.contextValue ?? '', /\bfailure\b/)
    }
  })
})
