import * as vscode from 'vscode'
import { commandIds, walkthroughId } from '../contributions.ts'
import type { RunCommand } from './runCommand.ts'

/** Get Started: opens the walkthrough. */
export function registerOpenWalkthrough(
  runCommand: RunCommand,
  extensionId: string,
): vscode.Disposable {
  const open = async () =>
    vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      `${extensionId}#${walkthroughId}`,
      false,
    )
  return runCommand(commandIds.openWalkthrough, async () => {
    await open()
    // The first time that VS Code shows a walkthrough, it has not read ours yet, and shows its own.
    await open()
  })
}
