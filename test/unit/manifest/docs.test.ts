import assert from 'node:assert/strict'
import { generatePage, generatedPages } from '../../docs/generated.ts'
import { readPage } from '../../docs/page.ts'

describe('Manifest: The tables of README and docs', () => {
  for (const page of generatedPages) {
    it(`are as npm run docs writes them, and complete: ${page}`, async () => {
      const text = readPage(page)
      assert.equal(text, await generatePage(page))
      const rows = text.split('\n').filter((line) => line.startsWith('| '))
      assert.deepEqual(
        rows.filter((row) => /\| +\|$/.test(row)),
        [],
      )
    })
  }
})
