import assert from 'node:assert/strict'
import { manifest } from './manifest.ts'

describe('Manifest: A workspace', () => {
  it('needs no trust and no disk: nothing of it is run, and only open files are looked at', () => {
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, true)
    assert.equal(manifest.capabilities.virtualWorkspaces, true)
  })

  it('on another machine does not take the key there, unless the user says so', () => {
    assert.deepEqual(manifest.extensionKind, ['ui', 'workspace'])
  })
})
