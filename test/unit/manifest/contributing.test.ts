import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'
import { imports } from './imports.ts'
import { pictureOf } from './picture.ts'
import { rooms } from './rooms.ts'

describe('Manifest: CONTRIBUTING', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

  it('draws the rooms as their table has them', () => {
    const [, picture] = /^```mermaid\n([^]*?)\n```$/m.exec(page) ?? []
    assert.equal(picture, pictureOf(rooms))
  })

  it('names only files and folders that exist', () => {
    const named = [...page.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    assert.ok(named.length > 40)
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
    )
  })

  for (const way of ['How zones are listed', 'How a machine pool is deleted']) {
    it(`shows ${way.replace('How', 'how')}, from file to file: each is imported by one before it`, () => {
      const [, steps = ''] = new RegExp(`^### ${way}$([^]*?)^##`, 'm').exec(page) ?? []
      const files = [...steps.matchAll(/`(src\/[\w./]+\.ts)`/g)].map(([, path = '']) => path)
      assert.ok(files.length > 10)
      const isFound = (file: string, index: number) =>
        index === 0 ||
        imports.some(({ from, target }) => target === file && files.slice(0, index).includes(from))
      assert.deepEqual(
        files.filter((file, index) => !isFound(file, index)),
        [],
      )
    })
  }
})
