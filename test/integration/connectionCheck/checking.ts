import * as vscode from 'vscode'
import { activeUri } from '../../../src/features/connectionCheck/checkDocuments.ts'
import { type Session, until } from '../helpers.ts'

/** Runs Check Connection; returns the report that is shown then. */
export async function check(session: Session, connection = session.name): Promise<string> {
  await session.run('checkConnection', { connection })
  return upToDate(session)
}

/** The report that is shown, once VS Code shows its latest text: it keeps documents for a while. */
export async function upToDate(session: Session): Promise<string> {
  const document = shownReport()
  const { clipboard } = session.dialogs
  await session.run('copyConnectionCheck', document.uri)
  const latest = session.dialogs.clipboard
  session.dialogs.clipboard = clipboard
  await until('the latest report', () => document.getText() === latest)
  return document.getText()
}

/** The report in the editor that is active, rendered or as text. */
export function shownReport(): vscode.TextDocument {
  const shown = activeUri()
  const document = vscode.workspace.textDocuments.find(
    ({ uri }) => uri.toString() === shown?.toString(),
  )
  if (document?.uri.scheme !== 'poolkeeper') throw new Error('No report is shown')
  return document
}

/** The line of a check, from its mark on, and what to do about it. */
export function lineOf(report: string, name: string): string {
  const [line] = new RegExp(`^- . \\*\\*${name}\\*\\* .*(\\n  - .*)?`, 'm').exec(report) ?? []
  if (line === undefined) throw new Error(`The report has no line “${name}”:\n${report}`)
  return line
}

/** For `afterEach`. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors')
}
