import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generated, generatedPages } from '../../docs/generated.ts'
import { readPage } from '../../docs/page.ts'
import { root } from '../../host/paths.ts'

describe('Manifest: the tables of README and docs', () => {
  for (const page of generatedPages) {
    it(`are as npm run docs writes them, and complete: ${page}`, async () => {
      const text = readPage(page)
      assert.equal(text, await generated(page))
      const rows = text.split('\n').filter((line) => line.startsWith('| '))
      assert.deepEqual(
        rows.filter((row) => /\| +\|$/.test(row)),
        [],
      )
    })
  }
})

describe('Manifest: the pages', () => {
  const docs = readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)
  for (const page of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs]) {
    it(`name files and headings that are there: ${page}`, () => {
      const text = readPage(page)
      const files = [...text.matchAll(/`((?:src|test)\/[\w./]+)`/g)].map(([, file = '']) => file)
      const linked = [...text.matchAll(/\]\(([\w./]+)#?([\w-]*)\)/g)]
      const links = linked.map(([, to = '']) => join(dirname(page), to))
      const missing = [...files, ...links].filter((file) => !existsSync(join(root, file)))
      const headless = linked.filter(([, to = '', heading]) => {
        return heading && !headingsOf(join(dirname(page), to)).includes(heading)
      })
      assert.deepEqual([...missing, ...headless.map(([link]) => link)], [])
    })
  }
})

/** Returns the anchors of a page’s headings. */
function headingsOf(page: string): string[] {
  const headings = [...readPage(page).matchAll(/^#+ (.+)$/gm)]
  return headings.map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))
}
