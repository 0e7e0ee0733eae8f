import { strict as assert } from 'node:assert'
import { type ThemeIcon, TreeItemCollapsibleState } from 'vscode'
import { testClock } from '../../clock.ts'
import { confirmDeletion } from '../deletion/pools.ts'
import { configs } from '../../sandbox/data.ts'
import { type Row, until } from '../helpers.ts'
import { useFilledSession } from './filled.ts'

const { checkout } = configs
const { Collapsed, None } = TreeItemCollapsibleState

describe('Machine Pools: The machines of a pool', () => {
  const session = useFilledSession()
  const lists = () => session.requests('GET').filter(({ url }) => /worker-pool\/machines/.test(url))
  const listMachineRows = async (pool = 'worker-pool') =>
    session.rows('machinePools', await session.poolRow(checkout, pool))
  const icon = ({ item }: Row) => (item.iconPath as ThemeIcon).id

  it('are listed once the pool is expanded, with their state, zone, and health', async () => {
    const pool = await session.poolRow(checkout, 'worker-pool')
    assert.equal(pool.item.collapsibleState, Collapsed)
    assert.equal(lists().length, 0)
    const rows = await listMachineRows()
    await listMachineRows()
    assert.equal(lists().length, 1)
    assert.equal(rows.length, 6)
    for (const row of rows) {
      assert.match(String(row.item.description), /^[abc]$/)
      assert.equal(icon(row), 'vm')
      assert.match(
        row.tooltip,
        /\nUID: \w+\nState: Running\nSince: 2025-06-02T[\d:.]+Z\nZone: us-east-1[abc]\nHealth: Healthy$/,
      )
      assert.equal(row.item.collapsibleState, None)
    }
    const [first] = rows
    await session.run('copyName', first?.node)
    assert.equal(session.dialogs.clipboard, first?.label)
    await session.run('copyId', first?.node)
    assert.match(first?.tooltip ?? '', new RegExp(`^UID: ${session.dialogs.clipboard}$`, 'm'))
  })

  it('are as many in the tooltip of their pool, beside its configured size, once they are listed', async () => {
    const config = session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)
    config!.pools.find(({ name }) => name === 'worker-pool')!.machines = 2
    await listMachineRows()
    const { tooltip } = await session.poolRow(checkout, 'worker-pool')
    assert.match(tooltip, /\b2\b/)
    assert.match(tooltip, /\b6\b/)
  })

  it('are marked if their state or health is unusual', async () => {
    const pool = session.sandbox.data.configs
      .find(({ uid }) => uid === checkout.uid)
      ?.pools.find(({ name }) => name === 'worker-pool')
    assert.ok(pool)
    pool.unhealthy = 1
    const odd = (await listMachineRows()).filter((row) => icon(row) === 'warning')
    assert.equal(odd.length, 1)
    assert.match(odd[0]?.tooltip ?? '', /^Health: Unhealthy$/m)
    assert.match(String(odd[0]?.item.description), / · Unhealthy$/)
  })

  it('show the progress of a deletion', async () => {
    session.sandbox.drain = 'manual'
    const restore = testClock.shorten('following', 20)
    const before = await listMachineRows()
    await confirmDeletion(session, await session.poolRow(checkout, 'worker-pool'))
    assert.equal((await session.poolRow(checkout, 'worker-pool')).item.collapsibleState, Collapsed)
    await until('one that goes', async () =>
      (await listMachineRows()).some((row) => icon(row) === 'loading~spin'),
    )
    const leaving = (await listMachineRows()).filter((row) => icon(row) === 'loading~spin')
    assert.match(String(leaving[0]?.item.description), /^deleting… · [abc]/)
    assert.match(leaving[0]?.tooltip ?? '', /^Deletion requested: 20\d\d-.+Z$/m)
    session.sandbox.advanceDrains()
    await until('fewer', async () => (await listMachineRows()).length < before.length)
    restore()
  })

  it('are replaced by the error, and loaded again by Retry', async () => {
    session.sandbox.addFault({ path: '/worker-pool/machines', status: 500 })
    const [failure, ...otherRows] = await listMachineRows()
    assert.equal(failure?.label, 'Service error')
    assert.deepEqual(otherRows, [])
    await session.run('refresh', failure.node)
    assert.equal((await listMachineRows()).length, 6)
  })

  it('are no longer expected once the service turns out not to list them', async () => {
    await session.offer({ machines: 405 })
    const [row] = await listMachineRows()
    assert.equal(row?.label, 'Nodes not listed')
    for (const { name } of checkout.pools) {
      const pool = await session.poolRow(checkout, name)
      assert.equal(pool.item.collapsibleState, None)
    }
  })
})
