import assert from 'node:assert/strict'
import {
  kinds,
  languages,
  readTexts,
  sources,
  translatedFile,
  type Texts,
} from '../../l10n/translatedTexts.ts'

/** What a translation must leave as it is, in any order: placeholders, icons, links, code, settings. */
function fixedParts(text: string): string[] {
  const parts = text.match(/\{\d+\}|\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`|poolkeeper\.\w+|#[\w.]+#/g)
  return [...(parts ?? [])].sort()
}

for (const [kind, { english, file }] of Object.entries(kinds)) {
  describe(
    `Manifest: the translations of the ${kind}’ texts`.replace('manifest’', 'manifest’s'),
    () => {
      let originals: Texts
      before(async function () {
        this.timeout(120_000) // it reads every source file
        originals = await english()
        assert.ok(Object.keys(originals).length > 40)
      })

      for (const language of languages) {
        it(`into ${language} are complete, and none is stale`, () => {
          const texts = readTexts(file(language))
          assert.deepEqual(Object.keys(texts).sort(), Object.keys(originals).sort())
          for (const [key, text] of Object.entries(texts)) assert.notEqual(text.trim(), '', key)
        })

        it(`into ${language} keep placeholders, icons, links and code`, () => {
          for (const [key, text] of Object.entries(readTexts(file(language)))) {
            assert.deepEqual(fixedParts(text), fixedParts(originals[key] ?? ''), text)
          }
        })

        it(`into ${language} ask for more where the original does`, () => {
          for (const [key, text] of Object.entries(readTexts(file(language)))) {
            assert.equal(/(…|\.\.\.)$/.test(text), (originals[key] ?? '').endsWith('…'), text)
          }
        })
      }
    },
  )
}

describe('Manifest: the texts of the manifest', () => {
  it('are those that were translated', async () => {
    assert.deepEqual(readTexts(translatedFile), await kinds.manifest.english())
  })
})

describe('Manifest: buttons that run a command', () => {
  const bare = (title = '') => title.replace(/…$/, '')
  const english = readTexts('package.nls.json')
  const commands = Object.keys(english).filter((key) => key.startsWith('command.'))

  for (const language of languages) {
    it(`are called as the command is, in ${language}, too`, () => {
      const titles = readTexts(kinds.manifest.file(language))
      const buttons = Object.entries(readTexts(kinds.sources.file(language))).flatMap(
        ([text, translation]) => {
          const meant = commands.filter((key) => bare(english[key]) === bare(text))
          return meant.length > 0 ? [{ text, translation, meant }] : []
        },
      )
      assert.ok(buttons.length > 10)
      for (const { text, translation, meant } of buttons) {
        assert.ok(
          meant.some((key) => bare(titles[key]) === bare(translation)),
          `${text}: ${translation}`,
        )
      }
    })
  }
})

describe('Manifest: texts that say which command to run', () => {
  const english = readTexts('package.nls.json')
  const said = Object.keys(readTexts(kinds.sources.file('de'))).flatMap((text) =>
    [...text.matchAll(/\b[Rr]un “([^”]+)”/g)].map(([, title = '']) => ({ text, title })),
  )

  it('say its title', () => {
    assert.ok(said.length > 5)
    const titles = Object.values(english)
    assert.deepEqual(
      said.filter(({ title }) => !titles.includes(title)),
      [],
    )
  })

  for (const language of languages) {
    it(`say its title in ${language}, too`, () => {
      const titles = readTexts(kinds.manifest.file(language))
      const texts = readTexts(kinds.sources.file(language))
      for (const { text, title } of said) {
        const keys = Object.keys(english).filter((key) => english[key] === title)
        assert.ok(
          keys.some((key) => texts[text]?.includes(titles[key] ?? title)),
          texts[text],
        )
      }
    })
  }
})

describe('Manifest: the texts of the sources', () => {
  it('are each written where they are used, so that they are found', () => {
    const calls = sources().flatMap(({ path, contents }) =>
      [...contents.matchAll(/\bl10n\.t\(\s*(.)/g)].map(([, sign]) => ({ path, sign })),
    )
    assert.ok(calls.length > 100)
    for (const { path, sign } of calls) assert.match(sign ?? '', /['"]/, path)
  })
})
