import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { projects } from '../../sandbox/data.ts'
import { until, useSession } from '../helpers.ts'
import { getLoadedPick } from '../lookups.ts'

describe('Connections: Manage Connections', () => {
  const session = useSession()
  const entries = () =>
    vscode.workspace.getConfiguration().get<unknown[]>('poolkeeper.connections', [])
  const open = async () => {
    const run = session.run('manageConnections')
    return { run, hub: await session.dialogs.pick() }
  }
  const getIcon = (item?: vscode.QuickPickItem) =>
    (item?.iconPath as vscode.ThemeIcon | undefined)?.id

  it('lists the connections with buttons for each, and the commands below', async () => {
    const other = await session.addConnection({
      deletion: 'block',
      projectUid: projects.staging.uid,
    })
    await session.clearKey(other.name)
    const { run, hub } = await open()
    const commands = ['Add Connection…', 'Select Project…', 'Check Connection']
    assert.deepEqual(hub.labels, [session.name, other.name, ...commands])
    const separator = vscode.QuickPickItemKind.Separator
    assert.deepEqual(
      hub.items.map(({ kind }) => kind === separator),
      [false, false, true, false, false, false],
    )
    const [first, second] = hub.items
    const host = ({ baseUrl }: { baseUrl: string }) => new URL(baseUrl).host
    assert.deepEqual(
      [first?.description, getIcon(first)],
      [`current · ${host(session.sandbox)}`, 'cloud'],
    )
    assert.deepEqual(
      [second?.description, getIcon(second)],
      [`No API key · Deletion blocked · ${projects.staging.uid} · ${host(other)}`, 'key'],
    )
    assert.deepEqual(
      second?.buttons?.map(({ tooltip, iconPath }) => [tooltip, (iconPath as vscode.ThemeIcon).id]),
      [
        ['Set API Key', 'key'],
        ['Change How Deletions Are Confirmed (Deletion blocked)', 'shield'],
        ['Edit Connections', 'settings-gear'],
        ['Remove Connection', 'trash'],
      ],
    )
    hub.escape()
    await run
  })

  it('sets the key of any connection', async () => {
    const other = await session.addConnection()
    other.sandbox.lookups = 'all'
    const { run, hub } = await open()
    hub.pressItemButton(other.name, 'Set API Key')
    const box = await session.dialogs.box()
    assert.equal(box.title, `Set API Key for “${other.name}”`)
    box.answer('another-key')
    await until('the problem', () => box.validationMessage)
    box.answer(other.sandbox.apiKey)
    await run
    assert.equal(await session.getKey(other.name, other.baseUrl), other.sandbox.apiKey)
  })

  it('changes the deletion mode of any connection, and nothing else', async () => {
    const note = { consoleUrl: 'https://console.example.com' }
    const other = {
      name: 'other',
      baseUrl: session.sandbox.baseUrl,
      deletion: 'block',
      ...note,
    }
    const sandboxConnection = { name: session.name, baseUrl: session.sandbox.baseUrl }
    await session.writeConnections(sandboxConnection, other)
    const { deletion: _, ...rest } = other
    for (const [label, deletion] of [
      ['Type to delete', 'type'],
      ['Deletion blocked', 'block'],
      ['Confirm with a button', undefined],
    ] as const) {
      const { run, hub } = await open()
      const [button] =
        hub.items[1]?.buttons?.filter(({ tooltip = '' }) => tooltip.startsWith('Change')) ?? []
      hub.pressItemButton(other.name, button?.tooltip ?? '')
      ;(await session.dialogs.pick()).select(label)
      await run
      assert.deepEqual(entries(), [sandboxConnection, deletion ? { ...rest, deletion } : rest])
    }
  })
})

describe('Connections: Without a connection', () => {
  const session = useSession()

  it('a command leads to Add Connection, and ends if that is canceled', async () => {
    await session.writeConnections()
    for (const command of [
      'listZones',
      'compareZones',
      'goToMachinePool',
      'pin',
      'deleteMachinePool',
      'selectProject',
      'checkConnection',
      'openInConsole',
    ] as const) {
      const running = session.run(command)
      const box = await session.dialogs.box()
      assert.equal(box.title, 'Add Connection', command)
      box.escape()
      await running
    }
    assert.deepEqual(session.dialogs.messages, [])
    assert.deepEqual(session.requests(), [])
  })

  it('a command leads to Add Connection, and then continues', async () => {
    await session.writeConnections()
    session.sandbox.lookups = { projects: true }
    const running = session.run('selectProject')
    const { baseUrl, apiKey } = session.sandbox
    for (const text of [baseUrl, apiKey]) (await session.dialogs.box()).answer(text)
    const last = await getLoadedPick(session)
    assert.equal(last.title, 'Add Connection')
    last.select(last.labels[0] ?? '')
    const next = await getLoadedPick(session)
    assert.deepEqual([next.title, next.labels.includes('Staging')], ['Select Project', true])
    next.escape()
    await running
  })
})
