import assert from 'node:assert/strict'
import { kinds, readTexts } from '../../l10n/translatedTexts.ts'

/** What no English text says, and what it says instead. */
const banned: [pattern: RegExp, instead: string][] = [
  [/(?<!IP )\baddress(es)?\b/i, 'URL, base URL or console URL; an address is an IP address'],
  [/\bruns (it|the service)\b/i, 'service administrator'],
  [/\bcredentials\b/i, 'API key'],
  [/\b(uids?|ids?|url|api|json|csv)\b/, 'UID, ID, URL, API, JSON, CSV in capitals'],
  [/(?<!management )\bconsole\b(?! URL)/i, 'management console'],
  [/\bproject of the cloud\b|(?<!google )\bcloud project\b/i, 'Google Cloud project'],
  [/\b(spot|data cent(er|re))\b/i, 'region or zone'],
  [/\bthis machine\b(?! pool)/i, 'this computer; a machine is a node’s'],
  [/control-plane/i, 'control plane'],
  [/\b(keep|keeps|kept)\b|add to the view|remove from (the )?view/i, 'pin, unpin, pinned'],
  [/\bread\b(?!-only)|\bask(s|ed)? for\b|\blook(s|ed|ing)?\b/i, 'list, load, refresh or check'],
  [/\b(as of|known since)\b/i, 'updated {age}'],
  [/\b(offer(s|ed)?|not have it)\b/i, 'supported or not supported'],
  [/\blookups?\b/i, 'the thing by its name, such as cluster list'],
  [/\b(questions?|answer(s|ed)?)\b/i, 'request, response'],
  [/\bgoing on\b|\bnot over\b|\bunder ?way\b/i, 'in progress'],
  [/\b(tried|greet\w*)\b/i, 'passed, failed, skipped or not supported'],
  [/\b(call(ed)? off|take(n)? away|g[ai]ve up|hang up|hung up)\b/i, 'cancel, canceled'],
  [/\b(gone|unsure|not taken)\b/i, 'deleted, not deleted or may have been deleted'],
  [/\brecent activity\b|\bbooks\b/i, 'deletion history'],
  [/\b(rights|not allowed|may do)\b/i, 'permission, access, access denied'],
  [/\b(choose|chose|chosen|pick(ed)?)\b/i, 'select, selected'],
  [/\b(type|write|give)\b/i, 'enter; type where the exact characters matter'],
  [/\brows?\b|(?<!input )\bbox(es)?\b/i, 'VS Code’s own words, such as item or input box'],
  [/\b(anew|anybody|nobody|once more)\b|\bany more\b|\belse\b/i, 'everyday English'],
  [/\b(say|says|said|tell|tells|told|knows?|teach\w*)\b/i, 'report, list, support; people know'],
  [/\b(can|could|do|does|did|is|are|has|have)(not| not)\b/i, 'the contraction'],
  [/\b(cancell(ed|ing)|centre|licen[cs]ed?|colour|behaviour|lower-case)\b/, 'American spelling'],
  [/\bplease\b|!$|!\s|\.\.\.|["']/i, 'no “please”, “!”, “...” or straight quotes'],
  [/^(It|Its|One|None)\b/, 'a subject that stands alone'],
  [/\w, (?!with)\w+ (and|or) /, 'the serial comma'],
]

/** Texts in which such a word is the right one, each by a part of it, and why. */
const excused: [part: string, why: string][] = [
  ['read the API key from secret storage', 'nothing is listed or loaded'],
  ['read the dialog', 'people read'],
  ['Incorrect type.', 'of a value'],
  ['nstance type', 'the clouds’ term'],
  ['To confirm, type ', 'the exact characters'],
  ['Type {0} exactly', 'the exact characters'],
  ['always type their number', 'the exact characters'],
  ['must type the cluster and the machine pool', 'the exact characters'],
  ['type the names of the cluster and the machine pool', 'the exact characters'],
]

/** Texts with a number before a plural that is never 1, by the plural, and why. */
const neverOne: [part: string, why: string][] = [
  ['machine pools', 'one has a text of its own, with its name'],
  ['deletions accepted', 'one has a text of its own, with its name'],
  ['loaded regions', 'offered for two or more'],
  ['compare zones: {0} regions', 'up to three are named'],
  ['cloud accounts', 'a comparison has two or more'],
  ['of {1} accounts', 'said of some of two or more'],
  ['of {1} checks', 'there are twelve'],
  ['connections can’t be used', 'one is named, with what is wrong with it'],
  ['will create this pool again', 'no number, but the name of a tool'],
]

/** The texts of the sources are their own keys; that none is missing, translations.test.ts finds out. */
const texts: Record<string, string[]> = {
  sources: Object.keys(readTexts(kinds.sources.file('de'))),
  manifest: Object.values(readTexts('package.nls.json')),
}

describe('Manifest: English texts', () => {
  for (const [kind, all] of Object.entries(texts)) {
    it(`use none of the words that they have others for: ${kind}`, () => {
      assert.ok(all.length > 40)
      const found: string[] = []
      for (const text of all) {
        const rest = excused.reduce((left, [part]) => left.replaceAll(part, ''), text)
        for (const [pattern, instead] of banned) {
          const [word] = pattern.exec(rest) ?? []
          if (word !== undefined) found.push(`“${word}” (${instead}): ${text}`)
        }
      }
      assert.deepEqual(found, [])
    })
  }

  it('have a form for 1 where they have a number before a plural', () => {
    const all = texts['sources'] ?? []
    const shape = (text: string) =>
      text
        .toLowerCase()
        .replace(/\ball |\{\d\}|\b1\b/g, (part) => (part === 'all ' ? '' : '#'))
        .replace(/s\b/g, '')
    const ones = new Set(all.filter((text) => /\b1 [a-z]/i.test(text)).map(shape))
    const plurals = all.filter((text) => /\{\d\} ([a-z]+ ){0,2}[a-z]{2,}s\b(?! and\b)/i.test(text))
    const counted = plurals.filter((text) => !/\{\d\} ([a-z]+ ){0,2}(is|has|resolves)\b/.test(text))
    assert.ok(counted.length > 10)
    assert.deepEqual(
      counted.filter(
        (text) =>
          !ones.has(shape(text)) && !neverOne.some(([part]) => text.toLowerCase().includes(part)),
      ),
      [],
    )
  })

  it('are excused for no words that they don’t have', () => {
    const all = Object.values(texts).flat().join('\n')
    const lower = all.toLowerCase()
    assert.deepEqual(
      [
        ...excused.filter(([part]) => !all.includes(part)),
        ...neverOne.filter(([part]) => !lower.includes(part)),
      ],
      [],
    )
  })
})
