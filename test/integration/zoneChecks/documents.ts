import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { replace } from '../../replace.ts'
import { accounts } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { type Session, until, useSession } from '../helpers.ts'

/** The account that zones are checked against in these tests. */
export const account = accounts.awsProduction

/** The sign for the cursor in a text. */
const cursor = '‸'

let documentCount = 0

/** Gives each test of the suite a session of its own; its documents are closed after it. */
export function useDocuments(): Session {
  const session = useSession()
  beforeEach(async () => deselectCheckedAccount(session))
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })
  return session
}

/** The events of a watcher of files, which a test fires. */
interface WatcherEvents {
  readonly changed: vscode.EventEmitter<vscode.Uri>
  readonly deleted: vscode.EventEmitter<vscode.Uri>
}

/** Replaces the files on disk, none of which is in a folder of the workspace. Returns the functions that restore them. */
export function replaceFiles(
  uris: readonly vscode.Uri[],
  fs: Pick<vscode.FileSystem, 'stat' | 'readFile'>,
  { changed, deleted }: WatcherEvents,
): (() => void)[] {
  const watcher = { onDidChange: changed.event, onDidDelete: deleted.event, dispose: () => {} }
  return [
    replace(vscode.workspace, 'findFiles', async () => Promise.resolve([...uris])),
    replace(vscode.workspace, 'getWorkspaceFolder', () => undefined),
    replace(vscode.workspace, 'fs', fs as vscode.FileSystem),
    replace(
      vscode.workspace,
      'createFileSystemWatcher',
      () => watcher as unknown as vscode.FileSystemWatcher,
    ),
  ]
}

/** Returns what a file system says about a file of a size. */
export async function statOfSize(size: number): Promise<vscode.FileStat> {
  return Promise.resolve({ type: vscode.FileType.File, ctime: 0, mtime: 0, size })
}

/** Loads the zones of a region into the cache, as the Zones view does. */
export async function cacheZones(
  session: Session,
  region: string,
  checkedAccount = account,
): Promise<void> {
  await session.pinRegion(checkedAccount, region)
  session.sandbox.requests.length = 0
}

/** Stores an account as selected for zone checks. */
export async function selectCheckedAccount(
  session: Session,
  checkedAccount = account,
): Promise<void> {
  const { provider, uid: cloudAccountUid, name: cloudAccountLabel } = checkedAccount
  const storedAccount = { provider, cloudAccountUid, cloudAccountLabel }
  await parts.context.workspaceState.update(createStorageKey(session), storedAccount)
}

/** Removes the account that an earlier test has selected for zone checks. */
export async function deselectCheckedAccount(session: Session): Promise<void> {
  await parts.context.workspaceState.update(createStorageKey(session), undefined)
}

/** Returns the key that the selected account is stored under. */
export function createStorageKey({ name, sandbox: { baseUrl } }: Session): string {
  return `checkedAccount ${name} ${baseUrl}`
}

/** Opens a text, and checks its zones against an account. */
export async function openAndCheck(
  session: Session,
  ending: string,
  text: string,
  checkedAccount = account,
): Promise<OpenDocument> {
  const opened = await openDocument(ending, text)
  await selectCheckedAccount(session, checkedAccount)
  await session.run('checkZonesInFile', opened.document.uri)
  return opened
}

/** Lists the zones of a region over the API, as an account sees them. */
export async function listZones(session: Session, region: string, checkedAccount = account) {
  const query = { provider: checkedAccount.provider, cloudAccountUid: checkedAccount.uid, region }
  return (await session.run('listZones', query)) as { name: string; zoneId: string }[]
}

/** A text that is open in an editor, with the cursor at its `‸`. */
export class OpenDocument {
  readonly editor: vscode.TextEditor
  readonly document: vscode.TextDocument
  /** The first position of the cursor. */
  readonly position: vscode.Position

  constructor(editor: vscode.TextEditor, position: vscode.Position) {
    this.editor = editor
    this.document = editor.document
    this.position = position
  }

