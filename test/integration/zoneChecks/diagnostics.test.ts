import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { testClock } from '../../clock.ts'
import { until } from '../helpers.ts'
import { setLookups } from '../lookups.ts'
import { writeSetting } from '../settings.ts'
import { account, check, choose, know, openFile, type Opened, useDocuments } from './documents.ts'

describe('Zone checks: Unknown zones in code', () => {
  const session = useDocuments()

  /** A document that was checked. */
  async function checked(of = text): Promise<Opened> {
    const opened = await check(session, 'tf', of)
    session.sandbox.requests.length = 0
    return opened
  }

  const text = 'region = "us-east-1"\naz = "us-east-1y"\nazs = ["us-east-1a", "us-east-1z"]\n'
  const place = (line: number, character: number) => new vscode.Position(line, character)
  const at = (line: number, character: number) =>
    new vscode.Range(place(line, character), place(line, character))

  const edits: [what: string, range: vscode.Range, text: string, now: string[]][] = [
    ['are where their zones are', at(0, 0), '# a\n\n', ['3:6 us-east-1y', '4:22 us-east-1z']],
    ['change with a zone', at(1, 16), 'q', ['1:6 us-east-1yq', '2:22 us-east-1z']],
    ['go with a mended zone', new vscode.Range(1, 15, 1, 16), 'a', ['2:22 us-east-1z']],
    ['go where the line becomes a comment', at(1, 0), '# ', ['2:22 us-east-1z']],
    [
      'come with a new mistake',
      at(3, 0),
      'zone = "us-east-1x"\n',
      ['1:6 us-east-1y', '2:22 us-east-1z', '3:8 us-east-1x'],
    ],
    [
      'are none of a region that memory has no zones of',
      new vscode.Range(0, 0, 3, 0),
      'region = "eu-west-1"\naz = "eu-west-1z"\n',
      [],
    ],
  ]
  for (const [what, range, inserted, now] of edits) {
    it(`${what}, without a request`, async () => {
      const opened = await checked()
      assert.deepEqual(opened.places, ['1:6 us-east-1y', '2:22 us-east-1z'])
      await opened.write(range, inserted)
      await until('the diagnostics', () => opened.places.join() === now.join())
      assert.deepEqual(session.requests(), [])
    })
  }

  it('have the nearest zone as a quick fix, and another check', async () => {
    const opened = await checked()
    const fixes = await opened.fixes(opened.at('us-east-1z'))
    assert.deepEqual(
      fixes.map(({ title, isPreferred }) => [title, isPreferred ?? false]),
      [
        ['Replace with “us-east-1b”', true],
        ['Check Zones in File', false],
      ],
    )
    const edit = fixes[0]?.edit
    await vscode.workspace.applyEdit(edit ?? assert.fail())
    assert.ok(opened.text.includes('azs = ["us-east-1a", "us-east-1b"]'))
    await until('one to be left', () => opened.places.join() === '1:6 us-east-1y')
    assert.deepEqual(await opened.fixes(opened.at('us-east-1a')), [])
    assert.deepEqual(fixes[1]?.command?.arguments, [opened.document.uri])
  })

  it('of instance types change with the types beside a zone', async () => {
    await setLookups(session, 'all')
    const types = (name: string) => `x "y" {
  region = "us-east-1"
  azs = ["us-east-1e"]
  instance_types = ["${name}"]
}
`
    const opened = await checked(types('m6i.xlarge'))
    assert.deepEqual(opened.places, ['2:10 us-east-1e'])
    await opened.write(new vscode.Range(0, 0, 5, 0), types('m5.large'))
    await until('no diagnostic', () => opened.diagnostics.length === 0)
    await opened.write(new vscode.Range(0, 0, 5, 0), `\n${types('m6i.xlarge')}`)
    await until('the diagnostic', () => opened.places.join() === '3:10 us-east-1e')
    assert.deepEqual(session.requests(), [])
  })

  it('have a fix each where several are selected', async () => {
    const opened = await checked(`azs = ["us-east-1y", "us-east-1z"]\n${text}`)
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      opened.document.uri,
      new vscode.Range(0, 0, 0, 34),
      vscode.CodeActionKind.QuickFix.value,
    )
    const replaced = fixes.flatMap(({ edit }) =>
      (edit?.entries() ?? []).flatMap(([, replacements]) =>
        replacements.map(({ range }) => opened.in(range)),
      ),
    )
    assert.deepEqual(replaced, ['us-east-1y', 'us-east-1z'])
  })

  it('vanish as the document is closed', async () => {
    const opened = await checked()
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    await until('the diagnostics to go', () => {
      return vscode.languages.getDiagnostics(opened.document.uri).length === 0
    })
  })

  const changes: [what: string, change: () => Promise<unknown>][] = [
    [
      'another connection is used',
      async () => {
        const { name } = await session.addConnection()
        await session.run('manageConnections', name)
      },
    ],
    ['the project changes', () => session.changeConnection({ projectUid: 'another' })],
    ['the key changes', () => session.clearKey()],
  ]
  for (const [what, change] of changes) {
    it(`vanish where ${what}`, async () => {
      const opened = await checked()
      await change()
      await until('the diagnostics to go', () => opened.diagnostics.length === 0)
    })
  }

  it('cost no request while somebody types', async () => {
    const opened = await checked()
    const words = '\nzone = "us-east-1'
    for (const [nth, letter] of words.split('').entries()) {
      await opened.write(at(2 + (nth > 0 ? 1 : 0), nth > 0 ? nth - 1 : 34), letter)
      const { active } = opened.editor.selection
      await opened.completions(active)
      await opened.hovers(active)
    }
    assert.ok(opened.text.includes(words))
    assert.deepEqual(session.requests(), [])
  })
})

