import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatePage, generatedPages } from '../../docs/generated.ts'
import { readPage } from '../../docs/page.ts'
import { root } from '../../host/paths.ts'

/** All pages for people, by their paths from the top of the repository. */
const pages = globSync(['*.md', 'docs/*.md', 'skills/**/*.md'], { cwd: root })

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

describe('Manifest: A page for people', () => {
  for (const page of pages) {
    it(`links to files and headings that exist: ${page}`, () => {
      const broken = findLinks(readPage(page)).filter((link) => !isFound(page, link))
      assert.deepEqual(broken, [])
    })
  }

  for (const page of pages.filter((path) => path.startsWith('docs'))) {
    it(`can be read in one go, with at most 120 lines: ${page}`, () => {
      assert.ok(readPage(page).trimEnd().split('\n').length <= 120)
    })
  }

  it('has the headings that comments cite', () => {
    const missing = globSync(['src/**/*.ts', 'test/**/*.ts'], { cwd: root }).flatMap((file) => {
      return findCitations(readPage(file))
        .filter(({ page, heading }) => !isHeading(page, heading))
        .map(({ page, heading }) => `${file}: ${page}, ${heading}`)
    })
    assert.deepEqual(missing, [])
  })
})

/** Returns the targets of a page’s links within the repository. */
function findLinks(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
  return targets
    .map(([, link, source]) => link ?? source ?? '')
    .filter((target) => !/^(https?|command):/.test(target))
}

/** Returns whether a page’s link leads to a file, and to a heading if it has an anchor. */
function isFound(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || findHeadings(target).map(anchorOf).includes(anchor)
}

function findHeadings(page: string): string[] {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
}

/** Returns the anchor that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Returns the headings of pages that comments cite, as in “docs/api.md, “Lookups””, also across two lines. */
function findCitations(text: string): { page: string; heading: string }[] {
  const comments = text.replace(/\n\s*(\*|\/\/) ?/g, ' ')
  return [...comments.matchAll(/(docs\/\w+\.md), ["“]([^"”]+)["”]/g)].map(
    ([, page = '', heading = '']) => ({ page, heading }),
  )
}

function isHeading(page: string, heading: string): boolean {
  return existsSync(join(root, page)) && findHeadings(page).includes(heading)
}
