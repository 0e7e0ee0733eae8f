import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import german from '../../../l10n/bundle.l10n.de.json' with { type: 'json' }
import japanese from '../../../l10n/bundle.l10n.ja.json' with { type: 'json' }
import chinese from '../../../l10n/bundle.l10n.zh-cn.json' with { type: 'json' }
import { translate } from '../../fakeVscode/l10n.ts'
import { replace } from '../../replace.ts'
import { useSession } from '../helpers.ts'

type Key = keyof typeof german
type Arguments = Record<'provider' | 'cloudAccountUid' | 'region', string>

const query: Arguments = { provider: 'aws', cloudAccountUid: 'a1', region: 'eu-west-1' }
const refused: [field: keyof Arguments, value: string, why: Key][] = [
  ['cloudAccountUid', ' ', 'Enter a value.'],
  ['cloudAccountUid', '..', '“.” and “..” aren’t valid names.'],
  ['cloudAccountUid', '\ud800', 'The text contains invalid characters.'],
  ['region', 'a\tb', 'Control characters, such as tabs and line breaks, aren’t allowed.'],
  [
    'provider',
    'AWS',
    'Enter a provider in lowercase, such as aws, or cloudTypes/<name> for a custom cloud.',
  ],
]

describe('Zones: A value that is refused before anything is sent', () => {
  const session = useSession()
  let restore = () => {}
  afterEach(() => restore())

  for (const [language, texts] of Object.entries({ de: german, ja: japanese, zh: chinese })) {
    for (const [field, value, why] of refused) {
      it(`is told wholly in the user’s language: ${language}, ${field} ${JSON.stringify(value)}`, async function () {
        if (vscode.env.appName !== 'Fake VS Code') this.skip() // it has a language of its own
        const speak = (key: string, ...values: unknown[]) => {
          assert.ok(key in texts, key)
          return translate(texts[key as Key], ...values)
        }
        restore = replace(vscode.l10n, 't', speak as typeof vscode.l10n.t)
        await session.run('listZones', { ...query, [field]: value })
        const reason = 'The request was not sent because the value of “{0}” isn’t valid. {1}'
        const expected = speak(reason, field, speak(why))
        assert.equal((await session.dialogs.message()).text, expected)
        assert.deepEqual(session.requests(), [])
      })
    }
  }
})
