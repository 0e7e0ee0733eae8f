import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { waitKindByFile } from '../clock.ts'

describe('Test clock', () => {
  for (const file of Object.keys(waitKindByFile)) {
    it(`controls timers that ${file} sets`, () => {
      assert.match(readFileSync(file, 'utf8'), /\bsetTimeout\(/)
    })
  }
})
