import * as vscode from 'vscode'
import { activate as activateAnywhere } from '../extension.ts'

/** Activates the extension in a browser. */
export function activate(context: vscode.ExtensionContext): void {
  activateAnywhere(context, async () => {
    const file = vscode.Uri.joinPath(context.extensionUri, 'dist/main.js')
    const { start } = (await loadFile(file)) as typeof import('../main.ts')
    return (registered) => start(registered, { isBrowser: true })
  })
}

/**
 * Reads and runs a file of `dist` in the way in which VS Code runs the file that the manifest names: the extension host
 * in a browser can’t load a second file. There, `require` returns only VS Code’s own modules, `importScripts` is
 * blocked, and ES modules are refused (“not supported in the web worker extension host”: 1.100 and 1.139,
 * extHostExtensionService.ts). A module imported by a URL would not find `vscode`.
 */
async function loadFile(file: vscode.Uri): Promise<unknown> {
  const code = new TextDecoder().decode(await vscode.workspace.fs.readFile(file))
  const module = { exports: {} }
  // oxlint-disable-next-line no-implied-eval -- a file of Poolkeeper, from the extension’s folder
  const run = new Function('module', 'exports', 'require', code)
  run(module, module.exports, () => vscode)
  return module.exports
}
