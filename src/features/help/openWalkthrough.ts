import * as vscode from 'vscode'
import { commandIds, walkthroughId } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'

/** Get Started: opens the walkthrough. */
export function openWalkthroughCommands({ context }: Parts) {
  const open = async () =>
    vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      `${context.extension.id}#${walkthroughId}`,
      false,
    )
  return {
    [commandIds.openWalkthrough]: async () => {
      await open()
      // The first time, VS Code hasn’t loaded this walkthrough yet and shows its own.
      await open()
    },
  }
}
