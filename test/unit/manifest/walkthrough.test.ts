import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { commandIds, viewIds } from '../../../src/contributions.ts'
import { root } from '../../host/paths.ts'
import { manifest, texts } from './manifest.ts'

const [walkthrough] = manifest.contributes.walkthroughs
const steps = walkthrough?.steps ?? []
const text = (key: string) => texts[key.replaceAll('%', '')] ?? ''
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const shipped = read('test/host/package-contents.txt').split('\n')

describe('Manifest: the walkthrough', () => {
  for (const { id, description, media } of steps) {
    it(`has one button in the step ${id}, for a command that exists`, () => {
      const lines = text(description).split('\n')
      const buttons = lines.flatMap((line) => /^\[[^\]]+\]\(command:(.+)\)$/.exec(line)?.[1] ?? [])
      const known = [
        ...Object.values(commandIds),
        ...Object.values(viewIds).map((view) => `${view}.focus`),
        'workbench.action.quickOpen', // VS Code’s own
      ]
      assert.equal(buttons.length, 1)
      assert.ok(known.includes(buttons[0] ?? ''), buttons[0])
    })

    it(`has a small picture of the step ${id} for every kind of theme, which ships`, () => {
      assert.equal(media.svg, `media/walkthrough/${id}.svg`)
      assert.ok(shipped.includes(media.svg))
      const picture = read(media.svg)
      assert.ok(gzipSync(picture).length <= 1500)
      const colors = [...picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color)
      assert.ok(colors.length > 0)
      for (const color of colors) assert.match(color ?? '', /^(none|var\(--vscode-.*\))$/)
    })

    it(`has nothing in the picture of the step ${id} that VS Code’s page blocks`, () => {
      const picture = read(media.svg)
      assert.doesNotMatch(picture, /<(style|script|image|foreignObject)|\s(style|on\w+)=|url\(/)
      const ids = [...picture.matchAll(/ id="(\w+)"/g)].map(([, name]) => `#${name}`)
      const links = [...picture.matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? '')
      assert.deepEqual([...new Set(links)].toSorted(), ids.toSorted())
    })
  }

  it('practices a deletion on the sample data, never on what is connected', () => {
    const step = steps.find(({ id }) => id === 'delete')
    const commands = [...text(step?.description ?? '').matchAll(/\(command:(.+)\)/g)]
    assert.deepEqual(
      commands.map(([, command]) => command),
      [commandIds.trySampleData],
    )
  })
})

describe('Manifest: the pictures of the README', () => {
  const readme = read('README.md')
  const { url } = manifest.repository
  // What the packager writes before the path of an <img>, it leaves out of a <source>.
  const base = `${url.replace(/\.git$/, '')}/raw/HEAD/`
  const sources = [...readme.matchAll(/<(source|img) [^>]*\bsrc(?:set)?="([^"]+)"/g)].map(
    ([, tag = '', source = '']) => ({ tag, source }),
  )

  it('are there, for light and for dark themes, and do not ship', () => {
    assert.ok(sources.length >= 4)
    const files = sources.map(({ source }) => source.replace(base, ''))
    for (const file of files) {
      assert.match(file, /^media\/\w+-(light|dark)\.webp$/)
      assert.ok(existsSync(`${root}/${file}`), file)
      assert.ok(!shipped.includes(file), file)
    }
    assert.equal(new Set(files).size, files.length)
  })

  it('have addresses that hold outside of the repository, too', () => {
    for (const { tag, source } of sources) {
      assert.equal(source.startsWith(base), tag === 'source', source)
    }
  })

  it('are small', () => {
    for (const { source } of sources) {
      const file = source.replace(base, '')
      const most = file.includes('tour') ? 2_000_000 : 80_000
      assert.ok(statSync(`${root}/${file}`).size <= most, file)
    }
  })
})
