import assert from 'node:assert/strict'
import { manifest } from './manifest.ts'

describe('Manifest: A workspace', () => {
  it('on another machine does not take the key there, unless the user says so', () => {
    assert.deepEqual(manifest.extensionKind, ['ui', 'workspace'])
  })
})
