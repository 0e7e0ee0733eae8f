import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { sampleBaseUrl } from '../../../src/connections/sample.ts'
import { testClock } from '../../clock.ts'
import { parts } from '../extensionParts.ts'
import { closeViews, type Row, until, useSession } from '../helpers.ts'

const name = 'Sample Data'

describe('Sample: Try with Sample Data', () => {
  afterEach(closeViews)

  const session = useSession()
  const entries = () =>
    vscode.workspace.getConfiguration().get<unknown[]>('poolkeeper.connections', [])
  const entry = { name, baseUrl: sampleBaseUrl }

  /** Tries the sample; afterwards, nothing is left of it. */
  async function begin(): Promise<void> {
    await session.run('trySampleData')
    await until('the sample', () => parts.statusBarItem.text.startsWith('$(beaker)'))
  }
  const remove = async () => {
    for (const one of entries() as { name: string; baseUrl: string }[]) {
      if (one.baseUrl === sampleBaseUrl) await session.run('removeConnection', one.name)
    }
  }
  afterEach(remove)

  async function poolRow(cluster: string, pool: string): Promise<Row> {
    const projects = await session.rows('machinePools')
    for (const project of projects) {
      const clusters = await session.rows('machinePools', project)
      const own = clusters.find(({ label }) => label === cluster)
      const rows = own ? await session.rows('machinePools', own) : []
      const row = rows.find(({ label }) => label === pool)
      if (row) return row
    }
    return assert.fail(`${pool} is not in the view`)
  }

  it('adds a connection that needs no key, and everything is there, made up, and marked', async () => {
    session.sandbox.requests.length = 0
    await begin()
    assert.deepEqual(entries().at(-1), entry)
    assert.equal(parts.statusBarItem.text, `$(beaker) ${name} · Not a real service`)
    for (const { description } of parts.views.values()) {
      assert.equal(description, `Not a real service · ${name}`)
    }
    const accounts = (await session.rows('zones')).map(({ label }) => label)
    assert.deepEqual(accounts, [
      'aws-production',
      'aws-staging',
      'azure-platform',
      'Select a project to list its cloud accounts',
    ])
    await session.run('listZones', {
      provider: 'aws',
      cloudAccountUid: '5a3b1e010000000000000001',
      region: 'us-east-1',
    })
    const region = await session.row('zones', 'aws-production', 'us-east-1')
    assert.equal((await session.rows('zones', region)).length, 6)
    assert.ok(await poolRow('checkout', 'workers'))
    assert.deepEqual([session.requests(), session.dialogs.prompts], [[], []])
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('is added once, and under a name of its own', async () => {
    await begin()
    await session.run('trySampleData')
    assert.deepEqual(
      entries().filter((one) => (one as { baseUrl: string }).baseUrl === sampleBaseUrl),
      [entry],
    )
    await remove()
    await session.connect({ name, baseUrl: session.sandbox.baseUrl })
    await begin()
    assert.deepEqual(entries().at(-1), { name: `${name} 2`, baseUrl: sampleBaseUrl })
  })

  it('deletes a pool that is made up, until it is gone, and nothing of a real service', async () => {
    testClock.shorten('following', 20)
    await begin()
    session.sandbox.requests.length = 0
    const deleting = session.run('deleteMachinePool', (await poolRow('checkout', 'gpu')).node)
    const { detail, press, buttons } = await session.dialogs.modal()
    assert.match(detail, /^This is sample data\. Nothing real is deleted\.\n/)
    const fact =
      'Only this pool has: workers in us-east-1d, taint nvidia.com/gpu:NoSchedule, label accelerator=nvidia-a10g'
    assert.ok(detail.includes(`\n${fact}\n`), detail)
    const end = 'To restore them, remove the sample data and try it again.'
    assert.ok(detail.endsWith(end), detail)
    assert.ok(!detail.includes('undone'), detail)
    press(buttons[1])
    await deleting
    const restore = testClock.putForward(1)
    try {
      await until('it is gone', async () => {
        testClock.end('following')
        return !(await poolRow('checkout', 'gpu').then(Boolean, () => false))
      })
    } finally {
      restore()
    }
    assert.deepEqual(session.requests(), [])
    // In between, a view that is open shows the other connection.
    await remove()
    await begin()
    assert.ok(await poolRow('checkout', 'gpu'))
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
