import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import type { HeldRequests } from '../heldRequests.ts'
import { type Row, until } from '../helpers.ts'
import { searchPath } from '../machinePools/filled.ts'
import { loadingLabel, getTreeProvider } from '../views.ts'
import { describeRow, lookupPaths, useSessionWithLookups } from '../lookups.ts'

const { awsProduction } = accounts

describe('Zones: While a lookup stalls', () => {
  const session = useSessionWithLookups()
  let connection: string
  let apiKey: string

  /** What is shown for the first time must be new: each test has a connection of its own. */
  beforeEach(async () => {
    const other = await session.addConnection()
    connection = other.name
    apiKey = other.sandbox.apiKey
    other.sandbox.lookups = 'all'
    await session.run('manageConnections', connection)
  })

  const keepRegion = ({ provider, uid: cloudAccountUid }: typeof awsProduction, region: string) =>
    session.run('listZones', { provider, cloudAccountUid, region, cloudAccountLabel: 'mine' })
  const labels = (rows: Row[]) => rows.map(({ label }) => label)

  /** Lets the requests go, and waits until the view asks to be shown anew. */
  async function letGo(view: 'zones' | 'machinePools', held: HeldRequests): Promise<void> {
    let isShown = false
    const subscription = getTreeProvider(view).onDidChangeTreeData?.(() => (isShown = true))
    held.release()
    await until('the view anew', () => isShown)
    subscription?.dispose()
  }

  it('the view shows the pinned accounts at once, and the others when they arrive', async () => {
    await keepRegion(awsProduction, 'us-east-1')
    const held = session.holdRequests(lookupPaths.accounts)
    const rows = await session.currentRows('zones')
    assert.ok(held.hasRequest())
    assert.deepEqual(
      rows.map((row) => [row.label, describeRow(row)]),
      [
        ['mine', '$(cloud) aws'], // nothing says that it is missing
        [loadingLabel, '$(loading~spin)'],
      ],
    )
    assert.equal(rows[1]?.item.command, undefined)
    await letGo('zones', held)
    const all = await session.currentRows('zones')
    assert.equal(all.length, 12)
    assert.equal(all.find(({ label }) => label === awsProduction.name)?.item.id, rows[0]?.item.id)
  })

  it('the view says that it is loading if nothing is pinned: a welcome view would say that there is nothing', async () => {
    for (const [view, path, count] of [
      ['zones', lookupPaths.accounts, 12],
      ['machinePools', searchPath, 2],
    ] as const) {
      // Also where the view had rows, and none while the key was missing.
      for (const isFirst of [true, false]) {
        const held = session.holdRequests(path)
        if (!isFirst) {
          await session.clearKey(connection)
          assert.deepEqual(await session.currentRows(view), [])
          await session.setKey(connection, apiKey)
        }
        assert.deepEqual(labels(await session.currentRows(view)), [loadingLabel])
        await letGo(view, held)
        assert.equal((await session.currentRows(view)).length, count)
      }
    }
  })
})
