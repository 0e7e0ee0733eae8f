import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'

describe('The extension', () => {
  it('is found and activates', async () => {
    const extension = vscode.extensions.getExtension('poolkeeper.poolkeeper')
    assert.ok(extension)
    await extension.activate()
    assert.ok(extension.isActive)
  })
})
