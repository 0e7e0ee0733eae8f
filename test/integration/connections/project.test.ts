import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { configs, projects } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { getLoadedPick } from '../lookups.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { production, staging } = projects
const none = 'All projects'
const path = '/v1/dashboard/projects/metadata'

describe('Connections: Select Project', () => {
  const session = useFilledSession()
  const entries = () =>
    vscode.workspace.getConfiguration().get<unknown[]>('poolkeeper.connections', [])
  const sandboxConnection = () => ({ name: session.name, baseUrl: session.sandbox.baseUrl })
  const tooltip = () => parts.statusBarItem.tooltip as string
  /** The project of this workspace, as the status bar names it. */
  const selected = () => /^Project: (.*)$/m.exec(tooltip())?.[1]
  const open = async () => {
    const selecting = session.run('selectProject')
    return { selecting, list: await getLoadedPick(session) }
  }
  const listings = () => session.requests().filter(({ url }) => url === path)

  it('lists the projects of the service, and that no project is selected', async () => {
    const { selecting, list } = await open()
    const entriesShown = list.items.filter(
      ({ kind }) => kind !== vscode.QuickPickItemKind.Separator,
    )
    assert.deepEqual(
      entriesShown.map(({ label, description = '' }) => [label, description]),
      [
        [none, 'current'],
        ['Production', production.uid],
        ['Staging', staging.uid],
        ['', 'You can also enter a value'],
      ],
    )
    list.escape()
    await selecting
    assert.deepEqual(entries(), [sandboxConnection()])
  })

  it('selects a project for this workspace, and loads everything again with it', async () => {
    await session.rows('machinePools')
    const { selecting, list } = await open()
    list.select('Staging')
    await selecting
    assert.deepEqual(entries(), [sandboxConnection()])
    assert.equal(
      await session.getKey(session.name, sandboxConnection().baseUrl),
      session.sandbox.apiKey,
    )
    assert.match(tooltip(), new RegExp(`^Project: Staging \\(${staging.uid}\\)$`, 'm'))
    assert.deepEqual(session.dialogs.statusMessages, ['Project selected: Staging'])
    assert.ok((await session.labels('machinePools')).includes('storefront-staging'))
    await session.rows('zones')
    const scopes = session.requests().slice(-2)
    assert.ok(scopes.every(({ headers }) => headers['projectuid'] === staging.uid))
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('lists the current project first, and is requested without a project', async () => {
    await session.changeConnection({ projectUid: staging.uid })
    await session.rows('machinePools') // whose clusters tell its name
    const { selecting, list } = await open()
    assert.deepEqual(list.labels, ['Staging', none, 'Production'])
    const [first, second] = list.shown
    assert.deepEqual(
      [first?.description, second?.description],
      [`${staging.uid} · current`, undefined],
    )
    const [request] = listings()
    assert.equal(request?.headers['projectuid'], undefined)
    list.escape()
    await selecting
  })

  it('replaces the setting’s project for this workspace', async () => {
    await session.changeConnection({ projectUid: staging.uid })
    await session.labels('machinePools')
    const { selecting, list } = await open()
    list.select(none)
    await selecting
    assert.deepEqual(entries(), [{ ...sandboxConnection(), projectUid: staging.uid }])
    assert.doesNotMatch(tooltip(), /Project/)
    assert.deepEqual(session.dialogs.statusMessages, ['Project selected: All projects'])
    assert.deepEqual(await session.labels('machinePools'), ['Production', 'Staging'])
  })

  it('requests a lookup again that another project didn’t support', async () => {
    await session.offer({ clusterSearch: 403 })
    assert.deepEqual(await session.rows('machinePools'), [])
    session.sandbox.lookups = 'all'
    await session.run('selectProject', { projectUid: staging.uid })
    assert.ok((await session.labels('machinePools')).includes('storefront-staging'))
  })

  it('does not change the setting, whose project stays the default', async () => {
    const broken = { name: 'broken', baseUrl: 'nowhere', projectUid: 'p1', note: 'mine' }
    const another = {
      name: 'another',
      baseUrl: sandboxConnection().baseUrl,
      projectUid: 'p2',
      deletion: 'block',
    }
    const active = {
      consoleUrl: 'https://console.example.com',
      ...sandboxConnection(),
      deletion: 'block',
      projectUid: 'p3',
    }
    await session.writeConnections(broken, 'nonsense', active, another)
    for (const [projectUid, expected] of [
      [staging.uid, staging.uid],
      ['', undefined],
      ['p3', 'p3'],
    ] as const) {
      await session.run('selectProject', { projectUid, connection: session.name })
      assert.deepEqual(entries(), [broken, 'nonsense', active, another])
      assert.equal(selected(), expected)
    }
    // It is the default again, and follows it.
    assert.deepEqual(parts.context.workspaceState.get('selectedProjects'), [])
  })

  it('applies only to the service that it was selected for', async () => {
    await session.run('selectProject', { projectUid: 'p1' })
    assert.equal(selected(), 'p1')
    const elsewhere = await session.startSandbox()
    await session.changeConnection({ baseUrl: elsewhere.baseUrl })
    assert.equal(selected(), undefined)
    await session.changeConnection({ baseUrl: session.sandbox.baseUrl })
    assert.equal(selected(), 'p1')
  })

  it('is the project in which deletions and tools work', async () => {
    await session.run('selectProject', { projectUid: production.uid })
    const row = await session.poolRow(configs.checkout, 'worker-pool')
    const { detail } = await session.readDeletionQuestion(row.node)
    assert.match(detail, new RegExp(`^Project: ${production.name}$`, 'm'))
    session.sandbox.requests.length = 0
    await session.run('refreshMachinePools')
    const tool = parts.tools.get('poolkeeper_list_machine_pools') ?? assert.fail()
    const token = new vscode.CancellationTokenSource().token
    await tool.invoke({ input: {}, toolInvocationToken: undefined }, token)
    assert.ok(session.requests().length > 0)
    for (const { headers } of session.requests()) {
      assert.equal(headers['projectuid'], production.uid)
    }
  })

  it('accepts an entered UID', async () => {
    const first = await open()
    first.list.type('ключ')
    const said = () => first.list.shown.at(-1)?.description ?? ''
    await until('why not', () => said().includes('characters that can’t be sent'))
    first.list.answer('p1')
    await first.selecting
    assert.equal(selected(), 'p1')
    const second = await open()
    assert.deepEqual(second.list.labels, ['p1', none, 'Production', 'Staging'])
    second.list.answer(' p2 ')
    await second.selecting
    assert.equal(selected(), 'p2')
  })

  it('lists no project whose UID couldn’t be sent, but counts it', async () => {
    const items = [
      { metadata: { uid: 'шлях', name: 'Unsendable' } },
      { metadata: { uid: 'p1', name: 'Odd \u200b$(trash)' } },
    ]
    session.sandbox.addFault({ path, body: JSON.stringify({ items }) })
    const { selecting, list } = await open()
    const notShown = '$(warning) Projects not shown: 1'
    assert.deepEqual(list.labels, [none, 'Odd \\u{200b}\\$(trash)', notShown])
    list.escape()
    await selecting
  })
})
