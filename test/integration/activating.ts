import { createRequire } from 'node:module'
import * as vscode from 'vscode'

/**
 * Calls back with the context that VS Code passes to an extension’s `activate`. It replaces `activate` in the module,
 * which Node.js loads once.
 */
export function interceptActivation(
  { extensionUri, packageJSON }: vscode.Extension<unknown>,
  handOver: (context: vscode.ExtensionContext) => void,
): void {
  const { main: file } = packageJSON as { main: string }
  const main = vscode.Uri.joinPath(extensionUri, file).fsPath
  const require = createRequire(main)
  const extensionModule = require(main) as {
    activate: (context: vscode.ExtensionContext) => void
  }
  const cached = require.cache[require.resolve(main)]
  if (!cached) throw new Error('The module of the extension is not in the cache of Node.js')
  cached.exports = {
    ...extensionModule,
    activate: (context: vscode.ExtensionContext) => {
      handOver(context)
      extensionModule.activate(context)
    },
  }
}
