import { strict as assert } from 'node:assert'
import type { ThemeIcon } from 'vscode'
import { getItemName } from '../../fakeVscode/quickInputs.ts'
import { oddConfigs } from '../../sandbox/data.ts'
import { until, type Row } from '../helpers.ts'
import { getLoadedPick } from '../lookups.ts'
import { useFilledSession } from './filled.ts'

const { gone, retail, search, sunset } = oddConfigs

describe('Machine Pools: Unusual clusters and pools', () => {
  const session = useFilledSession()
  beforeEach(async () => {
    session.sandbox.data.configs.push(...structuredClone(Object.values(oddConfigs)))
    await session.run('refreshMachinePools')
  })

  const labels = (rows: Row[]) => rows.map(({ label }) => label)
  const listPoolRows = async ({ clusterName }: { clusterName: string }) =>
    session.rows('machinePools', await session.clusterRow(clusterName))

  it('show how many nodes are healthy, and of how many at least if that isn’t known', async () => {
    const { item } = await session.clusterRow(search.clusterName)
    assert.equal(item.description, '128/129+ healthy · 3 pools')
    assert.equal((item.iconPath as ThemeIcon).id, 'warning')
  })

  describe('with a pool that is autoscaled', () => {
    const description = async () => {
      const rows = await listPoolRows(search)
      return String(rows.find(({ label }) => label === 'indexers')?.item.description)
    }

    it('show its bounds, and the number of machines once all pages of them are listed', async () => {
      assert.match(await description(), /^3–150 nodes · /)
      const indexers = (await listPoolRows(search)).find(({ label }) => label === 'indexers')
      assert.equal((await session.rows('machinePools', indexers)).length, 120)
      await until('the count', async () => (await description()).startsWith('120 nodes (3–150) · '))
      const going = session.run('goToMachinePool')
      const list = await getLoadedPick(session)
      const { detail } = list.items.find(({ label }) => label === 'indexers') ?? assert.fail()
      assert.match(detail ?? '', /^120 nodes \(autoscaled: 3–150\) · /)
      list.escape()
      await going
    })
  })

  it('show hybrid pools, which no menu can delete', async () => {
    const rows = await listPoolRows(retail)
    assert.deepEqual(labels(rows), ['control-plane-pool', 'store-floor', 'worker-pool'])
    const hybrid = rows[1]?.item ?? assert.fail()
    assert.equal(hybrid.description, 'hybrid pool')
    assert.doesNotMatch(hybrid.contextValue ?? '', /\bdelete\b/)
  })

  it('are left out once they are deleted, and have a turning icon while they are being deleted', async () => {
    const groups = await session.rows('machinePools')
    const all = await Promise.all(groups.map((row) => session.labels('machinePools', row)))
    assert.ok(!all.flat().includes(gone.clusterName))
    const { item } = await session.clusterRow(sunset.clusterName)
    assert.match(String(item.description), /^Deleting · 2 pools/)
    assert.equal((item.iconPath as ThemeIcon).id, 'loading~spin')
  })

  it('are counted as not shown, with the reason, if some couldn’t be loaded', async () => {
    await session.offer({ cluster: 500 })
    session.sandbox.traps = ['no specSummary']
    await session.run('refreshMachinePools')
    const notes = await session.rows('machinePools')
    const note = notes.find(({ label }) => label.startsWith('Clusters not shown'))
    assert.match(String(note?.item.description), /\(500/)
    const going = session.run('goToMachinePool')
    const list = await getLoadedPick(session)
    const warning = list.items.find((item) => getItemName(item).startsWith('$(warning)'))
    assert.equal(warning?.description, note?.label)
    assert.equal(warning?.detail, note?.item.description)
    list.escape()
    await going
  })
})
