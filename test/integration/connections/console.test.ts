import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession } from '../helpers.ts'
import { replace } from '../../replace.ts'

describe('Connections: Open Management Console', () => {
  const session = useSession()
  const consoleUrl = 'https://console.example.com/prefix/'
  let opened: string[]
  let restore: () => void
  beforeEach(() => {
    opened = []
    restore = replace(
      vscode.env,
      'openExternal',
      async (uri) => opened.push(uri.toString(true)) > 0,
    )
  })
  afterEach(() => restore())

  const hasConsole = () => parts.contextKeys.get('poolkeeper.hasConsole')

  it('opens the address of the connection, and sends nothing there', async () => {
    await session.reconnect({ consoleUrl })
    await session.run('openConsole')
    const row = await session.addPool(configs.checkout, 'worker-pool')
    await session.run('openConsole', row.node)
    assert.deepEqual(opened, [
      'https://console.example.com/prefix',
      'https://console.example.com/prefix',
    ])
    assert.ok(!opened.join().includes(session.sandbox.apiKey))
  })

  it('is in the menus only while the active connection has one', async () => {
    await until('none', () => hasConsole() === false)
    await session.reconnect({ consoleUrl })
    await until('one', () => hasConsole() === true)
    await session.reconnect({ consoleUrl: '' })
    await until('none', () => hasConsole() === false)
  })

  it('says what is missing', async () => {
    await session.run('openConsole')
    const { text, buttons } = await session.dialogs.message()
    assert.match(text, /has no console URL\. Add “consoleUrl” to it in the /)
    assert.deepEqual(buttons, ['Edit Connections'])
    assert.deepEqual(opened, [])
  })
})

describe('Connections: Report Issue…', () => {
  const session = useSession()

  it('opens VS Code’s reporter with versions, and nothing of a service', async () => {
    const calls: [string, unknown][] = []
    const { executeCommand } = vscode.commands
    const restore = replace(vscode.commands, 'executeCommand', (async (
      id: string,
      ...args: unknown[]
    ) => {
      if (!id.startsWith('workbench.')) return executeCommand(id, ...args)
      return void calls.push([id, args[0]])
    }) as typeof executeCommand)
    try {
      await session.run('reportIssue')
    } finally {
      restore()
    }
    const [[id, data] = ['', undefined], ...more] = calls
    assert.deepEqual(more, [])
    assert.equal(id, 'workbench.action.openIssueReporter')
    assertHarmless(data)
  })

  it('opens the repository’s page where there is no reporter', async () => {
    const opened: string[] = []
    const { executeCommand } = vscode.commands
    const restore = [
      replace(vscode.commands, 'executeCommand', (async (id: string, ...args: unknown[]) => {
        if (id === 'workbench.action.openIssueReporter') throw new Error('command not found')
        return executeCommand(id, ...args)
      }) as typeof executeCommand),
      replace(vscode.env, 'openExternal', async (uri) => opened.push(uri.toString(true)) > 0),
    ]
    try {
      await session.run('reportIssue')
    } finally {
      for (const one of restore) one()
    }
    const [page = ''] = opened
    assert.match(page, /^https:\/\/github\.com\/poolkeeper\/poolkeeper\/issues\/new\?body=/)
    assertHarmless(page)
  })

  function assertHarmless(data: unknown): void {
    const text = JSON.stringify(data)
    assert.ok(text.includes(vscode.version))
    assert.match(text, /Poolkeeper \d+\.\d+\.\d+/)
    const { apiKey, baseUrl } = session.sandbox
    for (const secret of [apiKey, new URL(baseUrl).host, session.name]) {
      assert.ok(!text.includes(secret), secret)
    }
  }
})
