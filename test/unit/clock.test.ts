import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { waitsByFile } from '../clock.ts'

describe('The clock of the tests', () => {
  for (const file of Object.keys(waitsByFile)) {
    it(`knows the timers of ${file}`, () => {
      assert.match(readFileSync(file, 'utf8'), /\bsetTimeout\(/)
    })
  }
})
