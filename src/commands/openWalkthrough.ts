import * as vscode from 'vscode'
import { commandIds, walkthroughId } from '../contributions.ts'
import type { RunCommand } from './runCommand.ts'

/** Get Started: opens the walkthrough. */
export function registerOpenWalkthrough(
  runCommand: RunCommand,
  extensionId: string,
): vscode.Disposable {
  return runCommand(commandIds.openWalkthrough, () =>
    vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      `${extensionId}#${walkthroughId}`,
      false,
    ),
  )
}
