import * as vscode from 'vscode'
import { commandIds } from './contributions.ts'
import type { Later } from './later.ts'
import { once } from './once.ts'
import type { Parts } from './parts.ts'

/** Loads what activation does without. How is another matter in Node.js than in a browser. */
export type LoadLater = () => Promise<Later>

/** Registers every command; what it does is loaded when the first of them is run. */
export function registerCommands(load: LoadLater, parts: Parts): vscode.Disposable {
  const commands = once(async () => (await load()).commandsOf(parts))
  return vscode.Disposable.from(
    ...Object.values(commandIds).map((id) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) =>
        (await commands()).get(id)?.(...args),
      ),
    ),
  )
}
