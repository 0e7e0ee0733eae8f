import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from '../../host/paths.ts'
import { manifest } from './manifest.ts'

const pages = globSync('*.md', { cwd: root })
const texts = globSync('package.nls*.json', { cwd: root })
const home = manifest.repository.url.replace(/\.git$/, '')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('Manifest: the home of the project', () => {
  it('is the same for the source, the page and the issues', () => {
    assert.equal(manifest.homepage, `${home}#readme`)
    assert.equal(manifest.bugs.url, `${home}/issues`)
  })

  it('is the one that every page and text links to', () => {
    const links = [...pages, ...texts].flatMap((file) =>
      [...read(file).matchAll(/https:\/\/github\.com\/[^\s)"]+/g)].map(([url]) => ({ file, url })),
    )
    assert.ok(links.length > 0) // the README’s; the texts of the manifest have none
    for (const { file, url } of links) {
      assert.match(url.slice(home.length), /^(?:$|[#/])/, file)
      assert.ok(url.startsWith(home), `${file} links to ${url}`)
    }
  })

  it('has an id that the README names in full', () => {
    const ids = [...read('README.md').matchAll(/"remote\.extensionKind": \{ "([^"]+)"/g)]
    assert.deepEqual(
      ids.map(([, id]) => id),
      [`${manifest.publisher}.${manifest.name}`],
    )
  })
})

describe('Manifest: what the Marketplace shows', () => {
  it('has an icon for dense screens', async () => {
    const { format, width, height } = await sharp(join(root, manifest.icon)).metadata()
    assert.deepEqual({ format, width, height }, { format: 'png', width: 256, height: 256 })
  })

  it('has a banner, a price, and no more keywords than are allowed', () => {
    assert.match(manifest.galleryBanner.color, /^#[\da-f]{6}$/)
    assert.equal(manifest.galleryBanner.theme, 'dark')
    assert.equal(manifest.pricing, 'Free')
    assert.ok(manifest.keywords.length <= 30)
    assert.equal(new Set(manifest.keywords).size, manifest.keywords.length)
  })
})
