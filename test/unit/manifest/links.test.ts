import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'

const pages = globSync('*.md', { cwd: root })
const texts = globSync('package.nls*.json', { cwd: root })
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The anchors of a page, made of its headings as GitHub and the Marketplace make them. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe('Manifest: links to headings', () => {
  const links = [
    ...pages.flatMap((from) =>
      [...read(from).matchAll(/\]\(([\w.]*)#([^)]+)\)/g)].map(([, page = '', anchor = '']) => ({
        from,
        page: page || from,
        anchor,
      })),
    ),
    ...texts.flatMap((from) =>
      [...read(from).matchAll(/\]\(https:[^)#]+#([^)]+)\)/g)].map(([, anchor = '']) => ({
        from,
        page: 'README.md',
        anchor,
      })),
    ),
  ]

  it('lead to one that is there', () => {
    assert.ok(links.length > 3)
    for (const { from, page, anchor } of links) {
      assert.ok(anchorsOf(read(page)).includes(anchor), `${from} links to ${page}#${anchor}`)
    }
  })
})