describe('Zone checks: Checking zones on save', () => {
  const session = useDocuments()
  const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail()
  let file: vscode.Uri
  let files = 0

  beforeEach(async () => {
    file = vscode.Uri.joinPath(folder(), `saved-${++files}.tf`)
    await writeSetting(settingIds.checkOnSave, true)
  })
  afterEach(async () => {
    await writeSetting(settingIds.checkOnSave, undefined)
    await vscode.workspace.fs.delete(file)
  })

  /** Opens the file, changes and saves it. */
  async function saved(text = 'region = "us-east-1"\naz = "us-east-1z"\n'): Promise<Opened> {
    const opened = await openFile(file, text)
    await save(opened)
    return opened
  }

  async function save(opened: Opened): Promise<void> {
    await opened.write(new vscode.Range(0, 0, 0, 0), '\n')
    assert.ok(await opened.document.save())
  }

  it('goes by what is known, asks nothing, and dates what is old, by a time that stays true', async () => {
    await know(session, 'us-east-1')
    testClock.jump(90)
    await choose(session)
    const opened = await saved()
    await until('what is found', () => opened.diagnostics.length === 1)
    assert.match(opened.diagnostics[0] ?? '', /The data is from .*20\d\d.*\d:\d\d/)
    assert.doesNotMatch(opened.diagnostics[0] ?? '', /ago/)
    assert.deepEqual(session.zoneRequests(), [])
    assert.deepEqual(session.dialogs.messages, [])
    await session.run('checkZonesInFile', opened.document.uri)
    await until('fresh data', () => !opened.diagnostics[0]?.includes('The data is from'))
  })

  it('reads what was never read, once', async () => {
    await choose(session)
    const opened = await saved()
    await until('what is found', () => opened.diagnostics.length === 1)
    await opened.write(new vscode.Range(0, 0, 0, 0), 'azs = ["us-east-1y"]\n')
    await save(opened)
    await until('what else is found', () => opened.diagnostics.length === 2)
    assert.equal(session.zoneRequests().length, 1)
  })

  it('says in the status bar that it could not, and asks again with the next save', async () => {
    await choose(session)
    session.sandbox.addFault({ path: '/zones', status: 403 })
    const opened = await saved()
    const said = await until('the status', () => session.dialogs.statusMessages.at(-1))
    assert.equal(said, 'Couldn’t check the zones in us-east-1. Access denied')
    assert.deepEqual(opened.diagnostics, [])
    assert.deepEqual(session.dialogs.messages, [])
    await save(opened)
    await until('what is found', () => opened.diagnostics.length === 1)
  })

  const unwanted: [what: string, id: string | undefined, off?: object | undefined, on?: true][] = [
    ['no account was chosen', undefined],
    ['it is off', settingIds.checkOnSave, undefined, true],
    ['the checks are off for the language', settingIds.fileTypes, { terraform: false }],
  ]
  for (const [what, id, off, on] of unwanted) {
    it(`asks for nothing where ${what}`, async () => {
      if (id) await choose(session)
      if (id) await writeSetting(id, off)
      const opened = await saved()
      await session.pinRegion(account, 'us-east-1')
      assert.equal(session.zoneRequests().length, 1)
      assert.deepEqual(opened.diagnostics, [])
      // Saved again when it is to be checked, by which time nothing came of the first.
      await (id ? writeSetting(id, on) : choose(session))
      await save(opened)
      await until('what is found', () => opened.diagnostics.length === 1)
      assert.equal(session.zoneRequests().length, 1)
      assert.deepEqual(session.dialogs.messages, [])
    })
  }
})
