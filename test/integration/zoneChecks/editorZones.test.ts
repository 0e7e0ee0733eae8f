import * as vscode from 'vscode'
import { contextKeys } from '../../../src/contributions.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { open, useDocuments } from './documents.ts'

describe('Zone checks: the menu of the editor', () => {
  useDocuments()
  async function says(expected: 'some' | 'none'): Promise<void> {
    const keys = parts.contextKeys
    await until(`${expected} in the editor`, () => keys.get(contextKeys.editorZones) === expected)
  }

  it('knows whether the active editor has zones', async () => {
    const withZones = await open('yaml', 'region: us-east-1\nzones: [us-east-1a]')
    await says('some')
    const without = await open('json', '{"name": "poolkeeper", "version": "1.0.0"}')
    await says('none')
    await vscode.window.showTextDocument(withZones.document)
    await says('some')
    await vscode.window.showTextDocument(without.document)
    await says('none')
  })

  it('follows what is written', async () => {
    const opened = await open('yaml', 'zones: []')
    await says('none')
    await opened.write(new vscode.Range(0, 7, 0, 9), '[us-east-1a]')
    await says('some')
  })

  it('knows nothing of files of other languages', async () => {
    await open('yaml', 'zones: [us-east-1a]')
    await says('some')
    await open('md', 'zones: [us-east-1a]')
    await says('none')
  })
})
