import { strict as assert } from 'node:assert'
import type { MachinePoolsNode } from '../../../src/ui/trees/nodes.ts'
import { provided, useSession } from '../../integration/helpers.ts'
import type { RowId } from '../plan.ts'
import { ratios, type Results, sampleCount, summary, timed } from '../samples.ts'
import { given, record } from './given.ts'
import { heapUsed } from './heap.ts'

const counts = [200, 2000, 20_000]

describe('The tree of machine pools', function () {
  this.timeout(600_000)
  const session = useSession()

  it('shows its first rows, and opens a cluster, whatever the number', async () => {
    const firstRow = new Map<number, number[]>(counts.map((count) => [count, []]))
    const expand = new Map<number, number[]>(counts.map((count) => [count, []]))
    // In turns, so that what else the machine does meets all of them; the first time does not count.
    for (let nth = 0; nth < sampleCount + 1; nth++) {
      for (const count of counts) {
        await connectTo(count)
        await paced()
        let rows: MachinePoolsNode[] = []
        const first = await timed(async () => (rows = await children()))
        const cluster = await firstCluster(rows)
        await paced()
        const opened = await timed(async () => assert.ok((await children(cluster)).length > 0))
        if (nth === 0) continue
        firstRow.get(count)?.push(first)
        expand.get(count)?.push(opened)
      }
    }
    const results: Results = {}
    for (const count of counts) {
      results[`firstRow${count}` as RowId] = summary(firstRow.get(count) ?? [])
      results[`expand${count}` as RowId] = summary(expand.get(count) ?? [])
    }
    const growth = (samples: typeof expand) =>
      ratios(samples.get(20_000) ?? [], samples.get(200) ?? [])
    record({ ...results, firstRowGrowth: growth(firstRow), expandGrowth: growth(expand) })
  })

  for (const count of counts) {
    it(`reads a cluster again beside ${count} machine pools that are known`, async () => {
      await connectTo(count)
      const before = heapUsed()
      let rows = await children()
      while (rows.some((row) => row.kind === 'note' && row.action === 'loadMore')) {
        await session.run('loadMore')
        rows = await children()
      }
      const projects = rows.filter(({ kind }) => kind === 'project')
      const below = await Promise.all(projects.map((project) => children(project)))
      const clusters = [...rows, ...below.flat()].filter((row) => row.kind === 'cloudConfig')
      const known = clusters.reduce(
        (sum, { cluster }) => sum + (cluster?.poolSummaries.length ?? 0),
        0,
      )
      assert.ok(known >= count, `${known} machine pools`)
      const samples: number[] = []
      const [node] = clusters
      for (let nth = 0; nth < sampleCount; nth++) {
        await paced()
        samples.push(
          await timed(async () => {
            await session.run('refresh', { retry: node })
            await shown(node)
          }),
        )
      }
      record({ [`refresh${count}`]: summary(samples) })
      rows = []
      below.length = 0
      clusters.length = 0
      if (count === 20_000) record({ poolMemory: summary([(heapUsed() - before) / known / 1000]) })
    })
  }

  /** Connects to a service with so many machine pools, nothing of which is known yet. */
  async function connectTo(count: number): Promise<void> {
    const { baseUrl, apiKey } = given.services[count] ?? assert.fail(`No service with ${count}`)
    await session.reconnect({ baseUrl })
    await session.setKey(session.name, apiKey)
    await session.run('refreshMachinePools')
  }
})

async function children(node?: MachinePoolsNode): Promise<MachinePoolsNode[]> {
  return ((await provided('machinePools').getChildren(node)) ?? []) as MachinePoolsNode[]
}

async function firstCluster(rows: readonly MachinePoolsNode[]): Promise<MachinePoolsNode> {
  const [top = assert.fail('There is no row')] = rows
  return top.kind === 'project' ? firstCluster(await children(top)) : top
}

/** Asks for what VS Code asks again after a change, where one cluster is open. */
async function shown(cluster: MachinePoolsNode | undefined): Promise<void> {
  const top = await children()
  await Promise.all(top.filter(({ kind }) => kind === 'project').map(children))
  await children(cluster)
}

/** So long that requests are not held back: that they would be is another matter. */
async function paced(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 60))
}
