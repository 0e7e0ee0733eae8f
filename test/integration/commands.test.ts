import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../src/contributions.ts'
import { activate, parts } from './extensionParts.ts'

describe('What the extension contributes', () => {
  before(() => activate())

  it('has every command registered', async () => {
    const registered = new Set(await vscode.commands.getCommands())
    const missing = Object.values(commandIds).filter((id) => !registered.has(id))
    assert.deepEqual(missing, [])
  })

  it('has every view filled', () => {
    assert.deepEqual([...parts.trees.keys()].sort(), Object.values(viewIds).sort())
  })
})
