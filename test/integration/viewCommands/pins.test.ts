import { strict as assert } from 'node:assert'
import { TreeItemCollapsibleState } from 'vscode'
import { accounts, configs } from '../../sandbox/data.ts'
import { requireRow } from '../lookups.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const account = accounts.awsStaging
const config = configs.mlTraining

describe('View commands: Pin and Unpin', () => {
  const session = useFilledSession()
  beforeEach(() => session.run('refreshZones'))

  it('move an account and a region to the top of their level, and back', async () => {
    const before = await session.labels('zones')
    const isFirst = async () => (await session.labels('zones'))[0] === account.name
    assert.ok(!(await isFirst()))
    await session.run('pin', (await requireRow(session, account.name)).node)
    assert.ok(await isFirst())
    const row = await requireRow(session, account.name)
    assert.equal(row.item.description, 'aws · pinned')
    assert.equal(row.item.collapsibleState, TreeItemCollapsibleState.Expanded)
    const regions = await session.labels('zones', row)
    await session.run('pin', (await requireRow(session, account.name, 'us-west-2')).node)
    assert.equal((await session.labels('zones', row))[0], 'us-west-2')
    await session.run('unpin', (await requireRow(session, account.name, 'us-west-2')).node)
    assert.deepEqual(await session.labels('zones', row), regions)
    await session.run('unpin', row.node)
    assert.deepEqual(await session.labels('zones'), before)
    assert.deepEqual(session.dialogs.messages, []) // nothing else was unpinned
  })

  it('unpin a parent that was pinned only for an item in it', async () => {
    const region = () => requireRow(session, account.name, 'us-west-2')
    await session.run('pin', (await region()).node)
    await session.run('unpin', (await region()).node)
    assert.equal((await requireRow(session, account.name)).item.description, 'aws')
    await session.enterProject(config.projectUid)
    const before = await session.labels('machinePools')
    const pool = () => session.poolRow(config, 'preprocessing')
    await session.run('pin', (await pool()).node)
    assert.equal((await session.labels('machinePools'))[0], config.clusterName)
    await session.run('unpin', (await pool()).node)
    assert.deepEqual(await session.labels('machinePools'), before)
    const cluster = () => session.clusterRow(config.clusterName)
    await session.run('pin', (await pool()).node)
    await session.run('pin', (await cluster()).node)
    await session.run('unpin', (await pool()).node)
    assert.match((await cluster()).item.contextValue ?? '', /\bunpin\b/)
  })
})
