import { strict as assert } from 'node:assert'
import { parts } from '../extensionParts.ts'
import { settingIds } from '../../../src/contributions.ts'
import { until, useSession, writeSetting } from '../helpers.ts'

describe('Connections: The active connection', () => {
  const session = useSession()
  const statusBar = () => parts.statusBarItem.text

  it('is switched by selecting another, and shown in the status bar', async () => {
    const other = await session.addConnection({ deletion: 'block' })
    const switching = session.run('manageConnections')
    const pick = await session.dialogs.pick()
    assert.deepEqual(pick.labels.slice(0, 2), [session.name, other.name])
    pick.select(other.name)
    await switching
    await until('the status bar', () => statusBar() === `$(lock) ${other.name} · Deletion blocked`)
    assert.match(parts.statusBarItem.tooltip as string, /Deletion blocked/)
  })

  it('is the previous one once the selected one is gone, and then the first', async () => {
    const sandboxConnection = { name: session.name, baseUrl: session.sandbox.baseUrl }
    const { name, baseUrl } = await session.addConnection()
    const third = { name: 'added', baseUrl }
    await session.writeConnections(sandboxConnection, { name, baseUrl }, third)
    await session.run('manageConnections', name)
    await session.run('manageConnections', third.name)
    await session.writeConnections(sandboxConnection, { name, baseUrl })
    await until('the one before', () => statusBar().includes(name))
    await session.writeConnections(sandboxConnection)
    await until('the first', () => statusBar() === `$(cloud) ${session.name}`)
  })

  it('is undefined while the selected one is invalid in the settings', async () => {
    const other = await session.addConnection()
    await session.run('manageConnections', other.name)
    const entries = [
      { name: session.name, baseUrl: session.sandbox.baseUrl },
      { name: other.name, baseUrl: 'ftp://typo' },
    ]
    await writeSetting(settingIds.connections, entries)
    await until('the broken one in the view', async () =>
      (await session.labels('machinePools')).some((label) => label.includes(other.name)),
    )
    session.sandbox.requests.length = 0
    await session.run('goToMachinePool')
    const { text, buttons } = await session.dialogs.message()
    assert.equal(text, 'This workspace’s connection can’t be used. Correct it in the settings.')
    assert.deepEqual(buttons, ['Edit Connections'])
    assert.deepEqual(session.sandbox.requests, [])
  })

  it('stays the first one while the name of another entry is still empty in the settings', async () => {
    const { sandbox, name } = session
    await parts.context.workspaceState.update('activeConnections', undefined)
    await session.writeConnections(
      { name, baseUrl: sandbox.baseUrl },
      { name: ' ', baseUrl: 'https://' },
    )
    await session.run('pin', {
      provider: 'aws',
      configUid: 'c1',
      machinePoolName: 'workers',
    })
    assert.deepEqual(await session.labels('zones'), ['“Connection #2” can’t be used'])
    assert.deepEqual(await session.labels('machinePools'), ['c1'])
  })
})
