import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { type Session, useSession } from '../helpers.ts'

/** The account that files are checked against in these tests. */
export const account = accounts.awsProduction

const scheme = 'poolkeeper-code'
const texts = new Map<string, string>()
let files = 0

/** Gives each test of the suite a session of its own, in which files can be opened that nothing writes. */
export function useFiles(): Session {
  const session = useSession()
  useTexts()
  return session
}

/** Lets the tests of the suite open such files. */
export function useTexts(): void {
  let provider: vscode.Disposable
  before(() => {
    provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ path }) => texts.get(path) ?? '',
    })
  })
  after(() => provider.dispose())
  afterEach(async () => {
    await parts.context.workspaceState.update('checkedAccounts', undefined)
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })
}

/** Chooses the account as a user does who has chosen it before. */
export async function choose(session: Session, of = account): Promise<void> {
  const { provider, uid: cloudAccountUid } = of
  const { baseUrl } = session.sandbox
  const chosen = { connection: session.name, baseUrl, provider, cloudAccountUid }
  await parts.context.workspaceState.update('checkedAccounts', [chosen])
}

/** Opens a text as a file. */
export async function openFile(ending: string, text: string): Promise<vscode.TextDocument> {
  const path = `/file-${++files}.${ending}`
  texts.set(path, text)
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path }))
  await vscode.window.showTextDocument(document)
  return document
}

/** What is found in a file, each with the text that it stands under. */
export function findingsIn(document: vscode.TextDocument): string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .map(({ range, message }) => `${document.getText(range)}: ${message}`)
}

/** Where a text stands in a file. */
export function rangeOf(document: vscode.TextDocument, text: string): vscode.Range {
  const start = document.getText().indexOf(text)
  assert.ok(start >= 0, text)
  return new vscode.Range(document.positionAt(start), document.positionAt(start + text.length))
}
