import { createRequire } from 'node:module'
import * as vscode from 'vscode'
import type { Clock } from '../../src/api/clock.ts'

/**
 * Calls back with the context that VS Code passes to an extension’s `activate`, and lets the extension use
 * the clock that the callback returns. It replaces `activate` in the module, which Node.js loads once.
 */
export function interceptActivation(
  { extensionUri, packageJSON }: vscode.Extension<unknown>,
  createClock: (context: vscode.ExtensionContext) => Clock,
): void {
  const { main: file } = packageJSON as { main: string }
  const main = vscode.Uri.joinPath(extensionUri, file).fsPath
  const require = createRequire(main)
  const extensionModule = require(main) as {
    activate: (context: vscode.ExtensionContext, clock: Clock) => void
  }
  const cached = require.cache[require.resolve(main)]
  if (!cached) throw new Error('The module of the extension is not in the cache of Node.js')
  cached.exports = {
    ...extensionModule,
    activate: (context: vscode.ExtensionContext) => {
      extensionModule.activate(context, createClock(context))
    },
  }
}
