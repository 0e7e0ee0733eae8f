import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { sampleBaseUrl } from '../../../src/connections/sample.ts'
import { parts } from '../extensionParts.ts'
import { closeViews, until, useSession } from '../helpers.ts'

const name = 'Sample Data'

describe('Sample: Try with Sample Data', () => {
  afterEach(closeViews)

  const session = useSession()
  const entries = () =>
    vscode.workspace
      .getConfiguration()
      .get<{ name: string; baseUrl: string }[]>('poolkeeper.connections', [])
  const ofSample = () => entries().filter(({ baseUrl }) => baseUrl === sampleBaseUrl)

  /** Tries the sample; afterwards, nothing is left of it. */
  async function begin(): Promise<void> {
    await session.run('trySampleData')
    await until('the sample', () => parts.statusBarItem.text.startsWith('$(beaker)'))
  }
  const remove = async () => {
    for (const connection of ofSample()) await session.run('removeConnection', connection.name)
  }
  afterEach(remove)

  const poolRow = (pool: string) => session.row('machinePools', 'Shop', 'checkout', pool)

  it('adds a connection that needs no key, with sample data that is marked as such', async () => {
    session.sandbox.requests.length = 0
    await begin()
    assert.deepEqual(entries().at(-1), { name, baseUrl: sampleBaseUrl })
    assert.equal((await session.dialogs.message()).text, `Connection “${name}” saved`)
    assert.equal(parts.statusBarItem.text, `$(beaker) ${name} · Sample data, not a real service`)
    for (const { description } of parts.views.values()) {
      assert.equal(description, `Sample data, not a real service · ${name}`)
    }
    const region = await session.row('zones', 'aws-production', 'us-east-1')
    assert.equal((await session.rows('zones', region)).length, 6)
    assert.ok(await poolRow('workers'))
    assert.deepEqual([session.requests(), session.dialogs.prompts], [[], []])
  })

  it('is added once, under a unique name', async () => {
    await begin()
    await session.run('trySampleData')
    assert.equal(ofSample().length, 1)
    await remove()
    await session.writeConnections({ name, baseUrl: session.sandbox.baseUrl })
    await begin()
    assert.deepEqual(entries().at(-1), { name: `${name} 2`, baseUrl: sampleBaseUrl })
  })

  it('deletes a pool of the sample, as the dialog says, and nothing of a real service', async () => {
    await begin()
    session.sandbox.requests.length = 0
    const deleting = session.run('deleteMachinePool', (await poolRow('gpu'))?.node)
    const { detail, press, buttons } = await session.dialogs.modal()
    assert.match(detail, /^This is sample data\. Nothing real is deleted\.\n/)
    assert.match(detail, /^Lost with this pool: worker nodes in us.east.1d, taint .+, label .+$/m)
    assert.match(
      detail,
      /To restore them, remove connection “Sample Data[^”]*” and run “Try with Sample Data” again\.$/,
    )
    assert.ok(!detail.includes('undone'), detail)
    press(buttons[1])
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
