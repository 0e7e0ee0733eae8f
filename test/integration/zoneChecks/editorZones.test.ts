import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { contextKeys } from '../../../src/contributions.ts'
import { replace } from '../../replace.ts'
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

  it('is told only what has changed', async () => {
    await open('md', 'zones: [us-east-1a]')
    await says('none')
    const told: unknown[] = []
    const keys = parts.contextKeys
    const restore = replace(keys, 'set', (key, value) => {
      if (key === contextKeys.editorZones) told.push(value)
      return Map.prototype.set.call(keys, key, value) as typeof keys
    })
    await open('md', 'zones: [us-east-1b]')
    await open('yaml', 'zones: [us-east-1a]')
    await says('some').finally(restore)
    assert.deepEqual(told, ['some'])
  })

  it('knows nothing of files of other languages', async () => {
    await open('yaml', 'zones: [us-east-1a]')
    await says('some')
    await open('md', 'zones: [us-east-1a]')
    await says('none')
  })
})
