import { createRequire } from 'node:module'
import * as vscode from 'vscode'

/**
 * Calls back with the context that an extension is given when it activates. The context is given to `activate` alone:
 * Node.js keeps one copy of a module for all who ask.
 */
export function onActivation(
  { extensionUri, packageJSON }: vscode.Extension<unknown>,
  call: (context: vscode.ExtensionContext) => void,
): void {
  const { main: file } = packageJSON as { main: string }
  const main = vscode.Uri.joinPath(extensionUri, file).fsPath
  const require = createRequire(main)
  const extensionModule = require(main) as {
    activate: (context: vscode.ExtensionContext) => void
  }
  const cached = require.cache[require.resolve(main)]
  if (!cached) throw new Error('The module of the extension is not where it should be')
  cached.exports = {
    ...extensionModule,
    activate: (context: vscode.ExtensionContext) => {
      call(context)
      extensionModule.activate(context)
    },
  }
}
