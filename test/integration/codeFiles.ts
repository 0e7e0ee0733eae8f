import * as vscode from 'vscode'
import { type Session, useSession } from './helpers.ts'

const scheme = 'poolkeeper-code'
const texts = new Map<string, string>()
let fileCount = 0

/** Gives each test of the suite a new session that can open read-only text files. */
export function useSessionWithFiles(): Session {
  const session = useSession()
  useTextFiles()
  return session
}

/** Lets the tests of the suite open read-only text files. */
export function useTextFiles(): void {
  let provider: vscode.Disposable
  before(() => {
    provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ path }) => texts.get(path) ?? '',
    })
  })
  after(() => provider.dispose())
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'))
}

/** Opens a text in an editor, as a file whose name has this ending. */
export async function openFile(ending: string, text: string): Promise<vscode.TextDocument> {
  const path = `/file-${++fileCount}.${ending}`
  texts.set(path, text)
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path }))
  await vscode.window.showTextDocument(document)
  return document
}
