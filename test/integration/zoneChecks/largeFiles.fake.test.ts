import { strict as assert } from 'node:assert'
import { setTimeout } from 'node:timers/promises'
import * as vscode from 'vscode'
import { completeList } from '../../../src/api/list.ts'
import { CodeFile, codeFileOf } from '../../../src/documents/codeFile.ts'
import type { CachedZones, CheckedAccount } from '../../../src/features/zoneChecks/cachedZones.ts'
import { CheckedFiles } from '../../../src/features/zoneChecks/checkedFiles.ts'
import { replace } from '../../replace.ts'
import { until } from '../../until.ts'

/** Lines in the middle of which the wrong zones are, in a file that takes several slices to read. */
const manyLines = '- us-east-1a\n'.repeat(8_000)

function textWith(zone: string, lines = manyLines): string {
  return `region: us-east-1\nazs:\n${lines}- ${zone}\n`
}

describe('Zone checks: While a large file is read', () => {
  const uri = vscode.Uri.file('/large.yaml')
  /** Called with the account’s name whenever a text is compared. */
  let onComparison: (label: string) => void
  const cachedZones = {
    knownZones: (_: unknown, { label }: { label: string }) => {
      onComparison(label)
      return {
        provider: 'aws',
        regions: [{ region: 'us-east-1', zones: completeList([{ name: 'us-east-1a' }]) }],
        listedRegions: new Set(['us-east-1']),
        instanceTypesIn: () => undefined,
      }
    },
    title: ({ label }: { label: string }) => label,
  } as unknown as CachedZones
  let files: CheckedFiles
  let restoreTime: () => void

  beforeEach(async () => {
    files = new CheckedFiles(cachedZones)
    onComparison = () => {}
    await setTimeout(1) // a slice of the test before is over
    // Each look at the clock takes 5 ms, so that a fast computer needs as many slices of 20 ms as a slow one.
    let now = performance.now()
    restoreTime = replace(performance, 'now', () => (now += 5))
  })
  afterEach(async () => {
    restoreTime()
    files.dispose()
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })

  const show = async (file: CodeFile, label: string, { signal } = new AbortController()) =>
    files.show(file, { label } as unknown as CheckedAccount, { signal })

  /** The zones whose problems are shown, by what their messages quote. */
  function shownZones(shown = uri): string[] {
    const messages = vscode.languages.getDiagnostics(shown).map(({ message }) => message)
    return messages.map((message) => /“(.*?)”/.exec(message)?.[1] ?? message)
  }

  it('others get their turn, and the references are those that are read at once', async () => {
    const text = textWith('us-east-1x')
    const file = new CodeFile(uri, 'yaml', text)
    let turns = 0
    const timer = setInterval(() => (turns += 1))
    await file.load()
    clearInterval(timer)
    assert.ok(turns > 0)
    assert.deepEqual(file.references, new CodeFile(uri, 'yaml', text).references)
  })

  it('its references can be read at once', async () => {
    const file = new CodeFile(uri, 'yaml', textWith('us-east-1x'))
    const loading = [file.load(), file.load()]
    assert.equal(file.references.at(-1)?.value, 'us-east-1x')
    await Promise.all(loading)
    assert.equal(file.references.length, 8_002)
  })

  it('a check that begins later shows its problems, and the earlier check none', async () => {
    const large = new CodeFile(uri, 'yaml', textWith('us-east-1x'))
    const small = new CodeFile(uri, 'yaml', 'region: us-east-1\naz: us-east-1y\n')
    const results = [show(large, 'a'), show(small, 'b')]
    const counts = (await Promise.all(results)).map(({ problems }) => problems.length)
    assert.deepEqual(counts, [1, 1])
    assert.deepEqual(shownZones(), ['us-east-1y'])
  })

  it('a check whose problems are removed meanwhile shows none', async () => {
    const checking = show(new CodeFile(uri, 'yaml', textWith('us-east-1x')), 'a')
    files.clear()
    assert.equal((await checking).problems.length, 1)
    assert.deepEqual(shownZones(), [])
  })

  it('a check that is canceled meanwhile shows none', async () => {
    const controller = new AbortController()
    const checking = show(new CodeFile(uri, 'yaml', textWith('us-east-1x')), 'a', controller)
    controller.abort()
    await checking
    assert.deepEqual(shownZones(), [])
  })

  it('a check that is canceled meanwhile leaves the problems that are shown, and checks them again', async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'yaml',
      content: textWith('us-east-1x'),
    })
    const editor = await vscode.window.showTextDocument(document)
    const canceled = new AbortController()
    await show(codeFileOf(document) ?? assert.fail(), 'a', canceled)
    canceled.abort()
    const checking = show(codeFileOf(document) ?? assert.fail(), 'a', canceled)
    await checking
    assert.deepEqual(shownZones(document.uri), ['us-east-1x'])
    const line = document.lineAt(document.lineCount - 2)
    await editor.edit((builder) => builder.replace(line.range, '- us-east-1a'))
    await until('no problem', () => shownZones(document.uri).length === 0)
  })

  async function openYaml(content: string): Promise<vscode.TextEditor> {
    const document = await vscode.workspace.openTextDocument({ language: 'yaml', content })
    return vscode.window.showTextDocument(document)
  }

  const fileOf = ({ document }: vscode.TextEditor) => codeFileOf(document) ?? assert.fail()

  /**
   * Edits a small file, and waits until it is checked again: by then, checks that were due before it have begun too, and
   * problems that they remove without reading a file are gone.
   */
  async function passPause(): Promise<void> {
    const editor = await openYaml('region: us-east-1\naz: us-east-1a\n')
    const { uri: smallUri } = editor.document
    await show(fileOf(editor), 'b')
    await editor.edit((builder) => builder.insert(new vscode.Position(2, 0), 'az2: us-east-1z\n'))
    await until('the check of the small file', () => shownZones(smallUri).length > 0)
  }

  it('a canceled check leaves the problems of a file that is too long to be checked again', async () => {
    const editor = await openYaml(`# ${'x'.repeat(1_000_000)}\n${textWith('us-east-1x')}`)
    await show(fileOf(editor), 'a')
    const canceled = new AbortController()
    const checking = show(fileOf(editor), 'a', canceled)
    canceled.abort()
    await checking
    await passPause()
    assert.deepEqual(shownZones(editor.document.uri), ['us-east-1x'])
  })

  it('two canceled checks leave a file as it was before both', async () => {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(textWith('us-east-1x')))
    const editor = await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument(uri),
    )
    await show(fileOf(editor), 'a')
    const canceled = new AbortController()
    const account = { label: 'a' } as unknown as CheckedAccount
    const options = { signal: canceled.signal, isKept: true }
    const checking = [
      files.show(fileOf(editor), account, options),
      show(fileOf(editor), 'a', canceled),
    ]
    canceled.abort()
    await Promise.all(checking)
    assert.deepEqual(shownZones(), ['us-east-1x'])
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    await until('no problem', () => shownZones().length === 0)
  })

  it('a check that is canceled while it is repeated after an edit shows nothing', async () => {
    const editor = await openYaml(textWith('us-east-1x'))
    const canceled = new AbortController()
    let comparisons = 0
    onComparison = () => {
      comparisons += 1
      if (comparisons === 2) canceled.abort()
    }
    const checking = show(fileOf(editor), 'a', canceled)
    await editor.edit((builder) => builder.insert(new vscode.Position(2, 0), '- us-east-1y\n'))
    await checking
    await until('the repetition', () => comparisons === 2)
    await passPause()
    assert.deepEqual(shownZones(editor.document.uri), [])
  })

  it('a check that is canceled after an edit isn’t repeated', async () => {
    // It takes two slices to compare, so that the check has ended when its repetition is due, on any computer.
    const editor = await openYaml(textWith('us-east-1x', '- us-east-1a\n'.repeat(800)))
    const comparisons: string[] = []
    const canceled = new AbortController()
    let editing: Thenable<boolean> | undefined
    onComparison = (label) => {
      comparisons.push(label)
      // Only once the file has been read: the repetition after an earlier edit could begin before the cancellation.
      editing ??= editor.edit((builder) =>
        builder.insert(new vscode.Position(2, 0), '- us-east-1y\n'),
      )
    }
    await show(fileOf(editor), 'a', canceled)
    assert.equal(await editing, true)
    canceled.abort()
    await passPause()
    assert.deepEqual(shownZones(editor.document.uri), [])
    // A repetition would be compared before a later check of the same text.
    await show(fileOf(editor), 'later')
    assert.deepEqual(
      comparisons.filter((label) => label !== 'b'),
      ['a', 'later'],
    )
  })

  it('a check that is canceled while it is repeated leaves no problems of an old text', async () => {
    const editor = await openYaml(textWith('us-east-1x'))
    const { document } = editor
    await show(fileOf(editor), 'a')
    const canceled = new AbortController()
    let comparisons = 0
    onComparison = () => {
      comparisons += 1
      if (comparisons === 2) canceled.abort()
    }
    const checking = show(fileOf(editor), 'a', canceled)
    const line = document.lineAt(document.lineCount - 2)
    await editor.edit((builder) => builder.replace(line.range, '- us-east-1a'))
    await checking
    await until('no problem', () => shownZones(document.uri).length === 0)
  })

  it('the problems of a file that is too long to be checked again stay until its text changes', async () => {
    const text = `# ${'x'.repeat(1_000_000)}\n${textWith('us-east-1x')}`
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text))
    const document = await vscode.workspace.openTextDocument(uri)
    const editor = await vscode.window.showTextDocument(document)
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), '#'))
    const canceled = new AbortController()
    const checking = [show(fileOf(editor), 'a'), show(fileOf(editor), 'a', canceled)]
    canceled.abort()
    await Promise.all(checking)
    // The earlier check is repeated, because it wasn’t the latest when it ended, and so showed no problems.
    await until('the problem', () => shownZones().length > 0)
    await document.save()
    await passPause()
    assert.deepEqual(shownZones(), ['us-east-1x'])
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), '#'))
    await until('no problem', () => shownZones().length === 0)
  })

  it('a check shows nothing, and throws nothing, if Poolkeeper ends meanwhile', async () => {
    const checking = show(new CodeFile(uri, 'yaml', textWith('us-east-1x')), 'a')
    files.dispose()
    await checking
    assert.deepEqual(shownZones(), [])
  })

  it('a document may change: only the problems of its new text are shown, in their places', async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'yaml',
      content: textWith('us-east-1x'),
    })
    const editor = await vscode.window.showTextDocument(document)
    const file = codeFileOf(document)
    const checking = show(file ?? assert.fail(), 'a')
    await editor.edit((builder) => builder.insert(new vscode.Position(2, 0), '- us-east-1y\n'))
    await checking
    assert.notDeepEqual(shownZones(document.uri), ['us-east-1x'])
    await until('the problems of the new text', () => shownZones(document.uri).length > 0)
    assert.deepEqual(shownZones(document.uri), ['us-east-1y', 'us-east-1x'])
    const lines = vscode.languages.getDiagnostics(document.uri).map(({ range }) => range.start.line)
    assert.deepEqual(lines, [2, 8_003])
  })
})
