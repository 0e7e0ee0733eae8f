import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { viewIds } from '../../src/contributions.ts'
import { activate, parts } from './extensionParts.ts'

interface Manifest {
  contributes: { commands: { command: string }[] }
}

describe('What the extension contributes', () => {
  before(() => activate())

  it('has every command registered', async () => {
    const registered = new Set(await vscode.commands.getCommands())
    const { contributes } = parts.context.extension.packageJSON as Manifest
    const missing = contributes.commands.filter(({ command }) => !registered.has(command))
    assert.ok(contributes.commands.length > 10)
    assert.deepEqual(missing, [])
  })

  it('has every view filled', () => {
    assert.deepEqual([...parts.treeProviders.keys()].sort(), Object.values(viewIds).sort())
  })
})
