import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { testClock } from '../../clock.ts'
import { replace } from '../../replace.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { setLookups } from '../lookups.ts'
import { writeSetting } from '../settings.ts'
import {
  account,
  openAndCheck,
  selectCheckedAccount,
  cacheZones,
  openFile,
  type OpenDocument,
  useDocuments,
} from './documents.ts'

describe('Zone checks: Diagnostics of unknown zones', () => {
  const session = useDocuments()

  /** Opens a document, and checks it. */
  async function openChecked(content = text): Promise<OpenDocument> {
    const opened = await openAndCheck(session, 'tf', content)
    session.sandbox.requests.length = 0
    return opened
  }

  const text = 'region = "us-east-1"\naz = "us-east-1y"\nazs = ["us-east-1a", "us-east-1z"]\n'
  const position = (line: number, character: number) => new vscode.Position(line, character)
  const cursorAt = (line: number, character: number) =>
    new vscode.Range(position(line, character), position(line, character))

  const edits: [title: string, range: vscode.Range, text: string, expected: string[]][] = [
    ['move with their zones', cursorAt(0, 0), '# a\n\n', ['3:6 us-east-1y', '4:22 us-east-1z']],
    ['change with a zone', cursorAt(1, 16), 'q', ['1:6 us-east-1yq', '2:22 us-east-1z']],
    ['disappear with a fixed zone', new vscode.Range(1, 15, 1, 16), 'a', ['2:22 us-east-1z']],
    ['disappear if the line becomes a comment', cursorAt(1, 0), '# ', ['2:22 us-east-1z']],
    [
      'appear with a new mistake',
      cursorAt(3, 0),
      'zone = "us-east-1x"\n',
      ['1:6 us-east-1y', '2:22 us-east-1z', '3:8 us-east-1x'],
    ],
    [
      'disappear if the zones of the region aren’t cached',
      new vscode.Range(0, 0, 3, 0),
      'region = "eu-west-1"\naz = "eu-west-1z"\n',
      [],
    ],
  ]
  for (const [title, range, inserted, expected] of edits) {
    it(`${title}, without a request`, async () => {
      const opened = await openChecked()
      assert.deepEqual(opened.diagnosedPositions, ['1:6 us-east-1y', '2:22 us-east-1z'])
      await opened.replace(range, inserted)
      await until('the diagnostics', () => opened.diagnosedPositions.join() === expected.join())
      assert.deepEqual(session.requests(), [])
    })
  }

  it('have the nearest zone as a quick fix, and another check', async () => {
    const opened = await openChecked()
    const fixes = await opened.fixes(opened.findPosition('us-east-1z'))
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
    await until('one to be left', () => opened.diagnosedPositions.join() === '1:6 us-east-1y')
    assert.deepEqual(await opened.fixes(opened.findPosition('us-east-1a')), [])
    assert.deepEqual(fixes[1]?.command?.arguments, [opened.document.uri])
  })

  it('change with the instance types beside a zone', async () => {
    await setLookups(session, 'all')
    const types = (name: string) => `x "y" {
  region = "us-east-1"
  azs = ["us-east-1e"]
  instance_types = ["${name}"]
}
`
    const opened = await openChecked(types('m6i.xlarge'))
    assert.deepEqual(opened.diagnosedPositions, ['2:10 us-east-1e'])
    await opened.replace(new vscode.Range(0, 0, 5, 0), types('m5.large'))
    await until('no diagnostic', () => opened.diagnostics.length === 0)
    await opened.replace(new vscode.Range(0, 0, 5, 0), `\n${types('m6i.xlarge')}`)
    await until('the diagnostic', () => opened.diagnosedPositions.join() === '3:10 us-east-1e')
    assert.deepEqual(session.requests(), [])
  })

  it('have a fix each if several are selected', async () => {
    const opened = await openChecked(`azs = ["us-east-1y", "us-east-1z"]\n${text}`)
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      opened.document.uri,
      new vscode.Range(0, 0, 0, 34),
      vscode.CodeActionKind.QuickFix.value,
    )
    const replaced = fixes.flatMap(({ edit }) =>
      (edit?.entries() ?? []).flatMap(([, replacements]) =>
        replacements.map(({ range }) => opened.textIn(range)),
      ),
    )
    assert.deepEqual(replaced, ['us-east-1y', 'us-east-1z'])
  })

  it('disappear when the document is closed', async () => {
    const opened = await openChecked()
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    await until('the diagnostics to go', () => {
      return vscode.languages.getDiagnostics(opened.document.uri).length === 0
    })
  })

  const changes: [title: string, change: () => Promise<unknown>][] = [
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
  for (const [title, change] of changes) {
    it(`disappear if ${title}`, async () => {
      const opened = await openChecked()
      await change()
      await until('the diagnostics to go', () => opened.diagnostics.length === 0)
    })
  }

  it('cause no requests while somebody types', async () => {
    const opened = await openChecked()
    const words = '\nzone = "us-east-1'
    for (const [index, letter] of words.split('').entries()) {
      await opened.replace(cursorAt(2 + (index > 0 ? 1 : 0), index > 0 ? index - 1 : 34), letter)
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
  async function openAndSave(
    text = 'region = "us-east-1"\naz = "us-east-1z"\n',
  ): Promise<OpenDocument> {
    const opened = await openFile(file, text)
    await save(opened)
    return opened
  }

  async function save(opened: OpenDocument): Promise<void> {
    await opened.replace(new vscode.Range(0, 0, 0, 0), '\n')
    assert.ok(await opened.document.save())
  }

  it('ends if the key is replaced while it is read', async () => {
    await selectCheckedAccount(session)
    const { secrets } = parts.context
    const get = secrets.get.bind(secrets)
    const reading = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const restore = replace(secrets, 'get', async (key) => {
      reading.resolve()
      await released.promise
      return get(key)
    })
    const opened = await openAndSave()
    await reading.promise
    restore()
    await session.setKey(session.name, session.sandbox.apiKey)
    released.resolve()
    await session.pinRegion(account, 'us-east-1')
    assert.equal(session.zoneRequests().length, 1)
    assert.deepEqual(opened.diagnostics, [])
  })

  it('uses cached zones without a request, and says of old data when it was loaded', async () => {
    await cacheZones(session, 'us-east-1')
    testClock.jump(90)
    await selectCheckedAccount(session)
    const opened = await openAndSave()
    await until('the diagnostic', () => opened.diagnostics.length === 1)
    assert.match(opened.diagnostics[0] ?? '', /The data is from .*20\d\d.*\d:\d\d/)
    assert.doesNotMatch(opened.diagnostics[0] ?? '', /ago/)
    assert.deepEqual(session.zoneRequests(), [])
    assert.deepEqual(session.dialogs.messages, [])
    await session.run('checkZonesInFile', opened.document.uri)
    await until('fresh data', () => !opened.diagnostics[0]?.includes('The data is from'))
  })

  it('loads zones that aren’t cached, once', async () => {
    await selectCheckedAccount(session)
    const opened = await openAndSave()
    await until('the diagnostic', () => opened.diagnostics.length === 1)
    await opened.replace(new vscode.Range(0, 0, 0, 0), 'azs = ["us-east-1y"]\n')
    await save(opened)
    await until('the second diagnostic', () => opened.diagnostics.length === 2)
    assert.equal(session.zoneRequests().length, 1)
  })

  it('reports a failure in the status bar, and loads again with the next save', async () => {
    await selectCheckedAccount(session)
    session.sandbox.addFault({ path: '/zones', status: 403 })
    const opened = await openAndSave()
    const said = await until('the status', () => session.dialogs.statusMessages.at(-1))
    assert.equal(said, 'Couldn’t check the zones in us-east-1. Access denied')
    assert.deepEqual(opened.diagnostics, [])
    assert.deepEqual(session.dialogs.messages, [])
    await save(opened)
    await until('the diagnostic', () => opened.diagnostics.length === 1)
  })

  const disabled: [title: string, id: string | undefined, off?: object | undefined, on?: true][] = [
    ['no account was chosen', undefined],
    ['it is off', settingIds.checkOnSave, undefined, true],
    ['the checks are off for the language', settingIds.fileTypes, { terraform: false }],
  ]
  for (const [title, id, off, on] of disabled) {
    it(`sends no request if ${title}`, async () => {
      if (id) await selectCheckedAccount(session)
      if (id) await writeSetting(id, off)
      const opened = await openAndSave()
      await session.pinRegion(account, 'us-east-1')
      assert.equal(session.zoneRequests().length, 1)
      assert.deepEqual(opened.diagnostics, [])
      // Saved again when checks are enabled: by then, the first save has had no effect.
      await (id ? writeSetting(id, on) : selectCheckedAccount(session))
      await save(opened)
      await until('the diagnostic', () => opened.diagnostics.length === 1)
      assert.equal(session.zoneRequests().length, 1)
      assert.deepEqual(session.dialogs.messages, [])
    })
  }
})
