import { strict as assert } from 'node:assert'
import { commandIds } from '../../../src/contributions.ts'
import { configs, projects } from '../../sandbox/data.ts'
import type { Row } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { getLoadedPick, findProblem } from '../lookups.ts'

const { staging } = projects
const pools = [
  [configs.checkout, 'worker-pool'],
  [configs.billing, 'general-purpose'],
  [configs.dataPlatform, 'spark-executors'],
] as const

describe('Connections: A key that is valid for projects only', () => {
  const session = useFilledSession()

  /** From now on, and for a Poolkeeper that has read nothing with the key before. */
  async function restrict(): Promise<void> {
    session.sandbox.needsProject = 'always'
    await session.offer('all')
    await session.run('refreshZones')
  }

  /** Holds that a row tells that a project is needed, and has the button that selects one. */
  function assertOffers(row: Row | undefined): void {
    assert.equal(row?.label, 'Select Project…')
    assert.match(String(row.item.description), /^Access denied/)
    assert.match(row.tooltip, /scope of the tenant \(OperationForbidden\)$/)
    assert.equal(row.item.command?.command, commandIds.selectProject)
  }

  async function select(row: Row | undefined, name: string): Promise<void> {
    assertOffers(row)
    const selecting = session.run('selectProject', row?.node)
    const list = await getLoadedPick(session)
    assert.equal(findProblem(list), undefined)
    list.select(name)
    await selecting
  }

  it('lets people select a project from a view, whose items are then all listed', async () => {
    await restrict()
    for (const each of ['zones', 'machinePools'] as const) {
      const [row, ...otherRows] = await session.rows(each)
      assertOffers(row)
      assert.deepEqual(otherRows, [])
    }
    session.sandbox.requests.length = 0
    await select((await session.rows('zones'))[0], staging.name)
    const projectAccounts = session.sandbox.data.accounts.filter(
      (account) => account.projectUid === staging.uid,
    )
    assert.ok(projectAccounts.some(({ owner }) => owner === 'project'))
    assert.deepEqual(await session.labels('zones'), projectAccounts.map(({ name }) => name).sort())
    const regions = await session.row('zones', 'azure-previews', 'westeurope')
    assert.deepEqual(await session.labels('zones', regions), ['1', '2', '3'])
    const [pool] = await session.rows('machinePools', await session.clusterRow('clickstream'))
    assert.equal(pool?.label, 'clickhouse')
    const scopes = session
      .requests()
      .filter(({ url }) => !url.endsWith('/projects/metadata'))
      .map(({ headers }) => headers['projectuid'])
    assert.deepEqual(new Set(scopes), new Set([staging.uid]))
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('deletes nothing unchecked by one button, however many lookups were refused', async () => {
    await restrict()
    for (const [config, pool] of pools) await session.pinPool(config, pool)
    for (const [{ clusterName }, name] of pools) {
      const row = await session.row('machinePools', clusterName, name)
      const { buttons, detail } = await session.readDeletionQuestion(row?.node)
      assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
      assert.match(detail, /OperationForbidden/)
    }
  })
})
