import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { withOverrides, replace } from '../../replace.ts'
import { useSession } from '../helpers.ts'

describe('Connections: Writes of the setting at the same time', () => {
  let restore: () => void
  afterEach(() => restore()) // before the session ends
  const session = useSession()

  // VS Code takes a moment until what was written can be read.
  beforeEach(() => {
    const { getConfiguration } = vscode.workspace
    restore = replace(vscode.workspace, 'getConfiguration', (...args) => {
      const settings = getConfiguration(...args)
      const update = async (...written: Parameters<typeof settings.update>) => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        await settings.update(...written)
      }
      return withOverrides(settings, { update })
    })
  })

  const entries = () =>
    vscode.workspace
      .getConfiguration()
      .get<{ name: string; deletion?: string }[]>(settingIds.connections, [])

  it('leave all connections that are added', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const added = ['first', 'second', 'third']
    await Promise.all(added.map((name) => session.run('addConnection', { name, baseUrl, apiKey })))
    const [first, ...names] = entries().map(({ name }) => name)
    assert.equal(first, session.name)
    assert.deepEqual(names.sort(), added)
  })

  it('leave the deletion mode that somebody else writes', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const adding = session.run('addConnection', { name: 'added', baseUrl, apiKey })
    await session.changeConnection({ deletion: 'block' })
    await adding
    const home = entries().find(({ name }) => name === session.name)
    assert.equal(home?.deletion, 'block')
  })
})
