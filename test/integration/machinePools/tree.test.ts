import { strict as assert } from 'node:assert'
import {
  CancellationTokenSource,
  type MarkdownString,
  type ThemeIcon,
  TreeItemCollapsibleState,
} from 'vscode'
import { testClock } from '../../clock.ts'
import { configs, projects } from '../../sandbox/data.ts'
import { getTreeProvider, type Row, formatTooltip } from '../helpers.ts'
import { descriptions, useFilledSession } from './filled.ts'

const neverCancelled = new CancellationTokenSource().token

const icon = ({ item }: Row) => (item.iconPath as ThemeIcon).id

describe('Machine Pools: The Machine Pools view', () => {
  const session = useFilledSession()
  const inProject = (uid: string) =>
    Object.values(configs)
      .filter(({ projectUid }) => projectUid === uid)
      .map(({ clusterName }) => clusterName)
      .sort()

  it('shows projects and their clusters if there are several projects', async () => {
    const rows = await session.rows('machinePools')
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Production', 'Staging'],
    )
    for (const [index, { uid }] of [projects.production, projects.staging].entries()) {
      assert.deepEqual(await session.labels('machinePools', rows[index]), inProject(uid))
    }
  })

  it('shows the age of the data of clusters and pools, once it is more than a minute', async () => {
    const cluster = await session.clusterRow('warehouse-042')
    const [pool] = await session.rows('machinePools', cluster)
    assert.ok(pool)
    const lastLine = async ({ node, item }: Row) => {
      const resolved = await getTreeProvider('machinePools').resolveTreeItem?.(
        item,
        node,
        neverCancelled,
      )
      assert.ok(resolved)
      return formatTooltip(resolved.tooltip).split('\n').at(-1)
    }
    const before = await Promise.all([cluster, pool].map(lastLine))
    const restore = testClock.putForward(5)
    try {
      assert.equal(await lastLine(cluster), 'Updated 5 minutes ago')
      assert.equal(await lastLine(pool), 'Updated 5 minutes ago')
      // What is read anew is new.
      await session.run('refreshMachinePools')
      const anew = await session.clusterRow('warehouse-042')
      const [poolAnew] = await session.rows('machinePools', anew)
      assert.ok(poolAnew)
      assert.deepEqual(await Promise.all([anew, poolAnew].map(lastLine)), before)
    } finally {
      restore()
    }
  })

  it('shows the region of a cluster in its row as soon as its pools are loaded', async () => {
    await session.run('refreshMachinePools')
    const before = await session.clusterRow('warehouse-042')
    const [projectBefore] = await session.rows('machinePools')
    let refreshCount = 0
    const provider = getTreeProvider('machinePools')
    const subscription = provider.onDidChangeTreeData?.(() => (refreshCount += 1))
    const cluster = await session.clusterRow('checkout-prod')
    await session.rows('machinePools', cluster)
    await session.rows('machinePools', cluster)
    subscription?.dispose()
    assert.ok(refreshCount > 0)
    const { item, tooltip } = await session.clusterRow('checkout-prod')
    assert.equal(item.description, '4 pools · us-east-1')
    // The row of the project was created before, and is expanded only now.
    const rowsBelow = await session.rows('machinePools', projectBefore)
    const below = rowsBelow.find(({ label }) => label === 'checkout-prod')
    assert.equal(below?.item.description, item.description)
    assert.match(tooltip, /^Region: us-east-1$/m)
    assert.doesNotMatch(before.tooltip, /^Region/m)
  })

  it('shows a cluster’s provider, account and state', async () => {
    const running = await session.clusterRow('warehouse-042')
    assert.deepEqual([running.item.description, icon(running)], ['2 pools', 'layers'])
    assert.equal(
      running.item.accessibilityInformation?.label,
      'warehouse-042, 2 pools, vsphere, 4/4 healthy',
    )
    assert.equal(
      running.tooltip,
      [
        'warehouse-042',
        'Project: Production',
        `Cluster: ${configs.warehouse.clusterUid}`,
        `Cloud config: ${configs.warehouse.uid}`,
        'Provider: vsphere',
        'Cloud account: vcenter-factory',
        'State: Running',
        'Health: Healthy',
        'Machine pools: 2',
        'Healthy nodes: 4/4',
      ].join('\n'),
    )
    // As a table, with what is copied as code.
    const { value } = running.item.tooltip as MarkdownString
    assert.ok(
      value.startsWith('| warehouse\\-042 | |\n| :-- | :-- |\n| Project | Production |'),
      value,
    )
    assert.ok(value.includes(`| Cloud config | \`${configs.warehouse.uid}\` |`), value)
    const broken = await session.clusterRow('feature-previews')
    assert.deepEqual([broken.item.description, icon(broken)], ['Unknown · 1 pool', 'warning'])
    const custom = await session.clusterRow('erp')
    assert.match(custom.tooltip, /^Provider: nutanix$/m)
  })

  it('shows what distinguishes pools', async () => {
    const cluster = await session.clusterRow('checkout-prod')
    const rows = await session.rows('machinePools', cluster)
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['batch-spot', 'control-plane-pool', 'gpu-inference', 'worker-pool'],
    )
    assert.deepEqual(descriptions(rows), [
      '0–20 nodes · a, f',
      'control plane · 3 nodes · a, b, c',
      '2 nodes · d',
      '6 nodes · a, b, c',
    ])
    assert.equal(
      rows[1]?.item.accessibilityInformation?.label,
      'control-plane-pool, control plane, 3 nodes, a, b, c, us-east-1, m6i.xlarge',
    )
    assert.deepEqual(rows.map(icon), ['server', 'server-environment', 'server', 'server'])
    assert.equal(
      rows[1]?.tooltip,
      [
        'control-plane-pool',
        'Cluster: checkout-prod',
        `Cloud config: ${configs.checkout.uid}`,
        'Role: control plane',
        'Configured size: 3',
        'Zones: us-east-1a, us-east-1b, us-east-1c',
        'Instance type: m6i.xlarge',
      ].join('\n'),
    )
  })

  it('has a unique ID for every row, whatever the names', async () => {
    const [first, second] = session.sandbox.data.configs
    assert.ok(first && second?.pools[0])
    Object.assign(first, { uid: 'a', provider: 'aws' })
    Object.assign(second, { uid: 'a/b', provider: 'aws' })
    first.pools = ['b/c', 'failure', 'more', 'a'].map((name) => ({ ...second.pools[0]!, name }))
    second.pools = ['c', 'failure'].map((name) => ({ ...second.pools[0]!, name }))
    for (const machinePoolName of ['c', 'failure']) {
      await session.run('pin', { provider: 'aws', configUid: 'a/b', machinePoolName })
    }
    await session.run('refreshMachinePools')
    // What is kept stands beside why it could not be read.
    session.sandbox.addFault({ path: '/cloudconfigs/aws/a%2Fb', status: 500, times: 1 })
    const ids = await allIds()
    const named = session.sandbox.data.configs.flatMap(({ pools }) => pools)
    assert.equal(ids.length, 2 + session.sandbox.data.configs.length + named.length + 1)
    assert.equal(new Set(ids).size, ids.length, ids.join('\n'))
  })

  /** The ids of all rows, from the top down. */
  async function allIds(under?: Row): Promise<string[]> {
    const rows = await session.rows('machinePools', under)
    const ids = rows.map(({ item }) => item.id ?? '')
    for (const row of rows) {
      const isLeaf =
        row.item.collapsibleState === TreeItemCollapsibleState.None ||
        (row.node as { kind: string }).kind === 'machinePool' // machines.test.ts has what is below
      if (!isLeaf) ids.push(...(await allIds(row)))
    }
    return ids
  }
})