  get text(): string {
    return this.document.getText()
  }

  /** Returns the position of a text; `occurrence` counts from 0. */
  findPosition(text: string, occurrence = 0): vscode.Position {
    const offset = this.text
      .split(text)
      .slice(0, occurrence + 1)
      .join(text).length
    assert.ok(offset < this.text.length, `${text} is not in ${this.text}`)
    return this.document.positionAt(offset)
  }

  /** Returns the text in a range. */
  textIn(range: vscode.Range | undefined): string {
    return this.document.getText(range)
  }

  /** Replaces the text in a range. */
  async replace(range: vscode.Range, text: string): Promise<void> {
    await this.editor.edit((edit) => edit.replace(range, text))
  }

  /** Returns Poolkeeper’s hovers at a position. */
  async hovers(position = this.position): Promise<vscode.MarkdownString[]> {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      this.document.uri,
      position,
    )
    const contents = hovers.flatMap((hover) => hover.contents as vscode.MarkdownString[])
    return contents.filter(({ value }) => value.startsWith('Zone '))
  }

  /** Returns Poolkeeper’s suggestions at a position, the best first, which VS Code selects and resolves. */
  async completions(position = this.position): Promise<vscode.CompletionItem[]> {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      this.document.uri,
      position,
      undefined,
      1,
    )
    return list.items
      .filter(({ label }) => typeof label !== 'string' && label.description !== undefined)
      .sort((a, b) => (a.sortText ?? '').localeCompare(b.sortText ?? ''))
  }

  /** Inserts a suggestion, as VS Code does. */
  async complete(label: string, position = this.position): Promise<string> {
    const items = await this.completions(position)
    const item = items.find((suggestion) => getLabel(suggestion) === label)
    const { range, insertText } = item ?? assert.fail(`${label} is not offered`)
    await this.replace(range as vscode.Range, insertText as string)
    return this.text
  }

  /** Poolkeeper’s diagnostics, each with its text. */
  get diagnostics(): string[] {
    return vscode.languages
      .getDiagnostics(this.document.uri)
      .filter(({ source }) => source === 'Poolkeeper')
      .map(({ range, message, severity }) => {
        const { line, character } = range.start
        const severityName = vscode.DiagnosticSeverity[severity]
        return `${line}:${character} ${this.textIn(range)}: ${severityName}: ${message}`
      })
  }

  /** The positions and texts of Poolkeeper’s diagnostics. */
  get diagnosedPositions(): (string | undefined)[] {
    return this.diagnostics.map((item) => item.split(': ')[0])
  }

  /** Returns the quick fixes at a position. */
  async fixes(position: vscode.Position): Promise<vscode.CodeAction[]> {
    return vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      this.document.uri,
      new vscode.Range(position, position),
      vscode.CodeActionKind.QuickFix.value,
    )
  }
}

/** Returns the label of a suggestion, without its description. */
export function getLabel({ label }: vscode.CompletionItem): string {
  return typeof label === 'string' ? label : label.label
}

/** Opens a text as an unsaved document, whose file extension tells its language. */
export async function openDocument(ending: string, marked: string): Promise<OpenDocument> {
  const uri = vscode.Uri.from({ scheme: 'untitled', path: `/zones-${++documentCount}.${ending}` })
  const document = await vscode.workspace.openTextDocument(uri)
  const editor = await vscode.window.showTextDocument(document)
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), marked.replace(cursor, '')))
  await until('the text', () => document.getText() !== '')
  return new OpenDocument(editor, document.positionAt(Math.max(0, marked.indexOf(cursor))))
}

/** Writes a file, and opens it. */
export async function openFile(uri: vscode.Uri, text: string): Promise<OpenDocument> {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text))
  const document = await vscode.workspace.openTextDocument(uri)
  return new OpenDocument(await vscode.window.showTextDocument(document), new vscode.Position(0, 0))
}
