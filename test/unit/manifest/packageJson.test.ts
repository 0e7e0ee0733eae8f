import assert from 'node:assert/strict'
import { generatePackageJson } from '../../../src/manifest/packageJson.ts'
import { manifestText } from './manifest.ts'

describe('Manifest: package.json', () => {
  it('is as npm run manifest writes it', () => {
    assert.equal(manifestText, generatePackageJson(manifestText))
  })
})
