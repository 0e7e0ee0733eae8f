import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { type Session, until, useSession } from '../helpers.ts'

/** The account that zones are checked against in these tests. */
export const account = accounts.awsProduction

/** What stands for the cursor in a text. */
const cursor = '‸'

let documents = 0

/** Gives each test of the suite a session of its own; its documents are closed after it. */
export function useDocuments(): Session {
  const session = useSession()
  beforeEach(async () => {
    await parts.context.workspaceState.update(chosenKey(session), undefined)
  })
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })
  return session
}

/** Has the zones of a region known, as a look into the Zones view does. */
export async function know(session: Session, region: string, of = account): Promise<void> {
  await session.pinRegion(of, region)
  session.sandbox.requests.length = 0
}

/** Chooses the account as a user does who has chosen it before. */
export async function choose(session: Session, of = account): Promise<void> {
  const { provider, uid: cloudAccountUid, name: cloudAccountLabel } = of
  const chosen = { provider, cloudAccountUid, cloudAccountLabel }
  await parts.context.workspaceState.update(chosenKey(session), chosen)
}

/** What the chosen account is stored by. */
export function chosenKey({ name, sandbox: { baseUrl } }: Session): string {
  return `checkedAccount ${name} ${baseUrl}`
}

/** Opens a text, and checks it against an account that was chosen before. */
export async function check(
  session: Session,
  ending: string,
  text: string,
  of = account,
): Promise<Opened> {
  const opened = await open(ending, text)
  await choose(session, of)
  await session.run('checkZonesInFile', opened.document.uri)
  return opened
}

/** Lists the zones of a region over the API, as an account sees them. */
export async function zonesOf(session: Session, region: string, of = account) {
  const query = { provider: of.provider, cloudAccountUid: of.uid, region }
  return (await session.run('listZones', query)) as { name: string; zoneId: string }[]
}

/** A text that is open in an editor, with the cursor where `‸` stands in it. */
export class Opened {
  readonly editor: vscode.TextEditor
  readonly document: vscode.TextDocument
  /** Where the cursor was at first. */
  readonly position: vscode.Position

  constructor(editor: vscode.TextEditor, position: vscode.Position) {
    this.editor = editor
    this.document = editor.document
    this.position = position
  }

  get text(): string {
    return this.document.getText()
  }

  /** The place of a text; `nth` from 0. */
  at(text: string, nth = 0): vscode.Position {
    const offset = this.text
      .split(text)
      .slice(0, nth + 1)
      .join(text).length
    assert.ok(offset < this.text.length, `${text} is not in ${this.text}`)
    return this.document.positionAt(offset)
  }

  /** What stands in a range. */
  in(range: vscode.Range | undefined): string {
    return this.document.getText(range)
  }

  /** Writes a text in the place of another one. */
  async write(range: vscode.Range, text: string): Promise<void> {
    await this.editor.edit((edit) => edit.replace(range, text))
  }

  /** The hovers at a place that are of ours. */
  async hovers(position = this.position): Promise<vscode.MarkdownString[]> {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      this.document.uri,
      position,
    )
    const contents = hovers.flatMap((hover) => hover.contents as vscode.MarkdownString[])
    return contents.filter(({ value }) => value.startsWith('Zone '))
  }

  /** What is offered at a place and is of ours, best first. */
  async completions(position = this.position): Promise<vscode.CompletionItem[]> {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      this.document.uri,
      position,
    )
    return list.items
      .filter(({ label }) => typeof label !== 'string' && label.description !== undefined)
      .sort((a, b) => (a.sortText ?? '').localeCompare(b.sortText ?? ''))
  }

  /** Completes with an entry as VS Code does. */
  async complete(label: string, position = this.position): Promise<string> {
    const items = await this.completions(position)
    const item = items.find((one) => labelOf(one) === label)
    const { range, insertText } = item ?? assert.fail(`${label} is not offered`)
    await this.write(range as vscode.Range, insertText as string)
    return this.text
  }

  /** Our diagnostics, each with the text that it stands under. */
  get diagnostics(): string[] {
    return vscode.languages
      .getDiagnostics(this.document.uri)
      .filter(({ source }) => source === 'Poolkeeper')
      .map(({ range, message, severity }) => {
        const { line, character } = range.start
        const grave = vscode.DiagnosticSeverity[severity]
        return `${line}:${character} ${this.in(range)}: ${grave}: ${message}`
      })
  }

  /** Where our diagnostics stand, and under which text. */
  get places(): (string | undefined)[] {
    return this.diagnostics.map((one) => one.split(': ')[0])
  }

  /** The quick fixes at a place. */
  async fixes(position: vscode.Position): Promise<vscode.CodeAction[]> {
    return vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      this.document.uri,
      new vscode.Range(position, position),
      vscode.CodeActionKind.QuickFix.value,
    )
  }
}

/** The label of an entry, without what stands beside it. */
export function labelOf({ label }: vscode.CompletionItem): string {
  return typeof label === 'string' ? label : label.label
}

/** Opens a text as a file that was never saved, whose name tells its language. */
export async function open(ending: string, marked: string): Promise<Opened> {
  const uri = vscode.Uri.from({ scheme: 'untitled', path: `/zones-${++documents}.${ending}` })
  const document = await vscode.workspace.openTextDocument(uri)
  const editor = await vscode.window.showTextDocument(document)
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), marked.replace(cursor, '')))
  await until('the text', () => document.getText() !== '')
  return new Opened(editor, document.positionAt(Math.max(0, marked.indexOf(cursor))))
}

/** Opens a file with a text, which is saved. */
export async function openFile(uri: vscode.Uri, text: string): Promise<Opened> {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text))
  const document = await vscode.workspace.openTextDocument(uri)
  return new Opened(await vscode.window.showTextDocument(document), new vscode.Position(0, 0))
}
