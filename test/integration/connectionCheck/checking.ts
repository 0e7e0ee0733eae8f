import * as vscode from 'vscode'
import { parts } from '../extensionParts.ts'
import { type Session, until } from '../helpers.ts'

/** Runs Check Connection; returns the report that is shown then. */
export async function check(session: Session, connection = session.name): Promise<string> {
  await session.run('checkConnection', { connection })
  return upToDate()
}

/** The report that is shown, once VS Code shows its latest text: it keeps documents for a while. */
async function upToDate(): Promise<string> {
  const document = shownReport()
  const { token } = new vscode.CancellationTokenSource()
  const latest = await parts.reportProvider.provideTextDocumentContent(document.uri, token)
  await until('the latest report', () => document.getText() === latest)
  return document.getText()
}

/** The report in the editor that is active, rendered or as text. */
export function shownReport(): vscode.TextDocument {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input
  const isShown = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText
  const shown = isShown ? input.uri.toString() : undefined
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === shown)
  if (document?.uri.scheme !== 'poolkeeper') throw new Error('No report is shown')
  return document
}

/** The line of a check, from its mark on, and what to do about it. */
export function lineOf(report: string, name: string): string {
  const [line] = new RegExp(`^\\| [^|]* \\| \\*\\*${name}\\*\\* \\| .*`, 'm').exec(report) ?? []
  if (line === undefined) throw new Error(`The report has no line “${name}”:\n${report}`)
  return line
}

/** For `afterEach`. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors')
}
