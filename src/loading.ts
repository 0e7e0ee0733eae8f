import * as vscode from 'vscode'
import { commandIds } from './contributions.ts'
import type { Later } from './later.ts'
import { once } from './once.ts'
import type { Parts } from './parts.ts'

/** Loads what activation does without. How is another matter in Node.js than in a browser. */
export type LoadLater = () => Promise<Later>

/**
 * Registers every command, and waits for deletions to settle; what is done then is
 * loaded when there is first something to do.
 */
export function registerActions(load: LoadLater, parts: Parts): vscode.Disposable {
  const actions = once(async () => (await load()).actionsOf(parts))
  return vscode.Disposable.from(
    ...Object.values(commandIds).map((id) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) =>
        (await actions()).commands.get(id)?.(...args),
      ),
    ),
    parts.following.onDidSettle(async (settled) => (await actions()).reportSettled(settled)),
  )
}
