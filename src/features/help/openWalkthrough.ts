import * as vscode from 'vscode'
import { commandIds, walkthroughId } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import type { Commands } from '../../ui/commands.ts'

/** Get Started: opens the walkthrough. */
export function openWalkthroughCommands({
  context,
}: Pick<Parts, 'context'>): Commands<'openWalkthrough'> {
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
