import * as vscode from 'vscode'
import { type Session, useSession } from './helpers.ts'

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
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'))
}

/** Opens a text as a file. */
export async function openFile(ending: string, text: string): Promise<vscode.TextDocument> {
  const path = `/file-${++files}.${ending}`
  texts.set(path, text)
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path }))
  await vscode.window.showTextDocument(document)
  return document
}
